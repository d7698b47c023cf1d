import X from 'lucide-react/icons/x'
import { memo, useEffect, useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/Button.tsx'
import styles from './SearchField.module.css'
import { SearchFieldView } from './SearchFieldView.tsx'

/** The debounce, in milliseconds (docs/specification.md section 10). */
const debounce = 150

/** The search field of the menu, debounced by 150 ms. Esc clears it. */
export const SearchField = memo(function SearchField({
  onSearch,
  onFocus,
  ref,
}: {
  onSearch: (query: string) => void
  onFocus: () => void
  ref: RefObject<HTMLInputElement | null>
}) {
  const { t } = useTranslation()
  // Local state: slow results must not overwrite what was typed since.
  const [typed, setTyped] = useState('')
  const [sent, setSent] = useState('')
  const send = (next: string): void => {
    setTyped(next)
    setSent(next)
    onSearch(next)
  }
  useEffect(() => {
    if (typed === sent) return
    const timer = setTimeout(() => {
      setSent(typed)
      onSearch(typed)
    }, debounce)
    return () => clearTimeout(timer)
  }, [typed, sent, onSearch])
  return (
    <SearchFieldView
      field={
        <input
          ref={ref}
          type="search"
          name="search"
          className={styles.input}
          aria-label={t('Search the menu')}
          placeholder={t('Search the menu')}
          autoComplete="off"
          enterKeyHint="search"
          value={typed}
          onFocus={onFocus}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && typed !== '' && !event.nativeEvent.isComposing) {
              event.preventDefault()
              send('')
            }
            // Enter that ends the input of an input method chooses a word and sends nothing.
            if (event.key === 'Enter' && !event.nativeEvent.isComposing) send(typed)
          }}
        />
      }
      clear={
        typed !== '' && (
          <IconButton
            label={t('Clear search')}
            icon={<X />}
            size="s"
            className={styles.clear}
            onClick={() => {
              send('')
              ref.current?.focus()
            }}
          />
        )
      }
    />
  )
})
