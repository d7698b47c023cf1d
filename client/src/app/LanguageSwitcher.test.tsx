import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import i18next from 'i18next'
import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { queryClient } from '../api/queryClient.ts'
import { local, storedKeys } from '../browser/storage.ts'
import { identity, publicKey, publicScope } from '../session/identity.ts'
import { openMockShop, renderShop } from '../test-setup-shop.tsx'
import { LanguageSwitcher } from './LanguageSwitcher.tsx'

const { server } = openMockShop()

/** Waits until all that a language needs has arrived. */
async function loaded(language: string): Promise<void> {
  const queryKey = publicKey({ ...publicScope(), language })
  await waitFor(() => {
    expect(queryClient.getQueryState([...queryKey, 'translations'])?.status).toBe('success')
    expect(queryClient.isFetching({ queryKey })).toBe(0)
  })
}

it.each(['earlier', 'later'])(
  'keeps the focus while a language loads; the one that was chosen last stays, whether its answer is the %s one',
  async (order) => {
    const answers = new Map<string, () => void>()
    server.use(
      http.get('*/api/translations', async ({ request }) => {
        const lang = new URL(request.url).searchParams.get('lang') ?? ''
        await new Promise<void>((resolve) => answers.set(lang, resolve))
        return HttpResponse.json({ Language: `Language in ${lang}` })
      }),
    )
    renderShop(<LanguageSwitcher />)
    const user = userEvent.setup()
    const select = await screen.findByRole('combobox')
    select.focus()
    await user.selectOptions(select, 'ar')
    expect(select).toHaveFocus()
    expect(select).toHaveValue('ar')
    await waitFor(() => expect(answers.has('ar')).toBe(true))
    await user.selectOptions(select, 'en')
    await waitFor(() => expect(answers.has('en')).toBe(true))
    if (order === 'later') {
      answers.get('ar')?.()
      await loaded('ar')
      expect(select).toHaveValue('en')
      expect(select).toHaveAttribute('aria-busy', 'true')
      expect(identity().language).not.toBe('ar')
    }
    answers.get('en')?.()
    await waitFor(() => expect(identity().language).toBe('en'))
    answers.get('ar')?.()
    await loaded('ar')
    expect([identity().language, local.read(storedKeys.lang), i18next.language, document.documentElement.lang]).toEqual([
      'en',
      'en',
      'en',
      'en',
    ])
    expect(select).toHaveFocus()
    expect(select).toHaveValue('en')
    expect(select).not.toHaveAttribute('aria-busy', 'true')
  },
)
