// The same as jsx-runtime.ts while developing.
import { jsxDEV as element } from 'react/jsx-dev-runtime'
import { marked } from './sourceTexts.ts'

export { Fragment, type JSX } from 'react/jsx-dev-runtime'

export const jsxDEV: typeof element = (type, props, ...rest) => element(type, marked(type, props as object), ...rest)
