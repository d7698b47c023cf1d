// The client's JSX: React's, whose texts stand alone in their elements and carry their language.
import { jsx as element, jsxs as elements } from 'react/jsx-runtime'
import { withTexts } from './texts.ts'

export { Fragment, type JSX } from 'react/jsx-runtime'

export const jsx: typeof element = (type, props, key) => element(type, withTexts(type, props as object), key)
export const jsxs: typeof elements = (type, props, key) => elements(type, withTexts(type, props as object), key)
