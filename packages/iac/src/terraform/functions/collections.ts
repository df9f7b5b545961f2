import {
  EvaluationProblem,
  isEqual,
  isKnown,
  isList,
  isMap,
  joinedText,
  listOfValue,
  mapOfValue,
  numberOfValue,
  textOfValue,
  Unknown,
  type Value,
} from '../value.ts'
import { argument, type Call, checkedCount, type Functions, unknownOf } from './function.ts'

const list = (args: readonly Value[], at: number): readonly Value[] => listOfValue(argument(args, at))

/** Functions that only move values: elements of a list or map may be unknown, the list or map itself may not. */
export const COLLECTION_FUNCTIONS: Functions = {
  chunklist: (args) => {
    const size = Math.max(1, numberOfValue(argument(args, 1)))
    const all = list(args, 0)
    return Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size))
  },
  coalesce: (args, call) => firstOf(args, call, (one) => one !== null && one !== ''),
  coalescelist: (args, call) => firstOf(args, call, (one) => isList(one) && one.length > 0),
  compact: (args) => list(args, 0).filter((item) => item !== null && item !== ''),
  concat: (args) => {
    const all = args.flatMap((arg) => listOfValue(arg))
    checkedCount(all.length)
    return all
  },
  element: (args) => {
    const all = list(args, 0)
    if (all.length === 0) throw new EvaluationProblem('The element does not exist.')
    const at = numberOfValue(argument(args, 1))
    return all[((at % all.length) + all.length) % all.length]!
  },
  flatten: (args) => {
    const flat = flattened(argument(args, 0))
    checkedCount(flat.length)
    return flat
  },
  index: (args) => {
    const at = list(args, 0).findIndex((item) => isEqual(item, argument(args, 1)))
    if (at === -1) throw new EvaluationProblem('The element does not exist.')
    return at
  },
  keys: (args) => [...mapOfValue(argument(args, 0)).keys()].toSorted(),
  length: (args) => {
    const value = argument(args, 0)
    if (typeof value === 'string') return Array.from(value).length
    return isMap(value) ? value.size : listOfValue(value).length
  },
  list: (args) => args,
  lookup: (args) => {
    const found = mapOfValue(argument(args, 0)).get(textOfValue(argument(args, 1)))
    return found ?? argument(args, 2)
  },
  map: (args) => new Map(pairs(args)),
  merge: (args) => new Map(args.flatMap((arg) => (arg === null ? [] : [...mapOfValue(arg)]))),
  one: (args) => {
    const all = list(args, 0)
    if (all.length > 1) throw new EvaluationProblem('The list has more than one element.')
    return all[0] ?? null
  },
  reverse: (args) => list(args, 0).toReversed(),
  slice: (args) => list(args, 0).slice(numberOfValue(argument(args, 1)), numberOfValue(argument(args, 2))),
  sensitive: (args) => argument(args, 0),
  nonsensitive: (args) => argument(args, 0),
  ephemeralasnull: (args) => argument(args, 0),
  issensitive: () => false,
  tolist: (args) => list(args, 0),
  toset: (args) => distinct(list(args, 0)),
  tomap: (args) => mapOfValue(argument(args, 0)),
  values: (args) => {
    const map = mapOfValue(argument(args, 0))
    return [...map.keys()].toSorted().map((key) => map.get(key)!)
  },
  zipmap: (args) => new Map(list(args, 0).map((key, at) => [textOfValue(key), list(args, 1)[at] ?? null])),
  join: (args) => {
    const between = textOfValue(argument(args, 0))
    const all = args.slice(1).flatMap((arg) => listOfValue(arg))
    if (between.length * all.length > 1_000_000) throw new EvaluationProblem('The text is too long.')
    return joinedText(all.flatMap((item, at) => (at === 0 ? [item] : [between, item])))
  },
}

/** Functions that read their arguments: all values have to be known. */
export const SET_FUNCTIONS: Functions = {
  alltrue: (args) => list(args, 0).every((item) => item === true || item === 'true'),
  anytrue: (args) => list(args, 0).some((item) => item === true || item === 'true'),
  contains: (args) => list(args, 0).some((item) => isEqual(item, argument(args, 1))),
  distinct: (args) => distinct(list(args, 0)),
  matchkeys: (args) =>
    list(args, 0).filter((_one, at) => list(args, 2).some((wanted) => isEqual(wanted, list(args, 1)[at] ?? null))),
  range: (args) => rangeOf(args.map(numberOfValue)),
  setintersection: (args) =>
    distinct(
      list(args, 0).filter((item) => args.every((other) => listOfValue(other).some((two) => isEqual(item, two)))),
    ),
  setsubtract: (args) => distinct(list(args, 0).filter((item) => !list(args, 1).some((two) => isEqual(item, two)))),
  setunion: (args) => distinct(args.flatMap((arg) => listOfValue(arg))),
  setproduct: (args) => {
    let all: Value[][] = [[]]
    for (const arg of args) {
      const values = listOfValue(arg)
      checkedCount(all.length * values.length)
      all = all.flatMap((before) => values.map((value) => [...before, value]))
    }
    return all
  },
  sort: (args) => list(args, 0).map(textOfValue).toSorted(),
  transpose: (args) => {
    const turned = new Map<string, Value[]>()
    for (const [key, values] of mapOfValue(argument(args, 0))) {
      for (const value of listOfValue(values))
        turned.set(textOfValue(value), [...(turned.get(textOfValue(value)) ?? []), key])
    }
    return turned
  },
}

function firstOf(args: readonly Value[], call: Call, isWanted: (value: Value) => boolean): Value {
  const all = args.length === 1 && isList(args[0]!) ? args[0] : args
  for (const item of all) {
    if (item instanceof Unknown) return unknownOf(call)
    if (isWanted(item)) return item
  }
  throw new EvaluationProblem('None of the arguments is set.')
}

function pairs(args: readonly Value[]): [string, Value][] {
  const found: [string, Value][] = []
  for (let at = 0; at + 1 < args.length; at += 2) found.push([textOfValue(args[at]!), args[at + 1]!])
  return found
}

/** Gatehouse-specific limit: maximum depth of flattened lists. */
const FLAT_DEPTH_MAX = 50

function flattened(value: Value): readonly Value[] {
  return listOfValue(value).flatMap((item) => levelled(item, 0))
}

function levelled(value: Value, depth: number): readonly Value[] {
  return isList(value) && depth < FLAT_DEPTH_MAX ? value.flatMap((item) => levelled(item, depth + 1)) : [value]
}

function distinct(all: readonly Value[]): readonly Value[] {
  const found = new Map<unknown, Value>()
  const others: Value[] = []
  for (const item of all) {
    if (typeof item !== 'object' || item === null) found.set(item, item)
    else if (!isKnown(item) || !others.some((other) => isEqual(other, item))) others.push(item)
    checkedCount(others.length * 10)
  }
  return [...found.values(), ...others]
}

function rangeOf(given: readonly number[]): readonly number[] {
  const [from, to] = given.length === 1 ? [0, given[0]!] : [given[0] ?? 0, given[1] ?? 0]
  const step = given[2] ?? (to < from ? -1 : 1)
  if (step === 0) throw new EvaluationProblem('A range requires a step.')
  const count = Math.max(0, Math.ceil((to - from) / step))
  checkedCount(count)
  return Array.from({ length: count }, (_, at) => from + at * step)
}
