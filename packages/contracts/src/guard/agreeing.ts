import type { z } from 'zod'

/** Names of the agent. */
const AGENT_NAMES = ['agent_key', 'agent_id']

/**
 * Rejects a body in which two synonymous fields differ, because one would be checked and the other executed.
 * @param groups synonymous names; a dot separates nested fields. Those of the agent are predefined
 */
export function agreeing(...groups: readonly (readonly string[])[]) {
  return (body: object, context: z.RefinementCtx): void => {
    for (const names of groups.some(([name]) => name === AGENT_NAMES[0]) ? groups : [AGENT_NAMES, ...groups]) {
      const values = names.filter((name) => (fieldOf(body, name) ?? undefined) !== undefined)
      const first = values[0]
      const other = values.find((name) => !isSame(fieldOf(body, name), fieldOf(body, first!)))
      if (first === undefined || other === undefined) continue
      const message = `${first} and ${other} contradict each other.`
      context.addIssue({ code: 'custom', path: other.split('.'), message, params: { type: 'contradiction' } })
    }
  }
}

function fieldOf(body: unknown, name: string): unknown {
  let value: unknown = body
  for (const step of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined
    value = Reflect.get(value, step)
  }
  return value
}

function isSame(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return Object.is(a, b)
  const [left, right] = [Object.entries(a), new Map<string, unknown>(Object.entries(b))]
  if (Array.isArray(a) !== Array.isArray(b) || left.length !== right.size) return false
  return left.every(([name, value]) => right.has(name) && isSame(value, right.get(name)))
}
