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

/** Requests whose results say nothing: nothing of them passes. Whatever is not named anywhere is screened like a resource. */
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

/** As what the result of a method is screened; undefined where it says nothing. */
export function kindOf(method: string): UntrustedKind | undefined {
  return SILENT.has(method) ? undefined : (KINDS[method] ?? 'resources')
}

export function isIntroduction(method: string): boolean {
  return INTRODUCTIONS.has(method)
}

/** Whether a request takes nothing of what its tenant may use. Methods that nobody knows are requests like any other. */
export function isAside(method: string): boolean {
  return ASIDE.has(method)
}
