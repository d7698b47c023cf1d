import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { isBackendMessage, saysNo, type ApiError } from '../../api/apiError.ts'
import { checkoutLogin } from '../../navigation/paths.ts'
import { Announced } from '../../ui/Announced.tsx'
import { Card } from '../../ui/Card.tsx'
import { Bar } from '../../ui/Layout.tsx'
import { usePhone } from '../../forms/phone.ts'
import styles from './Checkout.module.css'

/**
 * The error notice of the checkout (docs/specification.md section 8): titled "Validation Error", with the first message of each field, joined with
 * commas, each a link to its field; for other errors the message, after a sentence that nothing was ordered if the backend says so. A restaurant that
 * declines without a word names no mistake of the customer's. An expired login links to the login, which returns here with the draft.
 */
export function Failure({
  error,
  onField,
  children,
}: {
  error: ApiError
  /** Jumps to a field. */ onField: (field: string) => void
  /** What can be done about it. */ children?: ReactNode
}) {
  const { t } = useTranslation()
  // Equal messages of several fields are shown once; a full stop before a comma is removed.
  const fields = new Map<string, string>()
  for (const [field, message] of Object.entries(error.firstMessages())) if (!fields.has(t(message))) fields.set(t(message), field)
  const messages = [...fields]
  const phone = usePhone()
  const words = isBackendMessage(error.message) ? error.message : ''
  const silent = saysNo(error) && words === '' && messages.length === 0
  const sentence = silent
    ? t('The restaurant could not take this order. You have not ordered anything; please call the restaurant or order again.')
    : error.status === 401
      ? t('Your login has expired. Log in again; everything you typed stays.')
      : error.notPlaced
        ? [t('Your order was not placed. Please try again.'), words].join(' ').trim()
        : t(error.message)
  return (
    <Card as="section" gap={3} tone="danger" tabIndex={-1} aria-labelledby="checkout-failure" data-field="failure">
      <Bar as="h2" noWrap gap={2} id="checkout-failure">
        <CircleAlert aria-hidden="true" />
        {t('Validation Error')}
      </Bar>
      <Announced>
        {messages.length > 0
          ? messages.map(([message, field], at) => (
              <Fragment key={field}>
                <button type="button" className={styles.toField} onClick={() => onField(field)}>
                  {at < messages.length - 1 ? message.replace(/[.。]$/, '') : message}
                </button>
                {at < messages.length - 1 && ', '}
              </Fragment>
            ))
          : sentence}
      </Announced>
      {children}
      {error.status === 401 && (
        <p>
          <Link to={checkoutLogin}>{t('Login')}</Link>
        </p>
      )}
      {(silent || error.status === 0 || error.status >= 500) && phone.href !== '' && (
        <p>
          {t('You can also order by phone:')}{' '}
          <a href={phone.href} dir="ltr">
            {phone.national}
          </a>
        </p>
      )}
    </Card>
  )
}
