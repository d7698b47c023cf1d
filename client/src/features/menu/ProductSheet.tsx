import Heart from 'lucide-react/icons/heart'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Id, Product, Size } from '../../../../contracts/types.ts'
import { choiceOfProductLine, lineAddress, productLine, type ProductCartLine } from '../../domain/cartLine.ts'
import { byId, sameId } from '../../domain/ids.ts'
import { toMinor, type Minor } from '../../domain/money.ts'
import {
  chooseExtra,
  extraPrice,
  isExtraChosen,
  isProductSoldOut,
  isSizeForSale,
  isSoldOut,
  mostPieces,
  litrePrice,
  initialProductChoice,
  missingInProduct,
  namesItsVariants,
  openingProductChoice,
  priceProduct,
  sizesForSale,
  type ProductChoice,
} from '../../domain/pricing.ts'
import { useCart } from '../../cart/cartStore.ts'
import { toggleFavourite, useFavourites } from '../../cart/favourites.ts'
import { useMoney } from '../../i18n/useMoney.ts'
import { productAddress } from '../../navigation/paths.ts'
import { itemOfProduct } from '../../events/events.ts'
import { useSheetTitle } from '../../browser/useTitle.ts'
import { useShopQuery } from '../../session/useShopQuery.ts'
import { IconButton } from '../../ui/Button.tsx'
import { Choice } from '../../ui/Choice.tsx'
import { BasePrice, Price } from '../../ui/Price.tsx'
import { Skeleton } from '../../ui/States.tsx'
import { AllergenList, VerdictBar } from './Allergens.tsx'
import { ExtraCheckboxes, GroupHeading, hasUnknownChoice, jumpToGroup, VariantGroups } from './ChoiceGroup.tsx'
import { CustomiseSheet, ShareButton, UnavailableSheet, useSheetChoice } from './CustomiseSheet.tsx'
import { Breakdown, PriceUnknown, SoldOut } from './SheetFooter.tsx'
import { productQuery } from './queries.ts'
import styles from './Sheets.module.css'
import { useViewItem } from './useViewItem.ts'
import { NotLoaded } from '../../screen/NotLoaded.tsx'
import type { Catalogue } from './useCatalogue.ts'

interface ProductSheetProps {
  catalogue: Catalogue
  /** From the URL; null: closed. */
  productId: string | null
  /** The key of the cart line that is edited. */
  lineId: string | null
  onClose: () => boolean
}

/** The sheet of a product: all choices, with the current price (docs/specification.md sections 2 and 10). */
export function ProductSheet({ catalogue, productId, lineId, onClose }: ProductSheetProps) {
  const { t } = useTranslation()
  const { lines } = useCart()
  const line =
    lineId === null
      ? undefined
      : lines.find((one): one is ProductCartLine => one.type === 'productItem' && lineAddress(lines, one) === lineId)
  const found = productId === null ? undefined : catalogue.find(productId)
  // Keeps the content during the closing animation.
  const [kept, setKept] = useState(found)
  if (found !== undefined && found.product !== kept?.product) setKept(found)
  const shown = found ?? (productId === null ? kept : undefined)
  const open = productId !== null
  // The list may have fewer details than the product: the sheet opens with what is there and completes it.
  const detail = useShopQuery((scope) => productQuery(scope, shown?.category.id ?? '', shown?.product.id ?? ''), {
    enabled: open && shown !== undefined,
  })
  const fresh = detail.data && shown !== undefined && sameId(detail.data.id, shown.product.id) ? detail.data : shown?.product
  useSheetTitle(open ? fresh?.name : undefined)
  useViewItem(found === undefined ? null : itemOfProduct(found.product, found.category))
  // The dish may be in a section that could not be loaded.
  const failedSections = catalogue.sections.filter((section) => section.failed)
  if (shown === undefined || fresh === undefined)
    return open ? (
      <UnavailableSheet
        onClose={onClose}
        title={t('Loading')}
        state={!catalogue.complete ? 'loading' : failedSections.length > 0 ? 'failed' : 'gone'}
        onRetry={() => failedSections.forEach((section) => section.retry())}
      />
    ) : null
  return (
    <Customise
      key={`${String(fresh.id)}|${lineId ?? ''}`}
      open={open}
      product={fresh}
      categoryId={shown.category.id}
      unknown={namesItsVariants(fresh) || detail.data !== undefined ? null : detail.isError ? { retry: () => void detail.refetch() } : {}}
      line={line}
      onClose={onClose}
    />
  )
}

function Customise({
  open,
  product,
  categoryId,
  unknown,
  line,
  onClose,
}: {
  open: boolean
  product: Product
  categoryId: Id
  /** The choices are unknown; `retry` if loading them has failed. Null if they are known. */
  unknown: { retry?: () => void } | null
  line: ProductCartLine | undefined
  onClose: () => boolean
}) {
  const { t } = useTranslation()
  const money = useMoney()
  const id = useId()
  const favourite = useFavourites().has(String(product.id))
  const {
    choice: made,
    setChoice,
    qty,
    setQty,
  } = useSheetChoice<ProductChoice>(open, () => (line === undefined ? openingProductChoice(product) : choiceOfProductLine(line)), line?.qty)
  // The list may lack the sizes: the first is chosen once they are known.
  const choice = made.sizeId === '' ? { ...made, sizeId: initialProductChoice(product).sizeId } : made
  const sizes = product.sizes
  const priceOf = (size: Size): Minor | null => (isSizeForSale(size) ? toMinor(size.price, money.currency) : null)
  const litre = (size: Size): string => {
    const price = priceOf(size)
    return price === null ? '' : money.litre(litrePrice(price, size.name, product.name))
  }
  const formatted = (minor: Minor | null): string => (minor === null ? '' : money.format(minor))
  const missing = missingInProduct(product, choice)[0]
  const lacksSize = missing?.kind === 'size'
  const forSale = sizesForSale(product).length > 0
  const unknownChoice = hasUnknownChoice(product.variants, choice.optionIds)
  const price = priceProduct(product, choice, qty, money.currency)
  const change = (changes: Partial<ProductChoice>): void => setChoice((before) => ({ ...before, ...changes }))
  const { variants } = product
  const extras = product.extras ?? []
  return (
    <CustomiseSheet
      open={open}
      onClose={onClose}
      item={product}
      most={mostPieces(product, byId(sizes, choice.sizeId))}
      qty={qty}
      onQty={setQty}
      total={unknownChoice ? null : (price?.total ?? null)}
      line={line}
      loading={unknown !== null}
      missing={
        missing === undefined || unknownChoice || (lacksSize && !forSale)
          ? null
          : {
              name: lacksSize ? t('Size') : missing.name,
              go: () => {
                jumpToGroup(missing.kind === 'variant' ? `${id}-variant-${String(missing.id)}` : `${id}-size`)
              },
            }
      }
      makeLine={() => productLine(product, choice, qty, money.currency, categoryId)}
      actions={
        <>
          <IconButton
            label={favourite ? t('Remove from your favourites') : t('Add to your favourites')}
            icon={<Heart fill={favourite ? 'currentColor' : 'none'} />}
            variant="raised"
            aria-pressed={favourite}
            onClick={() => toggleFavourite(product.id)}
          />
          <ShareButton name={product.name} path={productAddress(product.id)} />
        </>
      }
      intro={
        <>
          {product.description !== null && product.description !== undefined && product.description !== '' && (
            <p className={styles.description}>{product.description}</p>
          )}
          {price !== null && (
            <p>
              <Price size="l">{money.format(price.base)}</Price>
              {sizes.length === 1 && sizes[0] !== undefined && <BasePrice>{litre(sizes[0])}</BasePrice>}
            </p>
          )}
          {isProductSoldOut(product) ? <SoldOut /> : (unknownChoice || !forSale) && <PriceUnknown />}
          <VerdictBar product={product} />
          <AllergenList allergens={product.allergens} additives={product.additives} />
        </>
      }
    >
      {(sizes.length > 1 || (lacksSize && forSale)) && (
        <div className={styles.group}>
          <Choice
            id={`${id}-size`}
            name="sizeId"
            legend={<GroupHeading title={t('Size')} required done={!lacksSize} />}
            items={sizes.map((size) => ({
              value: String(size.id),
              label: size.name,
              disabled: !isSizeForSale(size) || isSoldOut(product),
              end: isSoldOut(size) ? (
                t('Sold out')
              ) : (
                <>
                  <BasePrice>{litre(size)}</BasePrice> {formatted(priceOf(size))}
                </>
              ),
            }))}
            value={String(choice.sizeId)}
            onChoose={(value) => change({ sizeId: sizes.find((size) => String(size.id) === value)?.id ?? value })}
          />
        </div>
      )}
      {unknown !== null &&
        (unknown.retry === undefined ? (
          <Skeleton height="6rem" />
        ) : (
          <NotLoaded title={t('The choices of this dish could not be loaded.')} variant="secondary" onRetry={unknown.retry} />
        ))}
      <VariantGroups variants={variants} optionIds={choice.optionIds} onChange={(optionIds) => change({ optionIds })} idPrefix={id} />
      <ExtraCheckboxes
        id={`${id}-extras`}
        extras={extras}
        prices={(extra) => extraPrice(extra, choice.sizeId, money.currency)}
        chosen={(extra) => isExtraChosen(choice.extraIds, extra.id)}
        onToggle={(extra, on) => change({ extraIds: chooseExtra(choice.extraIds, extra, on) })}
      />
      {price !== null && <Breakdown price={price} />}
    </CustomiseSheet>
  )
}
