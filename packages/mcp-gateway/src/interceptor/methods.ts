import type { Era } from '@gatehouse/mcp'
import type { UntrustedKind } from '../enforcement/enforcement.ts'

/** Requests with server-written results for a model or a person. */
const KINDS: Readonly<Record<string, UntrustedKind>> = {
  'resources/list': 'resources',
  'resources/templates/list': 'resources',
  'resources/read': 'resources',
  'prompts/list': 'prompts',
  'prompts/get': 'prompts',
  'completion/complete': 'completion',
}

/** Requests with empty results. Any content is dropped. */
const SILENT = new Set([
  'ping',
  'logging/setLevel',
  'resources/subscribe',
  'resources/unsubscribe',
  'subscriptions/listen',
])

/** Requests that return a server's introduction. */
const INTRODUCTIONS = new Set(['initialize', 'server/discover'])

/** Requests that list features without content. */
const ASIDE = new Set([
  ...INTRODUCTIONS,
  'tools/list',
  'resources/list',
  'resources/templates/list',
  'prompts/list',
  'logging/setLevel',
  'resources/subscribe',
  'resources/unsubscribe',
  'subscriptions/listen',
])

/** Supported requests of a route, with their fields besides `_meta`. Others would reach a server without a decision. */
const PARAMS: Readonly<Record<string, readonly string[]>> = {
  initialize: ['protocolVersion', 'capabilities', 'clientInfo'],
  'server/discover': [],
  ping: [],
  'tools/list': ['cursor'],
  'tools/call': ['name', 'arguments'],
  'resources/list': ['cursor'],
  'resources/templates/list': ['cursor'],
  'resources/read': ['uri'],
  'resources/subscribe': ['uri'],
  'resources/unsubscribe': ['uri'],
  'prompts/list': ['cursor'],
  'prompts/get': ['name', 'arguments'],
  'completion/complete': ['ref', 'argument', 'context'],
  'logging/setLevel': ['level'],
  'subscriptions/listen': ['notifications'],
}

/** Fields of a retry: the server's state, and individually screened responses. Only one protocol version has retries. */
const OF_RETRIES = ['requestState', 'inputResponses'] as const
const RETRIED = new Set(['tools/call', 'resources/read', 'prompts/get'])

/** Returns the fields of a request for its server; undefined for an unsupported request. */
export function forwardedFields(method: string, era: Era): readonly string[] | undefined {
  if (!Object.hasOwn(PARAMS, method)) return undefined
  const own = PARAMS[method]!
  return era === 'stateless' && RETRIED.has(method) ? [...own, ...OF_RETRIES] : own
}

/** Returns the screening kind of a method's result; undefined for an empty result. */
export function kindOf(method: string): UntrustedKind | undefined {
  return SILENT.has(method) ? undefined : (KINDS[method] ?? 'resources')
}

export function isIntroduction(method: string): boolean {
  return INTRODUCTIONS.has(method)
}

/** Returns whether a request does not count for the tenant's quota. */
export function isAside(method: string): boolean {
  return ASIDE.has(method)
}
