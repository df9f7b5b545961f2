import { type CompactTree, textOf } from '../tree/compact-tree.ts'
import { ofBits } from './bits.ts'
import type { Constant } from './pattern.ts'
import type { Vocabulary } from './view.ts'

/** Returns the value of a number or boolean literal; undefined for other nodes. */
export function literalOf(tree: CompactTree, node: number, vocabulary: Vocabulary): Constant | undefined {
  if (!vocabulary.literals.has(tree.kind[node]!)) return undefined
  const text = textOf(tree, node).trim()
  // The grammar parses the value of a macro as text.
  const quoted = tree.kinds.name(tree.kind[node]!) === 'preproc_arg' ? /^"([^"\\]{0,1000})"$/.exec(text) : null
  if (quoted !== null) return quoted[1]
  if (/^(?:true|yes|on)$/i.test(text)) return true
  if (/^(?:false|no|off)$/i.test(text)) return false
  return numberOf(text)
}

/** Returns the result of an arithmetic operator on two numbers; undefined for other operators. */
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
      return integerOperation(left, operator, right)
    default:
      return undefined
  }
}

/** Of two whole numbers that are not below nothing: there all languages agree. */
function integerOperation(left: number, operator: string, right: number): number | undefined {
  if (left < 0 || right < 0) return undefined
  if (operator !== '%') return ofBits(operator, left, right)
  return right === 0 || !Number.isInteger(left) || !Number.isInteger(right) ? undefined : left % right
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
