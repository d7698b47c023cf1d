// Lists CSS features that a supported browser (package.json, browserslist) lacks: only those listed here, with their fallback, are allowed.
import { globSync, readFileSync } from 'node:fs'
import doiuse from 'doiuse'
import postcss from 'postcss'

/** Features by their caniuse name, and the behaviour without them. */
const lacking: Record<string, string> = {
  'css-content-visibility': 'everything is laid out: slower on long menus',
  'css3-cursors': 'phones have no cursor',
  'css-resize': 'a field for notes scrolls',
  'css-touch-action': 'a double tap on a Mac may zoom',
  'css-scrollbar': 'a row that scrolls sideways shows its scrollbar while it moves',
}

const { browserslist } = JSON.parse(readFileSync('package.json', 'utf8')) as { browserslist: string[] }
const all = process.argv.length === 2
const files = all ? globSync('client/{src,tools}/**/*.css') : process.argv.slice(2)
const used = new Set<string>()
let faults = 0
for (const file of files) {
  const check = doiuse({
    browsers: browserslist,
    onFeatureUsage: ({ feature, featureData, usage }) => {
      const missing = featureData.missing
      if (!missing) return
      used.add(feature)
      if (feature in lacking) return
      faults += 1
      console.error(`${file}:${String(usage.source?.start?.line ?? 0)}: ${featureData.title} is missing in ${missing}`)
    },
  })
  await postcss([check]).process(readFileSync(file, 'utf8'), { from: file })
}
for (const feature of Object.keys(lacking))
  if (all && !used.has(feature)) {
    faults += 1
    console.error(`scripts/browsers.ts lists ${feature}, which nothing uses or every supported browser has`)
  }
if (faults > 0) process.exit(1)
