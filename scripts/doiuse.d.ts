declare module 'doiuse' {
  import type { Node, Plugin } from 'postcss'

  interface Usage {
    feature: string
    featureData: { title: string; missing: string | false }
    usage: Node
  }
  export default function doiuse(options: { browsers: string[]; onFeatureUsage: (usage: Usage) => void }): Plugin
}
