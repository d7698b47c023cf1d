import { afterEach, describe, expect, it } from 'vitest'
import { keepCanonical } from '../restaurant/head.ts'
import { startIdentity } from './identity.ts'
import { currentLanguage, takeLanguageOfPage } from '../i18n/language.ts'
import { local, storedKeys } from '../browser/storage.ts'

afterEach(() => {
  local.remove(storedKeys.lang)
  window.history.replaceState(null, '', '/')
  document.head.replaceChildren()
})

describe('an address in a language', () => {
  it.each([
    ['/?lang=ar', 'ar', 'ar', '/'],
    ['/?product=7&lang=AR#top', 'ar', 'ar', '/?product=7#top'],
    ['/?lang=xx', 'de', 'de', '/'],
    ['/?lang=ar', undefined, 'de', '/'],
    ['/?product=7', 'ar', 'ar', '/?product=7'],
    ['/?product=7', '<ar>', 'de', '/?product=7'],
  ])('%s, made in %s, is read in %s', (address, made, language, left) => {
    window.history.replaceState(null, '', address)
    takeLanguageOfPage(made)
    startIdentity()
    expect(currentLanguage()).toBe(language)
    expect(window.location.pathname + window.location.search + window.location.hash).toBe(left)
  })

  it('is not the page’s where a language was chosen before', () => {
    local.write(storedKeys.lang, 'tr')
    takeLanguageOfPage('ar')
    startIdentity()
    expect(currentLanguage()).toBe('tr')
  })

  it('stays the choice for the next visit', () => {
    window.history.replaceState(null, '', '/?lang=tr')
    takeLanguageOfPage('tr')
    expect(local.read(storedKeys.lang)).toBe('tr')
  })
})

describe('the canonical address', () => {
  const canonical = (href: string): HTMLLinkElement => {
    const link = document.createElement('link')
    link.rel = 'canonical'
    link.href = href
    document.head.append(link)
    return link
  }

  it.each([
    ['/', '?product=7&line=abc', 'https://essen.example/?product=7'],
    ['/', '?reservation=1', 'https://essen.example/'],
    ['/contact', '?page=3', 'https://essen.example/contact'],
    ['/', '?page=3', 'https://essen.example/?page=3'],
  ])('%s%s is %s', (path, search, href) => {
    const link = canonical('https://essen.example/?lang=ar')
    keepCanonical(path, search)
    expect(link.href).toBe(href)
  })

  it('is not made up where the page has none', () => {
    keepCanonical('/login', '')
    expect(document.head.querySelector('link')).toBeNull()
  })
})
