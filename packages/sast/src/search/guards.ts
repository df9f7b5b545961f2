import { Failure } from '@gatehouse/kernel'
import type { MetaTest } from '../match/matcher.ts'
import type { Source } from '../match/source.ts'
import type { Condition, Formula } from '../rules/rule.ts'
import { meets } from './conditions.ts'
import type { SearchGround } from './ground.ts'
import { metasIn } from './metas.ts'

/** A condition on one metavariable that binds none. */
export type Guard = Extract<Condition, { type: 'regex' | 'type' }>

/** Conditions on metavariables, by name: a rejected value need not be bound. */
export type Guards = ReadonlyMap<string, readonly Guard[]>

const own = new WeakMap<readonly Condition[], Guards>()

function guardsOf(conditions: readonly Condition[]): Guards {
  let guards = own.get(conditions)
  if (guards === undefined) {
    guards = Map.groupBy(conditions.filter(isGuard), ({ meta }) => meta)
    own.set(conditions, guards)
  }
  return guards
}

/** Whether a condition is a cheap guard. Backtracking regexes are slow, so they run at the end on the few remaining hits. */
function isGuard(condition: Condition): condition is Guard {
  return condition.type === 'type' || (condition.type === 'regex' && condition.regex.isLinear)
}

/** Returns a context with the conditions on single metavariables. */
export function withGuards(conditions: readonly Condition[], ground: SearchGround): SearchGround {
  if (ground.source === undefined || ground.outer !== undefined || ground.others !== undefined) return ground
  const more = guardsOf(conditions)
  if (more.size === 0) return ground
  const guards = new Map(ground.guards)
  for (const [name, list] of more) guards.set(name, [...(guards.get(name) ?? []), ...list])
  return { ...ground, guards }
}

/**
 * Returns the context of one of several combined searches. The first binding of a name is kept, and conditions apply to it only: equal
 * code may be spelled differently elsewhere.
 * @param before searches with precedence for bindings
 */
export function groundAfter(before: readonly Formula[], ground: SearchGround): SearchGround {
  if (ground.guards === undefined || before.length === 0) return ground
  const guards = new Map(ground.guards)
  for (const part of before) for (const name of metasIn(part)) guards.delete(name)
  return guards.size === ground.guards.size ? ground : { ...ground, guards }
}

const ids = new WeakMap<Guard, string>()
const numbers = new Map<string, string>()

/** Equal for guards that ask for the same. */
function idOf(guard: Guard): string {
  let id = ids.get(guard)
  if (id === undefined) {
    const written =
      guard.type === 'regex' ? `${guard.isFollowed} ${guard.regex.source}` : JSON.stringify([...guard.types])
    id = numbers.get(written) ?? `${numbers.size}`
    numbers.set(written, id)
    ids.set(guard, id)
  }
  return id
}

/** Equal for equal guards of some metavariables; empty for none. */
export function keyOfGuards(metas: ReadonlySet<string>, { guards }: SearchGround): string {
  if (guards === undefined) return ''
  let key = ''
  for (const [name, list] of guards) if (metas.has(name)) key += `\u0001${name} ${list.map(idOf).join(' ')}`
  return key
}

const answers = new WeakMap<Source, Map<string, Map<number, boolean>>>()

/** Returns the test for values of a pattern's metavariables; undefined without conditions on them. */
export function testOf(metas: ReadonlySet<string>, ground: SearchGround): MetaTest | undefined {
  const { guards, source } = ground
  if (guards === undefined || source === undefined) return undefined
  const requests = [...guards].filter(([name]) => metas.has(name))
  if (requests.length === 0) return undefined
  const known = answers.get(source) ?? new Map<string, Map<number, boolean>>()
  answers.set(source, known)
  const tests = new Map(
    requests.map(([name, list]) => [
      name,
      list.map((guard) => {
        const id = idOf(guard)
        const byNode = known.get(id) ?? new Map<number, boolean>()
        known.set(id, byNode)
        return { guard, byNode }
      }),
    ]),
  )
  return (name, node) =>
    tests.get(name)?.every(({ guard, byNode }) => {
      let answer = byNode.get(node)
      if (answer === undefined) {
        answer = mayMeet(guard, node, source, ground)
        byNode.set(node, answer)
      }
      return answer
    }) ?? true
}

function mayMeet(guard: Guard, node: number, source: Source, ground: SearchGround): boolean {
  const bound = source.boundOf(node)
  const { start, end } = bound
  try {
    return meets(guard, { start, end, bindings: { name: guard.meta, bound, before: undefined } }, ground).length > 0
  } catch (thrown) {
    // The final evaluation checks it again.
    if (thrown instanceof Failure && thrown.code === 'limit_reached') return true
    throw thrown
  }
}
