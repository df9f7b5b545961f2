import type { Era } from '@gatehouse/mcp'
import type { UntrustedKind } from '../enforcement/enforcement.ts'

/** Requests whose results are written by the server for a model or a person to read. */
const KINDS: Readonly<Record<string, UntrustedKind>> = {
  'resources/list': 'resources',
  'resources/templates/list': 'resources',
  'resources/read': 'resources',
  'prompts/list': 'prompts',
  'prompts/get': 'prompts',
  'completion/complete': 'completion',
}

/** Requests whose results say nothing: nothing of them passes. */
const SILENT = new Set([
  'ping',
  'logging/setLevel',
  'resources/subscribe',
  'resources/unsubscribe',
  'subscriptions/listen',
])

/** What of a server's words introduces it. */
const INTRODUCTIONS = new Set(['initialize', 'server/discover'])

/** What is asked to know what there is, and brings nothing of it. */
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

/** Requests that a route carries, with what each may say beside its `_meta`. Others would reach a server that nobody has decided about. */
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

/** What a retry brings: the server's own note, and answers that are screened one by one. Only one era has retries. */
const OF_RETRIES = ['requestState', 'inputResponses'] as const
const RETRIED = new Set(['tools/call', 'resources/read', 'prompts/get'])

/** The fields of a request that its server may have; undefined for one that no route carries. */
export function fieldsCarried(method: string, era: Era): readonly string[] | undefined {
  if (!Object.hasOwn(PARAMS, method)) return undefined
  const own = PARAMS[method]!
  return era === 'stateless' && RETRIED.has(method) ? [...own, ...OF_RETRIES] : own
}

/** As what the result of a method is screened; undefined where it says nothing. */
export function kindOf(method: string): UntrustedKind | undefined {
  return SILENT.has(method) ? undefined : (KINDS[method] ?? 'resources')
}

export function isIntroduction(method: string): boolean {
  return INTRODUCTIONS.has(method)
}

/** Whether a request takes nothing of what its tenant may use. */
export function isAside(method: string): boolean {
  return ASIDE.has(method)
}
