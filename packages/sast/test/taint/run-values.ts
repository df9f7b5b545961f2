import type { Instruction } from '../../src/taint/ir.ts'

export function keyIn(
  one: { readonly key: string | undefined; readonly index?: number },
  registers: unknown[],
): PropertyKey {
  return one.key ?? (registers[one.index ?? -1] as PropertyKey)
}

export function memberOf(object: unknown, key: PropertyKey): unknown {
  if (object === null || object === undefined) throw new TypeError(`Nothing has no ${String(key)}.`)
  return (object as Record<PropertyKey, unknown>)[key]
}

export function storeIn(object: unknown, key: PropertyKey, value: unknown): void {
  if (object === null || object === undefined) throw new TypeError(`Nothing takes no ${String(key)}.`)
  if (key === undefined && Array.isArray(object)) object.push(value)
  else if (typeof object === 'object' || typeof object === 'function') {
    ;(object as Record<PropertyKey, unknown>)[key] = value
  }
}

export function make(instruction: Extract<Instruction, { op: 'make' }>, registers: unknown[]): unknown {
  if (instruction.isList !== true) {
    const made: Record<string, unknown> = {}
    for (const from of instruction.all) Object.assign(made, registers[from])
    for (const { key, value } of instruction.entries) made[key ?? ''] = registers[value]
    return made
  }
  const made: unknown[] = []
  for (const { key, value } of instruction.entries) if (key !== undefined) made[Number(key)] = registers[value]
  for (const from of instruction.all) made.push(...(registers[from] as Iterable<unknown>))
  for (const { key, value } of instruction.entries) if (key === undefined) made.push(registers[value])
  return made
}
