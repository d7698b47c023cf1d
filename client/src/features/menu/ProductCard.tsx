import { memo, useLayoutEffect, useRef } from 'react'
import type { Id, Product } from '../../../../contracts/types.ts'
import { allergenCodes, judgeProduct } from '../../domain/allergens.ts'
import { lineKey, productLine, type ProductCartLine } from '../../domain/cartLine.ts'
import { initialProductChoice, isProductSoldOut, mostPieces, needsNoChoice, sizesForSale, startingPrice } from '../../domain/pricing.ts'
import { shortDescription } from '../../domain/text.ts'
import { cartActions, type CartCounts } from '../../cart/cartStore.ts'
import { shopCurrency } from '../../restaurant/config.ts'
import { pictureOf } from '../../restaurant/pictures.ts'
import { productAddress } from '../../navigation/paths.ts'
import { VerdictLine } from '../../cart/VerdictLine.tsx'
import { Badge, CountBadge } from '../../ui/Badge.tsx'
import { classes } from '../../ui/classes.ts'
import { Picture } from '../../ui/Picture.tsx'
import { BasePrice, Price } from '../../ui/Price.tsx'
import { Stepper } from '../../ui/Stepper.tsx'
import { useCardContext } from './cards.ts'
import styles from './ProductCard.module.css'
import { PlusHintView, productPicture, ProductCardView } from './ProductCardView.tsx'

interface ProductCardProps {
  product: Product
  categoryId: Id
  /** The quantity in the cart, see `inCart`. */
  count: number
  /** Without images the card is text only. */
  plain?: boolean
  /** On the first screen. */
  eager?: boolean
  lead?: boolean
}

const simpleLines = new WeakMap<Product, { line: ProductCartLine; key: string } | null>()

/** The cart line of a product without choices; null if it has some. */
function simpleLine(product: Product, categoryId: Id): { line: ProductCartLine; key: string } | null {
  let simple = simpleLines.get(product)
  if (simple === undefined) {
    const line = needsNoChoice(product) ? productLine(product, initialProductChoice(product), 1, shopCurrency(), categoryId) : null
    simple = line === null ? null : { line, key: lineKey(line) }
    simpleLines.set(product, simple)
  }
  return simple
}

/** The quantity that a product's card shows: of its only line if there are no choices, else of the product. */
export function inCart(product: Product, categoryId: Id, counts: CartCounts): number {
  const simple = simpleLine(product, categoryId)
  return simple === null ? counts.product(String(product.id)) : counts.line(simple.key)
}

/**
 * The card of a product. The card opens its sheet; "+" adds a product without choices at once and becomes a stepper while it is in the cart
 * (docs/specification.md section 10).
 */
export const ProductCard = memo(function ProductCard({
  product,
  categoryId,
  count,
  plain = false,
  eager = false,
  lead = false,
}: ProductCardProps) {
  const { t, money, avoided, allergens } = useCardContext()
  const verdict = judgeProduct(product, avoided)
  const price = startingPrice(product, money.currency)
  return (
    <ProductCardView
      name={product.name}
      href={productAddress(product.id)}
      description={shortDescription(product.description)}
      price={
        price !== null && (
          <>
            <Price>{price.from ? t('from {{price}}', { price: money.format(price.price) }) : money.format(price.price)}</Price>
            <BasePrice>{money.litre(price.litre)}</BasePrice>
            {isProductSoldOut(product) && <SoldOutBadge />}
          </>
        )
      }
      allergens={allergens}
      codes={allergenCodes(product)?.join(', ') ?? ''}
      picture={
        plain ? null : (
          <Picture
            src={pictureOf(product.media?.poster, 'square', 'url')}
            alt=""
            name={product.name}
            {...productPicture}
            eager={eager}
            lead={lead}
          />
        )
      }
      verdict={verdict.kind !== 'fits' && <VerdictLine verdict={verdict} />}
      field={(name) => fieldText(product, name)}
      dimmed={verdict.kind === 'contains'}
      action={<CardAction product={product} categoryId={categoryId} count={count} />}
    />
  )
})

/** The same as Field in bff/site/firstpaint/paint.go. */
function fieldText(product: Product, name: string): string {
  const value = (product as unknown as Record<string, unknown>)[name]
  return typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : ''
}

function SoldOutBadge() {
  const { t } = useCardContext()
  return <Badge>{t('Sold out')}</Badge>
}

function CardAction({ product, categoryId, count }: { product: Product; categoryId: Id; count: number }) {
  const { t } = useCardContext()
  const simple = simpleLine(product, categoryId)
  if (count === 0 && sizesForSale(product).length === 0) return null
  if (simple === null)
    return count > 0 ? (
      <div className={styles.action}>
        <CountBadge count={count} label={t('In the cart: {{count}}', { count })} />
      </div>
    ) : (
      <PlusHintView />
    )
  return <Quantity name={product.name} line={simple.line} lineId={simple.key} count={count} most={mostPieces(product, product.sizes[0])} />
}

/** The plus, or the stepper that replaces it; the focus moves from one to the other. */
function Quantity({
  name,
  line,
  lineId: key,
  count,
  most,
}: {
  name: string
  line: ProductCartLine
  lineId: string
  count: number
  /** How many pieces an order may have. */
  most: number
}) {
  const { t, added } = useCardContext()
  const pressed = useRef<Element | null>(null)
  const none = count === 0
  useLayoutEffect(() => {
    pressed.current?.querySelector<HTMLElement>(none ? 'button' : '[role=group] button:last-of-type')?.focus({ preventScroll: true })
    pressed.current = null
  }, [none])
  const keepFocusIn = (button: Element): void => {
    pressed.current = button.closest('article')
  }
  if (none)
    return (
      <button
        type="button"
        className={classes(styles.action, styles.plus)}
        aria-label={t('Add {{name}}', { name })}
        onClick={(event) => {
          keepFocusIn(event.currentTarget)
          added(name, cartActions.add(line))
        }}
      />
    )
  return (
    <div className={styles.action}>
      <Stepper
        size="s"
        value={count}
        canIncrease={count < most}
        onIncrease={() => cartActions.increase(key)}
        onDecrease={() => cartActions.decrease(key)}
        onRemove={() => {
          if (document.activeElement !== null) keepFocusIn(document.activeElement)
          cartActions.remove(key)
        }}
        label={t('Quantity of {{name}}', { name })}
        increaseLabel={t('One more {{name}}', { name })}
        decreaseLabel={t('One less {{name}}', { name })}
        removeLabel={t('Remove {{name}}', { name })}
      />
    </div>
  )
}
