import type { GoFunction } from '../template/execute.ts'
import {
  checkWeight,
  ExecutionProblem,
  type GoMap,
  type GoValue,
  isTrue,
  printed,
  sortedKeys,
} from '../template/value.ts'
import { at, checkCount, last, listAt, mapAt, numberAt, textAt, toNumber } from './arguments.ts'
import { isSame } from './logic.ts'

/** Functions on lists and maps. Maps are changed in place where Go changes them in place. */
export const COLLECTION_FUNCTIONS: Readonly<Record<string, GoFunction>> = {
  list: (args) => checked([...args]),
  tuple: (args) => checked([...args]),
  dict: (args) => {
    const map: GoMap = new Map()
    for (let index = 0; index < args.length; index += 2) map.set(textAt(args, index), at(args, index + 1))
    checkWeight(map)
    return map
  },
  get: (args) => mapAt(args, 0).get(textAt(args, 1)) ?? '',
  set: (args) => {
    const map = mapAt(args, 0)
    const value = at(args, 2)
    checkWeight(value)
    if (containsMap(value, map)) throw new ExecutionProblem('A map must not contain itself.')
    map.set(textAt(args, 1), value)
    checkCount(map.size)
    return map
  },
  unset: (args) => {
    mapAt(args, 0).delete(textAt(args, 1))
    return mapAt(args, 0)
  },
  hasKey: (args) => mapAt(args, 0).has(textAt(args, 1)),
  pluck: (args) =>
    args.slice(1).flatMap((arg) => (arg instanceof Map && arg.has(textAt(args, 0)) ? [arg.get(textAt(args, 0))!] : [])),
  keys: (args) => args.flatMap((_one, index) => sortedKeys(mapAt(args, index))),
  values: (args) => sortedKeys(mapAt(args, 0)).map((key) => mapAt(args, 0).get(key)!),
  pick: (args) => new Map([...mapAt(args, 0)].filter(([key]) => args.slice(1).some((arg) => printed(arg) === key))),
  omit: (args) => new Map([...mapAt(args, 0)].filter(([key]) => args.slice(1).every((arg) => printed(arg) !== key))),
  merge: (args) =>
    merged(
      args.map((_one, index) => mapAt(args, index)),
      false,
    ),
  mergeOverwrite: (args) =>
    merged(
      args.map((_one, index) => mapAt(args, index)),
      true,
    ),
  deepCopy: (args) => copied(at(args, 0), 0),
  dig: (args) => {
    let value = last(args)
    for (const key of args.slice(0, -2)) {
      const found = value instanceof Map ? value.get(printed(key)) : undefined
      if (found === undefined) return args.at(-2) ?? null
      value = found
    }
    return value
  },
  first: (args) => listAt(args, 0)[0] ?? null,
  last: (args) => listAt(args, 0).at(-1) ?? null,
  rest: (args) => listAt(args, 0).slice(1),
  initial: (args) => listAt(args, 0).slice(0, -1),
  append: (args) => checked([...listAt(args, 0), at(args, 1)]),
  push: (args) => checked([...listAt(args, 0), at(args, 1)]),
  prepend: (args) => checked([at(args, 1), ...listAt(args, 0)]),
  concat: (args) => checked(args.flatMap((_one, index) => listAt(args, index))),
  reverse: (args) => listAt(args, 0).toReversed(),
  uniq: (args) =>
    listAt(args, 0).filter(
      (item, index, all) => index < 2_000 && all.findIndex((other) => isSame(item, other)) === index,
    ),
  without: (args) => listAt(args, 0).filter((item) => !args.slice(1).some((other) => isSame(item, other))),
  has: (args) => listAt(args, 1).some((item) => isSame(item, at(args, 0))),
  compact: (args) => listAt(args, 0).filter(isTrue),
  chunk: (args) => {
    const size = Math.max(1, numberAt(args, 0))
    const list = listAt(args, 1)
    return Array.from({ length: Math.ceil(list.length / size) }, (_, index) =>
      list.slice(index * size, (index + 1) * size),
    )
  },
  slice: (args) => {
    const value = at(args, 0)
    const to = args.length > 2 ? numberAt(args, 2) : undefined
    return typeof value === 'string' ? value.slice(numberAt(args, 1), to) : listAt(args, 0).slice(numberAt(args, 1), to)
  },
  index: (args) => args.slice(1).reduce<GoValue>((value, key) => indexed(value, key), at(args, 0)),
  len: (args) => {
    const value = at(args, 0)
    return typeof value === 'string'
      ? Buffer.byteLength(value)
      : value instanceof Map
        ? value.size
        : listAt(args, 0).length
  },
  until: (args) => range(0, numberAt(args, 0), 1),
  untilStep: (args) => range(numberAt(args, 0), numberAt(args, 1), numberAt(args, 2)),
  seq: (args) => {
    const numbers = args.map(toNumber)
    const [from, step, to] =
      numbers.length === 1
        ? [1, 1, numbers[0]!]
        : numbers.length === 2
          ? [numbers[0]!, 1, numbers[1]!]
          : [numbers[0] ?? 0, numbers[1] ?? 1, numbers[2] ?? 0]
    return range(from, to + Math.sign(step), step).join(' ')
  },
}

function indexed(value: GoValue, key: GoValue): GoValue {
  if (value instanceof Map) return value.get(printed(key)) ?? null
  return Array.isArray(value) ? (value[toNumber(key)] ?? null) : null
}

function checked(list: GoValue[]): GoValue[] {
  checkCount(list.length)
  // A list that contains another list twice grows fast when it is itself contained twice.
  checkWeight(list)
  return list
}

function range(from: number, to: number, step: number): number[] {
  const count = step === 0 ? 0 : Math.max(0, Math.ceil((to - from) / step))
  checkCount(count)
  return Array.from({ length: count }, (_, index) => from + index * step)
}

/** Gatehouse-specific limit: maximum depth of traversed maps. */
const DEPTH_MAX = 60

/** Whether a value is the map or contains it: a map that contains itself would never end. */
function containsMap(value: GoValue, map: GoMap): boolean {
  const open: GoValue[] = [value]
  let steps = 0
  for (let item = open.pop(); item !== undefined; item = open.pop()) {
    if (item === map || (steps += 1) > 100_000) return true
    if (Array.isArray(item)) open.push(...item.slice(0, 20_000))
    else if (item instanceof Map) for (const inner of item.values()) open.push(inner)
  }
  return false
}

/** Merges maps into the first map. @param wins whether later maps win */
function merged([first, ...rest]: readonly GoMap[], wins: boolean): GoMap {
  const into: GoMap = first ?? new Map()
  for (const item of rest) mergeInto(into, item, wins, 0)
  return into
}

/** Merges one map into another, including nested maps. */
export function mergeInto(into: GoMap, from: GoMap, wins: boolean, depth: number): void {
  if (depth > DEPTH_MAX) throw new ExecutionProblem('Maps are nested too deeply.')
  for (const [key, value] of from) {
    const own = into.get(key)
    if (own instanceof Map && value instanceof Map) mergeInto(own, value, wins, depth + 1)
    else if (own === undefined || own === null || (wins && value !== null) || (!wins && !isTrue(own)))
      into.set(key, copied(value, depth))
  }
}

/** A value that can be changed without changing the other. */
export function copied(value: GoValue, depth: number): GoValue {
  if (depth > DEPTH_MAX) throw new ExecutionProblem('Values are nested too deeply.')
  if (Array.isArray(value)) return value.map((item) => copied(item, depth + 1))
  return value instanceof Map ? new Map([...value].map(([key, goValue]) => [key, copied(goValue, depth + 1)])) : value
}
