// The same as jsx-runtime.ts while developing.
import { jsxDEV as element } from 'react/jsx-dev-runtime'
import { withTexts } from './texts.ts'

export { Fragment, type JSX } from 'react/jsx-dev-runtime'

export const jsxDEV: typeof element = (type, props, key, isStatic, ...rest) => {
  const own = withTexts(type, props as object)
  return element(type, own, key, isStatic && 'children' in own && Array.isArray(own.children), ...rest)
}
