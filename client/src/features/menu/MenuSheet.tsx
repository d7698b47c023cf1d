import { useQuery } from '@tanstack/react-query'
import { SearchX, Share2 } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Id, Menu, MenuItem } from '../../../../contracts/types.ts'
import { ApiError } from '../../api/apiError.ts'
import { judgeProduct } from '../../domain/allergens.ts'
import { choiceOfMenuLine, lineKey, menuLine, MOST, quantityFromInput, type MenuCartLine } from '../../domain/cartLine.ts'
import { byId, sameId } from '../../domain/ids.ts'
import { toMinor } from '../../domain/money.ts'
import {
  initialMenuChoice,
  menuPrice,
  missingInMenu,
  priceMenu,
  slotChoice,
  slotExtraPrice,
  slotName,
  slotsOf,
  type MenuChoice,
  type SlotChoice,
} from '../../domain/pricing.ts'
import { useAddedNotice } from '../../shop/addedNotice.ts'
import { useAvoidedAllergens } from '../../shop/avoidedAllergens.ts'
import { cartActions, useCart } from '../../shop/cart.ts'
import { useMoney } from '../../shop/money.ts'
import { menuAddress } from '../../shop/paths.ts'
import { pictureOf } from '../../shop/pictures.ts'
import { useTitle } from '../../shop/useTitle.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { RadioGroup } from '../../ui/Choice.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { Price } from '../../ui/Price.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { sheetPicture } from '../../ui/SheetView.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../ui/States.tsx'
import { useOnce } from '../../ui/useOnce.ts'
import { AllergensInWords, VerdictLine } from './Allergens.tsx'
import { ExtraBoxes, GroupHead, jumpToGroup, VariantGroups } from './ChoiceGroup.tsx'
import { menuQuery } from './queries.ts'
import { share } from './ProductSheet.tsx'
import { Breakdown, SheetFooter } from './SheetFooter.tsx'
import styles from './Sheets.module.css'
import type { Catalogue } from './useCatalogue.ts'

/** A fixed-price menu's sheet: numbered slots, those with one product chosen already, a summary before adding (docs/specification.md section 10). */
export function MenuSheet({
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
  const line = lineId === null ? undefined : lines.find((one): one is MenuCartLine => one.type === 'menuItem' && lineKey(one) === lineId)
  const listed = menuId === null ? undefined : catalogue.menus.find((menu) => sameId(menu.id, menuId))
  const detail = useQuery({ ...menuQuery(menuId ?? ''), enabled: menuId !== null })
  // The list may come without slots; the menu itself has them.
  const full = detail.data !== undefined && slotsOf(detail.data).length > 0 ? detail.data : listed
  const ready = full !== undefined && (slotsOf(full).length > 0 || detail.data !== undefined) ? full : undefined
  const [kept, setKept] = useState(ready)
  if (ready !== undefined && ready !== kept) setKept(ready)
  const shown = ready ?? (menuId === null ? kept : undefined)
  const open = menuId !== null
  useTitle(open ? shown?.name : undefined)
  const gone = detail.error instanceof ApiError && detail.error.status === 404
  if (shown === undefined)
    return (
      <Sheet
        open={open}
        onClose={onClose}
        title={gone ? t('Not on the menu') : (listed?.name ?? t('Loading'))}
        closeLabel={t('Close')}
        size="l"
      >
        {detail.isError && !gone ? (
          <ErrorState
            title={t('This part of the menu could not be loaded.')}
            action={<Button onClick={() => void detail.refetch()}>{t('Try again')}</Button>}
          />
        ) : gone ? (
          <EmptyState
            icon={<SearchX />}
            title={t('This dish is not on the menu any more.')}
            action={<Button onClick={onClose}>{t('Show the menu')}</Button>}
          />
        ) : (
          <div className={styles.waiting}>
            <Skeleton height="12rem" />
            <Skeleton width="60%" />
            <Skeleton width="80%" />
          </div>
        )}
      </Sheet>
    )
  return (
    <Compose key={`${String(shown.id)}|${lineId ?? ''}|${slotsOf(shown).length}`} open={open} menu={shown} line={line} onClose={onClose} />
  )
}

function Compose({ open, menu, line, onClose }: { open: boolean; menu: Menu; line: MenuCartLine | undefined; onClose: () => boolean }) {
  const { t } = useTranslation()
  const money = useMoney()
  const id = useId()
  const notice = useAddedNotice()
  const start = (): MenuChoice => (line === undefined ? initialMenuChoice(menu) : choiceOfMenuLine(line))
  const [choice, setChoice] = useState<MenuChoice>(start)
  const [qty, setQty] = useState(line?.qty ?? 1)
  const [wasOpen, setWasOpen] = useState(open)
  if (open !== wasOpen) {
    setWasOpen(open)
    if (open) {
      setChoice(start())
      setQty(line?.qty ?? 1)
    }
  }
  const slots = slotsOf(menu)
  const missing = missingInMenu(menu, choice)[0]
  const price = priceMenu(menu, choice, qty, money.currency)
  const base = menuPrice(menu, money.currency)
  const before = toMinor(menu.price, money.currency)
  const poster = pictureOf(menu.media?.poster, 'url')
  const groupOf = (slot: Id): string => `${id}-slot-${String(slot)}`

  const change = (slotId: Id, changes: Partial<SlotChoice>): void =>
    setChoice((now) => {
      const items = slots.map(
        (slot): SlotChoice => slotChoice(now, slot.id) ?? { menuItemId: slot.id, productId: null, extras: [], optionIds: [] },
      )
      return { ...now, items: items.map((item) => (sameId(item.menuItemId, slotId) ? { ...item, ...changes } : item)) }
    })

  const once = useOnce(open)
  const submit = (): void => {
    const made = menuLine(menu, choice, qty, money.currency)
    // A second press finds the sheet closing.
    if (!onClose()) return
    if (line !== undefined) cartActions.replace(lineKey(line), made)
    else notice(menu.name, cartActions.add(made))
  }

  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={menu.name}
      closeLabel={t('Close')}
      size="l"
      picture={
        poster === '' ? undefined : (
          <Picture src={poster} wideSrc={pictureOf(menu.media?.poster, 'wide')} alt="" name={menu.name} {...sheetPicture} eager />
        )
      }
      footer={
        <SheetFooter
          name={menu.name}
          qty={qty}
          most={MOST}
          onStep={setQty}
          onType={(next) => setQty(quantityFromInput(next))}
          total={price.total}
          edits={line !== undefined}
          missing={
            missing === undefined
              ? null
              : {
                  name: missing.name,
                  go: () =>
                    jumpToGroup(
                      missing.kind === 'variant' && missing.menuItemId !== null
                        ? `${groupOf(missing.menuItemId)}-variant-${String(missing.id)}`
                        : groupOf(missing.menuItemId ?? ''),
                    ),
                }
          }
          onSubmit={() => once(submit)}
        />
      }
    >
      <div className={styles.intro}>
        <p>
          <Price size="l" {...(before > base && { was: money.format(before), wasLabel: t('instead of') })}>
            {money.format(base)}
          </Price>
        </p>
        {menu.description !== null && menu.description !== undefined && menu.description !== '' && (
          <p className={styles.description}>{menu.description}</p>
        )}
        <div className={styles.tools}>
          <IconButton
            label={t('Share')}
            icon={<Share2 />}
            variant="outlined"
            onClick={() => void share(menu.name, menuAddress(menu.id), t('The address has been copied.'))}
          />
        </div>
      </div>
      <ol className={styles.slots}>
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
      <section className={styles.summary} aria-label={t('Your choice')}>
        <h3>{t('Your choice')}</h3>
        <ol>
          {slots.map((slot) => (
            <li key={String(slot.id)}>
              {byId(slot.products, slotChoice(choice, slot.id)?.productId)?.name ?? (
                <span className={styles.open}>{t('Not chosen yet: {{name}}', { name: slotName(slot) })}</span>
              )}
            </li>
          ))}
        </ol>
        <Breakdown price={price} />
      </section>
    </Sheet>
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
  const { currency } = useMoney()
  const avoided = useAvoidedAllergens()
  const chosen = byId(slot.products, choice?.productId)
  const only = slot.products.length === 1
  const head = (
    <span className={styles.slotHead}>
      <span className={styles.number} aria-hidden="true">
        {number}
      </span>
      <GroupHead title={slotName(slot)} required done={chosen !== undefined} />
    </span>
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
        <RadioGroup
          id={id}
          name={id}
          legend={head}
          items={slot.products.map((product) => {
            const verdict = judgeProduct(product, avoided)
            return {
              value: String(product.id),
              label: product.name,
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
          <AllergensInWords allergens={chosen.allergens} additives={chosen.additives} />
        </details>
      )}
      <VariantGroups
        variants={slot.variants}
        optionIds={choice?.optionIds ?? []}
        onChange={(optionIds) => onChange({ optionIds })}
        idPrefix={id}
        included
      />
      <ExtraBoxes
        id={`${id}-extras`}
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
