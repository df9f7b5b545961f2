import type { Condition } from '../rules/rule.ts'
import type { SearchGround } from './ground.ts'
import { type Clause, hintsOf } from './prefilter.ts'

/** Returns a context with the words from conditions. */
export function withHints(conditions: readonly Condition[], ground: SearchGround): SearchGround {
  // Values that are bound elsewhere may have their words elsewhere.
  if (ground.source === undefined || ground.outer !== undefined || ground.others !== undefined) return ground
  const own = hintsOf(conditions, ground.patterns, ground.cut)
  if (own.size === 0) return ground
  return { ...ground, hints: ground.hints === undefined ? own : new Map([...ground.hints, ...own]) }
}

export function withoutHints(ground: SearchGround): SearchGround {
  if (ground.hints === undefined && ground.guards === undefined && ground.keys === undefined) return ground
  const { hints: _hints, guards: _guards, keys: _keys, ...plain } = ground
  return plain
}

/** Returns the known words in the values of metavariables. */
export function hintsFor(metas: ReadonlySet<string>, { hints }: SearchGround): readonly Clause[] {
  if (hints === undefined) return []
  return [...hints].flatMap(([name, clause]) => (metas.has(name) ? [clause] : []))
}

const ids = new WeakMap<Clause, string>()
const numbers = new Map<string, string>()

/** Equal for equal hints for some metavariables; empty for none. */
export function keyOfHints(metas: ReadonlySet<string>, { hints }: SearchGround): string {
  if (hints === undefined) return ''
  let key = ''
  for (const [name, clause] of hints) if (metas.has(name)) key += `\0${name} ${idOf(clause)}`
  return key
}

function idOf(clause: Clause): string {
  let id = ids.get(clause)
  if (id === undefined) {
    const written = clause.join(' ')
    id = numbers.get(written) ?? String(numbers.size)
    numbers.set(written, id)
    ids.set(clause, id)
  }
  return id
}
