import type { EffectiveEntry, ServerConfig, ServerConfigPatch } from '@gatehouse/contracts/guard'
import type { GuardEntry } from '@gatehouse/contracts/policies'
import { canonicalJson } from '@gatehouse/kernel'
import { isStaged } from './stored-blocks.ts'

/** Read-only fields that `GET` adds to an entry. */
const READ_ONLY = ['stage', 'source', 'available', 'problems'] as const

/**
 * Reduces a body to its changes: clients may copy entries from `GET`. Removes entries equal to the response, and read-only fields.
 * @param shown the current configuration as `GET` returns it
 */
export function withoutShown({ guardrails }: ServerConfigPatch, shown: ServerConfig): ServerConfigPatch {
  const remaining: [string, ServerConfigPatch['guardrails'][string]][] = []
  for (const [name, entry] of Object.entries(guardrails)) {
    const current = shown.guardrails[name]
    if (entry === null) remaining.push([name, entry])
    else if (isStaged(entry)) {
      const stages = Object.entries(entry).flatMap(([stage, own]) => {
        const now =
          current === undefined || isEffective(current) ? undefined : current[stage as EffectiveEntry['stage']]
        const change = own === null || own === undefined ? own : changeOf(own, now)
        return change === UNCHANGED ? [] : [[stage, change] as const]
      })
      if (stages.length > 0) remaining.push([name, Object.fromEntries(stages)])
    } else {
      const change = changeOf(entry, current !== undefined && isEffective(current) ? current : undefined)
      if (change !== UNCHANGED) remaining.push([name, change])
    }
  }
  return { guardrails: Object.fromEntries(remaining) }
}

const UNCHANGED = Symbol('unchanged')

/** Returns the change of an entry. Entries from `GET` have a source and a stage; others are used unchanged. */
function changeOf(entry: GuardEntry, current: EffectiveEntry | undefined): GuardEntry | typeof UNCHANGED {
  if (entry['source'] === undefined || entry['stage'] === undefined) return entry
  const sent = settable(entry)
  return current !== undefined && canonicalJson(sent) === canonicalJson(settable(current)) ? UNCHANGED : sent
}

function settable(entry: Readonly<Record<string, unknown>>): GuardEntry {
  return Object.fromEntries(Object.entries(entry).filter(([name]) => !READ_ONLY.some((own) => own === name)))
}

function isEffective(shown: ServerConfig['guardrails'][string]): shown is EffectiveEntry {
  return 'source' in shown
}
