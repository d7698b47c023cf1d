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
      address: string
      zipcode?: string | null
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
      /** @description Map tiles; null means a map without them */
      tiles: null | {
        /** @description A template with {z}, {x} and {y} */
        url: string
        attribution: string
      }
      /** @description Reverse geocoding is configured */
      geocoder: boolean
      /** @description The shop keeps itself for a visit without a network (TABLEFRONT_OFFLINE) */
      offline: boolean
      google: null | {
        clientId: string
        script: string
      }
      facebook: null | {
        appId: string
        script: string
      }
      /** @description Shown when there are no settings */
      phone: string | null
      /** @description Hosts a checkout url may lead to; empty: any https host, http on loopback */
      paymentHosts: string[]
      /** @description The executable's version */
      version: string
    }
    /**
     * @description The boot data in `<script type="application/json" id="boot">`. Each part of the shop is left out when there is no copy of it; the client then asks for it.
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
      lang: string
      /**
       * Format: date-time
       * @description Set while the upstream is failing: the time of the oldest copy used
       */
      stale?: string
      settings?: components['schemas']['Setting'][]
      translations?: components['schemas']['Translations']
      languages?: components['schemas']['Language'][]
      pages?: components['schemas']['Page'][]
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
    }
    /** @description From a field's name to its messages */
    FieldMessages: {
      [key: string]: string[]
    }
    /** @description An error. The BFF's own have code, message and requestId; an upstream's may have only a message, or field errors under data. */
    Fault: {
      /** @description snake_case, WIRE.md section 3 */
      code?: string
      /** @description An English sentence, a translation key */
      message?: string
      requestId?: string
      data?: components['schemas']['FieldMessages']
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
    Setting: {
      key: components['schemas']['SettingKey'] | string
      value: string | null
      media?: components['schemas']['Media']
    }
    /** @description From source text to translated text */
    Translations: {
      [key: string]: string
    }
    /** @description A language tag */
    LanguageTag: string
    Language: {
      name: components['schemas']['LanguageTag']
    }
    /** @description An id as the upstream gives it; compared as text */
    Id: number | string
    Page: {
      id: components['schemas']['Id']
      name: string
      /** @description HTML */
      text: string
      onHeader: boolean
      onFooter: boolean
      isPopup: boolean
    }
    Branch: {
      name: string
      url: string
    }
    /** @description HH:MM in the restaurant's time zone */
    TimeOfDay: string
    /** @description An end at or before its start is on the next day */
    HoursRange: {
      start: components['schemas']['TimeOfDay']
      end: components['schemas']['TimeOfDay']
    }
    HoursOfDay: components['schemas']['HoursRange'][]
    /**
     * Format: date-time
     * @description ISO 8601 with an offset
     */
    DateTime: string
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
    /** @description A text that may be missing */
    Text: string | null
    Category: {
      id: components['schemas']['Id']
      name: string
      description?: components['schemas']['Text']
      media?: components['schemas']['Media']
    }
    /** @description Money in currency units, with decimals */
    Amount: number
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
    Variant: {
      id: components['schemas']['Id']
      name: string
      /** @enum {string} */
      type: 'checkbox' | 'select'
      required: boolean
      options: components['schemas']['Option'][]
    }
    Option: {
      id: components['schemas']['Id']
      name: string
      price: components['schemas']['Amount']
      hasChild: boolean
      child?: components['schemas']['Variant'][]
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
    CategoryProducts: {
      data: components['schemas']['Product'][]
      meta: {
        category: {
          data: components['schemas']['Category']
        }
      }
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
