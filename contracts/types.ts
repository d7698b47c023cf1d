// Made from contracts/openapi.yaml by `make gen`. Change the contract, not this file.

export interface paths {
  '/settings': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** Every setting of the shop; loaded once at start */
    get: operations['getSettings']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/translations': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** The texts of one language, from source text to translated text */
    get: operations['getTranslations']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/me': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** Who is signed in */
    get: operations['getMe']
    /** Change the profile */
    put: operations['updateMe']
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/me/logout': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** End the session */
    post: operations['logout']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/tables/{id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** Verify a table code and begin a table session */
    get: operations['getTable']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/pages': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** The information pages */
    get: operations['listPages']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/languages': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** The languages of the shop */
    get: operations['listLanguages']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/reservations': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** Ask for a table at a time */
    post: operations['createReservation']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/products/menus': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** The fixed-price menus */
    get: operations['listMenus']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/products/menus/{id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** One menu with its slots */
    get: operations['getMenu']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/products/categories': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** The categories of the menu */
    get: operations['listCategories']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/products/categories/{id}/products': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** The products of one category */
    get: operations['listCategoryProducts']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/products/categories/{categoryId}/products/{productId}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** One product with everything that can be chosen */
    get: operations['getProduct']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/checkout/payment-providers': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** The ways to pay */
    get: operations['listPaymentProviders']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/checkout': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** Place an order (first form) */
    post: operations['createCheckout']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/checkout/v2': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** Place an order; an answer with a url leads to the payment page */
    post: operations['createCheckoutV2']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/checkout/quote': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** What a cart costs. Where a backend has this call, the shop shows its sums and nobody else's */
    post: operations['quoteCheckout']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/checkout/check': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** Confirm a payment after the return from the payment page */
    get: operations['checkPayment']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/contact': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** Send a message to the restaurant */
    post: operations['sendContact']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/working-hours': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** The week's hours, and whether the shop takes orders */
    get: operations['getWorkingHours']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/branches': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** The branches; always the main host's list */
    get: operations['listBranches']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/login': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** Sign in */
    post: operations['login']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/register': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** Create an account */
    post: operations['register']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/reset-password': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** Send a new password */
    post: operations['resetPassword']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/social': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** Sign in with an account of a social provider */
    post: operations['socialLogin']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/areas': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** Where the restaurant delivers, and on what terms */
    get: operations['listAreas']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/taxes': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** The taxes added to an order */
    get: operations['listTaxes']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/me/addresses': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** The customer's addresses */
    get: operations['listAddresses']
    put?: never
    /** Save a new address */
    post: operations['createAddress']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/me/addresses/{id}/edit': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** One address, for editing */
    get: operations['getAddress']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/me/addresses/{id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    /** Change an address */
    put: operations['updateAddress']
    post?: never
    /** Remove an address */
    delete: operations['deleteAddress']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/me/addresses/search-fixed': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** Search the places that the restaurant itself lists */
    get: operations['searchFixedPlaces']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/me/addresses/search': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** Search places by name or street */
    get: operations['searchPlaces']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/me/addresses/places/{id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** Where a found place is */
    get: operations['getPlace']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/me/addresses/check': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** Is this point inside a delivery area */
    post: operations['checkDelivery']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/me/orders': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** The customer's orders, newest first */
    get: operations['listOrders']
    put?: never
    /** Place an order as a signed-in customer */
    post: operations['createOrder']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/me/orders/{orderCode}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** One order */
    get: operations['getOrder']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/me/transactions': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** The history of the customer's points, by pages from 1 */
    get: operations['listTransactions']
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
    /** @description An id as the upstream sends it; compared as text. An integer that a browser's number can't hold is to be sent as a text; the BFF makes one of it */
    Id: number | string
    /** @description One segment of a path, escaped once: any id that an answer had, such as `2026/117` or `#1042`; without control characters, and no part of it between slashes is empty or only dots */
    PathSegment: string
    /** @description A language tag */
    LanguageTag: string
    ShortText: string
    /** @description A text that may be missing */
    Text: string | null
    /** @description Money in currency units, with decimals. To the browser null (with `x-null` the text `unknown`) where the BFF could not read what the upstream sent, never 0 */
    Amount: number
    /** @description An amount as `Amount` that is never below 0; to the browser unknown where it is */
    Charge: number
    /**
     * Format: date-time
     * @description ISO 8601 with an offset
     */
    DateTime: string
    /** @description HH:MM in the restaurant's time zone */
    TimeOfDay: string
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
    /** @description From a field's name to its messages */
    FieldMessages: {
      [key: string]: string[]
    }
    /** @description Fields that are not accepted */
    FieldErrors: {
      /** @description A sentence about the whole form */
      message?: string
      /** @description The fields and what is wrong with each */
      data: components['schemas']['FieldMessages']
    }
    /** @description Why an order was not placed */
    OrderRefusal: {
      /** @description A sentence about the whole order */
      message?: string
      /** @description The fields, or lines of the cart (`cart.items.0`), and what is wrong with each */
      data: components['schemas']['FieldMessages']
      /** @description What the order would cost now */
      bill?: components['schemas']['Bill']
      /**
       * @description As in every error of an order; a 422 says it anyway
       * @constant
       */
      placed?: false
    }
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
    /** @description One setting of the shop */
    Setting: {
      /** @description The name of the setting */
      key: components['schemas']['SettingKey'] | string
      /** @description The value as text; empty or null where the setting is off or its picture is in `media` */
      value: string | null
      /** @description Pictures of the setting; used where `value` is empty */
      media?: components['schemas']['Media']
    }
    /** @description One language of the shop */
    Language: {
      /** @description The code used in the header Lang and in the query `lang` */
      name: components['schemas']['LanguageTag']
    }
    /** @description From source text to translated text */
    Translations: {
      [key: string]: string
    }
    /** @description One branch of the restaurant */
    Branch: {
      /** @description The name as customers know it */
      name: string
      /** @description The host of the branch, as in https://altstadt.example; the calls are below `{url}/api` */
      url: string
    }
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
    /** @description An end at or before its start is on the next day */
    HoursRange: {
      /** @description When orders are taken from */
      start: components['schemas']['TimeOfDay']
      /** @description When orders are taken until; 24:00 is midnight, and so is 23:59 */
      end: components['schemas']['TimeOfDay']
    }
    HoursOfDay: components['schemas']['HoursRange'][]
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
    /** @description The signed-in customer, or the session of a table */
    User: {
      /** @description Full name */
      name: string
      /** @description The login */
      email: string
      /** @description In international form where known */
      phone?: components['schemas']['Text']
      /** @description The points, as money; left out or 0: none */
      profit?: components['schemas']['Amount']
      /** @description A table session */
      is_generated?: boolean
    }
    /** @description The profile fields that a customer can change */
    Profile: {
      /** @description Full name */
      name: string
      /** @description The login */
      email: string
      /** @description In international form */
      phone: string
      /** @description The new password; left out: unchanged */
      password?: string
      /** @description The new password again */
      password_confirmation?: string
    }
    /** @description A session */
    Token: {
      /** @description The bearer token of the session; the BFF encrypts it and gives the browser a handle */
      token: string
    }
    /** @description A table and its session */
    Table: {
      /** @description Part of the order as `table` */
      id: components['schemas']['Id']
      /** @description As the guest knows it */
      name: string
      /** @description The bearer token of the table session */
      token: string
    }
    /** @description A point on the map (WGS 84) */
    Coordinates: {
      /** @description Degrees north */
      lat: number
      /** @description Degrees east */
      lng: number
    }
    /** @description A delivery area and its terms */
    Area: {
      /** @description Part of the order as `areaId` */
      id: components['schemas']['Id']
      /** @description As customers know it */
      name: string
      /** @description The postal code */
      zipcode?: components['schemas']['Text']
      /** @description The least sum of the lines for a delivery; 0: none */
      minimumOrder: components['schemas']['Amount']
      /** @description What a delivery costs */
      deliveryPrice: components['schemas']['Charge']
      /** @description The sum of the lines from which delivery is free; 0: never */
      freeDeliveryThreshold: components['schemas']['Amount']
    }
    /** @description A saved address */
    Address: {
      /** @description Part of the order as `addressId` */
      id: components['schemas']['Id']
      /** @description The name the customer gave it, such as "Home" */
      name: string
      /** @description Street and number */
      address: string
      /** @description Floor, door, hint for the driver */
      extras?: components['schemas']['Text']
      /** @description The postal code */
      zipcode?: components['schemas']['Text']
      /** @description Preselected at the checkout */
      isDefault: boolean
      /** @description The delivery area */
      areaId?: components['schemas']['Id'] | null
      /** @description The delivery area with its terms */
      area?: components['schemas']['Area'] | null
      /** @description Where it is on the map */
      coordinates?: components['schemas']['Coordinates'] | null
    }
    /** @description Old system: name, address, areaId. New system: name, extras, coordinates, and the area that covers them. */
    AddressInput: {
      /** @description The name the customer gives it */
      name: string
      /** @description Street and number */
      address?: string
      /** @description Floor, door, hint for the driver */
      extras?: components['schemas']['Text']
      /** @description The postal code */
      zipcode?: components['schemas']['Text']
      /** @description Preselect it at the checkout */
      isDefault?: boolean
      /** @description The delivery area */
      areaId?: components['schemas']['Id']
      /** @description Where it is on the map */
      coordinates?: components['schemas']['Coordinates']
    }
    /** @description A place that was found */
    PlaceHit: {
      /** @description Identifies the place in `getPlace` */
      id: components['schemas']['Id']
      /** @description The first line of the hit */
      name: string
      /** @description The second line of the hit */
      address?: components['schemas']['Text']
    }
    /** @description A place with its position */
    Place: {
      /** @description Where it is */
      coordinates: components['schemas']['Coordinates']
      /** @description The postal code */
      zipcode?: components['schemas']['Text']
      /** @description Street and number */
      address: string
    }
    /** @description A point that may or may not be inside a delivery area */
    DeliveryCheck: {
      /** @description The point to check */
      coordinates: components['schemas']['Coordinates']
      /** @description The postal code, where known */
      zipcode?: components['schemas']['Text']
      /** @description Street and number, where known */
      address?: components['schemas']['Text']
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
    /** @description A request for a table */
    Reservation: {
      /** @description The time of arrival */
      reservedAt: components['schemas']['DateTime']
      /**
       * @description How many people
       * @enum {string}
       */
      guests: '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | '10+'
      /** @description Who the table is for */
      name: string
      /** @description The address for the reply */
      email: string
      /** @description For questions */
      phone: string
      /** @description Wishes */
      notes?: string
      /** @description The terms were accepted */
      terms: boolean
    }
    /** @description A message to the restaurant */
    ContactMessage: {
      /** @description First name */
      fname: string
      /** @description Last name */
      lname: string
      /** @description The address for the reply */
      email: string
      /** @description What it is about */
      subject: string
      /** @description The message */
      message: string
      /** @description The terms were accepted */
      terms: boolean
    }
    /** @description The credentials */
    Login: {
      /** @description The login */
      email: string
      /** @description The password */
      password: string
    }
    /** @description A new account */
    Register: {
      /** @description Full name */
      name: string
      /** @description The login; left out by a social registration without one */
      email?: string
      /** @description In international form */
      phone: string
      /** @description Left out by a social registration */
      password?: string
      /** @description The password again */
      password_confirmation?: string
      /** @description The terms were accepted */
      terms: boolean
      /** @description The account at the social provider */
      socialId?: string
      /** @description The social provider, as in google or facebook */
      socialName?: string
      /** @description Google's ID token; the BFF verifies and removes it */
      idToken?: string
      /** @description Facebook's access token; the BFF verifies and removes it */
      accessToken?: string
      /** @description The nonce of the ID token; removed by the BFF */
      nonce?: string
    }
    /** @description Whose password is reset */
    ResetPassword: {
      /** @description The login that gets a new password */
      email: string
    }
    /** @description An account at a social provider */
    SocialLogin: {
      /** @description The account at the provider */
      socialId: string
      /** @description The provider, as in google or facebook */
      socialName: string
      /** @description The address the provider gave */
      email?: string
      /** @description Google's ID token; the BFF verifies and removes it */
      idToken?: string
      /** @description Facebook's access token; the BFF verifies and removes it */
      accessToken?: string
      /** @description The nonce of the ID token; removed by the BFF */
      nonce?: string
    }
    /** @description A choice: value names the chosen option of a select variant, optionId one ticked option of a checkbox variant */
    OptionId: {
      /** @description The choice */
      variantId: components['schemas']['Id']
      /** @description The chosen option of a select variant */
      value?: components['schemas']['Id']
      /** @description One ticked option of a checkbox variant */
      optionId?: components['schemas']['Id']
    }
    /** @description A line of the cart with a product */
    ProductLine: {
      /**
       * @description Marks a line with one product
       * @constant
       */
      type: 'productItem'
      /** @description The product */
      productId: components['schemas']['Id']
      /** @description The chosen size */
      sizeId: components['schemas']['Id']
      /** @description How many pieces */
      qty: number
      /** @description The price of the whole line, all pieces */
      price: components['schemas']['Amount']
      /** @description The chosen extras */
      extraIds: components['schemas']['ExtraId'][]
      /** @description The chosen options */
      optionIds: components['schemas']['OptionId'][]
    }
    /** @description A chosen extra */
    ExtraId: {
      /** @description The extra */
      extraId: components['schemas']['Id']
      /** @description Always true in an order */
      selected: boolean
      /** @description The name when it was chosen */
      name: string
    }
    /** @description One filled slot of a menu */
    MenuLineItem: {
      /** @description The slot */
      menuItemId: components['schemas']['Id']
      /** @description The chosen product */
      productId: components['schemas']['Id']
      /** @description The chosen extras of the slot */
      extras: {
        /** @description The extra */
        id: components['schemas']['Id']
        /** @description The name when it was chosen */
        name: string
        /** @description Always true in an order */
        selected: boolean
      }[]
      /** @description The chosen options of the slot */
      optionIds: components['schemas']['OptionId'][]
    }
    /** @description A line of the cart with a menu */
    MenuLine: {
      /**
       * @description Marks a line with a menu
       * @constant
       */
      type: 'menuItem'
      /** @description The menu */
      menuId: components['schemas']['Id']
      /** @description The name when it was added */
      name: string
      /** @description How many menus */
      qty: number
      /** @description The price of the whole line, all pieces, discount included */
      price: components['schemas']['Amount']
      /** @description The slots */
      items: components['schemas']['MenuLineItem'][]
    }
    /** @description What is ordered and what it costs */
    Cart: {
      /** @description The lines */
      items: (components['schemas']['ProductLine'] | components['schemas']['MenuLine'])[]
      /** @description web by default */
      source: string
      /** @description The sum of the tax rates */
      taxPercent: number
      /** @description The sum of the lines plus `delivery`, before discount, tax and tip */
      price: components['schemas']['Amount']
      /** @description (`price` - `discount`) plus `tax` plus `tip`; where the backend has quoted the cart or refused it with a `bill`, that bill's total: what the customer was shown and agreed to pay */
      total: components['schemas']['Amount']
      /** @description The delivery fee; 0 for takeaway and where delivery is free */
      delivery: components['schemas']['Amount']
      /** @description The points used, as money */
      discount: components['schemas']['Amount']
      /** @description `taxPercent` of (`price` - `discount`) */
      tax: components['schemas']['Amount']
      /** @description The tip */
      tip: components['schemas']['Amount']
    }
    /** @description An order */
    CheckoutSubmission: {
      /** @description What is ordered and what it costs */
      cart: components['schemas']['Cart']
      /** @description Who orders */
      name: string
      /** @description Where the confirmation is sent */
      email: string
      /** @description For questions about the order */
      phone: string
      /**
       * @description How the customer gets it
       * @enum {string}
       */
      deliverType: 'delivery' | 'takeaway' | 'curbside' | 'table'
      /**
       * @description `later` has a `deliverDate`
       * @enum {string}
       */
      deliverAt: 'now' | 'later'
      /** @description The chosen time of a later order */
      deliverDate?: components['schemas']['DateTime']
      /** @description Wishes for the kitchen */
      notes?: string
      /** @description The table of a table session */
      table?: components['schemas']['Id']
      /** @description A saved address of the customer */
      addressId?: components['schemas']['Id']
      /** @description The delivery area of a guest */
      areaId?: components['schemas']['Id']
      /** @description Street and number of a guest */
      address?: string
      /** @description Where the address is on the map, where known */
      coordinates?: components['schemas']['Coordinates']
      /** @description The postal code, where known */
      zipcode?: string
      /** @description The terms were accepted */
      terms: boolean
      /** @description The customer wants an invoice */
      issueInvoice: boolean
      /** @description The customer uses points, up to the amount due */
      useProfit: boolean
      /** @description The chosen payment provider */
      paymentType: components['schemas']['Id']
      /** @description Whether `deliverType` is takeaway */
      takeaway: boolean
      /** @description The coupon that the quote of this order was asked with; sent only where `checkout/quote` said `coupons` */
      coupon?: string
    }
    /** @description A cart whose price is asked: the order without the contact. What the customer has not chosen yet is left out */
    QuoteRequest: {
      /** @description What is ordered. The sums are those that the shop computes; a backend that answers this call need not read them */
      cart: components['schemas']['Cart']
      /**
       * @description How the customer gets it
       * @enum {string}
       */
      deliverType?: 'delivery' | 'takeaway' | 'curbside' | 'table'
      /**
       * @description `later` has a `deliverDate`
       * @enum {string}
       */
      deliverAt?: 'now' | 'later'
      /** @description The chosen time of a later order */
      deliverDate?: components['schemas']['DateTime']
      /** @description The table of a table session */
      table?: components['schemas']['Id']
      /** @description A saved address of the customer */
      addressId?: components['schemas']['Id']
      /** @description The delivery area of a guest */
      areaId?: components['schemas']['Id']
      /** @description Street and number of a guest */
      address?: string
      /** @description Where the address is on the map, where known */
      coordinates?: components['schemas']['Coordinates']
      /** @description The postal code, where known */
      zipcode?: string
      /** @description The customer wants an invoice */
      issueInvoice?: boolean
      /** @description The customer uses points */
      useProfit?: boolean
      /** @description The chosen payment provider */
      paymentType?: components['schemas']['Id']
      /** @description Whether `deliverType` is takeaway */
      takeaway?: boolean
      /** @description The coupon as the customer typed it */
      coupon?: string
    }
    /** @description A named amount of a bill */
    BillItem: {
      /** @description As on the receipt */
      name: string
      /** @description The amount, not below 0 */
      value: components['schemas']['Amount']
    }
    /** @description What a cart costs by the backend. The total is the sum of the lines plus `delivery`, `fees`, `tip` and the taxes that are not included, minus `discounts`; the shop shows it as it is and does not add up */
    Bill: {
      /** @description The price of each line of the cart, in its order, all pieces, before discounts */
      lines?: components['schemas']['Amount'][]
      /** @description The delivery fee */
      delivery?: components['schemas']['Charge']
      /** @description What is taken off: a promotion, a coupon, points */
      discounts?: components['schemas']['BillItem'][]
      /** @description What is added beside the delivery: a deposit, a service charge, a bag */
      fees?: components['schemas']['BillItem'][]
      /** @description The tax by rate */
      taxItems?: components['schemas']['TaxItem'][]
      /** @description The tip */
      tip?: components['schemas']['Charge']
      /** @description What the customer pays */
      total: components['schemas']['Charge']
      /** @description true: the shop offers a field for a coupon */
      coupons?: boolean
    }
    /** @description The outcome of the submission. It may have every field of `Order`: then the confirmation shows these, else what the shop has sent */
    CheckoutResult: {
      /** @description The order; used where there is no `code` */
      id?: components['schemas']['Id']
      /** @description The code of the order, as in `getOrder` */
      code?: string
      /** @description Where to pay: a full-page redirect */
      url?: string | null
      /**
       * @description As in `Order`
       * @enum {string}
       */
      status?: 'completed' | 'approved' | 'rejected' | 'pending_approval'
      /** @description As in `Order` */
      statusText?: components['schemas']['Text']
      /** @description As in `Order` */
      createdAt?: components['schemas']['DateTime']
      /** @description As in `Order` */
      deliverAt?: components['schemas']['DateTime'] | null
      /** @description As in `Order` */
      takeaway?: boolean
      /** @description As in `Order` */
      issueInvoice?: boolean
      /** @description As in `Order` */
      items?: components['schemas']['OrderItem'][]
      /** @description As in `Order` */
      payment?: components['schemas']['OrderPayment']
      /** @description As in `Order` */
      address?: components['schemas']['Text']
      /** @description Set by the BFF if it has withheld an unsafe `url`; the order is placed and not paid */
      urlRefused?: boolean
    }
    /** @description Any success means approved; a code names the order */
    PaymentCheck: {
      /** @description The code of the order */
      code?: string
    }
    /** @description A line of a placed order */
    OrderItem: {
      /**
       * @description A product or a menu
       * @enum {string}
       */
      type: 'productItem' | 'menuItem'
      /** @description How many pieces; 0 and less are shown as they are, of a line that was taken back */
      qty: number
      /** @description The price of the whole line, all pieces */
      price: components['schemas']['Amount']
      /** @description The name of the product */
      product?: components['schemas']['Text']
      /** @description The name of the menu */
      menu?: components['schemas']['Text']
      /** @description The name of the size */
      size?: components['schemas']['Text']
      /** @description The names of the extras */
      extras?: string[]
      /** @description From the name of a choice to the names of the chosen options */
      options?: {
        [key: string]: string[]
      }
      /** @description The slots of a menu */
      items?: components['schemas']['OrderItem'][]
    }
    /** @description One tax of a placed order */
    TaxItem: {
      /** @description As on the receipt */
      name: string
      /** @description The amount */
      value: components['schemas']['Amount']
      /** @description true: the prices have it already; told below the total */
      included?: boolean
    }
    /** @description What a placed order costs */
    OrderPayment: {
      /** @description The sum of the lines plus `deliver`, before discount, tax and tip; as `price` of the cart that was sent */
      price: components['schemas']['Amount']
      /** @description The sum of the lines */
      cartTotal: components['schemas']['Amount']
      /** @description What was taken off: the points used, as money, and every other discount */
      discount: components['schemas']['Amount']
      /** @description The parts of `discount` by name; left out: it is points */
      discounts?: components['schemas']['BillItem'][]
      /** @description What is added beside `deliver`: a deposit, a service charge, a bag */
      fees?: components['schemas']['BillItem'][]
      /** @description The delivery fee */
      deliver: components['schemas']['Amount']
      /** @description The tax added; taxes that the prices include are not in it */
      tax: components['schemas']['Amount']
      /** @description The tax by rate */
      taxItems?: components['schemas']['TaxItem'][]
      /** @description The tip */
      tip: components['schemas']['Amount']
      /** @description What the customer pays; left out: (`price` - `discount`) plus `fees`, `tax` and `tip` */
      total?: components['schemas']['Amount']
      /** @description The name of the payment provider */
      method?: components['schemas']['Text']
    }
    /** @description A placed order */
    Order: {
      /** @description Identifies the order in links and to the restaurant */
      code: string
      /**
       * @description Where the order is; a customer sees `statusText` where there is one
       * @enum {string}
       */
      status: 'completed' | 'approved' | 'rejected' | 'pending_approval'
      /** @description The status in the words of the restaurant */
      statusText?: components['schemas']['Text']
      /** @description When it was placed */
      createdAt: components['schemas']['DateTime']
      /** @description The chosen time of a later order, or when the kitchen expects one for now to be ready or delivered; null: as soon as possible */
      deliverAt?: components['schemas']['DateTime'] | null
      /** @description The customer collects it */
      takeaway?: boolean
      /** @description The customer wants an invoice */
      issueInvoice?: boolean
      /** @description What was ordered */
      items: components['schemas']['OrderItem'][]
      /** @description What it costs */
      payment: components['schemas']['OrderPayment']
      /** @description Where it is delivered, as one text */
      address?: components['schemas']['Text']
    }
    /** @description One change of the points */
    Transaction: {
      /** @description What happened */
      description: string
      /** @description The points before, as money */
      oldProfit: components['schemas']['Amount']
      /** @description The change, as money; negative where points were used */
      amount: components['schemas']['Amount']
      /** @description The points after, as money */
      newProfit: components['schemas']['Amount']
      /** @description When it happened */
      date: components['schemas']['DateTime']
    }
    /** @description One page of the history of the points */
    Transactions: {
      /** @description The transactions, newest first */
      data: components['schemas']['Transaction'][]
      /** @description Where in the history the page is */
      meta: {
        /** @description The pages */
        pagination: {
          /** @description All transactions */
          total: number
          /** @description This page, from 1 */
          current_page: number
          /** @description Transactions per page */
          per_page: number
          /** @description All pages */
          total_pages: number
        }
      }
    }
  }
  responses: {
    /** @description An error of the BFF (docs/wire.md section 3), or the upstream's own, passed on */
    Failure: {
      headers: {
        [name: string]: unknown
      }
      content: {
        /**
         * @example {
         *       "code": "upstream_unreachable",
         *       "message": "The restaurant can't be reached right now. Please try again in a moment.",
         *       "requestId": "01jd"
         *     }
         */
        'application/json': components['schemas']['Fault']
      }
    }
    /** @description Not signed in */
    Unauthorised: {
      headers: {
        [name: string]: unknown
      }
      content: {
        /**
         * @example {
         *       "message": "Unauthenticated"
         *     }
         */
        'application/json': components['schemas']['Fault']
      }
    }
    /** @description Not found */
    NotFound: {
      headers: {
        [name: string]: unknown
      }
      content: {
        /**
         * @example {
         *       "message": "Not found"
         *     }
         */
        'application/json': components['schemas']['Fault']
      }
    }
    /** @description Invalid fields, each with its messages; the shop shows the first */
    Invalid: {
      headers: {
        [name: string]: unknown
      }
      content: {
        /**
         * @example {
         *       "message": "The given data was invalid.",
         *       "data": {
         *         "email": [
         *           "The email has already been taken."
         *         ]
         *       }
         *     }
         */
        'application/json': components['schemas']['FieldErrors']
      }
    }
    /** @description Nothing was ordered. A key like `cart.items.1` names a line of the cart, counted from 0. With a `bill` the shop shows the old and the new total, and the customer may accept the new one */
    OrderRefused: {
      headers: {
        [name: string]: unknown
      }
      content: {
        /**
         * @example {
         *       "message": "The prices have changed.",
         *       "data": {
         *         "cart": [
         *           "The total is now 34.16 €."
         *         ]
         *       },
         *       "bill": {
         *         "lines": [
         *           37.96
         *         ],
         *         "discounts": [
         *           {
         *             "name": "10 % from 30 €",
         *             "value": 3.8
         *           }
         *         ],
         *         "total": 34.16
         *       }
         *     }
         */
        'application/json': components['schemas']['OrderRefusal']
      }
    }
    /** @description Signed in */
    SignedIn: {
      headers: {
        [name: string]: unknown
      }
      content: {
        /**
         * @example {
         *       "token": "8f2b"
         *     }
         */
        'application/json': components['schemas']['Token']
      }
    }
    /** @description Registered; the body is the upstream's own and may carry a token */
    Registered: {
      headers: {
        [name: string]: unknown
      }
      content: {
        /** @example {} */
        'application/json': unknown
      }
    }
    /** @description The order is placed, or waits for payment at `url` */
    Ordered: {
      headers: {
        [name: string]: unknown
      }
      content: {
        /**
         * @example {
         *       "id": 1042,
         *       "code": "A-1042"
         *     }
         */
        'application/json': components['schemas']['CheckoutResult']
      }
    }
    /** @description The address */
    OneAddress: {
      headers: {
        [name: string]: unknown
      }
      content: {
        /**
         * @example {
         *       "id": 9,
         *       "name": "Zuhause",
         *       "address": "Ackerstraße 1",
         *       "extras": "2. Hof",
         *       "zipcode": "10115",
         *       "isDefault": true,
         *       "areaId": 1
         *     }
         */
        'application/json': components['schemas']['Address']
      }
    }
    /** @description What was found */
    PlaceHits: {
      headers: {
        [name: string]: unknown
      }
      content: {
        /**
         * @example [
         *       {
         *         "id": "pl-12",
         *         "name": "Rathausstraße 5",
         *         "address": "10178 Berlin"
         *       }
         *     ]
         */
        'application/json': components['schemas']['PlaceHit'][]
      }
    }
  }
  parameters: {
    /**
     * @description The selected language
     * @example de
     */
    Lang: components['schemas']['LanguageTag']
    /**
     * @description The chosen branch's url as listBranches has it
     * @example https://altstadt.example
     */
    Branch: string
    /**
     * @description The value of the cookie XSRF-TOKEN; towards the upstream the BFF sets it
     * @example 4f1c
     */
    Xsrf: string
    /**
     * @description One per attempt to order
     * @example 0190b7a2-5a0e-7c3d
     */
    IdempotencyKey: string
    /**
     * @description The id of the requested object
     * @example 3
     */
    PathId: components['schemas']['PathSegment']
    /**
     * @description The search text
     * @example Ackerstraße
     */
    Query: components['schemas']['ShortText']
  }
  requestBodies: {
    CheckoutSubmission: {
      content: {
        /**
         * @example {
         *       "cart": {
         *         "items": [
         *           {
         *             "type": "productItem",
         *             "productId": 301,
         *             "sizeId": 1,
         *             "qty": 2,
         *             "price": 17,
         *             "extraIds": [],
         *             "optionIds": [
         *               {
         *                 "variantId": 31,
         *                 "value": 311
         *               }
         *             ]
         *           }
         *         ],
         *         "source": "web",
         *         "taxPercent": 7,
         *         "price": 19.5,
         *         "total": 20.87,
         *         "delivery": 2.5,
         *         "discount": 0,
         *         "tax": 1.37,
         *         "tip": 0
         *       },
         *       "name": "Ada Lovelace",
         *       "email": "ada@example.org",
         *       "phone": "+4930901820",
         *       "deliverType": "delivery",
         *       "deliverAt": "now",
         *       "notes": "",
         *       "areaId": 1,
         *       "address": "Ackerstraße 1",
         *       "terms": true,
         *       "issueInvoice": false,
         *       "useProfit": false,
         *       "paymentType": "cash",
         *       "takeaway": false
         *     }
         */
        'application/json': components['schemas']['CheckoutSubmission']
      }
    }
    AddressInput: {
      content: {
        /**
         * @example {
         *       "name": "Zuhause",
         *       "address": "Ackerstraße 1",
         *       "extras": "2. Hof",
         *       "zipcode": "10115",
         *       "areaId": 1,
         *       "isDefault": true
         *     }
         */
        'application/json': components['schemas']['AddressInput']
      }
    }
  }
  headers: never
  pathItems: never
}
export type Id = components['schemas']['Id']
export type PathSegment = components['schemas']['PathSegment']
export type LanguageTag = components['schemas']['LanguageTag']
export type ShortText = components['schemas']['ShortText']
export type Text = components['schemas']['Text']
export type Amount = components['schemas']['Amount']
export type Charge = components['schemas']['Charge']
export type DateTime = components['schemas']['DateTime']
export type TimeOfDay = components['schemas']['TimeOfDay']
export type Fault = components['schemas']['Fault']
export type FieldMessages = components['schemas']['FieldMessages']
export type FieldErrors = components['schemas']['FieldErrors']
export type OrderRefusal = components['schemas']['OrderRefusal']
export type Image = components['schemas']['Image']
export type Media = components['schemas']['Media']
export type SettingKey = components['schemas']['SettingKey']
export type Setting = components['schemas']['Setting']
export type Language = components['schemas']['Language']
export type Translations = components['schemas']['Translations']
export type Branch = components['schemas']['Branch']
export type Page = components['schemas']['Page']
export type Category = components['schemas']['Category']
export type Size = components['schemas']['Size']
export type ExtraPrice = components['schemas']['ExtraPrice']
export type Extra = components['schemas']['Extra']
export type Option = components['schemas']['Option']
export type Variant = components['schemas']['Variant']
export type Additive = components['schemas']['Additive']
export type Allergen = components['schemas']['Allergen']
export type Product = components['schemas']['Product']
export type CategoryProducts = components['schemas']['CategoryProducts']
export type MenuItem = components['schemas']['MenuItem']
export type Menu = components['schemas']['Menu']
export type HoursRange = components['schemas']['HoursRange']
export type HoursOfDay = components['schemas']['HoursOfDay']
export type WorkingHours = components['schemas']['WorkingHours']
export type User = components['schemas']['User']
export type Profile = components['schemas']['Profile']
export type Token = components['schemas']['Token']
export type Table = components['schemas']['Table']
export type Coordinates = components['schemas']['Coordinates']
export type Area = components['schemas']['Area']
export type Address = components['schemas']['Address']
export type AddressInput = components['schemas']['AddressInput']
export type PlaceHit = components['schemas']['PlaceHit']
export type Place = components['schemas']['Place']
export type DeliveryCheck = components['schemas']['DeliveryCheck']
export type PaymentProvider = components['schemas']['PaymentProvider']
export type Tax = components['schemas']['Tax']
export type Reservation = components['schemas']['Reservation']
export type ContactMessage = components['schemas']['ContactMessage']
export type Login = components['schemas']['Login']
export type Register = components['schemas']['Register']
export type ResetPassword = components['schemas']['ResetPassword']
export type SocialLogin = components['schemas']['SocialLogin']
export type OptionId = components['schemas']['OptionId']
export type ProductLine = components['schemas']['ProductLine']
export type ExtraId = components['schemas']['ExtraId']
export type MenuLineItem = components['schemas']['MenuLineItem']
export type MenuLine = components['schemas']['MenuLine']
export type Cart = components['schemas']['Cart']
export type CheckoutSubmission = components['schemas']['CheckoutSubmission']
export type QuoteRequest = components['schemas']['QuoteRequest']
export type BillItem = components['schemas']['BillItem']
export type Bill = components['schemas']['Bill']
export type CheckoutResult = components['schemas']['CheckoutResult']
export type PaymentCheck = components['schemas']['PaymentCheck']
export type OrderItem = components['schemas']['OrderItem']
export type TaxItem = components['schemas']['TaxItem']
export type OrderPayment = components['schemas']['OrderPayment']
export type Order = components['schemas']['Order']
export type Transaction = components['schemas']['Transaction']
export type Transactions = components['schemas']['Transactions']
export type ResponseFailure = components['responses']['Failure']
export type ResponseUnauthorised = components['responses']['Unauthorised']
export type ResponseNotFound = components['responses']['NotFound']
export type ResponseInvalid = components['responses']['Invalid']
export type ResponseOrderRefused = components['responses']['OrderRefused']
export type ResponseSignedIn = components['responses']['SignedIn']
export type ResponseRegistered = components['responses']['Registered']
export type ResponseOrdered = components['responses']['Ordered']
export type ResponseOneAddress = components['responses']['OneAddress']
export type ResponsePlaceHits = components['responses']['PlaceHits']
export type ParameterLang = components['parameters']['Lang']
export type ParameterBranch = components['parameters']['Branch']
export type ParameterXsrf = components['parameters']['Xsrf']
export type ParameterIdempotencyKey = components['parameters']['IdempotencyKey']
export type ParameterPathId = components['parameters']['PathId']
export type ParameterQuery = components['parameters']['Query']
export type RequestBodyCheckoutSubmission = components['requestBodies']['CheckoutSubmission']
export type RequestBodyAddressInput = components['requestBodies']['AddressInput']
export type $defs = Record<string, never>
export interface operations {
  getSettings: {
    parameters: {
      query?: never
      header?: {
        /**
         * @description The selected language
         * @example de
         */
        Lang?: components['parameters']['Lang']
        /**
         * @description The chosen branch's url as listBranches has it
         * @example https://altstadt.example
         */
        'X-Branch'?: components['parameters']['Branch']
      }
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The settings */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          /**
           * @example [
           *       {
           *         "key": "SITE_TITLE",
           *         "value": "Zum Goldenen Löffel"
           *       },
           *       {
           *         "key": "LOGO",
           *         "value": "",
           *         "media": {
           *           "poster": {
           *             "url": "/media/logo.svg"
           *           }
           *         }
           *       },
           *       {
           *         "key": "PHONE",
           *         "value": "+4930901820"
           *       },
           *       {
           *         "key": "ADDRESS",
           *         "value": "Rathausstraße 5, 10178 Berlin"
           *       },
           *       {
           *         "key": "CONTACT_EMAIL",
           *         "value": "post@loeffel.example"
           *       },
           *       {
           *         "key": "COUNTRY",
           *         "value": "de"
           *       },
           *       {
           *         "key": "RESTAURANT_COORDINATES",
           *         "value": "52.5208, 13.4094"
           *       },
           *       {
           *         "key": "PRIMARY_COLOR",
           *         "value": "#9a3412"
           *       },
           *       {
           *         "key": "TERMS_AND_CONDITIONS",
           *         "value": "2"
           *       },
           *       {
           *         "key": "PRIVACY_POLICY",
           *         "value": "3"
           *       },
           *       {
           *         "key": "RESERVATION_ENABLED",
           *         "value": "1"
           *       },
           *       {
           *         "key": "LOYALTY_SYSTEM",
           *         "value": "1"
           *       },
           *       {
           *         "key": "ALLOW_REGISTRATION",
           *         "value": "1"
           *       },
           *       {
           *         "key": "ALLOW_GUEST_CHECKOUT",
           *         "value": "1"
           *       },
           *       {
           *         "key": "CART_REMINDER",
           *         "value": "1"
           *       },
           *       {
           *         "key": "ALLOW_DELIVERY",
           *         "value": "1"
           *       },
           *       {
           *         "key": "ALLOW_TAKEAWAY",
           *         "value": "1"
           *       },
           *       {
           *         "key": "ALLOW_TIP",
           *         "value": "1"
           *       },
           *       {
           *         "key": "TIP_PERCENTS",
           *         "value": "5,10,15"
           *       },
           *       {
           *         "key": "ALLOW_ISSUE_INVOICE",
           *         "value": "1"
           *       }
           *     ]
           */
          'application/json': components['schemas']['Setting'][]
        }
      }
      default: components['responses']['Failure']
    }
  }
  getTranslations: {
    parameters: {
      query: {
        /**
         * @description The language of the texts
         * @example de
         */
        lang: components['schemas']['LanguageTag']
      }
      header?: {
        /**
         * @description The selected language
         * @example de
         */
        Lang?: components['parameters']['Lang']
        /**
         * @description The chosen branch's url as listBranches has it
         * @example https://altstadt.example
         */
        'X-Branch'?: components['parameters']['Branch']
      }
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The texts; empty where the language has none */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "Home": "Start",
           *       "Menus": "Menüs",
           *       "Cart": "Warenkorb",
           *       "Place Order": "Zahlungspflichtig bestellen"
           *     }
           */
          'application/json': components['schemas']['Translations']
        }
      }
      default: components['responses']['Failure']
    }
  }
  getMe: {
    parameters: {
      query?: never
      header?: {
        /**
         * @description The selected language
         * @example de
         */
        Lang?: components['parameters']['Lang']
        /**
         * @description The chosen branch's url as listBranches has it
         * @example https://altstadt.example
         */
        'X-Branch'?: components['parameters']['Branch']
      }
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The user */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "name": "Ada Lovelace",
           *       "email": "ada@example.org",
           *       "phone": "+4930901820",
           *       "profit": 12.5,
           *       "is_generated": false
           *     }
           */
          'application/json': components['schemas']['User']
        }
      }
      401: components['responses']['Unauthorised']
      default: components['responses']['Failure']
    }
  }
  updateMe: {
    parameters: {
      query?: never
      header?: {
        /**
         * @description The selected language
         * @example de
         */
        Lang?: components['parameters']['Lang']
        /**
         * @description The chosen branch's url as listBranches has it
         * @example https://altstadt.example
         */
        'X-Branch'?: components['parameters']['Branch']
        /**
         * @description The value of the cookie XSRF-TOKEN; towards the upstream the BFF sets it
         * @example 4f1c
         */
        'X-XSRF-TOKEN'?: components['parameters']['Xsrf']
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        /**
         * @example {
         *       "name": "Ada Lovelace",
         *       "email": "ada@example.org",
         *       "phone": "+4930901820"
         *     }
         */
        'application/json': components['schemas']['Profile']
      }
    }
    responses: {
      /** @description The changed user */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "name": "Ada Lovelace",
           *       "email": "ada@example.org",
           *       "phone": "+4930901820",
           *       "profit": 12.5,
           *       "is_generated": false
           *     }
           */
          'application/json': components['schemas']['User']
        }
      }
      401: components['responses']['Unauthorised']
      422: components['responses']['Invalid']
      default: components['responses']['Failure']
    }
  }
  logout: {
    parameters: {
      query?: never
      header?: {
        /**
         * @description The selected language
         * @example de
         */
        Lang?: components['parameters']['Lang']
        /**
         * @description The chosen branch's url as listBranches has it
         * @example https://altstadt.example
         */
        'X-Branch'?: components['parameters']['Branch']
        /**
         * @description The value of the cookie XSRF-TOKEN; towards the upstream the BFF sets it
         * @example 4f1c
         */
        'X-XSRF-TOKEN'?: components['parameters']['Xsrf']
      }
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Ended */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          /** @example {} */
          'application/json': unknown
        }
      }
      /** @description Ended */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      401: components['responses']['Unauthorised']
      default: components['responses']['Failure']
    }
  }
  getTable: {
    parameters: {
      query?: never
      header?: {
        /**
         * @description The selected language
         * @example de
         */
        Lang?: components['parameters']['Lang']
        /**
         * @description The chosen branch's url as listBranches has it
         * @example https://altstadt.example
         */
        'X-Branch'?: components['parameters']['Branch']
      }
      path: {
        /**
         * @description The table code
         * @example T7-KLEE
         */
        id: components['schemas']['PathSegment']
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The table and the token of its session */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "id": 7,
           *       "name": "Tisch 7",
           *       "token": "tbl-8c1f"
           *     }
           */
          'application/json': components['schemas']['Table']
        }
      }
      404: components['responses']['NotFound']
      default: components['responses']['Failure']
    }
  }
  listPages: {
    parameters: {
      query?: never
      header?: {
        /**
         * @description The selected language
         * @example de
         */
        Lang?: components['parameters']['Lang']
        /**
         * @description The chosen branch's url as listBranches has it
         * @example https://altstadt.example
         */
        'X-Branch'?: components['parameters']['Branch']
      }
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The pages */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          /**
           * @example [
           *       {
           *         "id": 1,
           *         "name": "Impressum",
           *         "text": "<p>Angaben</p>",
           *         "onHeader": false,
           *         "onFooter": true,
           *         "isPopup": false
           *       },
           *       {
           *         "id": 2,
           *         "name": "AGB",
           *         "text": "<p>Bedingungen</p>",
           *         "onHeader": false,
           *         "onFooter": true,
           *         "isPopup": false
           *       },
           *       {
           *         "id": 3,
           *         "name": "Datenschutz",
           *         "text": "<p>Angaben</p>",
           *         "onHeader": false,
           *         "onFooter": true,
           *         "isPopup": false
           *       }
           *     ]
           */
          'application/json': components['schemas']['Page'][]
        }
      }
      default: components['responses']['Failure']
    }
  }
  listLanguages: {
    parameters: {
      query?: never
      header?: {
        /**
         * @description The selected language
         * @example de
         */
        Lang?: components['parameters']['Lang']
        /**
         * @description The chosen branch's url as listBranches has it
         * @example https://altstadt.example
         */
        'X-Branch'?: components['parameters']['Branch']
      }
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The languages */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          /**
           * @example [
           *       {
           *         "name": "de"
           *       },
           *       {
           *         "name": "en"
           *       }
           *     ]
           */
          'application/json': components['schemas']['Language'][]
        }
      }
      default: components['responses']['Failure']
    }
  }
  createReservation: {
    parameters: {
      query?: never
      header?: {
        /**
         * @description The selected language
         * @example de
         */
        Lang?: components['parameters']['Lang']
        /**
         * @description The chosen branch's url as listBranches has it
         * @example https://altstadt.example
         */
        'X-Branch'?: components['parameters']['Branch']
        /**
         * @description The value of the cookie XSRF-TOKEN; towards the upstream the BFF sets it
         * @example 4f1c
         */
        'X-XSRF-TOKEN'?: components['parameters']['Xsrf']
        /**
         * @description One per attempt to order
         * @example 0190b7a2-5a0e-7c3d
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey']
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        /**
         * @example {
         *       "reservedAt": "2026-12-24T19:00:00+01:00",
         *       "guests": "4",
         *       "name": "Ada Lovelace",
         *       "email": "ada@example.org",
         *       "phone": "+4930901820",
         *       "notes": "",
         *       "terms": true
         *     }
         */
        'application/json': components['schemas']['Reservation']
      }
    }
    responses: {
      /** @description Received; the body is the upstream's own */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "id": 31
           *     }
           */
          'application/json': unknown
        }
      }
      /** @description Received; the body is the upstream's own */
      201: {
        headers: {
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "id": 31
           *     }
           */
          'application/json': unknown
        }
      }
      /** @description Received */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      422: components['responses']['Invalid']
      default: components['responses']['Failure']
    }
  }
  listMenus: {
    parameters: {
      query?: never
      header?: {
        /**
         * @description The selected language
         * @example de
         */
        Lang?: components['parameters']['Lang']
        /**
         * @description The chosen branch's url as listBranches has it
         * @example https://altstadt.example
         */
        'X-Branch'?: components['parameters']['Branch']
      }
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The menus; `items` may be left to `getMenu` */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          /**
           * @example [
           *       {
           *         "id": 1,
           *         "name": "Mittagsmenü",
           *         "description": "Suppe und Hauptgang",
           *         "price": 14.9,
           *         "discount": 10
           *       }
           *     ]
           */
          'application/json': components['schemas']['Menu'][]
        }
      }
      default: components['responses']['Failure']
    }
  }
  getMenu: {
    parameters: {
      query?: never
      header?: {
        /**
         * @description The selected language
         * @example de
         */
        Lang?: components['parameters']['Lang']
        /**
         * @description The chosen branch's url as listBranches has it
         * @example https://altstadt.example
         */
        'X-Branch'?: components['parameters']['Branch']
      }
      path: {
        /**
         * @description The id of the requested object
         * @example 3
         */
        id: components['parameters']['PathId']
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The menu */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "id": 1,
           *       "name": "Mittagsmenü",
           *       "description": "Suppe und Hauptgang",
           *       "price": 14.9,
           *       "discount": 10,
           *       "items": [
           *         {
           *           "id": 11,
           *           "size": {
           *             "name": "Teller",
           *             "categoryName": "Suppen"
           *           },
           *           "products": [
           *             {
           *               "id": 201,
           *               "name": "Linsensuppe",
           *               "description": "Mit Minze",
           *               "sizes": [
           *                 {
           *                   "id": 2,
           *                   "name": "Teller",
           *                   "price": 5.5
           *                 }
           *               ],
           *               "extras": [],
           *               "variants": [],
           *               "additives": [],
           *               "allergens": []
           *             }
           *           ],
           *           "extras": [],
           *           "variants": []
           *         },
           *         {
           *           "id": 12,
           *           "size": {
           *             "name": "26 cm",
           *             "categoryName": "Pizza"
           *           },
           *           "products": [
           *             {
           *               "id": 301,
           *               "name": "Margherita",
           *               "description": "Tomate, Mozzarella, Basilikum",
           *               "sizes": [
           *                 {
           *                   "id": 1,
           *                   "name": "26 cm",
           *                   "price": 8.5
           *                 }
           *               ],
           *               "extras": [
           *                 {
           *                   "id": 21,
           *                   "name": "Oliven",
           *                   "prices": [
           *                     {
           *                       "sizeId": 1,
           *                       "price": 1.2
           *                     }
           *                   ]
           *                 }
           *               ],
           *               "variants": [
           *                 {
           *                   "id": 31,
           *                   "name": "Boden",
           *                   "type": "select",
           *                   "required": true,
           *                   "options": [
           *                     {
           *                       "id": 311,
           *                       "name": "dünn",
           *                       "price": 0,
           *                       "hasChild": false
           *                     },
           *                     {
           *                       "id": 312,
           *                       "name": "dick",
           *                       "price": 1,
           *                       "hasChild": false
           *                     }
           *                   ]
           *                 }
           *               ],
           *               "additives": [],
           *               "allergens": [
           *                 {
           *                   "name": "A",
           *                   "description": "Gluten"
           *                 }
           *               ]
           *             }
           *           ],
           *           "extras": [],
           *           "variants": []
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['Menu']
        }
      }
      404: components['responses']['NotFound']
      default: components['responses']['Failure']
    }
  }
  listCategories: {
    parameters: {
      query?: never
      header?: {
        /**
         * @description The selected language
         * @example de
         */
        Lang?: components['parameters']['Lang']
        /**
         * @description The chosen branch's url as listBranches has it
         * @example https://altstadt.example
         */
        'X-Branch'?: components['parameters']['Branch']
      }
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The categories */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          /**
           * @example [
           *       {
           *         "id": 3,
           *         "name": "Pizza",
           *         "description": "Aus dem Steinofen"
           *       }
           *     ]
           */
          'application/json': components['schemas']['Category'][]
        }
      }
      default: components['responses']['Failure']
    }
  }
  listCategoryProducts: {
    parameters: {
      query?: never
      header?: {
        /**
         * @description The selected language
         * @example de
         */
        Lang?: components['parameters']['Lang']
        /**
         * @description The chosen branch's url as listBranches has it
         * @example https://altstadt.example
         */
        'X-Branch'?: components['parameters']['Branch']
      }
      path: {
        /**
         * @description The id of the requested object
         * @example 3
         */
        id: components['parameters']['PathId']
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The products, and the category they are in */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": 301,
           *           "name": "Margherita",
           *           "description": "Tomate, Mozzarella, Basilikum",
           *           "sizes": [
           *             {
           *               "id": 1,
           *               "name": "26 cm",
           *               "price": 8.5
           *             }
           *           ],
           *           "extras": [
           *             {
           *               "id": 21,
           *               "name": "Oliven",
           *               "prices": [
           *                 {
           *                   "sizeId": 1,
           *                   "price": 1.2
           *                 }
           *               ]
           *             }
           *           ],
           *           "variants": [
           *             {
           *               "id": 31,
           *               "name": "Boden",
           *               "type": "select",
           *               "required": true,
           *               "options": [
           *                 {
           *                   "id": 311,
           *                   "name": "dünn",
           *                   "price": 0,
           *                   "hasChild": false
           *                 },
           *                 {
           *                   "id": 312,
           *                   "name": "dick",
           *                   "price": 1,
           *                   "hasChild": false
           *                 }
           *               ]
           *             }
           *           ],
           *           "additives": [],
           *           "allergens": [
           *             {
           *               "name": "A",
           *               "description": "Gluten"
           *             }
           *           ]
           *         }
           *       ],
           *       "meta": {
           *         "category": {
           *           "data": {
           *             "id": 3,
           *             "name": "Pizza",
           *             "description": "Aus dem Steinofen"
           *           }
           *         }
           *       }
           *     }
           */
          'application/json': components['schemas']['CategoryProducts']
        }
      }
      404: components['responses']['NotFound']
      default: components['responses']['Failure']
    }
  }
  getProduct: {
    parameters: {
      query?: never
      header?: {
        /**
         * @description The selected language
         * @example de
         */
        Lang?: components['parameters']['Lang']
        /**
         * @description The chosen branch's url as listBranches has it
         * @example https://altstadt.example
         */
        'X-Branch'?: components['parameters']['Branch']
      }
      path: {
        /**
         * @description The category
         * @example 3
         */
        categoryId: components['schemas']['PathSegment']
        /**
         * @description The product
         * @example 301
         */
        productId: components['schemas']['PathSegment']
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The product */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "id": 301,
           *       "name": "Margherita",
           *       "description": "Tomate, Mozzarella, Basilikum",
           *       "sizes": [
           *         {
           *           "id": 1,
           *           "name": "26 cm",
           *           "price": 8.5
           *         }
           *       ],
           *       "extras": [
           *         {
           *           "id": 21,
           *           "name": "Oliven",
           *           "prices": [
           *             {
           *               "sizeId": 1,
           *               "price": 1.2
           *             }
           *           ]
           *         }
           *       ],
           *       "variants": [
           *         {
           *           "id": 31,
           *           "name": "Boden",
           *           "type": "select",
           *           "required": true,
           *           "options": [
           *             {
           *               "id": 311,
           *               "name": "dünn",
           *               "price": 0,
           *               "hasChild": false
           *             },
           *             {
           *               "id": 312,
           *               "name": "dick",
           *               "price": 1,
           *               "hasChild": false
           *             }
           *           ]
           *         }
           *       ],
           *       "additives": [],
           *       "allergens": [
           *         {
           *           "name": "A",
           *           "description": "Gluten"
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['Product']
        }
      }
      404: components['responses']['NotFound']
      default: components['responses']['Failure']
    }
  }
  listPaymentProviders: {
    parameters: {
      query?: never
      header?: {
        /**
         * @description The selected language
         * @example de
         */
        Lang?: components['parameters']['Lang']
        /**
         * @description The chosen branch's url as listBranches has it
         * @example https://altstadt.example
         */
        'X-Branch'?: components['parameters']['Branch']
      }
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The providers */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          /**
           * @example [
           *       {
           *         "id": "cash",
           *         "name": "Bar bei Lieferung",
           *         "displayOption": "direct"
           *       }
           *     ]
           */
          'application/json': components['schemas']['PaymentProvider'][]
        }
      }
      default: components['responses']['Failure']
    }
  }
  createCheckout: {
    parameters: {
      query?: never
      header?: {
        /**
         * @description The selected language
         * @example de
         */
        Lang?: components['parameters']['Lang']
        /**
         * @description The chosen branch's url as listBranches has it
         * @example https://altstadt.example
         */
        'X-Branch'?: components['parameters']['Branch']
        /**
         * @description The value of the cookie XSRF-TOKEN; towards the upstream the BFF sets it
         * @example 4f1c
         */
        'X-XSRF-TOKEN'?: components['parameters']['Xsrf']
        /**
         * @description One per attempt to order
         * @example 0190b7a2-5a0e-7c3d
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey']
      }
      path?: never
      cookie?: never
    }
    requestBody: components['requestBodies']['CheckoutSubmission']
    responses: {
      200: components['responses']['Ordered']
      201: components['responses']['Ordered']
      422: components['responses']['OrderRefused']
      default: components['responses']['Failure']
    }
  }
  createCheckoutV2: {
    parameters: {
      query?: never
      header?: {
        /**
         * @description The selected language
         * @example de
         */
        Lang?: components['parameters']['Lang']
        /**
         * @description The chosen branch's url as listBranches has it
         * @example https://altstadt.example
         */
        'X-Branch'?: components['parameters']['Branch']
        /**
         * @description The value of the cookie XSRF-TOKEN; towards the upstream the BFF sets it
         * @example 4f1c
         */
        'X-XSRF-TOKEN'?: components['parameters']['Xsrf']
        /**
         * @description One per attempt to order
         * @example 0190b7a2-5a0e-7c3d
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey']
      }
      path?: never
      cookie?: never
    }
    requestBody: components['requestBodies']['CheckoutSubmission']
    responses: {
      200: components['responses']['Ordered']
      201: components['responses']['Ordered']
      422: components['responses']['OrderRefused']
      default: components['responses']['Failure']
    }
  }
  quoteCheckout: {
    parameters: {
      query?: never
      header?: {
        /**
         * @description The selected language
         * @example de
         */
        Lang?: components['parameters']['Lang']
        /**
         * @description The chosen branch's url as listBranches has it
         * @example https://altstadt.example
         */
        'X-Branch'?: components['parameters']['Branch']
        /**
         * @description The value of the cookie XSRF-TOKEN; towards the upstream the BFF sets it
         * @example 4f1c
         */
        'X-XSRF-TOKEN'?: components['parameters']['Xsrf']
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        /**
         * @example {
         *       "cart": {
         *         "items": [
         *           {
         *             "type": "productItem",
         *             "productId": 301,
         *             "sizeId": 1,
         *             "qty": 4,
         *             "price": 34,
         *             "extraIds": [],
         *             "optionIds": [
         *               {
         *                 "variantId": 31,
         *                 "value": 311
         *               }
         *             ]
         *           }
         *         ],
         *         "source": "web",
         *         "taxPercent": 0,
         *         "price": 36.5,
         *         "total": 36.5,
         *         "delivery": 2.5,
         *         "discount": 0,
         *         "tax": 0,
         *         "tip": 0
         *       },
         *       "deliverType": "delivery",
         *       "deliverAt": "now",
         *       "areaId": 1,
         *       "useProfit": false,
         *       "takeaway": false
         *     }
         */
        'application/json': components['schemas']['QuoteRequest']
      }
    }
    responses: {
      /** @description The bill */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "lines": [
           *         34
           *       ],
           *       "delivery": 2.5,
           *       "discounts": [
           *         {
           *           "name": "10 % from 30 €",
           *           "value": 3.4
           *         }
           *       ],
           *       "taxItems": [
           *         {
           *           "name": "MwSt. 7 %",
           *           "value": 2.17,
           *           "included": true
           *         }
           *       ],
           *       "tip": 0,
           *       "total": 33.1,
           *       "coupons": true
           *     }
           */
          'application/json': components['schemas']['Bill']
        }
      }
      422: components['responses']['Invalid']
      default: components['responses']['Failure']
    }
  }
  checkPayment: {
    parameters: {
      query: {
        /**
         * @description The payment
         * @example card
         */
        payment: components['schemas']['ShortText']
        /**
         * @description The payment session
         * @example s-83c1
         */
        sess: components['schemas']['ShortText']
      }
      header?: {
        /**
         * @description The selected language
         * @example de
         */
        Lang?: components['parameters']['Lang']
        /**
         * @description The chosen branch's url as listBranches has it
         * @example https://altstadt.example
         */
        'X-Branch'?: components['parameters']['Branch']
      }
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Approved; the body is the upstream's own */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "code": "A-1042"
           *     }
           */
          'application/json': components['schemas']['PaymentCheck']
        }
      }
      /** @description Approved */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      /** @description Not paid; so any other 4xx but 401, 403, 408, 419, 421 and 429 */
      422: {
        headers: {
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "message": "The payment was declined."
           *     }
           */
          'application/json': components['schemas']['Fault']
        }
      }
      default: components['responses']['Failure']
    }
  }
  sendContact: {
    parameters: {
      query?: never
      header?: {
        /**
         * @description The selected language
         * @example de
         */
        Lang?: components['parameters']['Lang']
        /**
         * @description The chosen branch's url as listBranches has it
         * @example https://altstadt.example
         */
        'X-Branch'?: components['parameters']['Branch']
        /**
         * @description The value of the cookie XSRF-TOKEN; towards the upstream the BFF sets it
         * @example 4f1c
         */
        'X-XSRF-TOKEN'?: components['parameters']['Xsrf']
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        /**
         * @example {
         *       "fname": "Ada",
         *       "lname": "Lovelace",
         *       "email": "ada@example.org",
         *       "subject": "Lob",
         *       "message": "Das war gut.",
         *       "terms": true
         *     }
         */
        'application/json': components['schemas']['ContactMessage']
      }
    }
    responses: {
      /** @description Received; the body is the upstream's own */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "id": 5
           *     }
           */
          'application/json': unknown
        }
      }
      /** @description Received; the body is the upstream's own */
      201: {
        headers: {
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "id": 5
           *     }
           */
          'application/json': unknown
        }
      }
      /** @description Received */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      422: components['responses']['Invalid']
      default: components['responses']['Failure']
    }
  }
  getWorkingHours: {
    parameters: {
      query?: never
      header?: {
        /**
         * @description The selected language
         * @example de
         */
        Lang?: components['parameters']['Lang']
        /**
         * @description The chosen branch's url as listBranches has it
         * @example https://altstadt.example
         */
        'X-Branch'?: components['parameters']['Branch']
      }
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The hours */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "data": {
           *         "monday": [
           *           {
           *             "start": "00:00",
           *             "end": "24:00"
           *           }
           *         ],
           *         "tuesday": [
           *           {
           *             "start": "00:00",
           *             "end": "24:00"
           *           }
           *         ],
           *         "wednesday": [
           *           {
           *             "start": "00:00",
           *             "end": "24:00"
           *           }
           *         ],
           *         "thursday": [
           *           {
           *             "start": "00:00",
           *             "end": "24:00"
           *           }
           *         ],
           *         "friday": [
           *           {
           *             "start": "00:00",
           *             "end": "24:00"
           *           }
           *         ],
           *         "saturday": [
           *           {
           *             "start": "00:00",
           *             "end": "24:00"
           *           }
           *         ],
           *         "sunday": [
           *           {
           *             "start": "00:00",
           *             "end": "24:00"
           *           }
           *         ]
           *       },
           *       "meta": {
           *         "isOpenNow": true,
           *         "nextOpen": null,
           *         "isActive": true
           *       }
           *     }
           */
          'application/json': components['schemas']['WorkingHours']
        }
      }
      default: components['responses']['Failure']
    }
  }
  listBranches: {
    parameters: {
      query?: never
      header?: {
        /**
         * @description The selected language
         * @example de
         */
        Lang?: components['parameters']['Lang']
      }
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The branches */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          /**
           * @example [
           *       {
           *         "name": "Altstadt",
           *         "url": "https://altstadt.example"
           *       }
           *     ]
           */
          'application/json': components['schemas']['Branch'][]
        }
      }
      default: components['responses']['Failure']
    }
  }
  login: {
    parameters: {
      query?: never
      header?: {
        /**
         * @description The selected language
         * @example de
         */
        Lang?: components['parameters']['Lang']
        /**
         * @description The chosen branch's url as listBranches has it
         * @example https://altstadt.example
         */
        'X-Branch'?: components['parameters']['Branch']
        /**
         * @description The value of the cookie XSRF-TOKEN; towards the upstream the BFF sets it
         * @example 4f1c
         */
        'X-XSRF-TOKEN'?: components['parameters']['Xsrf']
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        /**
         * @example {
         *       "email": "ada@example.org",
         *       "password": "correct-horse"
         *     }
         */
        'application/json': components['schemas']['Login']
      }
    }
    responses: {
      200: components['responses']['SignedIn']
      422: components['responses']['Invalid']
      default: components['responses']['Failure']
    }
  }
  register: {
    parameters: {
      query?: never
      header?: {
        /**
         * @description The selected language
         * @example de
         */
        Lang?: components['parameters']['Lang']
        /**
         * @description The chosen branch's url as listBranches has it
         * @example https://altstadt.example
         */
        'X-Branch'?: components['parameters']['Branch']
        /**
         * @description The value of the cookie XSRF-TOKEN; towards the upstream the BFF sets it
         * @example 4f1c
         */
        'X-XSRF-TOKEN'?: components['parameters']['Xsrf']
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        /**
         * @example {
         *       "name": "Ada Lovelace",
         *       "email": "ada@example.org",
         *       "phone": "+4930901820",
         *       "password": "correct-horse",
         *       "password_confirmation": "correct-horse",
         *       "terms": true
         *     }
         */
        'application/json': components['schemas']['Register']
      }
    }
    responses: {
      200: components['responses']['Registered']
      201: components['responses']['Registered']
      /** @description Registered */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      422: components['responses']['Invalid']
      default: components['responses']['Failure']
    }
  }
  resetPassword: {
    parameters: {
      query?: never
      header?: {
        /**
         * @description The selected language
         * @example de
         */
        Lang?: components['parameters']['Lang']
        /**
         * @description The chosen branch's url as listBranches has it
         * @example https://altstadt.example
         */
        'X-Branch'?: components['parameters']['Branch']
        /**
         * @description The value of the cookie XSRF-TOKEN; towards the upstream the BFF sets it
         * @example 4f1c
         */
        'X-XSRF-TOKEN'?: components['parameters']['Xsrf']
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        /**
         * @example {
         *       "email": "ada@example.org"
         *     }
         */
        'application/json': components['schemas']['ResetPassword']
      }
    }
    responses: {
      /** @description Sent; the body is the upstream's own */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          /** @example {} */
          'application/json': unknown
        }
      }
      /** @description Sent */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      422: components['responses']['Invalid']
      default: components['responses']['Failure']
    }
  }
  socialLogin: {
    parameters: {
      query?: never
      header?: {
        /**
         * @description The selected language
         * @example de
         */
        Lang?: components['parameters']['Lang']
        /**
         * @description The chosen branch's url as listBranches has it
         * @example https://altstadt.example
         */
        'X-Branch'?: components['parameters']['Branch']
        /**
         * @description The value of the cookie XSRF-TOKEN; towards the upstream the BFF sets it
         * @example 4f1c
         */
        'X-XSRF-TOKEN'?: components['parameters']['Xsrf']
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        /**
         * @example {
         *       "socialId": "1184",
         *       "socialName": "google",
         *       "email": "ada@example.org"
         *     }
         */
        'application/json': components['schemas']['SocialLogin']
      }
    }
    responses: {
      200: components['responses']['SignedIn']
      404: components['responses']['NotFound']
      422: components['responses']['Invalid']
      default: components['responses']['Failure']
    }
  }
  listAreas: {
    parameters: {
      query?: never
      header?: {
        /**
         * @description The selected language
         * @example de
         */
        Lang?: components['parameters']['Lang']
        /**
         * @description The chosen branch's url as listBranches has it
         * @example https://altstadt.example
         */
        'X-Branch'?: components['parameters']['Branch']
      }
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The areas */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          /**
           * @example [
           *       {
           *         "id": 1,
           *         "name": "Altstadt",
           *         "zipcode": "10178",
           *         "minimumOrder": 12,
           *         "deliveryPrice": 2.5,
           *         "freeDeliveryThreshold": 30
           *       }
           *     ]
           */
          'application/json': components['schemas']['Area'][]
        }
      }
      default: components['responses']['Failure']
    }
  }
  listTaxes: {
    parameters: {
      query?: never
      header?: {
        /**
         * @description The selected language
         * @example de
         */
        Lang?: components['parameters']['Lang']
        /**
         * @description The chosen branch's url as listBranches has it
         * @example https://altstadt.example
         */
        'X-Branch'?: components['parameters']['Branch']
      }
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The taxes */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          /**
           * @example [
           *       {
           *         "name": "MwSt.",
           *         "value": 7
           *       }
           *     ]
           */
          'application/json': components['schemas']['Tax'][]
        }
      }
      default: components['responses']['Failure']
    }
  }
  listAddresses: {
    parameters: {
      query?: never
      header?: {
        /**
         * @description The selected language
         * @example de
         */
        Lang?: components['parameters']['Lang']
        /**
         * @description The chosen branch's url as listBranches has it
         * @example https://altstadt.example
         */
        'X-Branch'?: components['parameters']['Branch']
      }
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The addresses */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          /**
           * @example [
           *       {
           *         "id": 9,
           *         "name": "Zuhause",
           *         "address": "Ackerstraße 1",
           *         "extras": "2. Hof",
           *         "zipcode": "10115",
           *         "isDefault": true,
           *         "areaId": 1
           *       }
           *     ]
           */
          'application/json': components['schemas']['Address'][]
        }
      }
      401: components['responses']['Unauthorised']
      default: components['responses']['Failure']
    }
  }
  createAddress: {
    parameters: {
      query?: never
      header?: {
        /**
         * @description The selected language
         * @example de
         */
        Lang?: components['parameters']['Lang']
        /**
         * @description The chosen branch's url as listBranches has it
         * @example https://altstadt.example
         */
        'X-Branch'?: components['parameters']['Branch']
        /**
         * @description The value of the cookie XSRF-TOKEN; towards the upstream the BFF sets it
         * @example 4f1c
         */
        'X-XSRF-TOKEN'?: components['parameters']['Xsrf']
      }
      path?: never
      cookie?: never
    }
    requestBody: components['requestBodies']['AddressInput']
    responses: {
      200: components['responses']['OneAddress']
      201: components['responses']['OneAddress']
      401: components['responses']['Unauthorised']
      422: components['responses']['Invalid']
      default: components['responses']['Failure']
    }
  }
  getAddress: {
    parameters: {
      query?: never
      header?: {
        /**
         * @description The selected language
         * @example de
         */
        Lang?: components['parameters']['Lang']
        /**
         * @description The chosen branch's url as listBranches has it
         * @example https://altstadt.example
         */
        'X-Branch'?: components['parameters']['Branch']
      }
      path: {
        /**
         * @description The id of the requested object
         * @example 3
         */
        id: components['parameters']['PathId']
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      200: components['responses']['OneAddress']
      401: components['responses']['Unauthorised']
      404: components['responses']['NotFound']
      default: components['responses']['Failure']
    }
  }
  updateAddress: {
    parameters: {
      query?: never
      header?: {
        /**
         * @description The selected language
         * @example de
         */
        Lang?: components['parameters']['Lang']
        /**
         * @description The chosen branch's url as listBranches has it
         * @example https://altstadt.example
         */
        'X-Branch'?: components['parameters']['Branch']
        /**
         * @description The value of the cookie XSRF-TOKEN; towards the upstream the BFF sets it
         * @example 4f1c
         */
        'X-XSRF-TOKEN'?: components['parameters']['Xsrf']
      }
      path: {
        /**
         * @description The id of the requested object
         * @example 3
         */
        id: components['parameters']['PathId']
      }
      cookie?: never
    }
    requestBody: components['requestBodies']['AddressInput']
    responses: {
      200: components['responses']['OneAddress']
      401: components['responses']['Unauthorised']
      404: components['responses']['NotFound']
      422: components['responses']['Invalid']
      default: components['responses']['Failure']
    }
  }
  deleteAddress: {
    parameters: {
      query?: never
      header?: {
        /**
         * @description The selected language
         * @example de
         */
        Lang?: components['parameters']['Lang']
        /**
         * @description The chosen branch's url as listBranches has it
         * @example https://altstadt.example
         */
        'X-Branch'?: components['parameters']['Branch']
        /**
         * @description The value of the cookie XSRF-TOKEN; towards the upstream the BFF sets it
         * @example 4f1c
         */
        'X-XSRF-TOKEN'?: components['parameters']['Xsrf']
      }
      path: {
        /**
         * @description The id of the requested object
         * @example 3
         */
        id: components['parameters']['PathId']
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Removed */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          /** @example {} */
          'application/json': unknown
        }
      }
      /** @description Removed */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
      401: components['responses']['Unauthorised']
      404: components['responses']['NotFound']
      default: components['responses']['Failure']
    }
  }
  searchFixedPlaces: {
    parameters: {
      query: {
        /**
         * @description The search text
         * @example Ackerstraße
         */
        q: components['parameters']['Query']
      }
      header?: {
        /**
         * @description The selected language
         * @example de
         */
        Lang?: components['parameters']['Lang']
        /**
         * @description The chosen branch's url as listBranches has it
         * @example https://altstadt.example
         */
        'X-Branch'?: components['parameters']['Branch']
      }
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      200: components['responses']['PlaceHits']
      401: components['responses']['Unauthorised']
      default: components['responses']['Failure']
    }
  }
  searchPlaces: {
    parameters: {
      query: {
        /**
         * @description The search text
         * @example Ackerstraße
         */
        q: components['parameters']['Query']
      }
      header?: {
        /**
         * @description The selected language
         * @example de
         */
        Lang?: components['parameters']['Lang']
        /**
         * @description The chosen branch's url as listBranches has it
         * @example https://altstadt.example
         */
        'X-Branch'?: components['parameters']['Branch']
      }
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      200: components['responses']['PlaceHits']
      401: components['responses']['Unauthorised']
      default: components['responses']['Failure']
    }
  }
  getPlace: {
    parameters: {
      query?: never
      header?: {
        /**
         * @description The selected language
         * @example de
         */
        Lang?: components['parameters']['Lang']
        /**
         * @description The chosen branch's url as listBranches has it
         * @example https://altstadt.example
         */
        'X-Branch'?: components['parameters']['Branch']
      }
      path: {
        /**
         * @description The place
         * @example pl-12
         */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The place */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "coordinates": {
           *         "lat": 52.5208,
           *         "lng": 13.4094
           *       },
           *       "zipcode": "10178",
           *       "address": "Rathausstraße 5"
           *     }
           */
          'application/json': components['schemas']['Place']
        }
      }
      401: components['responses']['Unauthorised']
      404: components['responses']['NotFound']
      default: components['responses']['Failure']
    }
  }
  checkDelivery: {
    parameters: {
      query?: never
      header?: {
        /**
         * @description The selected language
         * @example de
         */
        Lang?: components['parameters']['Lang']
        /**
         * @description The chosen branch's url as listBranches has it
         * @example https://altstadt.example
         */
        'X-Branch'?: components['parameters']['Branch']
        /**
         * @description The value of the cookie XSRF-TOKEN; towards the upstream the BFF sets it
         * @example 4f1c
         */
        'X-XSRF-TOKEN'?: components['parameters']['Xsrf']
      }
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        /**
         * @example {
         *       "coordinates": {
         *         "lat": 52.5208,
         *         "lng": 13.4094
         *       }
         *     }
         */
        'application/json': components['schemas']['DeliveryCheck']
      }
    }
    responses: {
      /** @description The area that covers the point */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "id": 1,
           *       "name": "Altstadt",
           *       "zipcode": "10178",
           *       "minimumOrder": 12,
           *       "deliveryPrice": 2.5,
           *       "freeDeliveryThreshold": 30
           *     }
           */
          'application/json': components['schemas']['Area']
        }
      }
      401: components['responses']['Unauthorised']
      404: components['responses']['NotFound']
      422: components['responses']['Invalid']
      default: components['responses']['Failure']
    }
  }
  listOrders: {
    parameters: {
      query?: never
      header?: {
        /**
         * @description The selected language
         * @example de
         */
        Lang?: components['parameters']['Lang']
        /**
         * @description The chosen branch's url as listBranches has it
         * @example https://altstadt.example
         */
        'X-Branch'?: components['parameters']['Branch']
      }
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The orders */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          /**
           * @example [
           *       {
           *         "code": "A-1042",
           *         "status": "pending_approval",
           *         "statusText": "Wartet auf Bestätigung",
           *         "createdAt": "2026-11-20T18:02:00+01:00",
           *         "deliverAt": null,
           *         "takeaway": false,
           *         "issueInvoice": false,
           *         "items": [
           *           {
           *             "type": "productItem",
           *             "qty": 2,
           *             "price": 17,
           *             "product": "Margherita",
           *             "size": "26 cm",
           *             "extras": [],
           *             "options": {
           *               "Boden": [
           *                 "dünn"
           *               ]
           *             }
           *           }
           *         ],
           *         "payment": {
           *           "price": 19.5,
           *           "cartTotal": 17,
           *           "discount": 0,
           *           "deliver": 2.5,
           *           "tax": 1.37,
           *           "taxItems": [
           *             {
           *               "name": "MwSt.",
           *               "value": 1.37
           *             }
           *           ],
           *           "tip": 0,
           *           "method": "Bar bei Lieferung"
           *         },
           *         "address": "Ackerstraße 1"
           *       }
           *     ]
           */
          'application/json': components['schemas']['Order'][]
        }
      }
      401: components['responses']['Unauthorised']
      default: components['responses']['Failure']
    }
  }
  createOrder: {
    parameters: {
      query?: never
      header?: {
        /**
         * @description The selected language
         * @example de
         */
        Lang?: components['parameters']['Lang']
        /**
         * @description The chosen branch's url as listBranches has it
         * @example https://altstadt.example
         */
        'X-Branch'?: components['parameters']['Branch']
        /**
         * @description The value of the cookie XSRF-TOKEN; towards the upstream the BFF sets it
         * @example 4f1c
         */
        'X-XSRF-TOKEN'?: components['parameters']['Xsrf']
        /**
         * @description One per attempt to order
         * @example 0190b7a2-5a0e-7c3d
         */
        'Idempotency-Key'?: components['parameters']['IdempotencyKey']
      }
      path?: never
      cookie?: never
    }
    requestBody: components['requestBodies']['CheckoutSubmission']
    responses: {
      200: components['responses']['Ordered']
      201: components['responses']['Ordered']
      401: components['responses']['Unauthorised']
      422: components['responses']['OrderRefused']
      default: components['responses']['Failure']
    }
  }
  getOrder: {
    parameters: {
      query?: never
      header?: {
        /**
         * @description The selected language
         * @example de
         */
        Lang?: components['parameters']['Lang']
        /**
         * @description The chosen branch's url as listBranches has it
         * @example https://altstadt.example
         */
        'X-Branch'?: components['parameters']['Branch']
      }
      path: {
        /**
         * @description The order's code
         * @example A-1042
         */
        orderCode: components['schemas']['PathSegment']
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The order */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "code": "A-1042",
           *       "status": "pending_approval",
           *       "statusText": "Wartet auf Bestätigung",
           *       "createdAt": "2026-11-20T18:02:00+01:00",
           *       "deliverAt": null,
           *       "takeaway": false,
           *       "issueInvoice": false,
           *       "items": [
           *         {
           *           "type": "productItem",
           *           "qty": 2,
           *           "price": 17,
           *           "product": "Margherita",
           *           "size": "26 cm",
           *           "extras": [],
           *           "options": {
           *             "Boden": [
           *               "dünn"
           *             ]
           *           }
           *         }
           *       ],
           *       "payment": {
           *         "price": 19.5,
           *         "cartTotal": 17,
           *         "discount": 0,
           *         "deliver": 2.5,
           *         "tax": 1.37,
           *         "taxItems": [
           *           {
           *             "name": "MwSt.",
           *             "value": 1.37
           *           }
           *         ],
           *         "tip": 0,
           *         "method": "Bar bei Lieferung"
           *       },
           *       "address": "Ackerstraße 1"
           *     }
           */
          'application/json': components['schemas']['Order']
        }
      }
      401: components['responses']['Unauthorised']
      404: components['responses']['NotFound']
      default: components['responses']['Failure']
    }
  }
  listTransactions: {
    parameters: {
      query?: {
        /**
         * @description The page, from 1
         * @example 1
         */
        page?: number
      }
      header?: {
        /**
         * @description The selected language
         * @example de
         */
        Lang?: components['parameters']['Lang']
        /**
         * @description The chosen branch's url as listBranches has it
         * @example https://altstadt.example
         */
        'X-Branch'?: components['parameters']['Branch']
      }
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description One page */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "description": "Bestellung A-1042",
           *           "oldProfit": 10,
           *           "amount": 2.5,
           *           "newProfit": 12.5,
           *           "date": "2026-11-20T18:02:00+01:00"
           *         }
           *       ],
           *       "meta": {
           *         "pagination": {
           *           "total": 1,
           *           "current_page": 1,
           *           "per_page": 10,
           *           "total_pages": 1
           *         }
           *       }
           *     }
           */
          'application/json': components['schemas']['Transactions']
        }
      }
      401: components['responses']['Unauthorised']
      default: components['responses']['Failure']
    }
  }
}
