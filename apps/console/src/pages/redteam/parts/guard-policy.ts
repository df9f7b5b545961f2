import type { guard } from '../../../api/clients.ts'
import type { Finding } from './types.ts'

export type Policies = Awaited<ReturnType<typeof guard.readPolicies>>
export const BLOCKS = ['input_guardrails', 'output_guardrails', 'agentic_guardrails'] as const
/** Placeholder of a hidden value. */
const MASK = '***'
type Entry = Readonly<Record<string, unknown>>
type Block = Readonly<Record<string, Entry>>
export type Draft = Pick<Policies, (typeof BLOCKS)[number] | 'mode'>

export interface GuardChange {
  readonly block: (typeof BLOCKS)[number]
  readonly guard: string
  /** `on`: the guard was disabled or ran only by default; `stricter`: its action changes; `same`: no change. */
  readonly change: 'on' | 'stricter' | 'same'
}

/** Merges a finding's suggestion into the policies. An existing guard keeps its settings, but blocks. Other parts are unchanged. */
export function withSuggestion(
  now: Policies,
  suggested: NonNullable<Finding['guardPolicy']>,
): { readonly draft: Draft; readonly changes: readonly GuardChange[] } {
  const changes: GuardChange[] = []
  const merged = BLOCKS.map((block) => {
    const before = blockOf(now[block])
    const after: Record<string, Entry> = { ...before }
    for (const [name, entry] of Object.entries(blockOf(suggested[block]))) {
      const known = before[name]
      const next = { ...known, ...entry, ...settingsOf(known, entry) }
      after[name] = next
      const isSame = known !== undefined && JSON.stringify(sorted(known)) === JSON.stringify(sorted(next))
      changes.push({ block, guard: name, change: isSame ? 'same' : known === undefined ? 'on' : 'stricter' })
    }
    return [block, after]
  })
  return { draft: { ...(Object.fromEntries(merged) as Omit<Draft, 'mode'>), mode: now.mode }, changes }
}

function settingsOf(known: Entry | undefined, entry: Entry): { readonly settings?: unknown } {
  const before = objectOf(known?.['settings'])
  // Hidden values are kept unchanged.
  const remaining = Object.entries(before).filter(([, value]) => value === MASK)
  const settings = { ...before, ...objectOf(entry['settings']), ...Object.fromEntries(remaining) }
  return Object.keys(settings).length === 0 ? {} : { settings }
}

const sorted = (entry: Entry): unknown => Object.entries(entry).toSorted(([a], [b]) => (a < b ? -1 : 1))
const objectOf = (value: unknown): Entry =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Entry) : {}
const blockOf = (value: unknown): Block => objectOf(value) as Block
