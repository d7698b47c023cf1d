import Check from 'lucide-react/icons/check'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Extra, Option, OptionId, Variant } from '../../../../contracts/types.ts'
import { activeVariants, chooseOnlyOptions, chooseOption, isOptionChosen, isOptionForSale, missingVariants } from '../../domain/pricing.ts'
import type { Minor } from '../../domain/money.ts'
import { toMinor } from '../../domain/money.ts'
import { sameId } from '../../domain/ids.ts'
import { useMoney } from '../../i18n/useMoney.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Checkbox } from '../../ui/Field.tsx'
import { Choice } from '../../ui/Choice.tsx'
import { Bar, Quiet, Stack } from '../../ui/Layout.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { pointOut } from '../../ui/pointOut.ts'
import { scrollBehavior } from '../../ui/motion.ts'
import styles from './ChoiceGroup.module.css'

/** The heading of a group: what it is part `of`, for screen readers, its name, and "Required · choose 1", which becomes "Chosen" (docs/specification.md section 10). */
export function GroupHeading({ of, title, required, done }: { of?: string | undefined; title: string; required: boolean; done: boolean }) {
  const { t } = useTranslation()
  return (
    <Bar as="span" between gap={3} rows={1}>
      <span className={styles.title}>
        {of !== undefined && <VisuallyHidden>{of}: </VisuallyHidden>}
        {title}
      </span>
      {required ? (
        done ? (
          <Badge kind="success" icon={<Check aria-hidden="true" />}>
            {t('Chosen')}
          </Badge>
        ) : (
          <Badge kind="warning">{t('Required · choose 1')}</Badge>
        )
      ) : (
        <Quiet as="span" className={styles.optional}>
          {t('optional')}
        </Quiet>
      )}
    </Bar>
  )
}

/** Whether a required choice can't be made, since the price of each of its options is unknown. */
export function hasUnknownChoice(variants: readonly Variant[] | undefined, optionIds: readonly OptionId[]): boolean {
  return missingVariants(variants, optionIds).some(({ options }) => !options.some(isOptionForSale))
}

/** Formats a surcharge: "+1,00 €", or "included"; undefined if there is nothing to show, or it is unknown. */
function useAddedPrice(included: boolean): (price: Minor | null) => string | undefined {
  const { t } = useTranslation()
  const money = useMoney()
  return (price) => {
    if (price === 0) return included ? t('included') : undefined
    return price === null ? undefined : money.added(price)
  }
}

/** The active variants, nested ones below the option to which they belong: type select as radios, type checkbox as checkboxes. */
export function VariantGroups({
  variants,
  optionIds,
  onChange,
  idPrefix,
  of,
  included = false,
}: {
  variants: readonly Variant[] | undefined
  optionIds: readonly OptionId[]
  onChange: (optionIds: OptionId[]) => void
  idPrefix: string
  /** What the choices belong to, for screen readers. */
  of?: string
  included?: boolean
}) {
  const { currency } = useMoney()
  const added = useAddedPrice(included)
  const missing = missingVariants(variants, optionIds)
  return activeVariants(variants, optionIds).map(({ variant, depth, parent }) => {
    const key = `${idPrefix}-variant-${String(variant.id)}`
    const done = !missing.some((one) => sameId(one.id, variant.id))
    const head = (
      <GroupHeading
        of={of}
        title={parent === null ? variant.name : `${parent.name}: ${variant.name}`}
        required={variant.required}
        done={done}
      />
    )
    const price = (option: Option) => added(toMinor(option.price, currency))
    return (
      <div key={`${key}-${depth}`} className={styles.group} data-depth={Math.min(depth, 2)}>
        {variant.type === 'select' ? (
          <Choice
            id={key}
            name={key}
            legend={head}
            items={variant.options.map((option) => ({
              value: String(option.id),
              label: option.name,
              end: price(option),
              disabled: !isOptionForSale(option),
            }))}
            value={variant.options.find((option) => isOptionChosen(optionIds, variant.id, option.id))?.id.toString() ?? null}
            onChoose={(value) => {
              const option = variant.options.find((one) => String(one.id) === value)
              if (option !== undefined) onChange(chooseOnlyOptions(variants, chooseOption(variants, optionIds, variant, option.id, true)))
            }}
          />
        ) : (
          <CheckboxGroup id={key} head={head}>
            {variant.options.map((option) => (
              <Checkbox
                key={String(option.id)}
                name={key}
                value={String(option.id)}
                label={option.name}
                end={price(option)}
                disabled={!isOptionForSale(option)}
                checked={isOptionChosen(optionIds, variant.id, option.id)}
                onChange={(event) => onChange(chooseOption(variants, optionIds, variant, option.id, event.target.checked))}
              />
            ))}
          </CheckboxGroup>
        )}
      </div>
    )
  })
}

function CheckboxGroup({ id, head, children }: { id: string; head: ReactNode; children: ReactNode }) {
  return (
    <Stack role="group" id={id} aria-labelledby={`${id}-legend`}>
      <span id={`${id}-legend`} className={styles.boxesHead}>
        {head}
      </span>
      {children}
    </Stack>
  )
}

/** The available extras as checkboxes with their prices. */
export function ExtraCheckboxes({
  extras,
  prices,
  chosen,
  onToggle,
  id,
  of,
  included = false,
}: {
  extras: readonly Extra[]
  /** Undefined: not offered. Null: unknown, it can't be chosen. */
  prices: (extra: Extra) => Minor | null | undefined
  chosen: (extra: Extra) => boolean
  onToggle: (extra: Extra, on: boolean) => void
  id: string
  /** What the extras belong to, for screen readers. */
  of?: string
  included?: boolean
}) {
  const { t } = useTranslation()
  const added = useAddedPrice(included)
  const offered = extras.flatMap((extra) => {
    const price = prices(extra)
    return price === undefined ? [] : [{ extra, price }]
  })
  if (offered.length === 0) return null
  return (
    <div className={styles.group}>
      <CheckboxGroup id={id} head={<GroupHeading of={of} title={t('Extras')} required={false} done />}>
        {offered.map(({ extra, price }) => (
          <Checkbox
            key={String(extra.id)}
            name="extraIds"
            value={String(extra.id)}
            label={extra.name}
            end={added(price)}
            disabled={price === null}
            checked={chosen(extra)}
            onChange={(event) => onToggle(extra, event.target.checked)}
          />
        ))}
      </CheckboxGroup>
    </div>
  )
}

/** Scrolls to a group, focuses its first control and points it out. Only the sheet's content scrolls: `scrollIntoView` would move its title and close button out of view. */
export function jumpToGroup(id: string): void {
  const group = document.getElementById(id)
  if (group === null) return
  let scroller = group.parentElement
  while (scroller !== null && !/auto|scroll/.test(getComputedStyle(scroller).overflowY)) scroller = scroller.parentElement
  if (scroller !== null) {
    const [box, frame] = [group.getBoundingClientRect(), scroller.getBoundingClientRect()]
    scroller.scrollBy({
      // In the middle, or with its heading at the top if it is higher.
      top: box.top - frame.top - Math.max(16, (frame.height - box.height) / 2),
      behavior: scrollBehavior(),
    })
  }
  group.querySelector<HTMLElement>('input')?.focus({ preventScroll: true })
  pointOut(group)
}
