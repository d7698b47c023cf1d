import Users from 'lucide-react/icons/users'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../../loading/lazyPart.tsx'
import { Button } from '../../ui/Button.tsx'

const ShareSheet = lazyPart(async () => (await import('./ShareSheet.tsx')).ShareSheet)

/**
 * "Share cart": a link with branch and choices in its fragment, so that nothing is stored on a server. Who opens it adds the dishes to their own
 * cart, labelled with the name given here: one person of a group collects the links, orders and pays.
 */
export function ShareCart() {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="quiet" size="s" icon={<Users aria-hidden="true" />} onClick={() => setOpen(true)}>
        {t('Share cart')}
      </Button>
      {open && <ShareSheet onClose={() => setOpen(false)} />}
    </>
  )
}
