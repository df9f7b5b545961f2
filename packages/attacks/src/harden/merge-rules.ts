import { canonicalGuardName } from '@gatehouse/contracts/policies'
import type { GuardRule } from '@gatehouse/contracts/redteam'
import type { ReportFinding } from '@gatehouse/contracts/reports'
import { isJsonObject } from '@gatehouse/kernel'

export type Entry = Readonly<Record<string, unknown>>

const SECTIONS = ['input_guardrails', 'output_guardrails', 'agentic_guardrails'] as const
/** Limits of the guard service for the lists of a guard. */
export const CANARIES_MAX = 100
const LIST_MAX = 1_000

/** Returns the guards that a finding suggests. Reports are untrusted: other contents of its policy are ignored. */
export function suggestedRules({ guardPolicy }: Pick<ReportFinding, 'guardPolicy'>): readonly GuardRule[] {
  return SECTIONS.flatMap((section) => {
    const block = guardPolicy?.[section]
    return Object.entries(isJsonObject(block) ? block : {}).flatMap(([spelling, entry]) => {
      const name = canonicalGuardName(spelling)
      return isJsonObject(entry) ? [{ id: `${section}.${name}`, section, name, entry }] : []
    })
  })
}

/** Merges rules of the same guard or tool into one. */
export function mergeRules(rules: Iterable<GuardRule>): readonly GuardRule[] {
  const merged = new Map<string, GuardRule>()
  for (const rule of rules) {
    merged.set(rule.id, { ...rule, entry: mergeEntries(merged.get(rule.id)?.entry ?? {}, rule.entry) })
  }
  return [...merged.values()]
}

/** Adds rules to a policy file. Entries and settings that a rule does not name stay unchanged; lists of settings are joined. */
export function withRules(base: Entry, rules: readonly GuardRule[]): Record<string, unknown> {
  const merged: Record<string, unknown> = { ...base }
  for (const { section, name, entry } of rules) {
    const block = isJsonObject(merged[section]) ? merged[section] : {}
    const spelling = section === 'tool_policies' ? name : spellingIn(block, name)
    const known = isJsonObject(block[spelling]) ? block[spelling] : {}
    merged[section] = { ...block, [spelling]: mergeEntries(known, entry) }
  }
  return merged
}

export function settingsOf(entry: Entry): Entry {
  const settings = entry['settings']
  return isJsonObject(settings) ? settings : {}
}

function mergeEntries(known: Entry, own: Entry): Entry {
  const before = settingsOf(known)
  const joined = Object.entries(settingsOf(own)).map(([name, value]) => [name, joinLists(name, before[name], value)])
  const settings = { ...before, ...Object.fromEntries(joined) }
  return { ...known, ...own, ...(Object.keys(settings).length === 0 ? {} : { settings }) }
}

function joinLists(name: string, before: unknown, value: unknown): unknown {
  if (!Array.isArray(before) || !Array.isArray(value)) return value
  return [...new Set<unknown>([...before, ...value])].slice(0, name === 'canaries' ? CANARIES_MAX : LIST_MAX)
}

/** Returns the spelling under which a block configures a guard: two spellings of one guard are invalid. */
function spellingIn(block: Entry, name: string): string {
  return Object.keys(block).find((spelling) => canonicalGuardName(spelling) === name) ?? name
}
