/** The login providers' servers: their scripts, Google's discovery, keys and signing page, Facebook's Graph API (docs/threat-model.md T19). */
import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { asJson, plain, type ExtraAnswer } from './answer.ts'

const FOLDER = join(import.meta.dirname, '../../providers')
const KEY_ID = 'mock-1'

/** The accounts at each provider; the first one is linked with an account of the shop. */
const PEOPLE = {
  google: {
    ada: { sub: '118400000000000000001', name: 'Ada Lovelace', given_name: 'Ada', email: 'ada@example.org', email_verified: true },
    katherine: {
      sub: '118400000000000000002',
      name: 'Katherine Johnson',
      given_name: 'Katherine',
      email: 'katherine@example.net',
      email_verified: true,
    },
    unverified: {
      sub: '118400000000000000003',
      name: 'Unbe Stätigt',
      given_name: 'Unbe',
      email: 'grace@example.org',
      email_verified: false,
    },
  },
  facebook: {
    '1184001': { id: '1184001', name: 'Ada Lovelace', email: 'ada@example.org' },
    '1184002': { id: '1184002', name: 'Dorothy Vaughan' },
  },
} as const

let keys: { privateKey: KeyObject; publicKey: KeyObject } | null = null
const keyPair = (): { privateKey: KeyObject; publicKey: KeyObject } => (keys ??= generateKeyPairSync('rsa', { modulusLength: 2048 }))

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A Google ID token, signed RS256. Claims can be overridden to forge one for a test. */
const googleCredential = (
  issuer: string,
  account: keyof (typeof PEOPLE)['google'],
  clientId: string,
  nonce: string,
  claims: Record<string, unknown> = {},
): string => {
  const now = Math.floor(Date.now() / 1000)
  const head = encoded({ alg: 'RS256', typ: 'JWT', kid: KEY_ID })
  const body = encoded({
    iss: issuer,
    aud: clientId,
    azp: clientId,
    ...PEOPLE.google[account],
    ...(nonce === '' ? {} : { nonce }),
    iat: now,
    nbf: now - 5,
    exp: now + 3600,
    ...claims,
  })
  return `${head}.${body}.${sign('sha256', Buffer.from(`${head}.${body}`), keyPair().privateKey).toString('base64url')}`
}

const script = async (name: string): Promise<ExtraAnswer> => ({
  status: 200,
  headers: {
    'Content-Type': 'text/javascript; charset=utf-8',
    'Cache-Control': 'no-cache',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  },
  body: await readFile(join(FOLDER, name), 'utf8'),
})

const signingPage = (issuer: string, query: URLSearchParams): ExtraAnswer => {
  const account = query.get('account') ?? ''
  const origin = query.get('origin') ?? ''
  if (!Object.hasOwn(PEOPLE.google, account) || !/^https?:\/\/[\w.:[\]-]+$/.test(origin)) return plain(400, 'account and origin, please')
  const now = Math.floor(Date.now() / 1000)
  const credential = googleCredential(
    issuer,
    account as keyof (typeof PEOPLE)['google'],
    query.get('client_id') ?? '',
    query.get('nonce') ?? '',
    // With `expired`, the token was issued longer ago than its lifetime.
    query.has('expired') ? { iat: now - 7200, nbf: now - 7200, exp: now - 3600 } : {},
  )
  // Both need no escaping: base64url with dots, and the origin validated above.
  return {
    status: 200,
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' },
    body: `<!doctype html><meta charset="utf-8"><title>Google</title><p>You can close this window.</p><script>opener?.postMessage({ credential: '${credential}' }, '${origin}'); close()</script>`,
  }
}

/** Answers `/providers/…`; `base` is the main host's address. */
export const provider = async (base: string, path: string, query: URLSearchParams): Promise<ExtraAnswer> => {
  const issuer = `${base}/providers`
  switch (path) {
    case 'google.js':
    case 'facebook.js':
      return script(path)
    case 'google/sign':
      return signingPage(issuer, query)
    case '.well-known/openid-configuration':
      return asJson(200, {
        issuer,
        authorization_endpoint: `${issuer}/google/sign`,
        jwks_uri: `${issuer}/jwks`,
        response_types_supported: ['id_token'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
      })
    case 'jwks':
      return asJson(200, { keys: [{ ...keyPair().publicKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: KEY_ID }] })
    default:
      return plain(404, 'Not found')
  }
}

const graphError = (message: string): ExtraAnswer => asJson(400, { error: { message, type: 'OAuthException', code: 190 } })

/** Answers `/graph/…`, with or without a version before it. Tokens are `fb-<id>`. */
export const graph = (path: string, query: URLSearchParams): ExtraAnswer => {
  const name = path.replace(/^v\d+\.\d+\//, '')
  if (name === 'debug_token') {
    const app = /^([^|]+)\|.+$/.exec(query.get('access_token') ?? '')?.[1]
    if (app === undefined) return graphError('An app access token is required')
    const id = /^fb-(\d+)$/.exec(query.get('input_token') ?? '')?.[1] ?? ''
    if (!Object.hasOwn(PEOPLE.facebook, id))
      return asJson(200, { data: { is_valid: false, error: { code: 190, message: 'Invalid OAuth access token' }, scopes: [] } })
    const now = Math.floor(Date.now() / 1000)
    return asJson(200, {
      data: {
        app_id: app,
        type: 'USER',
        application: 'Tablefront',
        is_valid: true,
        user_id: id,
        issued_at: now - 60,
        expires_at: now + 5400,
        scopes: ['public_profile', 'email'],
      },
    })
  }
  const person = /^fb-(\d+)$/.exec(query.get('access_token') ?? '')?.[1] ?? ''
  if (!Object.hasOwn(PEOPLE.facebook, person)) return graphError('Invalid OAuth access token')
  if (name === 'me' || name === person) return asJson(200, PEOPLE.facebook[person as keyof (typeof PEOPLE)['facebook']])
  return graphError('Unsupported get request')
}
