import {
  EvaluationProblem,
  isList,
  listOfValue,
  numberOfValue,
  textOfValue,
  truthOfValue,
  type Value,
} from '../value.ts'
import { argument, type Functions } from './function.ts'

const number = (args: readonly Value[], at = 0): number => numberOfValue(argument(args, at))

export const NUMBER_FUNCTIONS: Functions = {
  abs: (args) => Math.abs(number(args)),
  ceil: (args) => Math.ceil(number(args)),
  floor: (args) => Math.floor(number(args)),
  log: (args) => finite(Math.log(number(args)) / Math.log(number(args, 1))),
  max: (args) => Math.max(...args.map(numberOfValue)),
  min: (args) => Math.min(...args.map(numberOfValue)),
  parseint: (args) => finite(Number.parseInt(textOfValue(argument(args, 0)), number(args, 1))),
  pow: (args) => finite(number(args) ** number(args, 1)),
  signum: (args) => Math.sign(number(args)),
  sum: (args) => listOfValue(argument(args, 0)).reduce<number>((all, item) => all + numberOfValue(item), 0),
  tobool: (args) => (argument(args, 0) === null ? null : truthOfValue(argument(args, 0))),
  tonumber: (args) => (argument(args, 0) === null ? null : numberOfValue(argument(args, 0))),
  tostring: (args) => (argument(args, 0) === null ? null : textOfValue(argument(args, 0))),
  cidrhost: (args) => {
    const { base, bits } = rangeOf(argument(args, 0))
    const at = number(args, 1)
    const size = 2 ** (32 - bits)
    if (at >= size || at < -size) throw new EvaluationProblem('The range is smaller.')
    return dotted(base + (at < 0 ? size + at : at))
  },
  cidrnetmask: (args) => dotted(2 ** 32 - 2 ** (32 - rangeOf(argument(args, 0)).bits)),
  cidrsubnet: (args) => subnet(argument(args, 0), number(args, 1), number(args, 2)),
  cidrsubnets: (args) => {
    const { base, bits } = rangeOf(argument(args, 0))
    let at = base
    return (isList(args) ? args.slice(1) : []).map((more) => {
      const length = bits + numberOfValue(more)
      if (length > 32) throw new EvaluationProblem('The range is smaller.')
      const size = 2 ** (32 - length)
      const from = Math.ceil(at / size) * size
      at = from + size
      return `${dotted(from)}/${length}`
    })
  },
}

function finite(value: number): number {
  if (!Number.isFinite(value)) throw new EvaluationProblem('The value is not a number.')
  return value
}

/** Returns the range of an IPv4 address block; IPv6 numbers are too large for a JavaScript number. */
function rangeOf(value: Value): { readonly base: number; readonly bits: number } {
  const match = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})\/(\d{1,2})$/.exec(textOfValue(value))
  const [a, b, c, d, bits] = (match?.slice(1) ?? []).map(Number)
  if (a === undefined || b === undefined || c === undefined || d === undefined || bits === undefined || bits > 32) {
    throw new EvaluationProblem('The value is not an address range.')
  }
  const size = 2 ** (32 - bits)
  return { base: Math.floor((((a * 256 + b) * 256 + c) * 256 + d) / size) * size, bits }
}

function dotted(address: number): string {
  return [24, 16, 8, 0].map((shift) => Math.floor(address / 2 ** shift) % 256).join('.')
}

function subnet(range: Value, more: number, at: number): string {
  const { base, bits } = rangeOf(range)
  const length = bits + more
  if (length > 32 || at < 0 || at >= 2 ** more) throw new EvaluationProblem('The range is smaller.')
  return `${dotted(base + at * 2 ** (32 - length))}/${length}`
}
