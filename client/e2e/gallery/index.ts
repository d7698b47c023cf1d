// Writes a page with the gallery's screenshots: a row for each screen, a column for each look. Beside each look is the one of an earlier gallery, if there
// is one: that of the folder GALLERY_BEFORE, else of gallery/before/.
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'

const folder = new URL('../../../gallery', import.meta.url).pathname
const before = resolve(process.env['GALLERY_BEFORE'] ?? join(folder, 'before'))

/** The pictures of a folder, by screen and look. */
function picturesOf(from: string): Map<string, string> {
  const files = existsSync(from) ? readdirSync(from).filter((file) => /^.+\.[^.]+\.png$/.test(file)) : []
  return new Map(files.map((file) => [file.slice(0, -4), join(relative(folder, from), file)]))
}

const now = picturesOf(folder)
const earlier = picturesOf(before)
const parts = [...now.keys()].map((key) => key.split('.'))
const names = (at: 0 | 1): string[] => [...new Set(parts.map((part) => part[at] ?? ''))].sort()
const [screens, looks] = [names(0), names(1)]
const columns = looks.flatMap((look) => [
  ...(earlier.size > 0 ? [{ look, of: earlier, head: `${look}, before` }] : []),
  { look, of: now, head: look },
])
const cell = (file: string | undefined, alt: string): string =>
  file === undefined ? '<td></td>' : `<td><a href="${file}"><img src="${file}" alt="${alt}" loading="lazy"></a></td>`
writeFileSync(
  join(folder, 'index.html'),
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Tablefront: screens</title>
<style>body{font:14px system-ui;margin:1rem}table{border-spacing:1rem}th{position:sticky;top:0;background:Canvas;text-align:start}td{vertical-align:top}img{inline-size:15rem;max-block-size:34rem;object-fit:cover;object-position:top;border:1px solid #8886}</style>
<h1>Screens</h1><table><tr><th></th>${columns.map(({ head }) => `<th>${head}</th>`).join('')}</tr>
${screens.map((screen) => `<tr><th>${screen}</th>${columns.map(({ look, of, head }) => cell(of.get(`${screen}.${look}`), `${screen}, ${head}`)).join('')}</tr>`).join('\n')}
</table></html>
`,
)
console.log(`gallery/index.html: ${screens.length} screens, ${now.size} pictures, ${earlier.size} of before`)
