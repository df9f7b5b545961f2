import { type HclNode, partOf } from '@gatehouse/sast/configuration'
import { evaluate, type Scope, type Step } from './evaluate.ts'
import { type ConfigFile, labelOf } from './files.ts'
import { quoted } from './quote.ts'
import { EvaluationProblem, isList, isMap, keyOfValue, numberOfValue, Unknown, type Value } from './value.ts'

/** A value and the steps from it: of `var.a[0].b` the name `var` and three steps. */
export interface Chain {
  /** The first name, or the first value. */
  readonly first: { readonly name: string } | { readonly value: Value }
  readonly steps: readonly Step[]
}

export function chainOf(node: HclNode, file: ConfigFile, scope: Scope): Chain {
  const steps: Step[] = []
  let at = node
  for (;;) {
    if (at.kind === 'get_attr') steps.push({ type: 'member', name: labelOf(file.text, partOf(at, 'member')!) })
    else if (at.kind === 'index') steps.push({ type: 'index', key: evaluate(partOf(at, 'key')!, file, scope) })
    else if (at.kind === 'splat') steps.push({ type: 'splat' })
    else break
    at = partOf(at, 'object')!
  }
  steps.reverse()
  if (at.kind === 'identifier') return { first: { name: labelOf(file.text, at) }, steps }
  return { first: { value: evaluate(at, file, scope) }, steps }
}

/**
 * Returns the value at the end of a chain.
 * @throws {EvaluationProblem} for a step to a missing part
 */
export function followChain({ first, steps }: Chain, source: string, scope: Scope): Value {
  if ('value' in first) return follow(first.value, steps, scope)
  const named = scope.names.get(first.name)
  if (named !== undefined) return follow(named, steps, scope)
  const found = scope.resolve([{ type: 'member', name: first.name }, ...steps])
  if (found === undefined)
    return steps.length === 0 ? new Unknown(source) : follow(new Unknown(first.name), steps, scope)
  return follow(found.value, steps.slice(found.used - 1), scope)
}

/** Follows steps from a value. */
export function follow(value: Value, steps: readonly Step[], scope: Scope): Value {
  let reached = value
  for (const [at, step] of steps.entries()) {
    scope.budget.step()
    if (step.type === 'splat') {
      if (reached instanceof Unknown) {
        reached = new Unknown(`${sourceToFollow(reached)}[*]`)
        continue
      }
      const all = reached === null ? [] : isList(reached) ? reached : [reached]
      return all.map((item) => follow(item, steps.slice(at + 1), scope))
    }
    reached = step.type === 'member' ? memberOf(reached, step.name) : indexOf(reached, step.key)
  }
  return reached
}

function memberOf(value: Value, name: string): Value {
  if (value instanceof Unknown) return new Unknown(`${sourceToFollow(value)}.${name}`)
  const found = isMap(value) ? value.get(name) : undefined
  if (found === undefined) throw new EvaluationProblem(`${name} not found.`)
  return found
}

function indexOf(value: Value, key: Value): Value {
  if (value instanceof Unknown || key instanceof Unknown) {
    const written =
      typeof key === 'string' ? quoted(key) : key instanceof Unknown ? key.source : (keyOfValue(key) ?? 'unknown')
    return new Unknown(`${value instanceof Unknown ? sourceToFollow(value) : 'unknown'}[${written}]`)
  }
  const found = isMap(value)
    ? value.get(keyOfValue(key) ?? '')
    : isList(value) && Number.isInteger(numberOfValue(key))
      ? value[numberOfValue(key)]
      : undefined
  if (found === undefined) throw new EvaluationProblem('The element does not exist.')
  return found
}

/** Code that a step may be written after. */
function sourceToFollow({ source }: Unknown): string {
  return /^[\w.[\]"*-]*$/.test(source) && source !== '' ? source : source === '' ? 'unknown' : `(${source})`
}
