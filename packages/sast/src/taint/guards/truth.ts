import type { Instruction, Register } from '../ir.ts'
import type { Constant } from '../flow/values.ts'
import type { At } from './definitions.ts'
import { type Form, PLAIN_FORM } from './forms.ts'
import type { RuleGroup } from './groups.ts'
import type { Spot } from './known.ts'
import type { ListKind } from './lists.ts'

/** Proof that a checked value is safe. */
export type Proof =
  /** It equals a literal. */
  | { readonly type: 'constant'; readonly isZero?: boolean }
  /** It is an element of a list. `isLoose`: a lookup by a key that may be inherited by all objects. */
  | { readonly type: 'list'; readonly kind: ListKind; readonly list: Spot; readonly isLoose?: boolean }
  | { readonly type: 'form'; readonly form: Form }
  /** It was encoded in an alphabet, for any input. */
  | { readonly type: 'encoded'; readonly form: Form }
  /** It has a safe type. */
  | { readonly type: 'kind'; readonly kind: 'number' | 'boolean' | 'string' }
  /** Of a path: it starts with another path, or equals it. */
  | { readonly type: 'within'; readonly start: Spot }
  /** Of a host: it ends with a dot and a fixed name. */
  | { readonly type: 'suffix' }
  /** Of a number: it is at most another number. `isWhole`: and at least 0. */
  | { readonly type: 'below'; readonly limit: Spot; readonly isWhole: boolean }
  /** Of a number: it is not below 0. */
  | { readonly type: 'above' }
  | { readonly type: 'nonzero' }
  /** Of a text: no `..`, no `/`, no leading dash, no scheme, no leading `//`, or no `\\`. */
  | { readonly type: 'lacks'; readonly what: 'parents' | 'slashes' | 'dash' | 'schemes' | 'doubles' | 'backslashes' }
  /** A function known by name validates it for a rule group. */
  | { readonly type: 'known'; readonly group: RuleGroup }
  /** A function of the file validates it: the call, and whether it returns true, false, or at all. */
  | { readonly type: 'helper'; readonly call: Call; readonly argument: number; readonly when: boolean | undefined }

export interface Finding {
  readonly value: Register
  /** Point at which the value was read. */
  readonly at: At
  readonly proof: Proof
}

/** Facts where a condition is true, and where it is false. */
export interface Truth {
  readonly yes: readonly Finding[]
  readonly no: readonly Finding[]
}

export type Call = Extract<Instruction, { op: 'call' }>

export const UNKNOWN: Truth = { yes: [], no: [] }

/** Combines the facts of two conditions. */
export function conjunction(truth: Truth, other: Truth): Truth {
  if (truth === UNKNOWN) return other
  return other === UNKNOWN ? truth : { yes: [...truth.yes, ...other.yes], no: [...truth.no, ...other.no] }
}

export const YES = (...yes: readonly Finding[]): Truth => ({ yes, no: [] })
export const swapped = ({ yes, no }: Truth): Truth => ({ yes: no, no: yes })

export function isText(value: Constant | undefined): boolean {
  return typeof value === 'string' || typeof value === 'number'
}

export function formed(value: Register, at: At, form: Form): Finding {
  return { value, at, proof: { type: 'form', form } }
}

export function plain(value: Register, at: At): Finding {
  return formed(value, at, PLAIN_FORM)
}

export function kindOf(value: Register, wanted: Constant, at: At): Truth {
  const kinds = ['number', 'boolean', 'string'] as const
  const kind = kinds.find((item) => item === wanted)
  return kind === undefined ? UNKNOWN : YES({ value, at, proof: { type: 'kind', kind } })
}

/** Returns the facts that a function of the file may prove about its arguments, by result. */
export function helped(call: Call, at: At): Truth {
  const by = (when: boolean): Finding[] =>
    call.arguments.map(({ value }, argument) => ({ value, at, proof: { type: 'helper', call: call, argument, when } }))
  return { yes: by(true), no: by(false) }
}
