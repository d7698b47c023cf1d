import SearchX from 'lucide-react/icons/search-x'
import Share2 from 'lucide-react/icons/share-2'
import { useState, type Dispatch, type ReactNode, type SetStateAction } from 'react'
import { useTranslation } from 'react-i18next'
import type { Menu, Product } from '../../../../contracts/types.ts'
import { lineKey, MOST, quantityFromInput, type CartLine } from '../../domain/cartLine.ts'
import { useAddedNotice } from '../../cart/useAddedNotice.ts'
import { cartActions } from '../../cart/cartStore.ts'
import { showToast } from '../../notices/notices.ts'
import { shopUrl } from '../../navigation/paths.ts'
import { pictureOf } from '../../restaurant/pictures.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Stack } from '../../ui/Layout.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { sheetPicture } from '../../ui/SheetView.tsx'
import { EmptyState, Skeleton } from '../../ui/States.tsx'
import { SheetFooter, type SheetFooterProps } from './SheetFooter.tsx'
import styles from './Sheets.module.css'
import { NotLoaded } from '../../screen/NotLoaded.tsx'

/** The choice and the quantity of an open sheet. A sheet that is opened again starts with `start` and `startQty`. */
export function useSheetChoice<Choice extends object>(
  open: boolean,
  start: () => Choice,
  startQty = 1,
): { choice: Choice; setChoice: Dispatch<SetStateAction<Choice>>; qty: number; setQty: (qty: number) => void } {
  const [choice, setChoice] = useState(start)
  const [qty, setQty] = useState(startQty)
  const [wasOpen, setWasOpen] = useState(open)
  if (open !== wasOpen) {
    setWasOpen(open)
    if (open) {
      setChoice(start)
      setQty(startQty)
    }
  }
  return { choice, setChoice, qty, setQty }
}

interface CustomiseSheetProps extends Pick<SheetFooterProps, 'qty' | 'total' | 'loading' | 'missing'> {
  open: boolean
  /** Returns false if the sheet is closing already. */
  onClose: () => boolean
  /** The dish or the combo. */
  item: Product | Menu
  /** How many pieces an order may have; Infinity where there is no limit. */
  most: number
  onQty: (qty: number) => void
  /** The cart line that is edited; undefined: a new one is added. */
  line: CartLine | undefined
  /** Null if the price is unknown. */
  makeLine: () => CartLine | null
  /** Buttons on the image. */
  actions: ReactNode
  /** What the dish is: description, price, allergens. */
  intro: ReactNode
  children: ReactNode
}

/** The sheet in which a dish or a combo is customised and added to the cart; the children are its choices. */
export function CustomiseSheet({
  open,
  onClose,
  item,
  most,
  qty,
  onQty,
  total,
  line,
  loading = false,
  missing,
  makeLine,
  actions,
  intro,
  children,
}: CustomiseSheetProps) {
  const { t } = useTranslation()
  const notice = useAddedNotice(open)
  const poster = pictureOf(item.media?.poster, 'url')
  const submit = (): void => {
    const newLine = makeLine()
    if (newLine === null) return
    // False for the second press of a double press.
    if (!onClose()) return
    if (line !== undefined) cartActions.replace(lineKey(line), newLine)
    else notice(item.name, cartActions.add(newLine))
  }
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={item.name}
      closeLabel={t('Close')}
      size="l"
      actions={actions}
      intro={intro}
      picture={
        poster === '' ? undefined : (
          <Picture src={poster} wideSrc={pictureOf(item.media?.poster, 'wide')} alt="" name={item.name} {...sheetPicture} eager />
        )
      }
      footer={
        <SheetFooter
          key={String(open)}
          name={item.name}
          qty={qty}
          most={Math.max(1, Math.min(MOST, most))}
          onStep={onQty}
          onType={(next) => onQty(Math.min(quantityFromInput(next), Math.max(1, most)))}
          total={total}
          edits={line !== undefined}
          loading={loading}
          missing={missing}
          onSubmit={submit}
        />
      }
    >
      {children}
    </Sheet>
  )
}

/** The open sheet of a dish or a combo that is loading, could not be loaded, or is not on the menu any more. */
export function UnavailableSheet({
  onClose,
  title,
  state,
  onRetry,
}: {
  onClose: () => boolean
  title: string
  state: 'loading' | 'failed' | 'gone'
  onRetry: () => void
}) {
  const { t } = useTranslation()
  return (
    <Sheet open onClose={onClose} title={state === 'gone' ? t('Not on the menu') : title} closeLabel={t('Close')} size="l">
      <div className={styles.unavailable}>
        {state === 'loading' && (
          <Stack gap={3}>
            <Skeleton height="12rem" />
            <Skeleton width="60%" />
            <Skeleton width="80%" />
          </Stack>
        )}
        {state === 'failed' && <NotLoaded title={t('This part of the menu could not be loaded.')} variant="secondary" onRetry={onRetry} />}
        {state === 'gone' && (
          <EmptyState
            icon={<SearchX />}
            title={t('This dish is not on the menu any more.')}
            action={<Button onClick={onClose}>{t('Show the menu')}</Button>}
          />
        )}
      </div>
    </Sheet>
  )
}

/** Shares the address of a dish or a combo. */
export function ShareButton({ name, path }: { name: string; path: string }) {
  const { t } = useTranslation()
  return (
    <IconButton
      label={t('Share')}
      icon={<Share2 />}
      variant="raised"
      onClick={() => void share(name, path, t('The address has been copied.'))}
    />
  )
}

/** Opens the device's share dialog for an address of the shop; without one, the address is copied to the clipboard. */
async function share(title: string, path: string, copied: string): Promise<void> {
  const url = shopUrl(path)
  try {
    if (typeof navigator.share === 'function') await navigator.share({ title, url })
    else {
      await navigator.clipboard.writeText(url)
      showToast({ kind: 'success', text: copied })
    }
  } catch {
    // The customer closed the dialog without sharing.
  }
}
