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
    /** @description An id as the upstream gives it; compared as text */
    Id: number | string
    /** @description One segment of a path, never only dots */
    PathSegment: string
    /** @description A language tag */
    LanguageTag: string
    ShortText: string
    /** @description A text that may be missing */
    Text: string | null
    /** @description Money in currency units, with decimals */
    Amount: number
    /**
     * Format: date-time
     * @description ISO 8601 with an offset
     */
    DateTime: string
    /** @description HH:MM in the restaurant's time zone */
    TimeOfDay: string
    /** @description An error. The BFF's own have code, message and requestId; an upstream's may have only a message, or field errors under data. */
    Fault: {
      /** @description snake_case, WIRE.md section 3 */
      code?: string
      /** @description An English sentence, a translation key */
      message?: string
      requestId?: string
      data?: components['schemas']['FieldMessages']
    }
    /** @description From a field's name to its messages */
    FieldMessages: {
      [key: string]: string[]
    }
    FieldErrors: {
      message?: string
      data: components['schemas']['FieldMessages']
    }
    /** @description A picture; addresses are absolute or relative to the upstream's host */
    Image: {
      url: string
      wide?: string | null
      circle?: string | null
      square?: string | null
      viewed?: boolean
    }
    /** @description The pictures of a thing (Media holder) */
    Media: {
      poster?: components['schemas']['Image'] | null
      icon?: components['schemas']['Image'] | null
      gallery?: components['schemas']['Image'][]
      slider?: components['schemas']['Image'][]
      splash?: components['schemas']['Image'] | null
      background?: components['schemas']['Image'] | null
    }
    /**
     * @description The settings the shop knows; an upstream may send others
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
    Setting: {
      key: components['schemas']['SettingKey'] | string
      value: string | null
      media?: components['schemas']['Media']
    }
    Language: {
      name: components['schemas']['LanguageTag']
    }
    /** @description From source text to translated text */
    Translations: {
      [key: string]: string
    }
    Branch: {
      name: string
      url: string
    }
    Page: {
      id: components['schemas']['Id']
      name: string
      /** @description HTML */
      text: string
      onHeader: boolean
      onFooter: boolean
      isPopup: boolean
    }
    Category: {
      id: components['schemas']['Id']
      name: string
      description?: components['schemas']['Text']
      media?: components['schemas']['Media']
    }
    Size: {
      id: components['schemas']['Id']
      name: string
      price: components['schemas']['Amount']
    }
    ExtraPrice: {
      sizeId: components['schemas']['Id']
      price: components['schemas']['Amount']
    }
    Extra: {
      id: components['schemas']['Id']
      name: string
      prices: components['schemas']['ExtraPrice'][]
    }
    Option: {
      id: components['schemas']['Id']
      name: string
      price: components['schemas']['Amount']
      hasChild: boolean
      child?: components['schemas']['Variant'][]
    }
    Variant: {
      id: components['schemas']['Id']
      name: string
      /** @enum {string} */
      type: 'checkbox' | 'select'
      required: boolean
      options: components['schemas']['Option'][]
    }
    Additive: {
      /** @description The code as printed on the menu */
      name: string
      description?: components['schemas']['Text']
    }
    Allergen: {
      /** @description The code as printed on the menu */
      name: string
      description?: components['schemas']['Text']
    }
    Product: {
      id: components['schemas']['Id']
      name: string
      description?: components['schemas']['Text']
      media?: components['schemas']['Media']
      sizes: components['schemas']['Size'][]
      extras?: components['schemas']['Extra'][]
      variants?: components['schemas']['Variant'][]
      /** @description Left out: the restaurant gives no information */
      additives?: components['schemas']['Additive'][]
      /** @description Left out: the restaurant gives no information; empty: none */
      allergens?: components['schemas']['Allergen'][]
    }
    CategoryProducts: {
      data: components['schemas']['Product'][]
      meta: {
        category: {
          data: components['schemas']['Category']
        }
      }
    }
    /** @description One slot of a menu */
    MenuItem: {
      id: components['schemas']['Id']
      size: {
        id?: components['schemas']['Id']
        name: string
        categoryName: string
      }
      products: components['schemas']['Product'][]
      extras?: components['schemas']['Extra'][]
      variants?: components['schemas']['Variant'][]
    }
    Menu: {
      id: components['schemas']['Id']
      name: string
      description?: components['schemas']['Text']
      price: components['schemas']['Amount']
      /** @description Percent */
      discount: number
      media?: components['schemas']['Media']
      items?: components['schemas']['MenuItem'][]
    }
    /** @description An end at or before its start is on the next day */
    HoursRange: {
      start: components['schemas']['TimeOfDay']
      end: components['schemas']['TimeOfDay']
    }
    HoursOfDay: components['schemas']['HoursRange'][]
    WorkingHours: {
      data: {
        monday?: components['schemas']['HoursOfDay']
        tuesday?: components['schemas']['HoursOfDay']
        wednesday?: components['schemas']['HoursOfDay']
        thursday?: components['schemas']['HoursOfDay']
        friday?: components['schemas']['HoursOfDay']
        saturday?: components['schemas']['HoursOfDay']
        sunday?: components['schemas']['HoursOfDay']
      }
      meta: {
        isOpenNow: boolean
        nextOpen: components['schemas']['DateTime'] | null
        isActive: boolean
      }
    }
    User: {
      name: string
      email: string
      phone?: components['schemas']['Text']
      profit?: components['schemas']['Amount']
      /** @description A table session */
      is_generated?: boolean
    }
    Profile: {
      name: string
      email: string
      phone: string
      password?: string
      password_confirmation?: string
    }
    Token: {
      token: string
    }
    Table: {
      id: components['schemas']['Id']
      name: string
      token: string
    }
    Coordinates: {
      lat: number
      lng: number
    }
    Area: {
      id: components['schemas']['Id']
      name: string
      zipcode?: components['schemas']['Text']
      minimumOrder: components['schemas']['Amount']
      deliveryPrice: components['schemas']['Amount']
      freeDeliveryThreshold: components['schemas']['Amount']
    }
    Address: {
      id: components['schemas']['Id']
      name: string
      address: string
      extras?: components['schemas']['Text']
      zipcode?: components['schemas']['Text']
      isDefault: boolean
      areaId?: components['schemas']['Id'] | null
      area?: components['schemas']['Area'] | null
      coordinates?: components['schemas']['Coordinates'] | null
    }
    /** @description Old system: name, address, areaId. New system: name, extras, coordinates, and the area that covers them. */
    AddressInput: {
      name: string
      address?: string
      extras?: components['schemas']['Text']
      zipcode?: components['schemas']['Text']
      isDefault?: boolean
      areaId?: components['schemas']['Id']
      coordinates?: components['schemas']['Coordinates']
    }
    PlaceHit: {
      id: components['schemas']['Id']
      name: string
      address?: components['schemas']['Text']
    }
    Place: {
      coordinates: components['schemas']['Coordinates']
      zipcode?: components['schemas']['Text']
      address: string
    }
    DeliveryCheck: {
      coordinates: components['schemas']['Coordinates']
      zipcode?: components['schemas']['Text']
      address?: components['schemas']['Text']
    }
    PaymentProvider: {
      id: components['schemas']['Id']
      name: string
      /** @description direct: paid on the spot, no card icon */
      displayOption?: string | null
    }
    Tax: {
      name: string
      /** @description Percent */
      value: number
    }
    Reservation: {
      reservedAt: components['schemas']['DateTime']
      /** @enum {string} */
      guests: '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | '10+'
      name: string
      email: string
      phone: string
      notes?: string
      terms: boolean
    }
    ContactMessage: {
      fname: string
      lname: string
      email: string
      subject: string
      message: string
      terms: boolean
    }
    Login: {
      email: string
      password: string
    }
    Register: {
      name: string
      email?: string
      phone: string
      password?: string
      password_confirmation?: string
      terms: boolean
      socialId?: string
      socialName?: string
      /** @description Google's proof; taken out by the BFF */
      idToken?: string
      /** @description Facebook's proof; taken out by the BFF */
      accessToken?: string
      /** @description What the proof was asked with; taken out by the BFF */
      nonce?: string
    }
    ResetPassword: {
      email: string
    }
    SocialLogin: {
      socialId: string
      /** @description The provider, as in google or facebook */
      socialName: string
      email?: string
      /** @description Google's proof; taken out by the BFF */
      idToken?: string
      /** @description Facebook's proof; taken out by the BFF */
      accessToken?: string
      /** @description What the proof was asked with; taken out by the BFF */
      nonce?: string
    }
    /** @description A choice: value names the chosen option of a select variant, optionId one ticked option of a checkbox variant */
    OptionId: {
      variantId: components['schemas']['Id']
      value?: components['schemas']['Id']
      optionId?: components['schemas']['Id']
    }
    ProductLine: {
      /** @constant */
      type: 'productItem'
      productId: components['schemas']['Id']
      sizeId: components['schemas']['Id']
      qty: number
      price: components['schemas']['Amount']
      extraIds: components['schemas']['ExtraId'][]
      optionIds: components['schemas']['OptionId'][]
    }
    ExtraId: {
      extraId: components['schemas']['Id']
      selected: boolean
      name: string
    }
    /** @description One filled slot of a menu */
    MenuLineItem: {
      menuItemId: components['schemas']['Id']
      productId: components['schemas']['Id']
      extras: {
        id: components['schemas']['Id']
        name: string
        selected: boolean
      }[]
      optionIds: components['schemas']['OptionId'][]
    }
    MenuLine: {
      /** @constant */
      type: 'menuItem'
      menuId: components['schemas']['Id']
      name: string
      qty: number
      price: components['schemas']['Amount']
      items: components['schemas']['MenuLineItem'][]
    }
    Cart: {
      items: (components['schemas']['ProductLine'] | components['schemas']['MenuLine'])[]
      /** @description web by default */
      source: string
      taxPercent: number
      price: components['schemas']['Amount']
      total: components['schemas']['Amount']
      delivery: components['schemas']['Amount']
      discount: components['schemas']['Amount']
      tax: components['schemas']['Amount']
      tip: components['schemas']['Amount']
    }
    CheckoutSubmission: {
      cart: components['schemas']['Cart']
      name: string
      email: string
      phone: string
      /** @enum {string} */
      deliverType: 'delivery' | 'takeaway' | 'curbside' | 'table'
      /** @enum {string} */
      deliverAt: 'now' | 'later'
      deliverDate?: components['schemas']['DateTime']
      notes?: string
      table?: components['schemas']['Id']
      addressId?: components['schemas']['Id']
      areaId?: components['schemas']['Id']
      address?: string
      coordinates?: components['schemas']['Coordinates']
      zipcode?: string
      terms: boolean
      issueInvoice: boolean
      useProfit: boolean
      paymentType: components['schemas']['Id']
      takeaway: boolean
    }
    CheckoutResult: {
      id?: components['schemas']['Id']
      code?: string
      /** @description Where to pay: a full-page redirect */
      url?: string | null
      /** @description Set by the BFF in place of an address that is no payment page of this shop; the order is placed and not paid */
      urlRefused?: boolean
    }
    /** @description Any success means approved; a code names the order */
    PaymentCheck: {
      code?: string
    }
    OrderItem: {
      /** @enum {string} */
      type: 'productItem' | 'menuItem'
      qty: number
      price: components['schemas']['Amount']
      product?: components['schemas']['Text']
      menu?: components['schemas']['Text']
      size?: components['schemas']['Text']
      extras?: string[]
      options?: {
        [key: string]: string[]
      }
      items?: components['schemas']['OrderItem'][]
    }
    TaxItem: {
      name: string
      value: components['schemas']['Amount']
    }
    OrderPayment: {
      price: components['schemas']['Amount']
      cartTotal: components['schemas']['Amount']
      discount: components['schemas']['Amount']
      deliver: components['schemas']['Amount']
      tax: components['schemas']['Amount']
      taxItems?: components['schemas']['TaxItem'][]
      tip: components['schemas']['Amount']
      method?: components['schemas']['Text']
    }
    Order: {
      code: string
      /** @enum {string} */
      status: 'completed' | 'approved' | 'rejected' | 'pending_approval'
      statusText?: components['schemas']['Text']
      createdAt: components['schemas']['DateTime']
      deliverAt?: components['schemas']['DateTime'] | null
      takeaway?: boolean
      issueInvoice?: boolean
      items: components['schemas']['OrderItem'][]
      payment: components['schemas']['OrderPayment']
      address?: components['schemas']['Text']
    }
    Transaction: {
      description: string
      oldProfit: components['schemas']['Amount']
      amount: components['schemas']['Amount']
      newProfit: components['schemas']['Amount']
      date: components['schemas']['DateTime']
    }
    Transactions: {
      data: components['schemas']['Transaction'][]
      meta: {
        pagination: {
          total: number
          current_page: number
          per_page: number
          total_pages: number
        }
      }
    }
  }
  responses: {
    /** @description An error of the BFF (WIRE.md section 3), or the upstream's own, passed on */
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
    /** @description There is no such thing */
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
    /** @description Fields that are not right, each with its messages; the first is shown */
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
     * @description The cookie XSRF-TOKEN; the BFF sees to it towards the upstream
     * @example 4f1c
     */
    Xsrf: string
    /**
     * @description One per attempt to order
     * @example 0190b7a2-5a0e-7c3d
     */
    IdempotencyKey: string
    /**
     * @description The thing's id
     * @example 3
     */
    PathId: components['schemas']['PathSegment']
    /**
     * @description What to look for
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
         *             "optionIds": []
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
export type DateTime = components['schemas']['DateTime']
export type TimeOfDay = components['schemas']['TimeOfDay']
export type Fault = components['schemas']['Fault']
export type FieldMessages = components['schemas']['FieldMessages']
export type FieldErrors = components['schemas']['FieldErrors']
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
           *       "Menus": "Menüs"
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
         * @description The cookie XSRF-TOKEN; the BFF sees to it towards the upstream
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
         * @description The cookie XSRF-TOKEN; the BFF sees to it towards the upstream
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
         * @description The cookie XSRF-TOKEN; the BFF sees to it towards the upstream
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
           *         "discount": 10,
           *         "items": []
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
         * @description The thing's id
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
           *           "products": [],
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
         * @description The thing's id
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
           *       "data": [],
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
           *       "extras": [],
           *       "variants": [],
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
         * @description The cookie XSRF-TOKEN; the BFF sees to it towards the upstream
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
      422: components['responses']['Invalid']
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
         * @description The cookie XSRF-TOKEN; the BFF sees to it towards the upstream
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
      422: components['responses']['Invalid']
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
         * @description The cookie XSRF-TOKEN; the BFF sees to it towards the upstream
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
           *             "start": "11:00",
           *             "end": "22:30"
           *           }
           *         ],
           *         "tuesday": [],
           *         "wednesday": [],
           *         "thursday": [],
           *         "friday": [],
           *         "saturday": [],
           *         "sunday": []
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
         * @description The cookie XSRF-TOKEN; the BFF sees to it towards the upstream
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
         * @description The cookie XSRF-TOKEN; the BFF sees to it towards the upstream
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
         * @description The cookie XSRF-TOKEN; the BFF sees to it towards the upstream
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
         * @description The cookie XSRF-TOKEN; the BFF sees to it towards the upstream
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
         * @description The cookie XSRF-TOKEN; the BFF sees to it towards the upstream
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
         * @description The thing's id
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
         * @description The cookie XSRF-TOKEN; the BFF sees to it towards the upstream
         * @example 4f1c
         */
        'X-XSRF-TOKEN'?: components['parameters']['Xsrf']
      }
      path: {
        /**
         * @description The thing's id
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
         * @description The cookie XSRF-TOKEN; the BFF sees to it towards the upstream
         * @example 4f1c
         */
        'X-XSRF-TOKEN'?: components['parameters']['Xsrf']
      }
      path: {
        /**
         * @description The thing's id
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
         * @description What to look for
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
         * @description What to look for
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
         * @description The cookie XSRF-TOKEN; the BFF sees to it towards the upstream
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
          /** @example [] */
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
         * @description The cookie XSRF-TOKEN; the BFF sees to it towards the upstream
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
      422: components['responses']['Invalid']
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
           *           "extras": [
           *             "Oliven"
           *           ],
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
