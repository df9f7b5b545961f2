import type { Instruction, Register } from '../ir.ts'
import type { Constant } from '../flow/values.ts'
import type { At } from './definitions.ts'
import { type Form, PLAIN_FORM } from './forms.ts'
import type { RuleGroup } from './groups.ts'
import type { Spot } from './known.ts'
import type { ListKind } from './lists.ts'

/** Why a value that was asked of is harmless. */
export type Proof =
  /** It is what is written in the code. */
  | { readonly type: 'constant'; readonly isZero?: boolean }
  /** It stands in a list. `isLoose`: by a key that all objects have, too. */
  | { readonly type: 'list'; readonly kind: ListKind; readonly list: Spot; readonly isLoose?: boolean }
  | { readonly type: 'form'; readonly form: Form }
  /** It was written in an alphabet, whatever it was before. */
  | { readonly type: 'encoded'; readonly form: Form }
  /** It is of a type that is told as such. */
  | { readonly type: 'kind'; readonly kind: 'number' | 'boolean' | 'string' }
  /** Of a path: it begins with another one, or is it. */
  | { readonly type: 'within'; readonly start: Spot }
  /** Of a host: it ends with a name after a dot. */
  | { readonly type: 'suffix' }
  /** Of a number: it is not above another one. `isWhole`: nor below 0. */
  | { readonly type: 'below'; readonly limit: Spot; readonly isWhole: boolean }
  /** Of a number: it is not below 0. */
  | { readonly type: 'above' }
  | { readonly type: 'nonzero' }
  /** A text has no `..`, no `/`, does not begin with a dash, has no scheme, does not begin with `//`, or has no `\\`. */
  | { readonly type: 'lacks'; readonly what: 'parents' | 'slashes' | 'dash' | 'schemes' | 'doubles' | 'backslashes' }
  /** Something that is known by name says so, for what rules of a group are about. */
  | { readonly type: 'known'; readonly group: RuleGroup }
  /** A function of the file says so: the call, and where it gives true, false, or comes back at all. */
  | { readonly type: 'helper'; readonly call: Call; readonly argument: number; readonly when: boolean | undefined }

export interface Finding {
  readonly value: Register
  /** Where the value was read. */
  readonly at: At
  readonly proof: Proof
}

/** What holds where a condition does, and where it does not. */
export interface Truth {
  readonly yes: readonly Finding[]
  readonly no: readonly Finding[]
}

export type Call = Extract<Instruction, { op: 'call' }>

export const UNKNOWN: Truth = { yes: [], no: [] }

/** What two say together. */
export function together(one: Truth, other: Truth): Truth {
  if (one === UNKNOWN) return other
  return other === UNKNOWN ? one : { yes: [...one.yes, ...other.yes], no: [...one.no, ...other.no] }
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
  const kind = kinds.find((one) => one === wanted)
  return kind === undefined ? UNKNOWN : YES({ value, at, proof: { type: 'kind', kind } })
}

/** What a function of the file may say of what it is given, by what it gives. */
export function helped(one: Call, at: At): Truth {
  const by = (when: boolean): Finding[] =>
    one.arguments.map(({ value }, argument) => ({ value, at, proof: { type: 'helper', call: one, argument, when } }))
  return { yes: by(true), no: by(false) }
}
