import type { EffectiveEntry, GuardEntry, ServerConfig, ServerConfigPatch } from '@gatehouse/contracts'
import { canonicalJson } from '@gatehouse/kernel'
import { isStaged } from './stored-blocks.ts'

/** Fields of an entry that `GET` adds and nobody can set. */
const READ_ONLY = ['stage', 'source', 'available', 'problems'] as const

/**
 * A change as it was meant, where the body is what `GET` returned or parts of it: entries that are as they are shown change nothing,
 * and of the others the fields that only `GET` knows are left out.
 * @param shown  the configuration as `GET` returns it now
 */
export function withoutShown({ guardrails }: ServerConfigPatch, shown: ServerConfig): ServerConfigPatch {
  const kept: [string, ServerConfigPatch['guardrails'][string]][] = []
  for (const [name, entry] of Object.entries(guardrails)) {
    const current = shown.guardrails[name]
    if (entry === null) kept.push([name, entry])
    else if (isStaged(entry)) {
      const stages = Object.entries(entry).flatMap(([stage, own]) => {
        const now =
          current === undefined || isEffective(current) ? undefined : current[stage as EffectiveEntry['stage']]
        const change = own === null || own === undefined ? own : changeOf(own, now)
        return change === UNCHANGED ? [] : [[stage, change] as const]
      })
      if (stages.length > 0) kept.push([name, Object.fromEntries(stages)])
    } else {
      const change = changeOf(entry, current !== undefined && isEffective(current) ? current : undefined)
      if (change !== UNCHANGED) kept.push([name, change])
    }
  }
  return { guardrails: Object.fromEntries(kept) }
}

const UNCHANGED = Symbol('unchanged')

/** An entry that came from `GET` names its source and its stage; any other is taken as it is. */
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
