// Made from contracts/bff.yaml by `make gen`. Change the contract, not this file.

export interface paths {
  '/bff/config': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** What the operator configured, for a page that came without boot data */
    get: operations['getConfig']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/bff/geocode/reverse': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** The address nearest to a point */
    get: operations['reverseGeocode']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/bff/error': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * An error in a page, for the operator's log and the counter tablefront_browser_errors_total
     * @description At most 2 KiB. It holds nothing of the customer; what a message quotes is replaced before it is logged.
     */
    post: operations['reportError']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/bff/vitals': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * The Core Web Vitals of a visit, for the histograms tablefront_web_vitals_seconds and tablefront_web_vitals_cls
     * @description At most 512 bytes, with no identifier of any kind. Sent once, when the page is first hidden. 404 with TABLEFRONT_VITALS=off.
     */
    post: operations['reportVitals']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/healthz': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** The process is up */
    get: operations['health']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/readyz': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** The main host's settings are loaded or cached */
    get: operations['ready']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
}
export type webhooks = Record<string, never>
export interface components {
  schemas: {
    ReverseGeocode: {
      /** @description Street and number, as the geocoder writes them */
      address: string
      /** @description The postal code; null where the geocoder knows none */
      zipcode?: string | null
    }
    BrowserError: {
      /**
       * @description start: the shop did not start; screen: a screen is replaced by an error; part: a part of one is missing; uncaught: everything else
       * @enum {string}
       */
      kind: 'start' | 'screen' | 'part' | 'uncaught'
      /**
       * @description The error's class
       * @example TypeError
       */
      name: string
      /** @description The error's message */
      message: string
      /**
       * @description The route with its parameters left out
       * @example /me/my-orders/:id
       */
      screen: string
      /**
       * @description The nearest places in the client's files, as file:line:column
       * @example [
       *       "shop-DtJJAig0.js:1:2345"
       *     ]
       */
      where: string[]
    }
    /** @description A figure that the browser did not measure is absent */
    Vitals: {
      /**
       * @description The route of the screen at which the visit began, with :id for each parameter
       * @example /me/my-orders/:id
       */
      screen: string
      /** @description Largest Contentful Paint, in milliseconds */
      lcp?: number
      /** @description Interaction to Next Paint, in milliseconds */
      inp?: number
      /** @description Time to First Byte, in milliseconds */
      ttfb?: number
      /** @description Cumulative Layout Shift */
      cls?: number
    }
    /** @description What the client needs to know of the operator's configuration */
    BffConfig: {
      /**
       * @description ISO 3166-1 alpha-2, lower case
       * @example de
       */
      country: string
      /**
       * @description The default language
       * @example de
       */
      language: string
      /**
       * @description BCP 47; formats prices and dates
       * @example de
       */
      locale: string
      /**
       * @description ISO 4217
       * @example EUR
       */
      currency: string
      /**
       * @description IANA name; the restaurant's
       * @example Europe/Berlin
       */
      timezone: string
      /** @description TABLEFRONT_ACCENT as #rrggbb; a PRIMARY_COLOR setting comes after it */
      accent: string | null
      /** @description What relative picture addresses of the main host are relative to: its address, which every picture of it shows anyway */
      pictures: string
      /** @description TABLEFRONT_PICTURES=proxied: pictures of the main host and the branches are requested as /bff/picture?url={address} */
      proxyPictures: boolean
      /** @description TABLEFRONT_IMAGES_URL: an image service, a template with {url} and {width} */
      images: string | null
      /** @description Map tiles; null means a map without them */
      tiles: null | {
        /** @description A template with {z}, {x} and {y} */
        url: string
        /** @description Whom the map names as its source, HTML */
        attribution: string
      }
      /** @description Reverse geocoding is configured */
      geocoder: boolean
      /** @description The service worker stores the shop for visits without a network (TABLEFRONT_OFFLINE) */
      offline: boolean
      /** @description Pages send the Core Web Vitals of the visit (TABLEFRONT_VITALS) */
      vitals: boolean
      /** @description There is no dark appearance (TABLEFRONT_SCHEME=light) */
      lightOnly: boolean
      /** @description Customers can log in (TABLEFRONT_ACCOUNTS) */
      accounts: boolean
      /** @description Login with Google; null where it is not configured */
      google: null | {
        /** @description TABLEFRONT_GOOGLE_CLIENT_ID */
        clientId: string
        /** @description Address of the provider's script */
        script: string
      }
      /** @description Login with Facebook; null where it is not configured */
      facebook: null | {
        /** @description TABLEFRONT_FACEBOOK_APP_ID */
        appId: string
        /** @description Address of the provider's script */
        script: string
      }
      /** @description Shown when there are no settings */
      phone: string | null
      /** @description Whom to tell about a barrier: an e-mail address, or a web address. With it the shop has an accessibility statement at /accessibility; null: none */
      accessibilityContact: string | null
      /**
       * @description The day on which accessibility was last checked
       * @example 2026-11-21
       */
      accessibilityDate: string | null
      /** @description Who checked it */
      accessibilityAuthor: string | null
      /** @description Hosts a checkout url may lead to; empty: any https host, http on loopback */
      paymentHosts: string[]
      /** @description The executable's version */
      version: string
    }
    /**
     * @description The boot data in `<script type="application/json" id="boot">`. A part of the shop that is not in the cache is left out; the client then requests it.
     *     Everything in it is for `branch` and `lang`.
     */
    Boot: {
      config: components['schemas']['BffConfig']
      /**
       * Format: date-time
       * @description When the page was made; the server's clock
       */
      now: string
      /** @description The branch url the parts are for; null: the main host */
      branch: string | null
      /**
       * @description The language the parts are in
       * @example de
       */
      lang: string
      /**
       * Format: date-time
       * @description Set while the upstream is failing: the time of the oldest cached response in it
       */
      stale?: string
      /** @description GET settings */
      settings?: components['schemas']['Setting'][]
      translations?: components['schemas']['Translations']
      /** @description GET languages */
      languages?: components['schemas']['Language'][]
      /** @description GET pages */
      pages?: components['schemas']['Page'][]
      /** @description GET branches */
      branches?: components['schemas']['Branch'][]
      workingHours?: components['schemas']['WorkingHours']
      /** @description Only on / */
      categories?: components['schemas']['Category'][]
      /** @description Only on / */
      menus?: components['schemas']['Menu'][]
      /** @description Only on /: the products of the first category */
      firstCategory?: {
        id: components['schemas']['Id']
        products: components['schemas']['CategoryProducts']
      }
      /** @description Only on /checkout */
      paymentProviders?: components['schemas']['PaymentProvider'][]
      /** @description Only on /checkout */
      taxes?: components['schemas']['Tax'][]
    }
    /** @description From a field's name to its messages */
    FieldMessages: {
      [key: string]: string[]
    }
    /** @description An error. The BFF's own have code, message and requestId; an upstream's may have only a message, or field errors under data. */
    Fault: {
      /** @description snake_case, docs/wire.md section 3 */
      code?: string
      /** @description An English sentence, a translation key */
      message?: string
      /** @description Identifies the call in the log of the BFF */
      requestId?: string
      /** @description Field errors, if fields are invalid */
      data?: components['schemas']['FieldMessages']
      /**
       * @description Of an order, with any status: the backend has done nothing and will do nothing with it. The customer may order again at once. Without it, a 5xx means that the outcome is unknown
       * @constant
       */
      placed?: false
    }
    /**
     * @description The settings the shop knows, with the format of each value (`x-format`), the patterns of formats (`x-pattern`, RE2) and what the shop does without it (`x-without`); an upstream may send others. A switch is on when its value is neither empty nor `0`, `false`, `off` or `no`. The smallest set: ALLOW_GUEST_CHECKOUT, and one of ALLOW_TAKEAWAY, ALLOW_CURBSIDE and ALLOW_DELIVERY
     * @enum {string}
     */
    SettingKey:
      | 'LOGO'
      | 'FOOTER_LOGO'
      | 'SPLASH_LOGO'
      | 'SITE_TITLE'
      | 'FAVICON'
      | 'BACKGROUND_IMAGE'
      | 'FONT_SETTINGS'
      | 'DEFAULT_FONT'
      | 'CUSTOM_HEADER_CODE'
      | 'PHONE'
      | 'ADDRESS'
      | 'CONTACT_EMAIL'
      | 'MAP_URL'
      | 'FACEBOOK'
      | 'INSTAGRAM'
      | 'PINTEREST'
      | 'LINKEDIN'
      | 'WHATSAPP'
      | 'TWITTER'
      | 'TRIPADVISOR'
      | 'TIKTOK'
      | 'ANDROID'
      | 'IOS'
      | 'HUAWEI'
      | 'TERMS_AND_CONDITIONS'
      | 'PRIVACY_POLICY'
      | 'RESERVATION_ENABLED'
      | 'LOYALTY_SYSTEM'
      | 'ALLOW_REGISTRATION'
      | 'ALLOW_SOCIAL_LOGIN'
      | 'ALLOW_GUEST_CHECKOUT'
      | 'HAS_BRANCH'
      | 'HIDE_CATEGORY_IMAGES'
      | 'LOADER_ANIMATION'
      | 'DISPLAY_BRAND_LOGO'
      | 'COUNTRY'
      | 'BREADCRUMB_BACKGROUND'
      | 'LOGIN_IMAGES'
      | 'REGISTER_IMAGES'
      | 'FORGOT_IMAGES'
      | 'CART_REMINDER'
      | 'USES_NEW_ADDRESS_SYSTEM'
      | 'RESTAURANT_COORDINATES'
      | 'ALLOW_DELIVERY'
      | 'ALLOW_TAKEAWAY'
      | 'ALLOW_CURBSIDE'
      | 'ALLOW_TIP'
      | 'TIP_PERCENTS'
      | 'ALLOW_ISSUE_INVOICE'
      | 'PRIMARY_COLOR'
    /** @description A picture; addresses are absolute or relative to the upstream's host */
    Image: {
      /** @description The picture in its own shape */
      url: string
      /** @description The same picture cut wide, for sliders and heads */
      wide?: string | null
      /** @description The same picture cut for a round frame */
      circle?: string | null
      /** @description The same picture cut square, for galleries */
      square?: string | null
      /** @description Whether the customer has seen it already; the shop does not use it */
      viewed?: boolean
    }
    /** @description Pictures by purpose (media holder) */
    Media: {
      /** @description The main picture */
      poster?: components['schemas']['Image'] | null
      /** @description A small picture, such as the favicon */
      icon?: components['schemas']['Image'] | null
      /** @description Pictures shown beside the products of a category */
      gallery?: components['schemas']['Image'][]
      /** @description Pictures that are shown one after another */
      slider?: components['schemas']['Image'][]
      /** @description The picture while the shop loads */
      splash?: components['schemas']['Image'] | null
      /** @description The picture behind the page */
      background?: components['schemas']['Image'] | null
    }
    /** @description One setting of the shop */
    Setting: {
      /** @description The name of the setting */
      key: components['schemas']['SettingKey'] | string
      /** @description The value as text; empty or null where the setting is off or its picture is in `media` */
      value: string | null
      /** @description Pictures of the setting; used where `value` is empty */
      media?: components['schemas']['Media']
    }
    /** @description From source text to translated text */
    Translations: {
      [key: string]: string
    }
    /** @description A language tag */
    LanguageTag: string
    /** @description One language of the shop */
    Language: {
      /** @description The code used in the header Lang and in the query `lang` */
      name: components['schemas']['LanguageTag']
    }
    /** @description An id as the upstream sends it; compared as text. An integer that a browser's number can't hold is to be sent as a text; the BFF makes one of it */
    Id: number | string
    /** @description An information page */
    Page: {
      /** @description Identifies the page in TERMS_AND_CONDITIONS, PRIVACY_POLICY and in links */
      id: components['schemas']['Id']
      /** @description The title */
      name: string
      /** @description HTML */
      text: string
      /** @description Linked in the header */
      onHeader: boolean
      /** @description Linked in the footer */
      onFooter: boolean
      /** @description Opens by itself once per browser session */
      isPopup: boolean
    }
    /** @description One branch of the restaurant */
    Branch: {
      /** @description The name as customers know it */
      name: string
      /** @description The host of the branch, as in https://altstadt.example; the calls are below `{url}/api` */
      url: string
    }
    /** @description HH:MM in the restaurant's time zone */
    TimeOfDay: string
    /** @description An end at or before its start is on the next day */
    HoursRange: {
      /** @description When orders are taken from */
      start: components['schemas']['TimeOfDay']
      /** @description When orders are taken until; 24:00 is midnight, and so is 23:59 */
      end: components['schemas']['TimeOfDay']
    }
    HoursOfDay: components['schemas']['HoursRange'][]
    /**
     * Format: date-time
     * @description ISO 8601 with an offset
     */
    DateTime: string
    /** @description When the shop takes orders */
    WorkingHours: {
      /** @description The ranges of the week; without any day: not known */
      data: {
        /** @description The ranges of the day; empty or left out: closed */
        monday?: components['schemas']['HoursOfDay']
        /** @description The ranges of the day; empty or left out: closed */
        tuesday?: components['schemas']['HoursOfDay']
        /** @description The ranges of the day; empty or left out: closed */
        wednesday?: components['schemas']['HoursOfDay']
        /** @description The ranges of the day; empty or left out: closed */
        thursday?: components['schemas']['HoursOfDay']
        /** @description The ranges of the day; empty or left out: closed */
        friday?: components['schemas']['HoursOfDay']
        /** @description The ranges of the day; empty or left out: closed */
        saturday?: components['schemas']['HoursOfDay']
        /** @description The ranges of the day; empty or left out: closed */
        sunday?: components['schemas']['HoursOfDay']
      }
      /** @description What holds now */
      meta: {
        /** @description Whether an order for now is accepted */
        isOpenNow: boolean
        /** @description The earliest time for a later order while closed; null: not known */
        nextOpen: components['schemas']['DateTime'] | null
        /** @description Whether the shop takes orders at all; false leads to /unavailable */
        isActive: boolean
      }
    }
    /** @description A text that may be missing */
    Text: string | null
    /** @description One section of the menu */
    Category: {
      /** @description Identifies the category */
      id: components['schemas']['Id']
      /** @description The heading on the menu */
      name: string
      /** @description A sentence under the heading */
      description?: components['schemas']['Text']
      /** @description Poster and gallery */
      media?: components['schemas']['Media']
    }
    /** @description Money in currency units, with decimals. To the browser null (with `x-null` the text `unknown`) where the BFF could not read what the upstream sent, never 0 */
    Amount: number
    /** @description A size of a product */
    Size: {
      /** @description Identifies the size in a cart line */
      id: components['schemas']['Id']
      /** @description Such as "26 cm"; not shown where it is the only size */
      name: string
      /** @description What the product costs in this size */
      price: components['schemas']['Amount']
      /** @description false: sold out. Shown, and can't be added; left out: available */
      available?: boolean
      /** @description How many pieces one order may have, all lines together; left out: as many as the shop allows */
      maxQty?: number
    }
    /** @description The price of an extra in one size */
    ExtraPrice: {
      /** @description The size that the price is for */
      sizeId: components['schemas']['Id']
      /** @description What the extra adds to one piece of that size */
      price: components['schemas']['Amount']
    }
    /** @description Something that can be added to a product */
    Extra: {
      /** @description Identifies the extra in a cart line */
      id: components['schemas']['Id']
      /** @description As on the menu */
      name: string
      /** @description One price for each size; a size without one does not offer the extra */
      prices: components['schemas']['ExtraPrice'][]
    }
    /** @description A choice of a product */
    Variant: {
      /** @description Identifies the choice in a cart line */
      id: components['schemas']['Id']
      /** @description The question, such as "Base" */
      name: string
      /**
       * @description `select`: exactly one option; `checkbox`: any number of them
       * @enum {string}
       */
      type: 'checkbox' | 'select'
      /** @description Whether something must be chosen before the product can be added */
      required: boolean
      /** @description What can be chosen */
      options: components['schemas']['Option'][]
    }
    /** @description One answer of a choice */
    Option: {
      /** @description Identifies the option in a cart line */
      id: components['schemas']['Id']
      /** @description As on the menu */
      name: string
      /** @description What the option adds to one piece */
      price: components['schemas']['Amount']
      /** @description Whether choosing the option opens further choices */
      hasChild: boolean
      /** @description The further choices */
      child?: components['schemas']['Variant'][]
    }
    /** @description An additive that must be declared */
    Additive: {
      /** @description The code as printed on the menu */
      name: string
      /** @description The additive in words */
      description?: components['schemas']['Text']
    }
    /** @description An allergen that must be declared */
    Allergen: {
      /** @description The code as printed on the menu */
      name: string
      /** @description The allergen in words */
      description?: components['schemas']['Text']
    }
    /** @description A dish or a drink */
    Product: {
      /** @description Identifies the product in a cart line and in links */
      id: components['schemas']['Id']
      /** @description As on the menu */
      name: string
      /** @description What it is; cut to 70 characters on the menu */
      description?: components['schemas']['Text']
      /** @description The poster */
      media?: components['schemas']['Media']
      /** @description At least one; the first is preselected */
      sizes: components['schemas']['Size'][]
      /** @description What can be added */
      extras?: components['schemas']['Extra'][]
      /** @description What can or must be chosen */
      variants?: components['schemas']['Variant'][]
      /** @description Left out: the restaurant gives no information */
      additives?: components['schemas']['Additive'][]
      /** @description Left out: the restaurant gives no information; empty: none */
      allergens?: components['schemas']['Allergen'][]
      /** @description false: sold out. Shown, and can't be added; left out: available */
      available?: boolean
      /** @description How many pieces one order may have, all lines together; left out: as many as the shop allows */
      maxQty?: number
    }
    /** @description One slot of a menu */
    MenuItem: {
      /** @description Identifies the slot in a cart line */
      id: components['schemas']['Id']
      /** @description What the slot offers */
      size: {
        /** @description The size in which the products are served */
        id?: components['schemas']['Id']
        /** @description Such as "Teller" */
        name: string
        /** @description The category that the slot chooses from */
        categoryName: string
      }
      /** @description The products to choose from; a single one is preselected */
      products: components['schemas']['Product'][]
      /** @description Extras for the product of this slot; their price is added to the price of the menu */
      extras?: components['schemas']['Extra'][]
      /** @description Choices for the product of this slot; their price is added to the price of the menu */
      variants?: components['schemas']['Variant'][]
    }
    /** @description A fixed-price menu (combo): one price for several slots */
    Menu: {
      /** @description Identifies the menu in a cart line and in links */
      id: components['schemas']['Id']
      /** @description As on the menu */
      name: string
      /** @description What it contains */
      description?: components['schemas']['Text']
      /** @description Before the discount */
      price: components['schemas']['Amount']
      /** @description Percent */
      discount: number
      /** @description The poster */
      media?: components['schemas']['Media']
      /** @description The slots; where they are left out, `getMenu` has them */
      items?: components['schemas']['MenuItem'][]
      /** @description false: sold out. Shown, and can't be added; left out: available */
      available?: boolean
      /** @description How many pieces one order may have, all lines together; left out: as many as the shop allows */
      maxQty?: number
    }
    /** @description The products of one category */
    CategoryProducts: {
      /** @description The products in the order of the menu */
      data: components['schemas']['Product'][]
      /** @description The category they are in */
      meta: {
        /** @description The envelope of the category */
        category: {
          data: components['schemas']['Category']
        }
      }
    }
    /** @description A way to pay */
    PaymentProvider: {
      /** @description Part of the order as `paymentType` */
      id: components['schemas']['Id']
      /** @description The text on the button */
      name: string
      /** @description direct: paid on the spot, no card icon */
      displayOption?: string | null
    }
    /** @description A tax of an order */
    Tax: {
      /** @description As on the receipt */
      name: string
      /** @description Percent */
      value: number
      /** @description true: the prices have it already; told below the total and never added. Left out: added to the order. What the BFF can not read is the text `unknown` to the browser: it is not known whether the tax is added, so no total is */
      included?: boolean
    }
  }
  responses: {
    /** @description An error in words */
    Fault: {
      headers: {
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Fault']
      }
    }
  }
  parameters: never
  requestBodies: never
  headers: never
  pathItems: never
}
export type ReverseGeocode = components['schemas']['ReverseGeocode']
export type BrowserError = components['schemas']['BrowserError']
export type Vitals = components['schemas']['Vitals']
export type BffConfig = components['schemas']['BffConfig']
export type Boot = components['schemas']['Boot']
export type FieldMessages = components['schemas']['FieldMessages']
export type Fault = components['schemas']['Fault']
export type SettingKey = components['schemas']['SettingKey']
export type Image = components['schemas']['Image']
export type Media = components['schemas']['Media']
export type Setting = components['schemas']['Setting']
export type Translations = components['schemas']['Translations']
export type LanguageTag = components['schemas']['LanguageTag']
export type Language = components['schemas']['Language']
export type Id = components['schemas']['Id']
export type Page = components['schemas']['Page']
export type Branch = components['schemas']['Branch']
export type TimeOfDay = components['schemas']['TimeOfDay']
export type HoursRange = components['schemas']['HoursRange']
export type HoursOfDay = components['schemas']['HoursOfDay']
export type DateTime = components['schemas']['DateTime']
export type WorkingHours = components['schemas']['WorkingHours']
export type Text = components['schemas']['Text']
export type Category = components['schemas']['Category']
export type Amount = components['schemas']['Amount']
export type Size = components['schemas']['Size']
export type ExtraPrice = components['schemas']['ExtraPrice']
export type Extra = components['schemas']['Extra']
export type Variant = components['schemas']['Variant']
export type Option = components['schemas']['Option']
export type Additive = components['schemas']['Additive']
export type Allergen = components['schemas']['Allergen']
export type Product = components['schemas']['Product']
export type MenuItem = components['schemas']['MenuItem']
export type Menu = components['schemas']['Menu']
export type CategoryProducts = components['schemas']['CategoryProducts']
export type PaymentProvider = components['schemas']['PaymentProvider']
export type Tax = components['schemas']['Tax']
export type ResponseFault = components['responses']['Fault']
export type $defs = Record<string, never>
export interface operations {
  getConfig: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The configuration */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['BffConfig']
        }
      }
    }
  }
  reverseGeocode: {
    parameters: {
      query: {
        /**
         * @description Latitude
         * @example 52.5208
         */
        lat: number
        /**
         * @description Longitude
         * @example 13.4094
         */
        lng: number
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The address */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "address": "Rathausstraße 5",
           *       "zipcode": "10178"
           *     }
           */
          'application/json': components['schemas']['ReverseGeocode']
        }
      }
      400: components['responses']['Fault']
      404: components['responses']['Fault']
      429: components['responses']['Fault']
      502: components['responses']['Fault']
    }
  }
  reportError: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['BrowserError']
      }
    }
    responses: {
      /** @description Noted */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['Fault']
      403: components['responses']['Fault']
      413: components['responses']['Fault']
      429: components['responses']['Fault']
    }
  }
  reportVitals: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['Vitals']
      }
    }
    responses: {
      /** @description Noted */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      400: components['responses']['Fault']
      403: components['responses']['Fault']
      404: components['responses']['Fault']
      413: components['responses']['Fault']
      429: components['responses']['Fault']
    }
  }
  health: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Up */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          /** @example ok */
          'text/plain': string
        }
      }
    }
  }
  ready: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Ready */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          /** @example ok */
          'text/plain': string
        }
      }
      /** @description Not yet or no longer */
      503: {
        headers: {
          [name: string]: unknown
        }
        content: {
          /** @example starting */
          'text/plain': string
        }
      }
    }
  }
}
