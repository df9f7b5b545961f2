/** Why a rule cannot run; the message is for who wrote it. */
export class RuleProblem extends Error {}

/** Something of a rule file that is to be an object. @throws {RuleProblem} */
export function objectAt(value: unknown, where: string): Readonly<Record<string, unknown>> {
  if (isObject(value)) return value
  throw new RuleProblem(`${where} has to be an object.`)
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A text. Numbers and truth values that YAML made of one are written again. @throws {RuleProblem} */
export function textAt(value: unknown, where: string): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  throw new RuleProblem(`${where} has to be a text.`)
}

export function listAt(value: unknown, where: string): readonly unknown[] {
  if (Array.isArray(value)) return value
  throw new RuleProblem(`${where} has to be a list.`)
}

/** One text or a list of them. */
export function textsAt(value: unknown, where: string): readonly string[] {
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? value.map((one) => textAt(one, where)) : [textAt(value, where)]
}
