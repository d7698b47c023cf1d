// Writes docs/backend-calls.md from the upstream's contract: each call with its request, its answer and its errors.

type Node = Record<string, unknown>
const width = 140

/** The page; `upstream` is contracts/upstream.yaml, parsed. */
export function callsPage(upstream: Node): string {
  const components = upstream['components'] as Record<string, Record<string, Node>>
  const follow = (node: Node): Node => {
    const [kind = '', name = ''] = ((node['$ref'] as string | undefined) ?? '').split('/').slice(-2)
    return name === '' ? node : (components[kind]?.[name] ?? node)
  }
  const example = (node: unknown) =>
    ((follow(node as Node)['content'] as Node | undefined)?.['application/json'] as Node | undefined)?.['example']
  const text = (parameter: Node) => (parameter['example'] as string | number | undefined) ?? '…'

  const paths = upstream['paths'] as Record<string, Record<string, Node>>
  const nameOf = (method: string, path: string): string => `${method.toUpperCase()} ${path.replace('/api/', '')}`
  const names = new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, call]): [unknown, string] => [call['operationId'], nameOf(method, path)]),
    ),
  )
  const needed: string[] = []
  const sections = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => {
      const parameters = (call['parameters'] as Node[]).map(follow)
      const inPlace = (place: string) => parameters.filter((parameter) => parameter['in'] === place)
      const query = inPlace('query').map((parameter) => `${String(parameter['name'])}=${text(parameter)}`)
      const address = inPlace('path').reduce((a, parameter) => a.replace(`{${String(parameter['name'])}}`, String(text(parameter))), path)
      const security = call['security'] as Node[]
      const login = security.length === 0 ? '' : security.length === 1 ? 'Needs a login. ' : 'Carries the token if there is one. '
      const name = nameOf(method, path)
      const or = (call['x-or'] as string[] | undefined)?.map((id) => `\`${names.get(id) ?? id}\``).join(' and ')
      const required = or === undefined ? 'required: no order without it' : `required, unless the backend has ${or}`
      const without = call['x-required'] === true ? required : String(call['x-without'])
      needed.push(`| \`${name}\` | ${without} | ${login === '' ? '–' : security.length === 1 ? 'yes' : 'if there is one'} |`)
      const answers = Object.entries(call['responses'] as Record<string, Node>)
      const successes = answers.filter(([status]) => status.startsWith('2'))
      const answered = successes.find(([, answer]) => example(answer) !== undefined) ?? successes[0]
      const body = call['requestBody'] === undefined ? '' : `${json(example(call['requestBody']))}\n`
      const answer = answered === undefined ? '' : [answered[0], json(example(answered[1]))].join(' ').trim()
      const others = successes.filter((each) => each !== answered).map(([status]) => status)
      const errors = answers.filter(([status]) => !status.startsWith('2')).map(([status]) => status)
      return `## ${name}

${`${String(call['summary'])}. ${login}`.trim()}

\`\`\`
${method.toUpperCase()} ${address}${query.length > 0 ? `?${query.join('&')}` : ''}
${body}
${answer}
\`\`\`

${others.length > 0 ? `Also a success: ${others.join(', ')}. ` : ''}Errors: ${errors.join(', ')}.
`
    }),
  )
  return `# The calls, with request and answer

For the backend developer. Made from contracts/upstream.yaml by \`make gen\`. [backend.md](backend.md) explains headers, login, errors and orders; the body of each error is in its first table.
The fields are described in [contracts/upstream.yaml](../contracts/upstream.yaml).

## Which are needed

| call | without it | login |
|---|---|---|
${needed.join('\n')}

${sections.join('\n')}
## Settings

A switch is on when its value is neither empty nor \`0\`, \`false\`, \`off\` or \`no\`. The smallest set: ALLOW_GUEST_CHECKOUT, and one of ALLOW_TAKEAWAY, ALLOW_CURBSIDE and ALLOW_DELIVERY.

| setting | format | without it |
|---|---|---|
${settings(components['schemas']?.['SettingKey'] ?? {})}
`
}

/** The rows of the settings' table. */
function settings(keys: Node): string {
  const formats = keys['x-format'] as Record<string, string>
  return Object.entries(keys['x-without'] as Record<string, string>)
    .map(([key, without]) => `| \`${key}\` | ${formats[key] ?? ''} | ${without} |`)
    .join('\n')
}

/** Pretty JSON: on one line what fits on one. */
function json(value: unknown, indent = ''): string {
  if (value === undefined) return ''
  const short = JSON.stringify(value)
  if (typeof value !== 'object' || value === null || indent.length + short.length <= width) return short
  const inner = `${indent}  `
  if (Array.isArray(value)) return `[\n${value.map((each) => inner + json(each, inner)).join(',\n')}\n${indent}]`
  const members = Object.entries(value).map(([key, each]) => `${inner}${JSON.stringify(key)}: ${json(each, inner)}`)
  return `{\n${members.join(',\n')}\n${indent}}`
}
