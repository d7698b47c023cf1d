import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatList } from '../../domain/text.ts'
import type { Reorder } from '../../domain/reorder.ts'
import { useMoney } from '../../i18n/useMoney.ts'
import { Button } from '../../ui/Button.tsx'
import { Bar, Quiet, Stack } from '../../ui/Layout.tsx'
import { Price } from '../../ui/Price.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { ToMenu } from '../../screen/ToMenu.tsx'
import { useFormattingLocale } from '../../i18n/language.ts'

/** The differences between a past order and the current menu, shown before it is added to the cart. */
export function Changes({ found, onClose, onTake }: { found: Reorder; onClose: () => void; onTake: () => void }) {
  const { t } = useTranslation()
  const { format } = useMoney()
  const locale = useFormattingLocale()
  const nothing = found.cart.items.length === 0
  return (
    <Sheet
      open
      onClose={onClose}
      title={t('What has changed')}
      closeLabel={t('Close')}
      footer={
        nothing ? undefined : (
          <Button variant="primary" size="l" wide data-first onClick={onTake}>
            {found.gone.length > 0 ? t('Add the rest to the cart') : t('Add it to the cart')}
          </Button>
        )
      }
    >
      <Stack as="ul" gap={3}>
        {found.gone.map((name) => (
          <Change key={`gone ${name}`} name={name}>
            <Quiet as="span">{t('no longer available in this form')}</Quiet>
          </Change>
        ))}
        {found.reduced.map(({ name, lost }) => (
          <Change key={`reduced ${name}`} name={name}>
            <Quiet as="span">{t('no longer with {{choices}}', { choices: formatList(lost, locale) })}</Quiet>
          </Change>
        ))}
        {found.repriced.map(({ name, before, now }) => (
          <Change key={`repriced ${name}`} name={name}>
            <Price was={format(before)} wasLabel={t('instead of')}>
              {format(now)}
            </Price>
          </Change>
        ))}
      </Stack>
      {nothing && (
        <>
          <p>{t('None of these items are available.')}</p>
          <p>
            <ToMenu onClick={onClose} />
          </p>
        </>
      )}
    </Sheet>
  )
}

function Change({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Bar as="li" align="baseline" between gap={4} rows={1}>
      <span>{name}</span>
      {children}
    </Bar>
  )
}
