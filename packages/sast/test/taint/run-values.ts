import type { Instruction } from '../../src/taint/ir.ts'

export function keyIn(
  item: { readonly key: string | undefined; readonly index?: number },
  registers: unknown[],
): PropertyKey {
  return item.key ?? (registers[item.index ?? -1] as PropertyKey)
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
    const created: Record<string, unknown> = {}
    for (const from of instruction.all) Object.assign(created, registers[from])
    for (const { key, value } of instruction.entries) created[key ?? ''] = registers[value]
    return created
  }
  const results: unknown[] = []
  for (const { key, value } of instruction.entries) if (key !== undefined) results[Number(key)] = registers[value]
  for (const from of instruction.all) results.push(...(registers[from] as Iterable<unknown>))
  for (const { key, value } of instruction.entries) if (key === undefined) results.push(registers[value])
  return results
}
