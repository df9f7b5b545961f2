import { type HclNode, partOf, partsOf } from '@gatehouse/sast/configuration'
import { evaluate, type Scope } from './evaluate.ts'
import { type ConfigFile, labelOf } from './files.ts'
import { isList, isMap, numberOfValue, textOfValue, truthOfValue, Unknown, type Value } from './value.ts'

/**
 * Converts a value to a variable's type, with the defaults of optional attributes.
 * @throws {EvaluationProblem} for a value of another type
 */
export function asType(value: Value, type: HclNode, file: ConfigFile, scope: Scope): Value {
  if (value === null || value instanceof Unknown) return value
  scope.budget.step()
  if (type.kind === 'identifier') return asPrimitive(value, labelOf(file.text, type))
  if (type.kind !== 'call') return value
  const name = labelOf(file.text, partOf(type, 'function')!)
  const [inner] = partsOf(partOf(type, 'arguments')!)
  if (inner === undefined) return value
  const convert = (item: Value): Value => asType(item, inner, file, scope)
  if (name === 'list' || name === 'set') return isList(value) ? value.map(convert) : value
  if (name === 'map') return isMap(value) ? new Map([...value].map(([key, item]) => [key, convert(item)])) : value
  if (name === 'object' && isMap(value) && inner.kind === 'object') return asObject(value, inner, file, scope)
  return value
}

function asPrimitive(value: Value, name: string): Value {
  if (name === 'string' && (typeof value === 'number' || typeof value === 'boolean')) return textOfValue(value)
  if (name === 'number' && typeof value === 'string') return numberOfValue(value)
  return name === 'bool' && typeof value === 'string' ? truthOfValue(value) : value
}

function asObject(value: ReadonlyMap<string, Value>, type: HclNode, file: ConfigFile, scope: Scope): Value {
  const created = new Map<string, Value>()
  for (const element of partsOf(type)) {
    const key = partOf(element, 'key')
    const part = partOf(element, 'value')
    if (key === undefined || part === undefined) continue
    const name = labelOf(file.text, key)
    const [optional, standard] = optionalOf(part, file)
    const own = value.get(name) ?? null
    const filled = own === null && standard !== undefined ? evaluate(standard, file, scope) : own
    created.set(name, asType(filled, optional, file, scope))
  }
  return created
}

/** `optional(type, default)` */
function optionalOf(type: HclNode, file: ConfigFile): readonly [HclNode, HclNode | undefined] {
  if (type.kind !== 'call' || labelOf(file.text, partOf(type, 'function')!) !== 'optional') return [type, undefined]
  const [inner, standard] = partsOf(partOf(type, 'arguments')!)
  return inner === undefined ? [type, undefined] : [inner, standard]
}
