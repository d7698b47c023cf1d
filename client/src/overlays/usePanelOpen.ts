import { useLocation } from 'react-router'
import { panelOpenedAt, usePanel, type Panel } from './panels.ts'

/** Whether a panel is open, for the panel itself. A navigation closes it together with the screen below (docs/specification.md section 2): it stays until the next screen is loaded. */
export function usePanelOpen(panel: Panel): boolean {
  const shown = usePanel()
  return useLocation().key === panelOpenedAt() && shown === panel
}
