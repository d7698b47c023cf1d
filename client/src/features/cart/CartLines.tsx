import Pencil from 'lucide-react/icons/pencil'
import User from 'lucide-react/icons/user'
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { judgeCodes } from '../../domain/allergens.ts'
import { canIncrease } from '../../domain/cart.ts'
import type { Minor } from '../../domain/money.ts'
import type { LineReview } from '../../domain/cartReview.ts'
import { excessOfWish, lineAddress, lineKey, lineTotal, MOST, servingKey, type CartLine, type ShownPart } from '../../domain/cartLine.ts'
import { BlockedReason } from '../../cart/CartReview.tsx'
import { useAvoidedAllergens } from '../../cart/avoidedAllergens.ts'
import { tooMany } from '../../notices/notices.ts'
import { cartActions } from '../../cart/cartStore.ts'
import { useMoney } from '../../i18n/useMoney.ts'
import { homeQuery, comboAddress, productAddress } from '../../navigation/paths.ts'
import { pictureUrl } from '../../restaurant/pictures.ts'
import { VerdictLine } from '../../cart/VerdictLine.tsx'
import { announce } from '../../ui/announcements.ts'
import { classes } from '../../ui/classes.ts'
import { TextArea } from '../../ui/Field.tsx'
import { Bar, Quiet, Stack } from '../../ui/Layout.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { Price } from '../../ui/Price.tsx'
import { Stepper } from '../../ui/Stepper.tsx'
import styles from './CartLines.module.css'

/**
 * The lines of the cart with every choice and its price. A press on the name opens the sheet with the line's choices. What the menu has changed is in the
 * place of what it changes, so that no line moves (docs/failures.md F28).
 */
export function CartLines({
  lines,
  amounts,
  messages,
  review,
  onRemove,
  onEdit,
}: {
  lines: readonly CartLine[]
  amounts: readonly Minor[]
  /** What the restaurant says is wrong with lines, by their place. */
  messages: ReadonlyMap<number, string>
  review: readonly LineReview[]
  onRemove: (key: string) => void
  onEdit?: () => void
}) {
  // What is there at first is not tinted.
  const [atStart] = useState(() => new Map(lines.map((line) => [servingKey(line), line.qty])))
  return (
    <Stack as="ul" className={styles.lines}>
      {lines.map((line, at) => {
        const key = lineKey(line)
        // The focus stays in a line while its wish changes.
        const serving = servingKey(line)
        const earlier = lines.slice(0, at).filter((each) => servingKey(each) === serving).length
        return (
          <li key={`${serving} ${earlier}`} className={styles.line} data-line={key}>
            {/* What was added is seen in the cart beside the menu. */}
            {line.qty !== atStart.get(serving) && <span key={line.qty} className={styles.tint} />}
            <Line
              line={line}
              lineId={key}
              address={lineAddress(lines, line)}
              amount={amounts[at] ?? lineTotal(line)}
              message={messages.get(at)}
              review={review.find((each) => each.key === key)}
              onRemove={() => onRemove(key)}
              onEdit={onEdit}
            />
          </li>
        )
      })}
    </Stack>
  )
}

function Line({
  line,
  lineId,
  address,
  amount,
  message,
  review,
  onRemove,
  onEdit,
}: {
  line: CartLine
  lineId: string
  /** Names the line in an address. */
  address: string
  amount: Minor
  message: string | undefined
  review: LineReview | undefined
  onRemove: () => void
  onEdit?: () => void
}) {
  const { t } = useTranslation()
  const money = useMoney()
  const avoided = useAvoidedAllergens()
  const { name } = line.shown
  const room = review?.room ?? MOST
  const blocked = review?.kind === 'gone' || review?.kind === 'few' || review?.kind === 'choice' ? review : null
  const [noting, setNoting] = useState(false)
  // The field stays while the cart is shown, so that nothing moves when it is left.
  const noted = noting || line.wish !== undefined
  const sheet = line.type === 'productItem' ? productAddress(line.productId) : comboAddress(line.menuId)
  return (
    <>
      <Picture src={pictureUrl(line.shown.picture)} alt="" name={name} sizes="4rem" className={styles.picture} />
      <p className={styles.name}>
        <Link
          to={`${sheet}&${homeQuery.line}=${encodeURIComponent(address)}`}
          state={{ overlay: true }}
          preventScrollReset
          onClick={onEdit}
          aria-label={t('Change {{name}}', { name })}
        >
          {name}
        </Link>
      </p>
      {review?.kind === 'price' ? (
        <Price className={styles.price} was={money.format(lineTotal(line))} wasLabel={t('instead of')}>
          {money.format(lineTotal(review.updated))}
        </Price>
      ) : (
        <Price className={styles.price}>{money.format(amount)}</Price>
      )}
      <Stack className={styles.words}>
        {line.person !== undefined && (
          <Bar as="p" noWrap gap={1} quiet>
            <User aria-hidden="true" />
            <span>
              {t('for')} <bdi>{line.person}</bdi>
            </span>
          </Bar>
        )}
        <Choices line={line}>
          {/* In the place of the button for a note. */}
          {blocked !== null ? (
            <li className={styles.change}>
              <BlockedReason of={blocked} />
            </li>
          ) : (
            !noted && (
              <li>
                <button
                  type="button"
                  className={styles.addWish}
                  aria-label={t('Add a note: {{name}}', { name })}
                  onClick={() => setNoting(true)}
                >
                  <Pencil aria-hidden="true" />
                  <span>{t('Note')}</span>
                </button>
              </li>
            )
          )}
        </Choices>
        <VerdictLine verdict={judgeCodes(line.shown.allergens, avoided)} />
      </Stack>
      <Stepper
        size="s"
        value={line.qty}
        // A dish that is gone is removed at once.
        min={review?.kind === 'gone' ? line.qty : 1}
        max={Math.max(1, Math.min(MOST, room))}
        canIncrease={canIncrease(line) && line.qty < room}
        onIncrease={() => cartActions.increase(lineId)}
        onDecrease={() => cartActions.decrease(lineId)}
        onType={(value) => cartActions.setQuantity(lineId, value)}
        onTooMany={tooMany}
        name="qty"
        label={t('Quantity of {{name}}', { name })}
        increaseLabel={t('One more {{name}}', { name })}
        decreaseLabel={t('One less {{name}}', { name })}
        removeLabel={t('Remove {{name}}', { name })}
        onRemove={onRemove}
      />
      {blocked === null && message !== undefined && <p className={classes(styles.below, styles.change)}>{t(message)}</p>}
      {noted && <Wish line={line} lineId={lineId} autoFocus={noting} />}
    </>
  )
}

/** A wish for the dish, taken over when the field is left: while it is written, it may equal another line's. */
function Wish({ line, lineId, autoFocus }: { line: CartLine; lineId: string; autoFocus: boolean }) {
  const { t } = useTranslation()
  const [text, setText] = useState<string | null>(null)
  const { name } = line.shown
  const takeOver = (): void => {
    if (text !== null) cartActions.setWish(lineId, text)
    setText(null)
  }
  const excess = excessOfWish(text ?? '')
  const error =
    excess === 0 ? undefined : t('The notes are too long. Please shorten them by {{characters}} characters.', { characters: excess })
  const takeOverLate = useEffectEvent(takeOver)
  // What is too long stays in the field, to be shortened.
  const takeOverFitting = (): void => (error === undefined ? takeOver() : announce(error))
  const takeOverHidden = useEffectEvent(takeOverFitting)
  // The field of a panel that closes, or of a page that is left, gets no blur event.
  useEffect(() => {
    const hide = (): void => takeOverHidden()
    document.addEventListener('visibilitychange', hide)
    return () => {
      document.removeEventListener('visibilitychange', hide)
      takeOverLate()
    }
  }, [])
  return (
    <div className={styles.below}>
      <TextArea
        name="wish"
        label={t('Note')}
        aria-label={t('Note to {{name}}', { name })}
        rows={1}
        value={text ?? line.wish ?? ''}
        placeholder={t('such as: no onions')}
        error={error}
        enterKeyHint="done"
        autoFocus={autoFocus}
        onChange={(event) => setText(event.target.value)}
        onBlur={takeOverFitting}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          // The focus stays in the line, and a phone's keyboard closes.
          event.currentTarget.closest('[data-line]')?.querySelector('a')?.focus()
        }}
      />
    </div>
  )
}

/** The choices in words, and at their end what can be done about them. */
function Choices({ line, children }: { line: CartLine; children: ReactNode }) {
  return (
    <Quiet as="ul" className={styles.choices}>
      {line.type === 'productItem' ? (
        <>
          {line.shown.size !== '' && (
            <li>
              {/* bdi: "26 cm" keeps its order in Arabic text. */}
              <bdi>{line.shown.size}</bdi>
            </li>
          )}
          <Parts parts={line.shown.parts} />
        </>
      ) : (
        line.shown.slots.map((slot, at) => (
          <li key={`${slot.slot}-${at}`}>
            {slot.product}
            {slot.parts.length > 0 && (
              <ul className={styles.inner}>
                <Parts parts={slot.parts} />
              </ul>
            )}
          </li>
        ))
      )}
      {children}
    </Quiet>
  )
}

function Parts({ parts }: { parts: readonly ShownPart[] }) {
  const money = useMoney()
  return parts.map((part, at) => (
    <li key={`${part.group}-${part.name}-${at}`}>
      {part.group !== '' && `${part.group}: `}
      {part.name}
      {part.price !== 0 && ` (${money.added(part.price)})`}
    </li>
  ))
}
