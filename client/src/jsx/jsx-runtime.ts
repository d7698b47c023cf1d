// The client's JSX: React's, whose untranslated texts carry their language.
import { jsx as element, jsxs as elements } from 'react/jsx-runtime'
import { marked } from './sourceTexts.ts'

export { Fragment, type JSX } from 'react/jsx-runtime'

export const jsx: typeof element = (type, props, key) => element(type, marked(type, props as object), key)
export const jsxs: typeof elements = (type, props, key) => elements(type, marked(type, props as object), key)
