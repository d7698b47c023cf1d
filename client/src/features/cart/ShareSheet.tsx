import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import Share2 from 'lucide-react/icons/share-2'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { longestPerson, tidyPerson, writeSharedCart } from '../../domain/sharedCart.ts'
import { useCart } from '../../cart/cartStore.ts'
import { useIdentity } from '../../session/identity.ts'
import { paths, sharedCartHash, shopUrl } from '../../navigation/paths.ts'
import { Announced } from '../../ui/Announced.tsx'
import { Button } from '../../ui/Button.tsx'
import { TextInput } from '../../ui/Field.tsx'
import { Stack } from '../../ui/Layout.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { NoticeBar } from '../../ui/States.tsx'
import styles from './ShareCart.module.css'

/** The link of the cart, with the name of the person who shares it. */
export function ShareSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { cart } = useCart()
  const { branch } = useIdentity()
  const [person, setPerson] = useState('')
  const [copied, setCopied] = useState(false)
  const text = writeSharedCart(cart, branch, tidyPerson(person))
  const link = text === null ? null : shopUrl(paths.home + sharedCartHash + text)
  const share = 'share' in navigator
  const field = useRef<HTMLInputElement>(null)

  const copy = async (address: string): Promise<void> => {
    try {
      await navigator.clipboard.writeText(address)
      setCopied(true)
    } catch {
      // Without permission the field is selected, so that the customer can copy it.
      field.current?.select()
    }
  }
  return (
    <Sheet
      open
      onClose={onClose}
      title={t('Share cart')}
      closeLabel={t('Close')}
      footer={
        link === null ? undefined : (
          <Stack gap={2}>
            {share && (
              <Button
                variant="primary"
                size="l"
                wide
                icon={<Share2 aria-hidden="true" />}
                onClick={() => void navigator.share({ url: link }).catch(() => undefined)}
              >
                {t('Send the link')}
              </Button>
            )}
            <Button
              variant={share ? 'secondary' : 'primary'}
              size="l"
              wide
              icon={copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
              onClick={() => void copy(link)}
            >
              {copied ? t('Link copied') : t('Copy the link')}
            </Button>
          </Stack>
        )
      }
    >
      <Stack gap={4}>
        <p>{t('Anyone with the link can add these dishes to their own cart. One person collects the links, orders and pays.')}</p>
        <TextInput
          label={t('Your name')}
          name="person"
          type="text"
          autoComplete="given-name"
          enterKeyHint="done"
          optional={t('optional')}
          hint={t('It is shown beside your dishes, so that everybody gets the right one.')}
          maxLength={longestPerson}
          value={person}
          onChange={(event) => {
            setPerson(event.target.value)
            setCopied(false)
          }}
        />
        {link === null ? (
          <NoticeBar kind="warning">{t('This cart is too large for a link. Share it in two parts.')}</NoticeBar>
        ) : (
          <TextInput
            ref={field}
            label={t('Link')}
            name="link"
            type="text"
            dir="ltr"
            readOnly
            value={link}
            onFocus={(event) => event.target.select()}
          />
        )}
      </Stack>
      <Announced className={styles.said}>{copied ? t('Link copied') : ''}</Announced>
    </Sheet>
  )
}
