import { satisfies, valid } from 'semver'
import type { GoFunction } from '../template/execute.ts'
import { type GoValue, isTrue, Methods, printed, sortedKeys } from '../template/value.ts'
import { at, last, numberAt, textAt, toNumber } from './arguments.ts'

/** Functions that compare, choose and count. */
export const LOGIC_FUNCTIONS: Readonly<Record<string, GoFunction>> = {
  and: (args) => args.find((arg) => !isTrue(arg)) ?? last(args),
  or: (args) => args.find(isTrue) ?? last(args),
  not: (args) => !isTrue(at(args, 0)),
  eq: (args) => args.slice(1).some((arg) => isSame(at(args, 0), arg)),
  ne: (args) => !isSame(at(args, 0), at(args, 1)),
  lt: (args) => compared(at(args, 0), at(args, 1)) < 0,
  le: (args) => compared(at(args, 0), at(args, 1)) <= 0,
  gt: (args) => compared(at(args, 0), at(args, 1)) > 0,
  ge: (args) => compared(at(args, 0), at(args, 1)) >= 0,
  default: (args) => (args.length < 2 || !isTrue(at(args, 1)) ? at(args, 0) : at(args, 1)),
  empty: (args) => !isTrue(at(args, 0)),
  coalesce: (args) => args.find(isTrue) ?? null,
  ternary: (args) => (isTrue(last(args)) ? at(args, 0) : at(args, 1)),
  all: (args) => args.every(isTrue),
  any: (args) => args.some(isTrue),
  kindOf: (args) => kindOf(at(args, 0)),
  kindIs: (args) => kindOf(at(args, 1)) === textAt(args, 0),
  typeOf: (args) => typeOf(at(args, 0)),
  typeIs: (args) => typeOf(at(args, 1)) === textAt(args, 0),
  typeIsLike: (args) => typeOf(at(args, 1)).endsWith(textAt(args, 0)),
  deepEqual: (args) => isSame(at(args, 0), at(args, 1)),
  int: (args) => Math.trunc(numberAt(args, 0)),
  int64: (args) => Math.trunc(numberAt(args, 0)),
  float64: (args) => numberAt(args, 0),
  atoi: (args) => Math.trunc(numberAt(args, 0)),
  toDecimal: (args) => Number.parseInt(textAt(args, 0), 8) || 0,
  add: (args) => args.reduce<number>((sum, goValue) => sum + Math.trunc(toNumber(goValue)), 0),
  add1: (args) => Math.trunc(numberAt(args, 0)) + 1,
  addf: (args) => args.reduce<number>((sum, goValue) => sum + toNumber(goValue), 0),
  sub: (args) => Math.trunc(numberAt(args, 0)) - Math.trunc(numberAt(args, 1)),
  subf: (args) => numberAt(args, 0) - numberAt(args, 1),
  mul: (args) => args.reduce<number>((product, goValue) => product * Math.trunc(toNumber(goValue)), 1),
  mulf: (args) => args.reduce<number>((product, goValue) => product * toNumber(goValue), 1),
  div: (args) => Math.trunc(quotient(args)),
  divf: (args) => quotient(args),
  mod: (args) => (numberAt(args, 1) === 0 ? 0 : Math.trunc(numberAt(args, 0)) % Math.trunc(numberAt(args, 1))),
  max: (args) => Math.max(...args.map((arg) => Math.trunc(toNumber(arg)))),
  min: (args) => Math.min(...args.map((arg) => Math.trunc(toNumber(arg)))),
  maxf: (args) => Math.max(...args.map(toNumber)),
  minf: (args) => Math.min(...args.map(toNumber)),
  floor: (args) => Math.floor(numberAt(args, 0)),
  ceil: (args) => Math.ceil(numberAt(args, 0)),
  round: (args) => Number(numberAt(args, 0).toFixed(Math.min(20, Math.max(0, numberAt(args, 1))))),
  semverCompare: (args) => isVersion(textAt(args, 1), textAt(args, 0)),
  semver: (args) => versionOf(textAt(args, 0)),
}

function quotient(args: readonly GoValue[]): number {
  return numberAt(args, 1) === 0 ? 0 : numberAt(args, 0) / numberAt(args, 1)
}

/** Whether two values are equal through and through. */
export function isSame(a: GoValue, b: GoValue): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, index) => isSame(item, b[index]!))
  if (a instanceof Map && b instanceof Map) {
    return a.size === b.size && sortedKeys(a).every((key) => b.has(key) && isSame(a.get(key)!, b.get(key)!))
  }
  return a === b
}

function compared(a: GoValue, b: GoValue): number {
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : a > b ? 1 : 0
  return toNumber(a) - toNumber(b)
}

function kindOf(value: GoValue): string {
  if (value === null) return 'invalid'
  if (typeof value === 'string') return 'string'
  if (typeof value === 'boolean') return 'bool'
  if (typeof value === 'number') return Number.isInteger(value) ? 'int64' : 'float64'
  return Array.isArray(value) ? 'slice' : value instanceof Methods ? 'struct' : 'map'
}

function typeOf(value: GoValue): string {
  const kind = kindOf(value)
  if (kind === 'invalid') return '<nil>'
  return kind === 'map' ? 'map[string]interface {}' : kind === 'slice' ? '[]interface {}' : kind
}

/** A version with all its three numbers. */
function completed(version: string): string {
  const [, numbers = '', rest = ''] = /^v?(\d{1,9}(?:\.\d{1,9}){0,2})(.{0,200})$/.exec(version.trim()) ?? []
  const parts = numbers.split('.')
  while (parts.length < 3) parts.push('0')
  return `${parts.join('.')}${rest}`
}

function isVersion(version: string, range: string): boolean {
  const full = completed(version)
  if (valid(full) === null || range.length > 200) return false
  // `1.19-0` is no version elsewhere, but here it is the first of 1.19.
  const known = range.replaceAll(',', ' ').replace(/\d{1,9}(?:\.\d{1,9})?-[\w.]{1,50}/g, completed)
  return satisfies(full, known, { includePrerelease: true, loose: true })
}

function versionOf(version: string): GoValue {
  const [major = '0', minor = '0', patch = '0'] = completed(version).split(/[.+-]/)
  const numbers: [string, GoValue][] = [
    ['Major', toNumber(major)],
    ['Minor', toNumber(minor)],
    ['Patch', toNumber(patch)],
    ['Prerelease', /-([^+]{1,100})/.exec(version)?.[1] ?? ''],
    ['Original', printed(version)],
  ]
  return new Map(numbers)
}
