import { type Endpoint, type EndpointTable, platformEndpoints } from '@gatehouse/contracts'
import { appsecEndpoints } from '@gatehouse/contracts/appsec'
import { guardEndpoints } from '@gatehouse/contracts/guard'
import { redteamEndpoints } from '@gatehouse/contracts/redteam'
import { z } from 'zod'

/** Curl options with a value, as used in pages. */
const WITH_VALUE = new Set('-X -H -o -d -F -c -b -w -u --data --data-raw --retry --retry-delay --max-time'.split(' '))
const SWITCHES = new Set('-f -s -S -L --fail --silent --retry-connrefused'.split(' '))

const TABLES: Readonly<Record<string, readonly EndpointTable[]>> = {
  guard: [guardEndpoints, platformEndpoints],
  appsec: [appsecEndpoints, platformEndpoints],
  redteam: [redteamEndpoints, platformEndpoints],
}
/** Names of a service in pages → its endpoints. */
const PLACES: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^(?:http:\/\/)?(?:localhost|127\.0\.0\.1):4000(?=[/?]|$)/, ['guard']],
  [/^(?:http:\/\/)?(?:localhost|127\.0\.0\.1):4100(?=[/?]|$)/, ['appsec']],
  [/^(?:http:\/\/)?(?:localhost|127\.0\.0\.1):4200(?=[/?]|$)/, ['redteam']],
  [/^\$SHIELD(?=[/?]|$)/, ['guard']],
  [/^\$GATEHOUSE_URL(?=[/?]|$)/, ['guard', 'appsec', 'redteam']],
]
/** URLs in pages that are not our services: the reader's own, and third-party ones. */
const OTHERS = [
  /^http:\/\/localhost:300[01](?=[/?]|$)/,
  /^https:\/\/osv-vulnerabilities\.storage\.googleapis\.com\//,
  /^https:\/\/www\.cisa\.gov\//,
  /^https:\/\/epss\.empiricalsecurity\.com\//,
]

interface Call {
  readonly method: string
  readonly url: string
  readonly body: string | undefined
  readonly form: readonly string[]
}

/** Returns the problems of a curl call: an unknown URL, an unknown endpoint, an invalid body. */
export function problemsOfCurl(words: readonly string[]): string[] {
  const read = readCall(words)
  if (typeof read === 'string') return [read]
  const { url, method } = read
  if (OTHERS.some((item) => item.test(url))) return []
  const place = PLACES.find(([item]) => item.test(url))
  if (place === undefined) return [`${url} is no address that pages use`]
  const [path = '', query = ''] = url.replace(place[0], '').split('?')
  const found = place[1].flatMap((service) => endpointsAt(TABLES[service] ?? [], method, path))
  if (found.length === 0) return [`there is no endpoint ${method} ${path}`]
  // A page that does not name the service must match at least one.
  const problems = found.map((endpoint) => [...problemsOfBody(endpoint, read), ...problemsOfQuery(endpoint, query)])
  return problems.some((problem) => problem.length === 0) ? [] : (problems[0] ?? [])
}

function readCall(words: readonly string[]): Call | string {
  const values: [string, string][] = []
  const urls: string[] = []
  for (let at = 1; at < words.length; at += 1) {
    const word = words[at] ?? ''
    const names = /^-[A-Za-z]{2,}$/.test(word) ? Array.from(word.slice(1), (letter) => `-${letter}`) : [word]
    if (!word.startsWith('-')) urls.push(word)
    else if (names.every((name) => SWITCHES.has(name))) continue
    else if (names.slice(0, -1).every((name) => SWITCHES.has(name)) && WITH_VALUE.has(names.at(-1) ?? '')) {
      at += 1
      values.push([names.at(-1) ?? '', words[at] ?? ''])
    } else return `curl has no option ${word} that is known here`
  }
  const all = (...names: readonly string[]) => values.filter(([name]) => names.includes(name)).map(([, value]) => value)
  const [body] = all('-d', '--data', '--data-raw')
  const form = all('-F')
  if (urls.length !== 1) return `curl has ${urls.length} addresses`
  const method = all('-X')[0] ?? (body !== undefined || form.length > 0 ? 'POST' : 'GET')
  return { method, url: urls[0] ?? '', body, form }
}

function endpointsAt(tables: readonly EndpointTable[], method: string, path: string): Endpoint[] {
  return tables
    .flatMap((table) => Object.values<Endpoint>(table))
    .filter((item) => item.method === method && fits(item.path, path))
}

/** A shell variable matches one path segment, and a function argument matches the rest of the path. */
function fits(pattern: string, path: string): boolean {
  const [wanted, values] = [pattern.split('/'), path.split('/')]
  const rest = values.indexOf('$1')
  if (rest !== -1) return wanted.slice(0, rest).join('/') === values.slice(0, rest).join('/')
  return (
    wanted.length === values.length &&
    wanted.every((part, at) => (part.startsWith('{') ? values[at] !== '' : part === values[at]))
  )
}

function problemsOfBody({ body: schema, form: isForm }: Endpoint, { body, form }: Call): string[] {
  if (schema === undefined) return body === undefined && form.length === 0 ? [] : ['the endpoint takes no body']
  if (isForm !== undefined && form.length > 0) {
    const known = schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
    return form.flatMap((part) => {
      const name = part.split('=')[0] ?? ''
      return known.length === 0 || known.includes(name) ? [] : [`the form has no part ${name}`]
    })
  }
  if (body === undefined) return ['the endpoint takes a body, and there is none']
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch (cause) {
    return [`the body is no JSON: ${String(cause)}`]
  }
  const read = schema.safeParse(value)
  return read.success ? unknownFields(schema, value) : [z.prettifyError(read.error)]
}

/** Endpoints drop unknown fields; a page that sends one is wrong. */
function unknownFields(schema: z.ZodType, value: unknown): string[] {
  if (!(schema instanceof z.ZodObject) || typeof value !== 'object' || value === null) return []
  if (schema.def.catchall !== undefined && !(schema.def.catchall instanceof z.ZodNever)) return []
  return Object.keys(value).flatMap((name) => (name in schema.shape ? [] : [`the body has no field ${name}`]))
}

function problemsOfQuery({ query: schema }: Endpoint, query: string): string[] {
  if (query === '') return []
  if (schema === undefined) return ['the endpoint takes no query']
  const values = Object.fromEntries(new URLSearchParams(query))
  if (Object.values(values).some((value) => value.includes('$'))) return []
  const read = schema.safeParse(values)
  return read.success ? [] : [z.prettifyError(read.error)]
}
