import { Plus } from 'lucide-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Id, Product } from '../../../../contracts/types.ts'
import { allergenCodes, judgeProduct } from '../../domain/allergens.ts'
import { lineKey, piecesOf, productLine, type CartLine } from '../../domain/cart.ts'
import { initialProductChoice, needsNoChoice, startingPrice } from '../../domain/pricing.ts'
import { shortDescription } from '../../domain/text.ts'
import { useAvoidedAllergens } from '../../shop/avoidedAllergens.ts'
import { cartActions, useCart } from '../../shop/cart.ts'
import { useAddedNotice } from '../../shop/addedNotice.ts'
import { shopCurrency } from '../../shop/config.ts'
import { useMoney } from '../../shop/money.ts'
import { pictureSources } from '../../shop/pictures.ts'
import { productAddress } from '../../shop/paths.ts'
import { CountBadge } from '../../ui/Badge.tsx'
import { classes } from '../../ui/classes.ts'
import { Picture } from '../../ui/Picture.tsx'
import { Price } from '../../ui/Price.tsx'
import { Spoken } from '../../ui/Spoken.tsx'
import { Stepper } from '../../ui/Stepper.tsx'
import { VerdictLine } from './Allergens.tsx'
import styles from './ProductCard.module.css'

interface ProductCardProps {
  product: Product
  categoryId: Id
  /** Without pictures the card is a row of words. */
  plain?: boolean
  /** One of the first on the screen. */
  eager?: boolean
}

/**
 * A product on the menu. The whole card opens its sheet; "+" adds at once what needs no choice, and a stepper takes its place while it is in the
 * cart (UX.md).
 */
export const ProductCard = memo(function ProductCard({ product, categoryId, plain = false, eager = false }: ProductCardProps) {
  const { t } = useTranslation()
  const money = useMoney()
  const avoided = useAvoidedAllergens()
  const verdict = judgeProduct(product, avoided)
  const price = startingPrice(product, money.currency)
  const codes = allergenCodes(product)
  const poster = pictureSources(product.media?.poster)
  const description = shortDescription(product.description)
  return (
    <article className={classes(styles.card, plain && styles.plain, verdict.kind === 'contains' && styles.dimmed)}>
      <div className={styles.words}>
        <h3 className={styles.name}>
          <Link to={productAddress(product.id)} state={{ overlay: true }} preventScrollReset className={styles.link}>
            {product.name}
          </Link>
        </h3>
        {description !== '' && <p className={styles.description}>{description}</p>}
        <VerdictLine verdict={verdict} />
        <p className={styles.end}>
          {price !== null && (
            <Price>{price.from ? t('from {{price}}', { price: money.format(price.price) }) : money.format(price.price)}</Price>
          )}
          {codes !== null && codes.length > 0 && (
            <span className={styles.codes}>
              <Spoken>{t('Allergens')}: </Spoken>
              {codes.join(', ')}
            </span>
          )}
        </p>
      </div>
      {!plain && (
        <Picture
          src={poster.square || poster.url}
          alt=""
          name={product.name}
          className={styles.picture}
          eager={eager}
          sizes="(width < 40rem) 7rem, 16rem"
        />
      )}
      <div className={styles.action}>
        <CardAction product={product} categoryId={categoryId} />
      </div>
    </article>
  )
})

function CardAction({ product, categoryId }: { product: Product; categoryId: Id }) {
  const { t } = useTranslation()
  const { cart, lines } = useCart()
  const notice = useAddedNotice()
  const name = product.name
  if (!needsNoChoice(product)) {
    const count = piecesOf(cart, 'productItem', product.id)
    // The card's own link lies over it: a press on the plus opens the sheet.
    return count > 0 ? (
      <CountBadge count={count} label={t('In the cart: {{count}}', { count })} />
    ) : (
      <span className={styles.hint} aria-hidden="true">
        <Plus />
      </span>
    )
  }
  const simple = productLine(product, initialProductChoice(product), 1, shopCurrency(), categoryId)
  const key = lineKey(simple)
  const line: CartLine | undefined = lines.find((one) => lineKey(one) === key)
  if (line === undefined)
    return (
      <button
        type="button"
        className={styles.plus}
        aria-label={t('Add {{name}}', { name })}
        onClick={() => {
          cartActions.add(simple)
          notice()
        }}
      >
        <Plus aria-hidden="true" />
      </button>
    )
  return (
    <Stepper
      size="s"
      value={line.qty}
      onIncrease={() => cartActions.increase(key)}
      onDecrease={() => cartActions.decrease(key)}
      onRemove={() => cartActions.remove(key)}
      label={t('Quantity of {{name}}', { name })}
      increaseLabel={t('One more {{name}}', { name })}
      decreaseLabel={t('One less {{name}}', { name })}
      removeLabel={t('Remove {{name}}', { name })}
    />
  )
}
