// Writes a page with the gallery's screenshots: a row for each screen, a column for each variant.
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = new URL('../../../gallery', import.meta.url).pathname
const pictures = readdirSync(folder).flatMap((file) => {
  const [, screen = '', look = ''] = /^(.+)\.([^.]+)\.png$/.exec(file) ?? []
  return screen === '' ? [] : [{ file, screen, look }]
})
const looks = [...new Set(pictures.map((one) => one.look))].sort()
const screens = [...new Set(pictures.map((one) => one.screen))].sort()
const cell = (screen: string, look: string): string => {
  const found = pictures.find((one) => one.screen === screen && one.look === look)
  return found === undefined
    ? '<td></td>'
    : `<td><a href="${found.file}"><img src="${found.file}" alt="${screen}, ${look}" loading="lazy"></a></td>`
}
writeFileSync(
  join(folder, 'index.html'),
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Tablefront: screens</title>
<style>body{font:14px system-ui;margin:1rem}table{border-spacing:1rem}th{position:sticky;top:0;background:Canvas;text-align:start}td{vertical-align:top}img{inline-size:15rem;max-block-size:34rem;object-fit:cover;object-position:top;border:1px solid #8886}</style>
<h1>Screens</h1><table><tr><th></th>${looks.map((look) => `<th>${look}</th>`).join('')}</tr>
${screens.map((screen) => `<tr><th>${screen}</th>${looks.map((look) => cell(screen, look)).join('')}</tr>`).join('\n')}
</table></html>
`,
)
console.log(`gallery/index.html: ${screens.length} screens, ${pictures.length} pictures`)
