// The shop's variables in front of the mock backend, for `make run`, the stories and measurements.

/** The settings for what every page may show: the map, who answers for accessibility, the mock branches' own styles. */
export function pageSettings(upstream: string): Record<string, string> {
  return {
    TABLEFRONT_ACCESSIBILITY_CONTACT: 'barrierefrei@goldener-loeffel.example',
    TABLEFRONT_TILES_URL: `${upstream}/tiles/{z}/{x}/{y}.png`,
    TABLEFRONT_TILES_ATTRIBUTION: 'Tablefront',
    TABLEFRONT_CUSTOM_CODE: 'branches',
  }
}

/** The settings for the services that the mock backend plays: geocoder, logins by Google and Facebook. */
export function serviceSettings(upstream: string): Record<string, string> {
  return {
    TABLEFRONT_GEOCODER_URL: `${upstream}/geocoder/reverse`,
    TABLEFRONT_GOOGLE_CLIENT_ID: 'tablefront-mock',
    TABLEFRONT_TEST_PROVIDERS: upstream,
    TABLEFRONT_FACEBOOK_APP_ID: '1000',
    TABLEFRONT_FACEBOOK_APP_SECRET: 'mock-secret',
  }
}
