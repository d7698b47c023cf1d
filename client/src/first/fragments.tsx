import { BrandView, CartButtonView, HeaderView, MenuButtonView } from '../app/HeaderView.tsx'
import { BranchLinkView, HomePageView, OpenStateView, PlaceView } from '../app/HomePageView.tsx'
import { factSettings, guardSteps } from '../app/guards.ts'
import { MainView } from '../app/MainView.tsx'
import { deliverSettings } from '../domain/delivery.ts'
import { rightToLeft } from '../domain/direction.ts'
import { nameStart, SHORT_DESCRIPTION_LENGTH } from '../domain/text.ts'
import { CategorySliderView, slidePicture, SlideView } from '../features/menu/CategorySliderView.tsx'
import { DeliveryStripView } from '../features/menu/DeliveryStripView.tsx'
import { deliverLabels, stripLabels } from '../features/menu/deliverLabels.tsx'
import { firstScreen } from '../features/menu/firstScreen.ts'
import { menuPicture, MenuCardView } from '../features/menu/MenuCardView.tsx'
import { FilterButtonView, MenuPageView, MenuToolsView } from '../features/menu/MenuPageView.tsx'
import { GallerySideView, MenuGridView, MenuSectionView } from '../features/menu/MenuSectionView.tsx'
import { PlusHintView, productPicture, ProductCardView } from '../features/menu/ProductCardView.tsx'
import { SearchFieldPlaceholder, SearchFieldView } from '../features/menu/SearchFieldView.tsx'
import { hostedFonts } from '../shop/hostedFonts.ts'
import { paths } from '../shop/paths.ts'
import { homeStep, places, type Place } from '../shop/places.ts'
import { ScreenHeadView, StepView } from '../shop/ScreenView.tsx'
import { PictureView, type PicturePriority } from '../ui/PictureView.tsx'
import { Price } from '../ui/Price.tsx'
import { FirstSheetView, sheetPicture } from '../ui/SheetView.tsx'
import { templateOf, type Fragment, type Holes } from './template.ts'

/*
 * The first paint: the shop's own views with holes, which the BFF fills before any script has run (bff/site/first.go). The build renders them into
 * dist/first.json; a class, an element or an icon is written in its view and nowhere else.
 */

/** Words that are known only to the shop (a formatted price): they keep their place. */
const later = (words: string) => <span data-later>{words}</span>

const turn = ({ has }: Holes): PicturePriority => (has('Lead') ? 'lead' : has('Eager') ? 'eager' : 'lazy')

const picture = ({ hole, has, call }: Holes) => ({
  src: has('URL') ? hole('URL') : '',
  sized: has('Service') ? (width: number) => call('Sized', width) : undefined,
  alt: '',
  letter: hole('Letter'),
})

const fragments: Record<string, Fragment> = {
  page: ({ hole, has, put }) => (
    <div data-first-paint>
      <HeaderView
        menuButton={<MenuButtonView label={hole('OpenMenu')} />}
        brand={<BrandView href={paths.home} name={hole('Name')} logo={has('Logo') ? hole('Logo') : ''} plate="inDark" />}
        label={hole('Main')}
        cart={<CartButtonView label={hole('Cart')} />}
      />
      <MainView>
        {put('Screen', 'screen')}
        {put('Menu', 'menu')}
      </MainView>
    </div>
  ),
  screen: ({ hole, has, each }) => (
    <ScreenHeadView
      label={hole('Breadcrumb')}
      title={hole('Title')}
      trail={each('Trail', 'step')}
      width={has('Narrow') ? 'narrow' : 'wide'}
      pictured={has('Pictured')}
      data-stored={has('Stored') ? hole('Stored') : undefined}
    />
  ),
  step: ({ hole }) => <StepView href={hole('Path')} label={hole('Label')} />,
  menu: ({ hole, has, put, each }) => (
    <HomePageView
      menu={
        <MenuPageView
          title={hole('Title')}
          place={
            <PlaceView>
              {has('Branch') && <BranchLinkView name={hole('Branch')} href={paths.selectBranch} />}
              <span data-later>
                <OpenStateView open>{hole('OpenState')}</OpenStateView>
              </span>
            </PlaceView>
          }
          strip={put('Strip', 'strip')}
        >
          <MenuToolsView
            slider={
              <CategorySliderView label={hole('Categories')} pictures={has('Pictures')}>
                {each('Slides', 'slide')}
              </CategorySliderView>
            }
            search={<SearchFieldView field={<SearchFieldPlaceholder label={hole('Search')} />} />}
            filter={<FilterButtonView label={hole('Allergens')} />}
          />
          {put('Section', 'section')}
        </MenuPageView>
      }
    />
  ),
  strip: ({ hole, has }) => (
    <DeliveryStripView
      how={hole('How')}
      icon={deliverLabels[has('Delivery') ? 'delivery' : has('Curbside') ? 'curbside' : 'takeaway'].icon}
      where={has('Where') ? hole('Where') : ''}
      when={hole('When')}
      change={hole('Change')}
    />
  ),
  slide: (holes) => (
    <SlideView
      id={holes.hole('ID')}
      name={holes.hole('Name')}
      picture={holes.has('Pictured') && <PictureView {...picture(holes)} turn={holes.has('Eager') ? 'eager' : 'lazy'} {...slidePicture} />}
    />
  ),
  section: ({ hole, has, each }) => {
    const layout = has('Plain') ? 'plain' : has('Fixed') ? 'menus' : 'cards'
    return (
      <MenuSectionView
        id={hole('ID')}
        title={hole('Title')}
        description={has('Description') ? hole('Description') : ''}
        layout={layout}
        sides={has('Gallery') ? { before: <GallerySideView />, behind: <GallerySideView /> } : undefined}
      >
        <MenuGridView layout={layout}>
          {each('Menus', 'menuCard')}
          {each('Products', 'productCard')}
        </MenuGridView>
      </MenuSectionView>
    )
  },
  menuCard: (holes) => (
    <li>
      <MenuCardView
        name={holes.hole('Name')}
        href={holes.hole('Address')}
        description={holes.hole('Description')}
        picture={holes.has('Plain') ? null : <PictureView {...picture(holes)} turn={turn(holes)} {...menuPicture} />}
        price={<Price>{later(holes.hole('Price'))}</Price>}
        parts={holes.has('Parts') ? holes.hole('Parts') : ''}
      />
    </li>
  ),
  productCard: (holes) => (
    <li>
      <ProductCardView
        name={holes.hole('Name')}
        href={holes.hole('Address')}
        description={holes.has('Description') ? holes.hole('Description') : ''}
        price={holes.has('Price') && <Price>{later(holes.hole('Price'))}</Price>}
        allergens={holes.hole('Allergens')}
        codes={holes.has('Codes') ? holes.hole('Codes') : ''}
        picture={holes.has('Plain') ? null : <PictureView {...picture(holes)} turn={turn(holes)} {...productPicture} />}
        action={<PlusHintView />}
      />
    </li>
  ),
  sheet: (holes) => (
    <FirstSheetView
      title={holes.hole('Name')}
      closeHref={paths.home}
      closeLabel={holes.hole('Close')}
      {...(holes.has('URL') && {
        picture: (
          <PictureView
            {...picture(holes)}
            {...(holes.has('Wide') && {
              wideSrc: holes.hole('Wide'),
              ...(holes.has('Service') && { wideSized: (width: number) => holes.call('SizedWide', width) }),
            })}
            turn="lead"
            {...sheetPicture}
          />
        ),
      })}
    >
      {holes.has('Description') && <p>{holes.hole('Description')}</p>}
    </FirstSheetView>
  ),
}

/** What the BFF reads at start: the fragments as templates, how much of the menu is in the first paint, and what it has to know of the client. */
export interface FirstPaint {
  homeStep: typeof homeStep
  places: readonly (Place & { name: string })[]
  guards: typeof guardSteps
  factSettings: typeof factSettings
  deliverTypes: readonly { type: string; setting: string; label: string }[]
  words: typeof stripLabels
  letter: string
  fragments: Record<string, string>
  limits: typeof firstScreen & { description: number }
  fonts: typeof hostedFonts
  rightToLeft: readonly string[]
}

/** Renders the first paint's fragments. */
export function renderFirstPaint(): FirstPaint {
  return {
    homeStep,
    places: Object.entries(places).map(([name, place]) => ({ name, ...place })),
    guards: guardSteps,
    factSettings,
    deliverTypes: Object.entries(deliverSettings).map(([type, setting]) => ({
      type,
      setting,
      label: deliverLabels[type as keyof typeof deliverSettings].label,
    })),
    words: stripLabels,
    letter: nameStart.source,
    fragments: Object.fromEntries(Object.entries(fragments).map(([name, fragment]) => [name, templateOf(fragment)])),
    limits: { ...firstScreen, description: SHORT_DESCRIPTION_LENGTH },
    fonts: hostedFonts,
    rightToLeft,
  }
}
