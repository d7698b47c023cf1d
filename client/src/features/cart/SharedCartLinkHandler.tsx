import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { openSharedCart, readSharedCart, type SharedCart } from '../../domain/sharedCart.ts'
import { chooseBranch, useBranches } from '../../session/branch.ts'
import { cartActions, useCart } from '../../cart/cartStore.ts'
import { shopCurrency } from '../../restaurant/config.ts'
import { sameBranch, useIdentity } from '../../session/identity.ts'
import { useMoney } from '../../i18n/useMoney.ts'
import { showAlert, showAdded } from '../../notices/notices.ts'
import { showPanel } from '../../overlays/panels.ts'
import { sharedCartIn } from '../../navigation/paths.ts'
import { session, sessionKeys } from '../../browser/storage.ts'
import { useShopQuery } from '../../session/useShopQuery.ts'
import { Button } from '../../ui/Button.tsx'
import { Bar, Stack } from '../../ui/Layout.tsx'
import { Price } from '../../ui/Price.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { NoticeBar, Skeleton } from '../../ui/States.tsx'
import { wholeMenuQuery } from '../orders/queries.ts'
import styles from './ShareCart.module.css'

/**
 * Opens a shared cart from a link (ShareSheet.tsx): removes it from the address, checks it against the current menu, and adds it to the cart when the
 * customer agrees. `taken`: the cart that was in the address when the shop started, or that was stored before a change of branch.
 */
export function SharedCartLinkHandler({ taken }: { taken: string }) {
  const { t } = useTranslation()
  const { hash, pathname, search } = useLocation()
  const navigate = useNavigate()
  const linkText = sharedCartIn(hash)
  // A later link replaces it.
  const [text, setText] = useState<string | null>(linkText ?? taken)
  // A closed sheet is not opened again by the link that has not left the address yet.
  const [seen, setSeen] = useState(linkText)
  if (linkText !== seen) {
    setSeen(linkText)
    if (linkText !== null) setText(linkText)
  }
  const shared = useMemo(() => (text === null ? null : readSharedCart(text)), [text])
  useEffect(() => {
    session.remove(sessionKeys.sharedCart)
    if (linkText !== null) void navigate(pathname + search, { replace: true, preventScrollReset: true })
  }, [linkText, pathname, search, navigate])
  const broken = text !== null && shared === null
  useEffect(() => {
    if (broken) void showAlert(t('Error'), t('This link is not complete. Please ask for it once more.'))
  }, [broken, t])
  return shared === null ? null : <SharedCartSheet shared={shared} onClose={() => setText(null)} />
}

function SharedCartSheet({ shared, onClose }: { shared: SharedCart; onClose: () => void }) {
  const { t } = useTranslation()
  const sameBranchHere = sameBranch(shared.branch, useIdentity().branch)
  const title = shared.person === '' ? t('A shared cart') : t('The cart of {{person}}', { person: shared.person })
  return sameBranchHere ? (
    <OpenedCart shared={shared} title={title} onClose={onClose} />
  ) : (
    <OtherBranch shared={shared} title={title} onClose={onClose} />
  )
}

/** A sheet with one action; null: none. */
function SharedCartDialog({
  title,
  onClose,
  action,
  children,
}: {
  title: string
  onClose: () => void
  action: { label: string; act: () => void; pending?: boolean; disabled?: boolean } | null
  children: ReactNode
}) {
  const { t } = useTranslation()
  return (
    <Sheet
      open
      onClose={onClose}
      title={title}
      closeLabel={t('Close')}
      footer={
        action === null ? undefined : (
          <Button
            variant="primary"
            size="l"
            wide
            data-first
            pending={action.pending ?? false}
            disabled={action.disabled ?? false}
            onClick={action.act}
          >
            {action.label}
          </Button>
        )
      }
    >
      {children}
    </Sheet>
  )
}

/** A cart of another branch: its dishes can be ordered only there. */
function OtherBranch({ shared, title, onClose }: { shared: SharedCart; title: string; onClose: () => void }) {
  const { t } = useTranslation()
  const { branches } = useBranches()
  const branch = branches.find(({ url }) => sameBranch(url, shared.branch))
  const known = branch !== undefined || shared.branch === null
  const go = (): void => {
    session.write(sessionKeys.sharedCart, shared.text)
    chooseBranch(shared.branch)
  }
  return (
    <SharedCartDialog title={title} onClose={onClose} action={known ? { label: t('Go to this branch'), act: go } : null}>
      <p>
        {branch !== undefined
          ? t('It was put together at {{branch}}. Your own cart stays at the branch where it is.', { branch: branch.name })
          : known
            ? t('It was put together at another branch. Your own cart stays at the branch where it is.')
            : t('It was put together at a branch that no longer exists.')}
      </p>
    </SharedCartDialog>
  )
}

function OpenedCart({ shared, title, onClose }: { shared: SharedCart; title: string; onClose: () => void }) {
  const { t } = useTranslation()
  const money = useMoney()
  const { lines } = useCart()
  const menu = useShopQuery(wholeMenuQuery)
  const opened = useMemo(() => (menu.data === undefined ? null : openSharedCart(shared, menu.data, shopCurrency())), [menu.data, shared])
  // A dish is not called unavailable if a part of the menu could not be loaded.
  const failed = menu.isError || (menu.data?.partial === true && opened !== null && opened.gone.length > 0)
  // The same link again, or a second one of the same person: the customer is warned before adding the dishes twice.
  const again = shared.person !== '' && lines.some((line) => line.person === shared.person)

  const addToCart = (): void => {
    if (opened === null) return
    const tooMany = cartActions.add(...opened.cart.items)
    onClose()
    const actions = [{ label: t('Cart'), act: () => showPanel('cart'), primary: true }]
    showAdded(tooMany, { text: t('The dishes are in your cart.'), actions })
  }
  return (
    <SharedCartDialog
      title={title}
      onClose={onClose}
      action={
        failed
          ? { label: t('Try again'), act: () => void menu.refetch(), pending: menu.isFetching }
          : opened?.cart.items.length === 0
            ? null
            : { label: t('Add to my cart'), act: addToCart, disabled: opened === null }
      }
    >
      {failed ? (
        <NoticeBar kind="warning">{t("The restaurant can't be reached right now. Please try again in a moment.")}</NoticeBar>
      ) : opened === null ? (
        <Stack gap={2}>
          {shared.lines.map((_, at) => (
            <Skeleton key={at} height="1lh" />
          ))}
        </Stack>
      ) : (
        <Stack gap={4}>
          {again && (
            <NoticeBar kind="warning">
              {t('Dishes for {{person}} are in your cart already. These come on top of them.', { person: shared.person })}
            </NoticeBar>
          )}
          <Stack as="ul" gap={2}>
            {opened.cart.items.map((line, at) => (
              <Bar as="li" noWrap align="stretch" between gap={3} key={`${line.shown.name} ${at}`}>
                <span>
                  {line.qty} × {line.shown.name}
                  {line.person !== undefined && (
                    <span className={styles.quiet}>
                      {' '}
                      {t('for')} <bdi>{line.person}</bdi>
                    </span>
                  )}
                  {line.wish !== undefined && (
                    <span className={styles.quiet}>
                      {' '}
                      <q>{line.wish}</q>
                    </span>
                  )}
                </span>
                <Price>{money.format(line.shown.unit * line.qty)}</Price>
              </Bar>
            ))}
            {opened.gone.map((name, at) => (
              <Bar as="li" noWrap align="stretch" between gap={3} key={`gone ${name} ${at}`}>
                <span>{name}</span>
                <span className={styles.quiet}>{t('no longer available in this form')}</span>
              </Bar>
            ))}
          </Stack>
        </Stack>
      )}
    </SharedCartDialog>
  )
}
