import type { RunTarget, TargetAuth } from '@gatehouse/contracts/redteam'
import { MASK } from '@gatehouse/kernel'
import { basic } from './auth.ts'
import { parseJson } from './json.ts'
import type { Prepared } from './prepare.ts'

/** Headers whose values are never secret. */
const OPEN_HEADERS = new Set([
  'accept',
  'accept-language',
  'content-type',
  'user-agent',
  'cache-control',
  'origin',
  'referer',
  'anthropic-version',
  'openai-beta',
])
/** Shorter values occur in any text by chance. Own limit. */
const SECRET_UNITS_MIN = 4
/** Body members whose name indicates a secret. */
const SECRET_MEMBER =
  /("[^"\\]{0,60}(?:key|token|secret|passw|credential|authorization)[^"\\]{0,60}"\s{0,20}:\s{0,20}")((?:[^"\\]|\\.){1,16384})"/gi

interface Shownable {
  readonly path: string
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly body?: string | undefined
}

/** Returns a target for reports and answers: without credentials. */
export function shownTarget(config: RunTarget): RunTarget {
  const { headers, auth, variables, steps, stateProbe, canaries, customApiTemplate, ...rest } = config
  const secrets = targetSecrets(config)
  const mask = (text: string): string => maskSecrets(text, secrets)
  const shownStep = <One extends Shownable>(one: One): One => ({
    ...one,
    path: mask(withoutValues(one.path)),
    ...(one.headers === undefined ? {} : { headers: shownHeaders(one.headers) }),
    // Bodies of steps contain login data.
    ...(one.body === undefined ? {} : { body: MASK }),
  })
  const template = customApiTemplate?.bodyTemplate
  return {
    ...rest,
    baseUrl: mask(withoutValues(rest.baseUrl)),
    agentEndpoint: mask(withoutValues(rest.agentEndpoint)),
    ...(rest.systemPrompt === undefined ? {} : { systemPrompt: mask(rest.systemPrompt) }),
    ...(headers === undefined ? {} : { headers: shownHeaders(headers) }),
    ...(auth === undefined ? {} : { auth: shownAuth(auth) }),
    ...(variables === undefined
      ? {}
      : { variables: Object.fromEntries(Object.keys(variables).map((name) => [name, MASK])) }),
    ...(steps === undefined ? {} : { steps: steps.map((step) => shownStep(step)) }),
    ...(stateProbe === undefined ? {} : { stateProbe: shownStep(stateProbe) }),
    ...(canaries === undefined ? {} : { canaries: canaries.map(({ name }) => ({ name, value: MASK })) }),
    ...(customApiTemplate === undefined
      ? {}
      : {
          customApiTemplate: {
            ...customApiTemplate,
            ...(template === undefined ? {} : { bodyTemplate: mask(withoutMembers(template)) }),
          },
        }),
  }
}

/** Returns every value that must not occur in a report: longest first. */
export function targetSecrets(config: RunTarget): readonly string[] {
  const { headers, variables, steps, stateProbe, canaries, customApiTemplate } = config
  const addresses = [
    config.baseUrl,
    config.agentEndpoint,
    config.auth?.type === 'oauth2_client_credentials' ? config.auth.tokenUrl : '',
    ...(steps ?? []).map(({ path }) => path),
    stateProbe?.path ?? '',
  ]
  const ofHeaders = [headers, ...(steps ?? []).map((step) => step.headers), stateProbe?.headers].flatMap(
    secretsOfHeaders,
  )
  const members = [customApiTemplate?.bodyTemplate, ...(steps ?? []).map(({ body }) => body), stateProbe?.body].flatMap(
    (text) => [...(text ?? '').matchAll(SECRET_MEMBER)].flatMap(([, , value = '']) => [value, ...unescaped(value)]),
  )
  const all = [
    ...secretsOfAuth(config.auth),
    ...ofHeaders,
    ...Object.values(variables ?? {}),
    ...(canaries ?? []).map(({ value }) => value),
    ...members,
    ...addresses.flatMap((address) => queryValues(address)),
  ].filter((item) => item.length >= SECRET_UNITS_MIN && !item.includes('{{'))
  const written = all.flatMap((item) => [
    item,
    encodeURIComponent(item.toWellFormed()),
    JSON.stringify(item).slice(1, -1),
  ])
  return [...new Set(written)].toSorted((a, b) => b.length - a.length)
}

/** Returns the value without JSON escapes: targets quote it in this form. */
function unescaped(value: string): readonly string[] {
  const read = value.includes('\\') ? parseJson(`"${value}"`)?.value : undefined
  return typeof read === 'string' ? [read] : []
}

/** Replaces each secret in a text by `***`, or by another mask. */
export function maskSecrets(text: string, secrets: readonly string[], mask: string = MASK): string {
  let masked = text
  for (const secret of secrets) masked = masked.replaceAll(secret, () => mask)
  return masked
}

/** Returns the displayed address of a target. */
export function shownAddress({ base, config }: Prepared): string {
  const path = config.agentEndpoint === '' ? '' : `/${config.agentEndpoint.replace(/^\/+/, '')}`
  const whole = `${base.origin}${base.pathname.replace(/\/$/, '')}${path === '' ? base.search : path}`
  return maskSecrets(withoutValues(whole), targetSecrets(config))
}

/** Removes query values, which are often keys; slots are kept. */
function withoutValues(address: string): string {
  return address
    .replace(/\/\/[^/?#@]{1,1000}@/, `//${MASK}@`)
    .replaceAll(/([?&][^=&#]{1,200}=)(?!\{\{)[^&#]{1,2000}/g, `$1${MASK}`)
}

function queryValues(address: string): readonly string[] {
  const query = address.split('?', 2)[1] ?? ''
  return query.split('&').map((item) => item.slice(item.indexOf('=') + 1))
}

function withoutMembers(template: string): string {
  return template.replaceAll(SECRET_MEMBER, (whole: string, start: string, value: string) =>
    value.includes('{{') ? whole : `${start}${MASK}"`,
  )
}

/** Returns headers for display: only values of never-secret headers are shown. */
export function shownHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, OPEN_HEADERS.has(name.toLowerCase()) ? value : MASK]),
  )
}

function secretsOfHeaders(headers: Readonly<Record<string, string>> | undefined): readonly string[] {
  return Object.entries(headers ?? {})
    .filter(([name]) => !OPEN_HEADERS.has(name.toLowerCase()))
    .flatMap(([, value]) => {
      // `Bearer x`: the secret is x, and an echo of it has no scheme.
      const [, bare] = /^[A-Za-z-]{1,30} +(\S+)$/.exec(value) ?? []
      return bare === undefined ? [value] : [value, bare]
    })
}

function shownAuth(auth: TargetAuth): TargetAuth {
  switch (auth.type) {
    case 'bearer':
      return { ...auth, token: MASK }
    case 'basic':
      return { ...auth, password: MASK }
    case 'api_key':
      return { ...auth, value: MASK }
    case 'oauth2_client_credentials':
      return { ...auth, tokenUrl: withoutValues(auth.tokenUrl), clientSecret: MASK }
    default:
      return auth satisfies never
  }
}

function secretsOfAuth(auth: TargetAuth | undefined): readonly string[] {
  switch (auth?.type) {
    case undefined:
      return []
    case 'bearer':
      return [auth.token]
    case 'basic':
      return [auth.password, basic(auth.username, auth.password).slice('Basic '.length)]
    case 'api_key':
      return [auth.value]
    case 'oauth2_client_credentials':
      return [auth.clientSecret]
    default:
      return auth satisfies never
  }
}
