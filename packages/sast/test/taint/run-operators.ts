import type { Instruction } from '../../src/taint/ir.ts'

/** Returns the result of a `combine` on real values. */
export function compute(
  kind: Extract<Instruction, { op: 'combine' }>['kind'],
  operator: string | undefined,
  values: readonly unknown[],
): unknown {
  switch (kind) {
    case 'text':
      return operator === '+' ? (values[0] as string) + (values[1] as string) : values.map(String).join('')
    case 'number':
      return calculate(operator ?? '', values as readonly never[])
    case 'test':
      return test(operator ?? '', values)
    case 'either':
      if (operator === 'iterate') return { list: [...(values[0] as Iterable<unknown>)], at: 0 }
      if (operator === 'iterate keys') return { list: Object.keys(values[0] as object), at: 0 }
      return values.at(-1)
    case 'whole':
    default:
      return operator?.startsWith('rest ') === true
        ? [...(values[0] as Iterable<unknown>)].slice(Number(operator.slice(5)))
        : undefined
  }
}

function calculate(operator: string, values: readonly never[]): unknown {
  // Other values are converted to numbers, as in the program.
  const [a, b] = values as readonly [never, never]
  const isUnary = values.length === 1
  switch (operator) {
    case '+':
      return isUnary ? Number(a) : a + b
    case '-':
      return isUnary ? -a : a - b
    case '++':
      return Number(a) + 1
    case '--':
      return Number(a) - 1
    case '*':
      return a * b
    case '/':
      return a / b
    case '%':
      return a % b
    case '**':
      return a ** b
    case '&':
      return a & b
    case '|':
      return a | b
    case '^':
      return a ^ b
    case '<<':
      return a << b
    case '>>':
      return a >> b
    case '>>>':
      return a >>> b
    case '~':
      return ~a
    default:
      throw new Error(`Nobody calculates ${operator}.`)
  }
}

function test(operator: string, values: readonly unknown[]): unknown {
  const [a, b] = values as readonly [never, never]
  switch (operator) {
    case '===':
      return a === b
    case '!==':
      return a !== b
    case '==':
      // eslint-disable-next-line eqeqeq -- The program says so.
      return a == b
    case '!=':
      // eslint-disable-next-line eqeqeq -- The program says so.
      return a != b
    case '<':
      return a < b
    case '>':
      return a > b
    case '<=':
      return a <= b
    case '>=':
      return a >= b
    case 'in':
      return a in b
    case 'instanceof':
      return (a as object) instanceof b
    case '!':
      return !a
    case 'typeof':
      return typeof a
    case 'missing':
      return a === undefined
    case 'nullish':
      return a === undefined || a === null
    case 'more': {
      const rest = a as { readonly list: readonly unknown[]; readonly at: number }
      return rest.at < rest.list.length
    }
    default:
      throw new Error(`Nobody tests ${operator}.`)
  }
}
