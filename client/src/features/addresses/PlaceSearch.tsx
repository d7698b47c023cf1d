import Search from 'lucide-react/icons/search'
import { useEffect, useId, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { Place, PlaceHit } from '../../../../contracts/types.ts'
import { ApiError } from '../../api/apiError.ts'
import { latest } from '../../latest.ts'
import { Announced } from '../../ui/Announced.tsx'
import { TextInput } from '../../ui/Field.tsx'
import { Quiet, Stack } from '../../ui/Layout.tsx'
import styles from './PlaceSearch.module.css'
import { placeOf, placesQuery } from './queries.ts'
import { useShopQuery } from '../../session/useShopQuery.ts'

/** The debounce, in milliseconds. */
const debounce = 300
const minLength = 3

/**
 * A combobox that searches places by name or street. `onChoose` is called when a hit is chosen; the function it returns is called with the hit's place,
 * unless something else was chosen or typed meanwhile.
 */
export function PlaceSearch({ onChoose }: { onChoose: () => (place: Place) => void }) {
  const { t } = useTranslation()
  const id = useId()
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState('')
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const [failure, setFailure] = useState<string | undefined>(undefined)
  const [change] = useState(latest)
  const words = typed.trim()

  useEffect(() => {
    const timer = setTimeout(() => setAsked(words), debounce)
    return () => clearTimeout(timer)
  }, [words])

  const wanted = asked.length >= minLength && asked === words
  const { data, error, isFetching } = useShopQuery((scope) => placesQuery(scope, asked), { enabled: wanted })
  const hits = wanted && data !== undefined ? data : []
  const shown = open && words.length >= minLength

  const choose = async (hit: PlaceHit): Promise<void> => {
    setOpen(false)
    setActive(-1)
    setTyped(hit.name)
    setFailure(undefined)
    const isLast = change()
    const take = onChoose()
    try {
      const place = await placeOf(hit)
      if (isLast()) take(place)
    } catch (refused) {
      if (isLast()) setFailure(refused instanceof ApiError ? refused.message : undefined)
    }
  }

  const press = (event: KeyboardEvent): void => {
    // The keys of an input method choose words.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setOpen(true)
      if (hits.length > 0)
        setActive(
          (active + (event.key === 'ArrowDown' ? 1 : -1) + hits.length + (active < 0 && event.key === 'ArrowUp' ? 1 : 0)) % hits.length,
        )
    } else if (event.key === 'Escape' && shown) {
      event.preventDefault()
      setOpen(false)
      setActive(-1)
    } else if (event.key === 'Enter') {
      // Enter searches; it never submits the surrounding form.
      event.preventDefault()
      const hit = hits[active < 0 ? 0 : active]
      if (shown && hit !== undefined) void choose(hit)
      else {
        setAsked(words)
        setOpen(true)
      }
    }
  }

  const problem = failure ?? (error === null ? undefined : error.message)
  return (
    <div className={styles.search}>
      <TextInput
        name="q"
        type="text"
        role="combobox"
        label={t('Search for your address')}
        hint={t('Street and number, or the name of a place')}
        error={problem === undefined ? undefined : t(problem)}
        autoComplete="off"
        enterKeyHint="search"
        value={typed}
        aria-expanded={shown && hits.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={shown && active >= 0 ? `${id}-${active}` : undefined}
        onChange={(event) => {
          change()
          setTyped(event.target.value)
          setOpen(true)
          setActive(-1)
          setFailure(undefined)
        }}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={press}
        before={<Search aria-hidden="true" />}
      />
      <div id={`${id}-list`} role="listbox" aria-label={t('Places found')} className={styles.list} hidden={!shown || hits.length === 0}>
        {hits.map((hit, at) => (
          // The field handles the keys (aria-activedescendant).
          <Stack
            key={hit.id}
            id={`${id}-${at}`}
            role="option"
            tabIndex={-1}
            aria-selected={at === active}
            className={styles.hit}
            // Keeps the focus in the field: its blur would close the list before the click.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => void choose(hit)}
          >
            <span className={styles.name}>
              <bdi>{hit.name}</bdi>
            </span>
            {hit.address ? (
              <Quiet as="span">
                <bdi>{hit.address}</bdi>
              </Quiet>
            ) : null}
          </Stack>
        ))}
      </div>
      <Quiet as={Announced} className={styles.said}>
        {!shown || problem !== undefined
          ? ''
          : isFetching || !wanted
            ? t('Searching …')
            : hits.length === 0
              ? t('Nothing found. Try another spelling, or choose the place on the map.')
              : ''}
      </Quiet>
    </div>
  )
}
