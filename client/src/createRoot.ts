// In the file of React (client/vite.config.ts), so that React DOM is evaluated in a task of its own and not in that of the application.
export { createRoot } from 'react-dom/client'
