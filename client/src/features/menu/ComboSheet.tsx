import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Id, Menu, MenuItem } from '../../../../contracts/types.ts'
import { judgeProduct } from '../../domain/allergens.ts'
import { choiceOfComboLine, lineAddress, comboLine, type ComboCartLine } from '../../domain/cartLine.ts'
import { byId, sameId } from '../../domain/ids.ts'
import { toMinor } from '../../domain/money.ts'
import {
  initialComboChoice,
  isProductSoldOut,
  isSoldOut,
  mostPieces,
  comboPrice,
  missingInCombo,
  priceCombo,
  slotChoice,
  slotExtraPrice,
  slotsOf,
  slotTitle,
  type ComboChoice,
  type SlotChoice,
} from '../../domain/pricing.ts'
import { useAvoidedAllergens } from '../../cart/avoidedAllergens.ts'
import { useCart } from '../../cart/cartStore.ts'
import { useMoney } from '../../i18n/useMoney.ts'
import { comboAddress } from '../../navigation/paths.ts'
import { itemOfCombo } from '../../events/events.ts'
import { useSheetTitle } from '../../browser/useTitle.ts'
import { VerdictLine } from '../../cart/VerdictLine.tsx'
import { useShopQuery } from '../../session/useShopQuery.ts'
import { Choice } from '../../ui/Choice.tsx'
import { Card } from '../../ui/Card.tsx'
import { Bar } from '../../ui/Layout.tsx'
import { Price } from '../../ui/Price.tsx'
import { AllergenList } from './Allergens.tsx'
import { ExtraCheckboxes, GroupHeading, hasUnknownChoice, jumpToGroup, VariantGroups } from './ChoiceGroup.tsx'
import { CustomiseSheet, ShareButton, UnavailableSheet, useSheetChoice } from './CustomiseSheet.tsx'
import { comboQuery } from './queries.ts'
import { Breakdown, PriceUnknown, SoldOut } from './SheetFooter.tsx'
import styles from './Sheets.module.css'
import { useViewItem } from './useViewItem.ts'
import type { Catalogue } from './useCatalogue.ts'

/** The sheet of a combo: numbered slots, those with a single product preselected, and a summary (docs/specification.md section 10). */
export function ComboSheet({
  catalogue,
  menuId,
  lineId,
  onClose,
}: {
  catalogue: Catalogue
  menuId: string | null
  lineId: string | null
  onClose: () => boolean
}) {
  const { t } = useTranslation()
  const { lines } = useCart()
  const line =
    lineId === null ? undefined : lines.find((one): one is ComboCartLine => one.type === 'menuItem' && lineAddress(lines, one) === lineId)
  const listed = menuId === null ? undefined : catalogue.menus.find((menu) => sameId(menu.id, menuId))
  const detail = useShopQuery((scope) => comboQuery(scope, menuId ?? ''), { enabled: menuId !== null })
  // The list may lack the slots; the single menu has them.
  const fetched = detail.data ?? undefined
  const full = fetched !== undefined && slotsOf(fetched).length > 0 ? fetched : listed
  const ready = full !== undefined && (slotsOf(full).length > 0 || fetched !== undefined) ? full : undefined
  const [kept, setKept] = useState(ready)
  if (ready !== undefined && ready !== kept) setKept(ready)
  const shown = ready ?? (menuId === null ? kept : undefined)
  const open = menuId !== null
  useSheetTitle(open ? shown?.name : undefined)
  useViewItem(ready === undefined || !open ? null : itemOfCombo(ready))
  if (shown === undefined)
    return open ? (
      <UnavailableSheet
        onClose={onClose}
        title={listed?.name ?? t('Loading')}
        state={detail.data === null ? 'gone' : detail.isError ? 'failed' : 'loading'}
        onRetry={() => void detail.refetch()}
      />
    ) : null
  return (
    <Compose key={`${String(shown.id)}|${lineId ?? ''}|${slotsOf(shown).length}`} open={open} menu={shown} line={line} onClose={onClose} />
  )
}

function Compose({ open, menu, line, onClose }: { open: boolean; menu: Menu; line: ComboCartLine | undefined; onClose: () => boolean }) {
  const { t } = useTranslation()
  const money = useMoney()
  const id = useId()
  const { choice, setChoice, qty, setQty } = useSheetChoice<ComboChoice>(
    open,
    () => (line === undefined ? initialComboChoice(menu) : choiceOfComboLine(line)),
    line?.qty,
  )
  const slots = slotsOf(menu)
  const missing = missingInCombo(menu, choice)[0]
  // Two slots may have the same name.
  const missingAt = slots.findIndex((slot) => sameId(slot.id, missing?.menuItemId))
  const missingSlot = `${missingAt + 1}. ${slots[missingAt] === undefined ? '' : slotTitle(slots[missingAt])}`
  const price = priceCombo(menu, choice, qty, money.currency)
  const base = comboPrice(menu, money.currency)
  const unknownChoice = slots.some((slot) => hasUnknownChoice(slot.variants, slotChoice(choice, slot.id)?.optionIds ?? []))
  const before = toMinor(menu.price, money.currency)
  const groupOf = (slot: Id): string => `${id}-slot-${String(slot)}`

  const change = (slotId: Id, changes: Partial<SlotChoice>): void =>
    setChoice((now) => {
      const items = slots.map(
        (slot): SlotChoice => slotChoice(now, slot.id) ?? { menuItemId: slot.id, productId: null, extras: [], optionIds: [] },
      )
      return { ...now, items: items.map((item) => (sameId(item.menuItemId, slotId) ? { ...item, ...changes } : item)) }
    })

  return (
    <CustomiseSheet
      open={open}
      onClose={onClose}
      item={menu}
      qty={qty}
      onQty={setQty}
      total={isSoldOut(menu) || unknownChoice ? null : (price?.total ?? null)}
      most={mostPieces(menu)}
      line={line}
      missing={
        missing === undefined || base === null || unknownChoice || isSoldOut(menu)
          ? null
          : {
              name: missing.kind === 'variant' ? `${missingSlot}: ${missing.name}` : missingSlot,
              go: () =>
                jumpToGroup(
                  missing.kind === 'variant' && missing.menuItemId !== null
                    ? `${groupOf(missing.menuItemId)}-variant-${String(missing.id)}`
                    : groupOf(missing.menuItemId ?? ''),
                ),
            }
      }
      makeLine={() => comboLine(menu, choice, qty, money.currency)}
      actions={<ShareButton name={menu.name} path={comboAddress(menu.id)} />}
      intro={
        <>
          {menu.description !== null && menu.description !== undefined && menu.description !== '' && (
            <p className={styles.description}>{menu.description}</p>
          )}
          {isSoldOut(menu) ? (
            <SoldOut />
          ) : base === null || unknownChoice ? (
            <PriceUnknown />
          ) : (
            <p>
              <Price size="l" {...(before !== null && before > base && { was: money.format(before), wasLabel: t('instead of') })}>
                {money.format(base)}
              </Price>
            </p>
          )}
        </>
      }
    >
      <ol>
        {slots.map((slot, at) => (
          <li key={String(slot.id)}>
            <Slot
              slot={slot}
              number={at + 1}
              id={groupOf(slot.id)}
              choice={slotChoice(choice, slot.id)}
              onChange={(changes) => change(slot.id, changes)}
            />
          </li>
        ))}
      </ol>
      <Card as="section" tone="sunken" gap={2} className={styles.summary} aria-label={t('Your choice')}>
        <h3>{t('Your choice')}</h3>
        <ol>
          {slots.map((slot) => (
            <li key={String(slot.id)}>
              {byId(slot.products, slotChoice(choice, slot.id)?.productId)?.name ?? (
                <span className={styles.open}>{t('Not chosen yet: {{name}}', { name: slotTitle(slot) })}</span>
              )}
            </li>
          ))}
        </ol>
        {price !== null && <Breakdown price={price} />}
      </Card>
    </CustomiseSheet>
  )
}

function Slot({
  slot,
  number,
  id,
  choice,
  onChange,
}: {
  slot: MenuItem
  number: number
  id: string
  choice: SlotChoice | undefined
  onChange: (changes: Partial<SlotChoice>) => void
}) {
  const { t } = useTranslation()
  const { currency } = useMoney()
  const avoided = useAvoidedAllergens()
  const chosen = byId(slot.products, choice?.productId)
  const only = slot.products.length === 1
  const head = (
    <Bar as="span" noWrap gap={3} className={styles.slotHead}>
      <span className={styles.number}>{number}</span>
      <GroupHeading title={slotTitle(slot)} required done={chosen !== undefined} />
    </Bar>
  )
  return (
    <div className={styles.slot}>
      {only && chosen !== undefined ? (
        <div id={id}>
          {head}
          <p className={styles.onlyOne}>{chosen.name}</p>
          <VerdictLine verdict={judgeProduct(chosen, avoided)} />
        </div>
      ) : (
        <Choice
          id={id}
          name={id}
          legend={head}
          items={slot.products.map((product) => {
            const verdict = judgeProduct(product, avoided)
            return {
              value: String(product.id),
              label: product.name,
              disabled: isProductSoldOut(product),
              ...(isProductSoldOut(product) && { detail: t('Sold out') }),
              ...(verdict.kind !== 'fits' && { detail: <VerdictLine verdict={verdict} /> }),
            }
          })}
          value={chosen === undefined ? null : String(chosen.id)}
          onChoose={(value) => onChange({ productId: slot.products.find((product) => String(product.id) === value)?.id ?? null })}
        />
      )}
      {chosen !== undefined && (
        <details className={styles.about}>
          <summary>
            <AboutLabel name={chosen.name} />
          </summary>
          <AllergenList allergens={chosen.allergens} additives={chosen.additives} />
        </details>
      )}
      <VariantGroups
        variants={slot.variants}
        optionIds={choice?.optionIds ?? []}
        onChange={(optionIds) => onChange({ optionIds })}
        idPrefix={id}
        of={`${number} ${slotTitle(slot)}`}
        included
      />
      <ExtraCheckboxes
        id={`${id}-extras`}
        of={`${number} ${slotTitle(slot)}`}
        extras={slot.extras ?? []}
        prices={(extra) => slotExtraPrice(extra, slot, currency)}
        chosen={(extra) => choice?.extras.some((one) => one.selected && sameId(one.id, extra.id)) === true}
        onToggle={(extra, on) =>
          onChange({
            extras: [
              ...(choice?.extras ?? []).filter((one) => !sameId(one.id, extra.id)),
              ...(on ? [{ id: extra.id, name: extra.name, selected: true }] : []),
            ],
          })
        }
        included
      />
    </div>
  )
}

function AboutLabel({ name }: { name: string }) {
  const { t } = useTranslation()
  return <>{t('Allergens and additives: {{name}}', { name })}</>
}
