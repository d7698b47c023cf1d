// A screen reader in the page of the running shop: @guidepup/virtual-screen-reader reads what the browser would hand to a real one, in the order of reading, and hears live regions.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Locator, Page } from '@playwright/test'

const source = readFileSync(createRequire(import.meta.url).resolve('@guidepup/virtual-screen-reader/browser.js'), 'utf8')
const address = '/screen-reader.js'

/** The library's reader, as far as it is used here. */
interface Reader {
  start: (options: { container: Element }) => Promise<void>
  stop: () => Promise<void>
  next: () => Promise<void>
  lastSpokenPhrase: () => Promise<string>
  spokenPhraseLog: () => Promise<string[]>
}

/** Brings the reader into every page that opens from now on: the shop's policy allows scripts of its own origin only. */
export async function bringReader(page: Page): Promise<void> {
  await page.route(`**${address}`, (route) => route.fulfill({ contentType: 'text/javascript', body: source }))
}

/** Listens to the page from now on: what takes the focus, and what live regions say. The function that it answers gives what was said since it was last called. */
export async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(async (from) => {
    const { Virtual } = (await import(from)) as { Virtual: new () => Reader }
    const ear = new Virtual()
    await ear.start({ container: document.body })
    Object.assign(window, { ear })
  }, address)
  let known = 0
  return async () => {
    const all = await page.evaluate(() => (window as unknown as { ear: Reader }).ear.spokenPhraseLog())
    const fresh = all.slice(known)
    known = all.length
    return fresh.map(plain).filter((phrase) => phrase !== '')
  }
}

/** Everything that is read of a part of the page, from its beginning to its end, as a person hears it. */
export async function read(part: Locator): Promise<string[]> {
  const phrases = await part.evaluate(async (container, from) => {
    // The library reads attributes; what was chosen since is in the properties.
    for (const box of container.querySelectorAll<HTMLInputElement>('input[type=radio], input[type=checkbox]'))
      box.toggleAttribute('checked', box.checked)
    for (const option of container.querySelectorAll('option')) option.toggleAttribute('selected', option.selected)
    const { Virtual } = (await import(from)) as { Virtual: new () => Reader }
    const reader = new Virtual()
    await reader.start({ container })
    const first = await reader.lastSpokenPhrase()
    for (let steps = 0; steps < 3000; steps += 1) {
      await reader.next()
      const phrase = await reader.lastSpokenPhrase()
      if (phrase === `end of ${first}` || phrase === 'end of document') break
    }
    const all = await reader.spokenPhraseLog()
    await reader.stop()
    return all
  }, address)
  return told(phrases.map(withoutMarks))
}

/** What begins a phrase about an element; anything else is text. */
const roles =
  /^(document|banner|main|navigation|region|form|search|list|listitem|article|heading|link|button|radiogroup|radio|checkbox|group|combobox|option|textbox|searchbox|spinbutton|status|alert|term|definition|deletion|paragraph|dialog|separator|contentinfo|img|end)\b(, |$)/

/** Elements that only hold others, as this library writes them down: nothing that a person is told. */
const silent = /^((paragraph|listitem|list|separator|document|article|term|definition|deletion)\b|(form|group|status)$)/

/** One line for each thing: text in pieces is one text, the text of a control is in its name, and a closed list of choices says the chosen one. */
function told(phrases: readonly string[]): string[] {
  const lines: string[] = []
  // The end of what is being skipped, the rest of a name whose words follow it, and whether the last line is text that goes on.
  let until: string | null = null
  let name = ''
  let goesOn = false
  for (const [at, phrase] of phrases.entries()) {
    if (until !== null) {
      if (until === 'end of combobox' && /^option, .*, selected/.test(phrase))
        lines.push(plain(phrase).replace(/^option, (.+?)(, \w+)?, selected.*/, 'chosen: $1'))
      if (phrase.startsWith(until)) until = null
      continue
    }
    if (phrase.startsWith('end') || silent.test(phrase)) {
      goesOn = false
      name = ''
      continue
    }
    // The library begins twice with what it was given.
    if (at === 1 && phrase === phrases[0]) continue
    if (roles.test(phrase) || phrases.includes(`end, ${phrase}`)) {
      lines.push(plain(phrase))
      goesOn = false
      name = /^(radio|checkbox|radiogroup|group), /.test(phrase) ? phrase.replace(/^\w+, /, '') : ''
      if (phrase.startsWith('combobox')) until = 'end of combobox'
      else if (phrases.includes(`end, ${phrase}`)) until = `end, ${phrase}`
      else if (/^(button|link)/.test(phrase) && phrases.includes(`end of ${phrase}`, at)) until = `end of ${phrase}`
      continue
    }
    if (name.trimStart().startsWith(phrase)) {
      name = name.trimStart().slice(phrase.length)
      continue
    }
    if (goesOn) lines.push(`${lines.pop() ?? ''} ${phrase}`)
    else lines.push(phrase)
    goesOn = true
  }
  return lines
    .filter((line) => line !== '')
    .map((line) =>
      line
        .replaceAll(/ (?=[,:])/g, '')
        .replaceAll('( ', '(')
        .replaceAll(' )', ')'),
    )
}

/** Without marks of direction, which nobody hears. */
const withoutMarks = (phrase: string): string => phrase.replaceAll(/[\u2068\u2069]/g, '')

/** Without the library's notation of what nobody says: levels and counts of lists, the value behind a choice. */
const plain = (phrase: string): string =>
  withoutMarks(phrase)
    .replace(/^(polite|assertive): /, 'said: ')
    .replace(/^said: $/, '')
    .replace(/, http:\S+?(?=,)/, '')
    .replace(/(, level 1)?, position (\d+), set size (\d+)/, ', $2 of $3')
    .replace(/, max value \d+(, min value \d+)?/, '')
    .replace('has popup listbox, not expanded', 'a list to choose from')
    .replace(/, placeholder\s*$/, '')
    .replace(/(?<! )\(optional\)/, ' (optional)')
