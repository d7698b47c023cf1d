import { lazyPart } from '../../loading/lazyPart.tsx'
import ShoppingBag from 'lucide-react/icons/shopping-bag'
import Trash from 'lucide-react/icons/trash'
import Undo2 from 'lucide-react/icons/undo-2'
import Users from 'lucide-react/icons/users'
import { useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { RemovedLine } from '../../domain/cart.ts'
import { lineKey } from '../../domain/cartLine.ts'
import { cartActions, useCart } from '../../cart/cartStore.ts'
import { useBill } from '../../cart/useBill.ts'
import { WaitingOrderBar } from '../../orderState/WaitingOrder.tsx'
import { askToConfirm } from '../../notices/notices.ts'
import { Part } from '../../loading/Part.tsx'
import { paths } from '../../navigation/paths.ts'
import { Announced } from '../../ui/Announced.tsx'
import { Button, buttonClass, IconButton } from '../../ui/Button.tsx'
import { Bar, Stack } from '../../ui/Layout.tsx'
import { EmptyState } from '../../ui/States.tsx'
import styles from './Cart.module.css'
import { CartLines } from './CartLines.tsx'
import { PaymentAndDelivery } from './PaymentAndDelivery.tsx'
import { TopUp } from './TopUp.tsx'
import { useCartReview } from './queries.ts'

const ShareSheet = lazyPart(async () => (await import('./ShareSheet.tsx')).ShareSheet)

/** The content of the cart, for the panel and the dock: lines, changes of the menu, undo. `onLeave` closes the panel. */
export function CartContents({ onLeave }: { onLeave?: () => void }) {
  const { t } = useTranslation()
  const { lines } = useCart()
  const { review } = useCartReview()
  const bill = useBill()
  const [removed, setRemoved] = useState<RemovedLine | null>(null)
  // The pressed button is removed with its line: the focus moves to Undo, and from there to the restored line.
  const undo = useRef<HTMLDivElement>(null)
  const restored = useRef<string | null>(null)
  useLayoutEffect(() => {
    const key = restored.current
    restored.current = null
    if (removed !== null) undo.current?.querySelector('button')?.focus()
    else if (key !== null) undo.current?.parentElement?.querySelector<HTMLElement>(`[data-line="${CSS.escape(key)}"] a`)?.focus()
  }, [removed])
  return (
    <>
      {/* Beside the docked cart the menu shows it. */}
      {onLeave && <WaitingOrderBar onLeave={onLeave} />}
      <Bar noWrap between gap={3} ref={undo} className={styles.undo} data-empty={removed === null || undefined}>
        {removed !== null && (
          <>
            <Announced as="span">{t('{{name}} has been removed.', { name: removed.line.shown.name })}</Announced>
            <Button
              size="s"
              icon={<Undo2 aria-hidden="true" data-flips />}
              onClick={() => {
                cartActions.restore(removed)
                restored.current = lineKey(removed.line)
                setRemoved(null)
              }}
            >
              {t('Undo')}
            </Button>
          </>
        )}
      </Bar>
      {lines.length === 0 && !onLeave ? (
        <p className={styles.none}>
          {t('Your cart is empty')}. {t('Choose something from the menu.')}
        </p>
      ) : lines.length === 0 ? (
        <EmptyState
          icon={<ShoppingBag />}
          title={t('Your cart is empty')}
          action={
            <Link to={paths.home} className={buttonClass({ variant: 'primary' })} onClick={onLeave}>
              {t('Show the menu')}
            </Link>
          }
        >
          <p>{t('Choose something from the menu.')}</p>
        </EmptyState>
      ) : (
        <>
          <CartLines
            lines={lines}
            amounts={bill.lines}
            messages={bill.lineMessages}
            review={review}
            onRemove={(key) => {
              const gone = cartActions.remove(key)
              if (gone !== null) setRemoved(gone)
            }}
            onEdit={onLeave}
          />
          {onLeave && (
            <>
              <CartTerms />
              <CartSuggestions />
            </>
          )}
        </>
      )}
    </>
  )
}

/**
 * "Share cart": a link with branch and choices in its fragment, so that nothing is stored on a server. Who opens it adds the dishes to their own
 * cart, labelled with the name given here: one person of a group collects the links, orders and pays.
 */
function ShareCart() {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  return (
    <>
      <IconButton label={t('Share cart')} icon={<Users />} onClick={() => setOpen(true)} />
      {open && <ShareSheet onClose={() => setOpen(false)} />}
    </>
  )
}

function EmptyButton() {
  const { t } = useTranslation()
  const empty = async (): Promise<void> => {
    const sure = await askToConfirm({
      title: t('Empty the cart?'),
      text: t('All items in it will be removed.'),
      agree: t('Empty the cart'),
      decline: t('Cancel'),
      danger: true,
    })
    if (sure) for (const key of cartActions.keys()) cartActions.remove(key)
  }
  return <IconButton label={t('Empty the cart')} icon={<Trash />} onClick={() => void empty()} />
}

/** What is done with the whole cart, beside its heading; nothing while it is empty. */
export function CartActions() {
  const { count } = useCart()
  return (
    count > 0 && (
      <Bar noWrap>
        <ShareCart />
        <EmptyButton />
      </Bar>
    )
  )
}

/** How can be paid, and where the restaurant delivers. It may come later than the lines, so it stands below the docked cart's button. */
export function CartTerms() {
  return (
    <PaymentAndDelivery>
      {(items) => (
        <Stack as="ul" gap={1} quiet className={styles.terms}>
          {items}
        </Stack>
      )}
    </PaymentAndDelivery>
  )
}

/**
 * Dishes that close the gap to the minimum order or free delivery: below what is in the panel, below the docked cart's button. If they fail, the cart
 * stays.
 */
export function CartSuggestions() {
  return (
    <Part>
      <TopUp />
    </Part>
  )
}
