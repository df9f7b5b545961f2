import { Failure } from '@gatehouse/kernel'
import { PURL_TYPES, type PurlType } from './types.ts'

/** The parts of a package URL, decoded. A part that is absent is not there. */
export interface Purl {
  readonly type: string
  readonly namespace?: string
  readonly name: string
  readonly version?: string
  readonly qualifiers?: Readonly<Record<string, string>>
  readonly subpath?: string
}

/** Parts to build from: absent parts may also be null, undefined or empty. */
export interface PurlParts {
  readonly type: string
  readonly namespace?: string | null | undefined
  readonly name: string
  readonly version?: string | null | undefined
  readonly qualifiers?: Readonly<Record<string, string | null | undefined>> | null | undefined
  readonly subpath?: string | null | undefined
}

/** Maximum length of a package URL in UTF-16 units. Own limit: the longest test case of the specification has 330. */
export const PURL_UNITS_MAX = 8_192

const TYPE = /^[a-z][a-z0-9.-]*$/
const QUALIFIER_KEY = /^[a-z][a-z0-9._-]*$/

/**
 * Parses a package URL by the rules of its type: `pkg:npm/%40types/node@20.1.0` has the namespace `@types`.
 * @throws {Failure} `invalid_request` naming the invalid part
 * @see https://github.com/package-url/purl-spec
 */
export function parsePurl(text: string): Purl {
  return readPurl(text, false)
}

/** Returns the canonical form of a package URL; accepts the input of `parsePurl` and also qualifier keys in any case. */
export function normalisePurl(text: string): string {
  return write(readPurl(text, true))
}

/**
 * The canonical package URL of parts that are not encoded.
 * @throws {Failure} `invalid_request` when the parts name no package of that type
 */
export function buildPurl(parts: PurlParts): string {
  return write(settle(parts))
}

/**
 * The parts in canonical form: case, separators and empty parts settled by the rules of the type.
 * @throws {Failure} `invalid_request` when the parts name no package of that type
 */
function settle(parts: PurlParts): Purl {
  const type = parts.type.toLowerCase()
  if (!TYPE.test(type)) throw refuse(`"${brief(type)}" is not a valid package type`)
  const rules = typeRules(type)
  const qualifiers = settleQualifiers(parts.qualifiers)
  const lowered = (text: string, part: 'name' | 'namespace') =>
    rules.lower === 'both' || rules.lower === part ? text.toLowerCase() : text

  const namespace = lowered(segments(parts.namespace ?? '').join('/'), 'namespace')
  const ownName = lowered(segments(parts.name).join('/'), 'name')
  const name = rules.name === undefined ? ownName : rules.name(ownName, qualifiers)
  const version = parts.version ? (rules.version?.(parts.version) ?? parts.version) : undefined
  const subpath = segments(parts.subpath ?? '')
    .filter((segment) => segment !== '.' && segment !== '..')
    .join('/')

  if (name === '') throw refuse('the name is missing')
  if (rules.namespace === 'required' && namespace === '') throw refuse(`a package of type ${type} requires a namespace`)
  if (rules.namespace === 'prohibited' && namespace !== '') throw refuse(`type ${type} does not support a namespace`)
  const problem = rules.problem?.({ name, version, qualifiers })
  if (problem !== undefined) throw refuse(problem)
  return {
    type,
    ...(namespace !== '' && { namespace }),
    name,
    ...(version !== undefined && { version }),
    ...(Object.keys(qualifiers).length > 0 && { qualifiers }),
    ...(subpath !== '' && { subpath }),
  }
}

function typeRules(type: string): PurlType {
  const lower = type.toLowerCase()
  return Object.hasOwn(PURL_TYPES, lower) ? (PURL_TYPES[lower] ?? {}) : {}
}

function settleQualifiers(input: PurlParts['qualifiers']): Record<string, string> {
  const settled: [string, string][] = []
  const seen = new Set<string>()
  for (const [key, value] of Object.entries(input ?? {})) {
    const lower = key.toLowerCase()
    if (!QUALIFIER_KEY.test(lower)) throw refuse(`"${brief(key)}" is not a valid qualifier key`)
    if (seen.has(lower)) throw refuse(`the qualifier "${brief(lower)}" occurs twice`)
    seen.add(lower)
    if (value) settled.push([lower, value])
  }
  // Keys are ASCII, so comparing units is comparing letters. `__proto__` is no valid key: it would start with "_".
  return Object.fromEntries(settled.sort(([a], [b]) => (a < b ? -1 : 1)))
}

function readPurl(text: string, anyCase: boolean): Purl {
  if (text.length > PURL_UNITS_MAX) throw refuse(`it is longer than ${PURL_UNITS_MAX} characters`)
  if (text.slice(0, 4).toLowerCase() !== 'pkg:') throw refuse('it must start with "pkg:"')
  const [beforeSubpath, subpath] = cut(text.slice(4), '#')
  const [beforeQualifiers, qualifiers] = cut(beforeSubpath, '?')
  const path = beforeQualifiers.replace(/^\/+/, '')
  const slash = path.indexOf('/')
  if (slash === -1) throw refuse('the name is missing')
  const [place, version] = cutVersion(path.slice(slash + 1))
  const places = segments(place)
  // `pkg:swift/github.com/Alamofire/@5.4.3` has no name, rather than the name of the segment before it.
  if (version !== undefined && (place === '' || place.endsWith('/'))) throw refuse('the name is missing')
  const type = path.slice(0, slash)
  const named = typeRules(type).nameIsPath === true ? places.splice(1) : places.splice(-1)
  return settle({
    type,
    namespace: places.map(decodeSegment).join('/'),
    name: named.map(decode).join('/'),
    version: version === undefined ? undefined : decode(version),
    qualifiers: readQualifiers(qualifiers ?? '', anyCase),
    subpath: segments(subpath ?? '')
      .map(decodeSegment)
      .join('/'),
  })
}

function readQualifiers(text: string, anyCase: boolean): Record<string, string> {
  const read = new Map<string, string>()
  for (const pair of text.split('&')) {
    if (pair === '') continue
    const [key, value] = cut(pair, '=')
    // The test cases of the specification reject `?Arch=` and accept `?repositorY_url=`: the first letter decides.
    if (!anyCase && !/^[a-z]/.test(key))
      throw refuse(`the qualifier "${brief(key)}" must start with a lower-case letter`)
    if (read.has(key)) throw refuse(`the qualifier "${brief(key)}" occurs twice`)
    read.set(key, decode(value ?? ''))
  }
  return Object.fromEntries(read)
}

/**
 * Splits off the version after the last `@`. An `@` at the start of a segment with further segments is an unencoded npm scope, as in
 * `pkg:npm/@babel/core`.
 */
function cutVersion(path: string): readonly [string, string | undefined] {
  const at = path.lastIndexOf('@')
  if (at === -1) return [path, undefined]
  const opensSegment = at === 0 || path[at - 1] === '/'
  if (opensSegment && path.includes('/', at)) return [path, undefined]
  return [path.slice(0, at), path.slice(at + 1)]
}

function cut(text: string, mark: string): readonly [string, string | undefined] {
  const at = text.indexOf(mark)
  return at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)]
}

function segments(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '')
}

function decodeSegment(segment: string): string {
  const decoded = decode(segment)
  if (decoded.includes('/')) throw refuse('a segment contains an encoded slash')
  return decoded
}

function decode(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    throw refuse(`"${brief(text)}" is not percent-encoded UTF-8`)
  }
}

function write(purl: Purl): string {
  const namespace = purl.namespace === undefined ? '' : `${purl.namespace.split('/').map(encode).join('/')}/`
  const version = purl.version === undefined ? '' : `@${encode(purl.version)}`
  const pairs = Object.entries(purl.qualifiers ?? {}).map(([key, value]) => `${key}=${encode(value)}`)
  const qualifiers = pairs.length === 0 ? '' : `?${pairs.join('&')}`
  const subpath = purl.subpath === undefined ? '' : `#${purl.subpath.split('/').map(encode).join('/')}`
  const name = typeRules(purl.type).nameIsPath === true ? purl.name.split('/').map(encode).join('/') : encode(purl.name)
  return `pkg:${purl.type}/${namespace}${name}${version}${qualifiers}${subpath}`
}

/** Most parts consist of these characters; `encodeURIComponent` leaves more characters unescaped than the specification. */
const PLAIN = /^[A-Za-z0-9._~:-]*$/

function encode(text: string): string {
  if (PLAIN.test(text)) return text
  return encodeURIComponent(text.toWellFormed())
    .replaceAll('%3A', ':')
    .replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
}

function refuse(subject: string): Failure {
  return new Failure('invalid_request', `Invalid package URL: ${subject}.`)
}

function brief(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}
