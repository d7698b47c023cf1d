// Derives the upstream's contract (contracts/upstream.yaml) from the browser's (contracts/openapi.yaml): the same data in an envelope, and without the
// BFF's own errors.

/** A node of an OpenAPI document. */
type Node = Record<string, unknown>

/** The calls as an upstream serves them below `{host}/api`; `browser` is contracts/openapi.yaml, parsed. It is not changed. */
export function upstreamContract(browser: Node): Node {
  const document = structuredClone(browser)
  const components = child(document, 'components')
  const responses = child(components, 'responses')
  for (const [path, calls] of Object.entries(child(document, 'paths'))) {
    for (const [method, operation] of Object.entries(calls as Node)) {
      ;(calls as Node)[method] = served(`${method.toUpperCase()} ${path}`, operation as Node, responses)
    }
  }
  const parameters = child(components, 'parameters')
  delete parameters.Branch
  parameters.Xsrf = {
    name: 'X-XSRF-TOKEN',
    in: 'header',
    required: false,
    description: 'The value of the cookie XSRF-TOKEN, URL-decoded; left out where the upstream has set no such cookie',
    schema: { type: 'string', maxLength: 4096 },
    example: '4f1c',
  }
  parameters.RequestId = {
    name: 'X-Request-Id',
    in: 'header',
    required: false,
    description: 'Names the call in the logs of the shop; useful in those of the upstream',
    schema: { type: 'string', maxLength: 128 },
    example: '01jd7f0c5m',
  }
  components.headers = {
    XsrfCookie: {
      description: 'On any answer to a GET: the cookie whose value is due in X-XSRF-TOKEN. A backend without XSRF protection sets none.',
      required: false,
      schema: { type: 'string' },
      example: 'XSRF-TOKEN=4f1c; Path=/; SameSite=Lax',
    },
    RetryAfter: {
      description: 'After how many seconds the call may be made again',
      required: false,
      schema: { type: 'integer', minimum: 0 },
      example: 30,
    },
  }
  components.securitySchemes = {
    bearer: { type: 'http', scheme: 'bearer', description: 'The token that login, social, register or tables/{id} gave' },
  }
  components.responses = { ...errorResponses, OrderRefused: responses.OrderRefused }
  dropGatewayMembers(child(components, 'schemas'))
  removeUnused(document)
  return {
    openapi: document.openapi,
    info: {
      title: "Tablefront, the upstream's side",
      version: (document.info as Node).version,
      license: (document.info as Node).license,
      description: introduction,
    },
    servers: [{ url: '{host}', description: 'The main host or a branch', variables: { host: { default: 'http://127.0.0.1:8090' } } }],
    security: [],
    tags: document.tags,
    // With /api in the paths, so that a mock server generated from this file serves the paths that the shop calls.
    paths: Object.fromEntries(Object.entries(child(document, 'paths')).map(([path, calls]) => [`/api${path}`, calls])),
    components,
  }
}

const introduction = `The calls that Tablefront makes to a restaurant's order backend (docs/backend.md explains them, docs/specification.md section 7 lists them).
Derived from contracts/openapi.yaml by \`make gen\`: change that file, not this one.

- A success is \`{"data": …}\`; three calls have \`meta\` beside it.
- An error is \`{"message": "…"}\`; where fields are wrong, \`data\` has a list of messages for each.
- \`x-required\`: the shop can't open, or can't take an order, without this call. Every other call has \`x-without\`: what the shop does where the call is missing or fails.
- \`x-or\`: of a required call, those that the shop makes where it is missing.
- An id is an integer or a string. A text that may be missing is null or left out. Unknown members are allowed everywhere.
- A call other than GET is sent once. After 419 the shop fetches a new XSRF cookie and sends it once more: answer 419 before anything is done.
`

/** A call as an upstream serves it, without what concerns only the BFF. */
function served(name: string, browser: Node, shared: Node): Node {
  const {
    'x-envelope': envelope,
    'x-auth': auth,
    'x-cache': _cache,
    'x-limit': _limit,
    'x-token': _token,
    'x-pay': _pay,
    'x-body': _body,
    ...operation
  } = browser
  const reads = name.startsWith('GET ')
  operation.security = auth === 'required' ? [{ bearer: [] }] : auth === 'optional' ? [{}, { bearer: [] }] : []
  operation.parameters = [
    ...(operation.parameters as Node[]).filter(({ $ref }) => $ref !== '#/components/parameters/Branch'),
    { $ref: '#/components/parameters/RequestId' },
  ]
  const answers = child(operation, 'responses')
  const own: Node = {}
  for (const [status, answer] of Object.entries(answers)) {
    if (!status.startsWith('2')) continue
    const success = structuredClone(follow(answer as Node, shared))
    if (reads) success.headers = { 'Set-Cookie': { $ref: '#/components/headers/XsrfCookie' } }
    const json = (success.content as Node | undefined)?.['application/json'] as Node | undefined
    if (json !== undefined) wrap(name, json, envelope as string)
    own[status] = success
  }
  if (auth === 'required') own['401'] = { $ref: '#/components/responses/Unauthorised' }
  if (name.includes('{') || answers['404'] !== undefined) own['404'] = { $ref: '#/components/responses/NotFound' }
  if (!reads) own['419'] = { $ref: '#/components/responses/XsrfMismatch' }
  if (answers['422'] !== undefined) own['422'] = answers['422']
  own['429'] = { $ref: '#/components/responses/TooMany' }
  own['500'] = { $ref: '#/components/responses/Failure' }
  operation.responses = own
  return operation
}

/** Wraps the schema and the example of a success in the envelope. */
function wrap(name: string, json: Node, envelope: string): void {
  if (envelope === 'data-meta') return
  if (!('schema' in json) || !('example' in json)) throw new Error(`${name}: a success needs a schema and an example`)
  if (envelope === 'json-string') {
    const text = {
      type: 'string',
      contentMediaType: 'application/json',
      contentSchema: json.schema,
      description: 'A text that holds the object as JSON; the object itself is accepted as well',
    }
    json.schema = { type: 'object', required: ['data'], properties: { data: { oneOf: [text, json.schema] } } }
    json.example = { data: JSON.stringify(json.example) }
    return
  }
  const free = Object.keys(json.schema as Node).length === 0
  json.schema = free ? {} : { type: 'object', required: ['data'], properties: { data: json.schema } }
  json.example = { data: json.example }
}

const failure = (description: string, message: string, more: Node = {}): Node => ({
  description,
  ...more,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Fault' }, example: { message } } },
})

const errorResponses: Node = {
  Unauthorised: failure('The token is missing, unknown or expired', 'Unauthenticated.'),
  NotFound: failure('There is nothing under this id', 'Not found.'),
  XsrfMismatch: failure('X-XSRF-TOKEN is missing or does not fit; nothing was done', 'CSRF token mismatch.'),
  Invalid: {
    description: 'Fields that are not accepted, each with its messages; the shop shows the first beside the field. Nothing was done.',
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/FieldErrors' },
        example: { message: 'The given data was invalid.', data: { email: ['The email has already been taken.'] } },
      },
    },
  },
  TooMany: failure('Too many calls; nothing was done', 'Too many attempts.', {
    headers: { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } },
  }),
  Failure: failure(
    'Any other failure. After a 5xx to an order nobody knows whether it was carried out, unless the body says `placed: false`.',
    'Server error.',
  ),
}

/** Members that exist only between browser and BFF. */
function dropGatewayMembers(schemas: Node): void {
  for (const schema of Object.values(schemas)) {
    const members = (schema as Node).properties as Node | undefined
    if (members === undefined) continue
    ;(schema as Node).properties = Object.fromEntries(
      Object.entries(members).filter(([, member]) => (member as Node)['x-gateway'] !== true),
    )
  }
}

/** Removes unreferenced components, repeatedly, since removing one may leave others unreferenced. */
function removeUnused(document: Node): void {
  const components = child(document, 'components')
  let removed = true
  while (removed) {
    removed = false
    const used = JSON.stringify(document)
    for (const [kind, entries] of Object.entries(components)) {
      if (kind === 'securitySchemes') continue
      const kept = Object.entries(entries as Node).filter(([name]) => used.includes(`"#/components/${kind}/${name}"`))
      removed ||= kept.length < Object.keys(entries as Node).length
      components[kind] = Object.fromEntries(kept)
    }
  }
}

function follow(node: Node, responses: Node): Node {
  const name = (node.$ref as string | undefined)?.replace('#/components/responses/', '')
  return name === undefined ? node : (responses[name] as Node)
}

function child(node: Node, name: string): Node {
  return node[name] as Node
}
