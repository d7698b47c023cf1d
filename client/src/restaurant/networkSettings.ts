/** The settings of the social networks, in the order of docs/specification.md section 2. */
export const networkSettings = ['FACEBOOK', 'INSTAGRAM', 'PINTEREST', 'LINKEDIN', 'WHATSAPP', 'TWITTER', 'TRIPADVISOR', 'TIKTOK'] as const
