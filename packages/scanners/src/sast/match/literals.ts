import { type CompactTree, textOf } from '../tree/compact-tree.ts'
import type { Constant } from './pattern.ts'
import type { Vocabulary } from './view.ts'

/** Ours: what is shifted further is no number that code is asked for. */
const SHIFT_MAX = 62

/** The value of a number or a truth value; undefined for what is neither. */
export function literalOf(tree: CompactTree, node: number, vocabulary: Vocabulary): Constant | undefined {
  if (!vocabulary.literals.has(tree.kind[node]!)) return undefined
  const text = textOf(tree, node).trim()
  // What a macro stands for is a text to its grammar.
  const quoted = tree.kinds.name(tree.kind[node]!) === 'preproc_arg' ? /^"([^"\\]{0,1000})"$/.exec(text) : null
  if (quoted !== null) return quoted[1]
  if (/^(?:true|yes|on)$/i.test(text)) return true
  if (/^(?:false|no|off)$/i.test(text)) return false
  return numberOf(text)
}

/** What two numbers make; undefined for what is no arithmetic of theirs. */
export function computed(left: number, operator: string, right: number): number | undefined {
  switch (operator) {
    case '+':
      return finite(left + right)
    case '-':
      return finite(left - right)
    case '*':
      return finite(left * right)
    case '%':
    case '&':
    case '|':
    case '^':
    case '<<':
    case '>>':
      return ofBits(left, operator, right)
    default:
      return undefined
  }
}

/** Of two whole numbers that are not below nothing: there all languages agree. */
function ofBits(left: number, operator: string, right: number): number | undefined {
  if (![left, right].every((one) => Number.isSafeInteger(one) && one >= 0)) return undefined
  const [a, b] = [BigInt(left), BigInt(right)]
  if (operator === '%') return right === 0 ? undefined : left % right
  if (operator === '&') return Number(a & b)
  if (operator === '|') return Number(a | b)
  if (operator === '^') return Number(a ^ b)
  if (right > SHIFT_MAX) return undefined
  const value = Number(operator === '<<' ? a << b : a >> b)
  return Number.isSafeInteger(value) ? value : undefined
}

/** A number as programs write it: `0x1F`, `0o17`, `017`, `1_000`, `10L`, `1.5e3`. */
export function numberOf(text: string): number | undefined {
  const plain = text.replaceAll('_', '').toLowerCase()
  if (/^0[xob][0-9a-f]{1,16}[ln]?$/.test(plain)) return finite(Number(plain.replace(/[ln]$/, '')))
  if (/^0[0-7]{1,20}$/.test(plain)) return finite(Number.parseInt(plain, 8))
  return /^\d{1,30}(?:\.\d{0,30})?(?:e[+-]?\d{1,3})?[lnfd]?$/.test(plain) ? finite(Number.parseFloat(plain)) : undefined
}

function finite(value: number): number | undefined {
  return Number.isFinite(value) ? value : undefined
}
