import CircleCheck from 'lucide-react/icons/circle-check'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Area, Coordinates, Id } from '../../../contracts/types.ts'
import { byId } from '../domain/ids.ts'
import type { LocatedAddress } from '../domain/located.ts'
import { areaOfPostcode } from '../domain/postcode.ts'
import { shopConfig } from '../restaurant/config.ts'
import { useLogin } from '../session/login.ts'
import { Button } from '../ui/Button.tsx'
import { Stack } from '../ui/Layout.tsx'
import { NoticeBar } from '../ui/States.tsx'
import styles from './MyLocation.module.css'
import { coverageOf, reverseGeocode } from './location.ts'
import { LocateButton } from './LocateButton.tsx'

/** The destination of a delivery in a form with areas. */
export interface Where {
  areaId: Id | null
  address: string
  /** The position for which the address was found. */
  located: LocatedAddress | null
}

interface MyLocationProps {
  where: Where
  onChange: (where: Where) => void
  areas: readonly Area[]
  note?: string
}

type Outcome =
  | { kind: 'looking' }
  | { kind: 'unknown' }
  | { kind: 'outside' }
  | { kind: 'noAddress' }
  | { kind: 'filled'; before: Where; now: Where; areaFound: boolean }

/**
 * "Use my location" beside area and address: the geocoder gives the address; the delivery check finds the area of a signed-in customer, the postal
 * code that of a guest. Undo restores the previous values. Only if a geocoder is configured.
 */
export function MyLocation({ where, onChange, areas, note }: MyLocationProps) {
  const { t } = useTranslation()
  const { hasAccount } = useLogin()
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const shown = useRef(where)
  const mounted = useRef(true)
  useEffect(() => {
    shown.current = where
  })
  useEffect(() => {
    mounted.current = true
    return () => void (mounted.current = false)
  }, [])
  if (!shopConfig().geocoder) return null

  /**
   * `pressed`: the destination when the button was pressed. What the customer has typed or chosen since is not replaced, and false is returned: the press
   * no longer counts.
   */
  const fill = async (pressed: Where, coordinates: Coordinates | null): Promise<boolean> => {
    const written = coordinates === null ? null : await reverseGeocode(coordinates)
    const { address, zipcode } = written ?? { address: '', zipcode: '' }
    const checks = coordinates !== null && hasAccount
    const coverage = checks ? await coverageOf({ coordinates, address, zipcode }) : null
    if (!mounted.current) return false
    const before = shown.current
    if (before.address !== pressed.address || String(before.areaId) !== String(pressed.areaId)) {
      setOutcome(null)
      return false
    }
    if (coordinates === null || coverage?.state === 'outside') {
      setOutcome({ kind: coordinates === null ? 'unknown' : 'outside' })
      return true
    }
    const area = coverage?.state === 'covered' ? byId(areas, coverage.area.id) : areaOfPostcode(areas, zipcode)
    const now: Where = {
      areaId: area?.id ?? before.areaId,
      ...(address === '' ? { address: before.address, located: before.located } : { address, located: { address, coordinates } }),
    }
    onChange(now)
    setOutcome(address === '' ? { kind: 'noAddress' } : { kind: 'filled', before, now, areaFound: area !== null && area !== undefined })
    return true
  }

  const undo = (before: Where): void => {
    onChange(before)
    setOutcome(null)
    button.current?.focus()
  }
  // Not after further input, which Undo would discard.
  const filled =
    outcome?.kind === 'filled' && outcome.now.address === where.address && String(outcome.now.areaId) === String(where.areaId)
      ? outcome
      : null

  return (
    <Stack gap={3} className={styles.located}>
      <LocateButton
        ref={button}
        onPress={() => {
          setOutcome({ kind: 'looking' })
          return (place) => fill(where, place)
        }}
      />
      {/* In the place of what follows, so that nothing moves then. */}
      {outcome?.kind === 'looking' && <NoticeBar>{t('Looking for your address …')}</NoticeBar>}
      {outcome?.kind === 'unknown' && <NoticeBar>{t('Your location is unknown. Please enter the address.')}</NoticeBar>}
      {outcome?.kind === 'outside' && (
        <NoticeBar kind="warning" icon={<TriangleAlert />}>
          {t('The location that you have marked is out of our delivery range')}
        </NoticeBar>
      )}
      {outcome?.kind === 'noAddress' && (
        <NoticeBar kind="warning" icon={<TriangleAlert />}>
          {t('We could not find the address of your location. Please enter it.')}
        </NoticeBar>
      )}
      {filled !== null && (
        <NoticeBar
          kind="success"
          icon={<CircleCheck />}
          action={
            <Button size="s" onClick={() => undo(filled.before)}>
              {t('Undo')}
            </Button>
          }
        >
          {[
            t('Filled in from your location. Please check it.'),
            // One sentence more at most: Undo says as well that something was there before.
            !filled.areaFound
              ? t('We could not determine your delivery area. Please choose it.')
              : filled.before.address.trim() !== '' && filled.before.address !== filled.now.address
                ? t('What was there before has been replaced.')
                : '',
            note ?? '',
          ]
            .filter((sentence) => sentence !== '')
            .join(' ')}
        </NoticeBar>
      )}
    </Stack>
  )
}
