import { BrandView, CartButtonView, HeaderView, MenuButtonView } from '../app/HeaderView.tsx'
import { BranchLinkView, HomePageView, PlaceView } from '../app/HomePageView.tsx'
import { OpenStateView } from '../restaurant/OpenStateView.tsx'
import { factSettings, guardSteps } from '../app/guards.ts'
import { routes, type Route } from '../app/routes.ts'
import { topBarSettings } from '../app/useHasTopBar.ts'
import { MainView } from '../app/MainView.tsx'
import { BranchCardView, BranchesView } from '../features/branch/SelectBranchView.tsx'
import { deliverSettings } from '../domain/delivery.ts'
import { rightToLeft } from '../domain/direction.ts'
import { nameSeparator, nameStart, SHORT_DESCRIPTION_LENGTH } from '../domain/text.ts'
import { CategorySliderView, slidePicture, SlideView } from '../features/menu/CategorySliderView.tsx'
import { DeliveryStripView } from '../features/menu/DeliveryStripView.tsx'
import { deliverLabels, stripLabels } from '../cart/deliverLabels.tsx'
import { firstScreen } from '../features/menu/firstScreen.ts'
import { heroPicture, HeroView } from '../features/menu/HeroView.tsx'
import { comboPicture, ComboCardView } from '../features/menu/ComboCardView.tsx'
import { FilterButtonView, MenuPageView, MenuToolsView } from '../features/menu/MenuPageView.tsx'
import { GallerySideView, MenuGridView, MenuItemView, MenuSectionView } from '../features/menu/MenuSectionView.tsx'
import { PlusHintView, productPicture, ProductCardView } from '../features/menu/ProductCardView.tsx'
import { SearchFieldPlaceholder, SearchFieldView } from '../features/menu/SearchFieldView.tsx'
import { fontProperty, hostedFonts } from '../restaurant/hostedFonts.ts'
import { paths } from '../navigation/paths.ts'
import { homeStep, type Place } from '../navigation/place.ts'
import { ScreenContentView, ScreenHeadView, StepView } from '../screen/ScreenView.tsx'
import { PictureView, type PicturePriority } from '../ui/PictureView.tsx'
import { Badge } from '../ui/Badge.tsx'
import { BasePrice, Price } from '../ui/Price.tsx'
import { FirstSheetView, sheetPicture } from '../ui/SheetView.tsx'
import { moneyFormats, type MoneyFormats } from './moneyFormats.ts'
import { templateOf, type Fragment, type Placeholders } from './template.ts'

/*
 * The first paint: the application's own views with placeholders, which the BFF fills in before any script has run (bff/site/firstpaint). The build
 * renders them into dist/first.json; classes, elements and icons are written only in the views.
 */

/** A price, or the space of one that only the client can format (moneyFormats.ts). */
const price = ({ value, has }: Placeholders) =>
  has('Later') ? (
    <Price>
      <span data-later>{value('Price')}</span>
    </Price>
  ) : (
    <>
      <Price>{value('Price')}</Price>
      {has('Litre') && <BasePrice>{value('Litre')}</BasePrice>}
    </>
  )

/** The placeholder of a product's field. */
const field = (name: string): string => `Field \`${name.replace(/\W/g, '')}\``

const priority = ({ has }: Placeholders): PicturePriority => (has('Lead') ? 'lead' : has('Eager') ? 'eager' : 'lazy')

const picture = ({ value, has, call }: Placeholders) => ({
  src: has('URL') ? value('URL') : '',
  sized: has('Service') ? (width: number) => call('Sized', width) : undefined,
  alt: '',
  letter: value('Letter'),
})

const fragments: Record<string, Fragment> = {
  page: ({ value, has, include }) => (
    <div data-first-paint>
      <HeaderView
        topBar={has('TopBar') && null}
        menuButton={<MenuButtonView label={value('OpenMenu')} />}
        brand={<BrandView href={paths.home} name={value('Name')} logo={has('Logo') ? value('Logo') : ''} background="inDark" />}
        label={value('Main')}
        cart={<CartButtonView label={value('Cart')} />}
      />
      <MainView>
        {include('Screen', 'screen')}
        {include('Branches', 'branches')}
        {include('Menu', 'menu')}
      </MainView>
    </div>
  ),
  screen: ({ value, has, each }) => (
    <ScreenHeadView
      label={value('Breadcrumb')}
      title={value('Title')}
      trail={each('Trail', 'step')}
      width={has('Narrow') ? 'narrow' : 'wide'}
      pictured={has('Pictured')}
      data-stored={has('Stored') ? value('Stored') : undefined}
      data-scripts={has('Scripts') ? value('Scripts') : undefined}
    />
  ),
  step: ({ value }) => <StepView href={value('Path')} label={value('Label')} />,
  branches: ({ value, each }) => (
    <ScreenContentView width="wide">
      <BranchesView
        labels={{ branch: value('Label'), go: value('Continue'), all: value('All'), postcode: value('Postcode') }}
        ready={false}
        cards={each('Cards', 'branch')}
      />
    </ScreenContentView>
  ),
  branch: ({ value, has }) => (
    <BranchCardView name={value('Name')} url={value('URL')} chosen={has('Chosen') ? value('Chosen') : null} action={value('Action')} />
  ),
  menu: ({ value, has, include, each }) => (
    <HomePageView
      menu={
        <MenuPageView
          title={value('Title')}
          place={
            has('Place') && (
              <PlaceView>
                {has('Branch') && (
                  <BranchLinkView
                    restaurant={has('Restaurant') ? value('Restaurant') : ''}
                    name={value('Branch')}
                    href={paths.selectBranch}
                  />
                )}
                {has('OpenState') && (
                  <span data-later>
                    <OpenStateView open>{value('OpenState')}</OpenStateView>
                  </span>
                )}
              </PlaceView>
            )
          }
          strip={include('Strip', 'strip')}
          tools={
            <MenuToolsView
              search={<SearchFieldView field={<SearchFieldPlaceholder label={value('Search')} />} />}
              filter={<FilterButtonView label={value('Allergens')} />}
            />
          }
          before={include('Hero', 'hero')}
        >
          <div>
            {has('Slides') && (
              <CategorySliderView label={value('Categories')} pictures={has('Pictures')}>
                {each('Slides', 'slide')}
              </CategorySliderView>
            )}
          </div>
          {include('Section', 'section')}
        </MenuPageView>
      }
    />
  ),
  hero: ({ value, has, each }) => <HeroView label={has('Several') ? value('Label') : ''}>{each('Pictures', 'heroPicture')}</HeroView>,
  heroPicture: (placeholders) => (
    <PictureView {...picture(placeholders)} priority={placeholders.has('Lead') ? 'lead' : 'lazy'} {...heroPicture} />
  ),
  strip: ({ value, has }) => (
    <DeliveryStripView
      how={value('How')}
      icon={deliverLabels[has('Delivery') ? 'delivery' : has('Curbside') ? 'curbside' : 'takeaway'].icon}
      where={has('Where') ? value('Where') : ''}
      when={value('When')}
      change={value('Change')}
    />
  ),
  slide: (placeholders) => (
    <SlideView
      id={placeholders.value('ID')}
      name={placeholders.value('Name')}
      picture={
        placeholders.has('Pictured') && (
          <PictureView {...picture(placeholders)} priority={placeholders.has('Eager') ? 'eager' : 'lazy'} {...slidePicture} />
        )
      }
    />
  ),
  section: ({ value, has, each }) => {
    const layout = has('Plain') ? 'plain' : has('Fixed') ? 'menus' : 'cards'
    return (
      <MenuSectionView
        id={value('ID')}
        title={value('Title')}
        description={has('Description') ? value('Description') : ''}
        layout={layout}
        sides={has('Gallery') ? { before: <GallerySideView />, after: <GallerySideView /> } : undefined}
      >
        <MenuGridView layout={layout}>
          {each('Menus', 'menuCard')}
          {each('Products', 'productCard')}
        </MenuGridView>
      </MenuSectionView>
    )
  },
  menuCard: (placeholders) => (
    <MenuItemView>
      <ComboCardView
        name={placeholders.value('Name')}
        href={placeholders.value('Address')}
        description={placeholders.value('Description')}
        picture={
          placeholders.has('Plain') ? null : <PictureView {...picture(placeholders)} priority={priority(placeholders)} {...comboPicture} />
        }
        price={
          placeholders.has('Was') ? (
            <Price was={placeholders.value('Was')} wasLabel={placeholders.value('InsteadOf')}>
              {placeholders.value('Price')}
            </Price>
          ) : (
            price(placeholders)
          )
        }
        {...(placeholders.has('SoldOut') && { discount: <Badge>{placeholders.value('SoldOut')}</Badge> })}
        {...(!placeholders.has('SoldOut') &&
          placeholders.has('Discount') && { discount: <Badge kind="filled">{placeholders.value('Discount')}</Badge> })}
        parts={placeholders.has('Parts') ? placeholders.value('Parts') : ''}
      />
    </MenuItemView>
  ),
  productCard: (placeholders) => (
    <MenuItemView>
      <ProductCardView
        name={placeholders.value('Name')}
        href={placeholders.value('Address')}
        description={placeholders.has('Description') ? placeholders.value('Description') : ''}
        price={
          placeholders.has('Price') && (
            <>
              {price(placeholders)}
              {placeholders.has('SoldOut') && <Badge>{placeholders.value('SoldOut')}</Badge>}
            </>
          )
        }
        allergens={placeholders.value('Allergens')}
        codes={placeholders.has('Codes') ? placeholders.value('Codes') : ''}
        picture={
          placeholders.has('Plain') ? null : (
            <PictureView {...picture(placeholders)} priority={priority(placeholders)} {...productPicture} />
          )
        }
        field={(name) => (placeholders.has(field(name)) ? placeholders.value(field(name)) : '')}
        action={<PlusHintView />}
      />
    </MenuItemView>
  ),
  sheet: (placeholders) => (
    <FirstSheetView
      title={placeholders.value('Name')}
      closeHref={paths.home}
      closeLabel={placeholders.value('Close')}
      {...(placeholders.has('URL') && {
        picture: (
          <PictureView
            {...picture(placeholders)}
            {...(placeholders.has('Wide') && {
              wideSrc: placeholders.value('Wide'),
              ...(placeholders.has('Service') && { wideSized: (width: number) => placeholders.call('SizedWide', width) }),
            })}
            priority="lead"
            {...sheetPicture}
          />
        ),
      })}
      intro={placeholders.has('Description') && <p>{placeholders.value('Description')}</p>}
    >
      {/* The choices follow. */}
      <span />
    </FirstSheetView>
  ),
}

/** A place with its key in the route table. `module`: its screen's, relative to the client's folder, if it is loaded lazily. */
type NamedPlace = Place & { name: string; guard?: string; module?: string }

/**
 * What the BFF reads at start: the fragments as templates, how much of the menu is in the first paint, and the client's routes, guards and labels.
 */
export interface FirstPaint {
  homeStep: typeof homeStep
  places: readonly NamedPlace[]
  guards: typeof guardSteps
  factSettings: typeof factSettings
  topBarSettings: typeof topBarSettings
  deliverTypes: readonly { type: string; setting: string; label: string }[]
  words: typeof stripLabels
  letter: string
  separator: string
  fragments: Record<string, string>
  limits: typeof firstScreen & { description: number }
  /** The part of a font stack for each hosted family, by its name in the settings. */
  fonts: Record<string, string>
  rightToLeft: readonly string[]
  money: MoneyFormats
}

export async function renderFirstPaint(): Promise<FirstPaint> {
  return {
    homeStep,
    places: await places(),
    guards: guardSteps,
    factSettings,
    topBarSettings,
    deliverTypes: Object.entries(deliverSettings).map(([type, setting]) => ({
      type,
      setting,
      label: deliverLabels[type as keyof typeof deliverSettings].label,
    })),
    words: stripLabels,
    letter: nameStart.source,
    separator: nameSeparator.source,
    fragments: Object.fromEntries(Object.entries(fragments).map(([name, fragment]) => [name, templateOf(fragment)])),
    limits: { ...firstScreen, description: SHORT_DESCRIPTION_LENGTH },
    fonts: Object.fromEntries(
      Object.entries(hostedFonts).map(([name, { fallback }]) => [name, `var(${fontProperty(name)},"${fallback}")`]),
    ),
    rightToLeft,
    money: moneyFormats(),
  }
}

/** The route table as data. */
function places(): Promise<NamedPlace[]> {
  return Promise.all(
    Object.entries<Route>(routes).map(async ([name, { path, query, guard, title, head, indexed, load }]) => {
      // The build replaces each screen by a module that throws its name (firstPaint.build.ts).
      const module = await load?.().then(
        () => undefined,
        (thrown: unknown) => String(thrown),
      )
      return { name, path, query, guard, title, head, indexed, module }
    }),
  )
}
