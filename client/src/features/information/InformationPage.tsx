import { queryOptions } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useEffect } from 'react'
import { sanitised } from '../../restaurant/html.ts'
import { useOverlay } from '../../overlays/useOverlay.ts'
import { homeQuery } from '../../navigation/paths.ts'
import { pagesQuery, pageWithId } from '../../restaurant/pages.ts'
import { showToast } from '../../notices/notices.ts'
import { session, sessionKeys } from '../../browser/storage.ts'
import { ErrorState, Skeleton } from '../../ui/States.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import type { PublicScope } from '../../api/scope.ts'
import { publicKey } from '../../session/identity.ts'
import { useShopQuery } from '../../session/useShopQuery.ts'
import styles from './InformationPage.module.css'

/**
 * The information page of `?page=` in a modal over any screen (docs/specification.md section 2). A page flagged isPopup opens once per browser
 * session. Closing removes the parameter from the address; so does Back. A toast says that there is no such page.
 */
export function InformationPage() {
  const { t } = useTranslation()
  const { data: pages } = useShopQuery(pagesQuery)
  const navigate = useNavigate()
  const overlay = useOverlay(homeQuery.page)
  const page = overlay.value === null ? undefined : pageWithId(pages ?? [], overlay.value)

  const popup = pages?.find((one) => one.isPopup)
  const address = popup === undefined ? null : overlay.address(String(popup.id))
  useEffect(() => {
    if (address === null || overlay.value !== null || session.read(sessionKeys.popup) !== null) return
    session.write(sessionKeys.popup, '1')
    void navigate(address, { replace: true, preventScrollReset: true })
  }, [address, overlay.value, navigate])

  const unknown = overlay.value !== null && pages !== undefined && page === undefined
  useEffect(() => {
    if (unknown && overlay.close()) showToast({ kind: 'error', text: t('This could not be found.') })
  })

  return (
    <Sheet open={page !== undefined} onClose={overlay.close} title={page?.name ?? ''} closeLabel={t('Close')} size="l">
      {page !== undefined && <PageText key={String(page.id)} html={withoutTitle(page.text, page.name)} />}
    </Sheet>
  )
}

/** Removes a first heading that repeats the page's name, which the sheet shows already. */
function withoutTitle(html: string, name: string): string {
  const found = /^\s*<h([1-3])>([^<]*)<\/h\1>/i.exec(html)
  return found !== null && found[2]?.trim() === name.trim() ? html.slice(found[0].length) : html
}

const sanitisedQuery = (scope: PublicScope, html: string) =>
  queryOptions({
    queryKey: publicKey(scope, 'sanitised', html),
    queryFn: () => sanitised(html),
    staleTime: Infinity,
    // Its key is the page's text: it is not stored for as long as the shop is open.
    gcTime: 60_000,
  })

function PageText({ html }: { html: string }) {
  const { t } = useTranslation()
  const clean = useShopQuery((scope) => sanitisedQuery(scope, html))
  if (clean.isError) return <ErrorState title={t('Something went wrong')} />
  if (clean.data === undefined)
    return (
      <div className={styles.waiting}>
        <Skeleton />
        <Skeleton width="80%" />
        <Skeleton width="90%" />
      </div>
    )
  // Sanitised by restaurant/html.ts, the only place where HTML of the backend enters the page.
  return <div className={styles.text} data-html dangerouslySetInnerHTML={{ __html: clean.data }} />
}
