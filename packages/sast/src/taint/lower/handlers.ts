import type { Kinds } from '../../tree/kinds.ts'
import type { Register } from '../ir.ts'
import type { FunctionBuilder } from './function-builder.ts'

/** Returns the value of an expression. */
export type Evaluate = (f: FunctionBuilder, node: number) => Register
/** Does a statement. */
export type Execute = (f: FunctionBuilder, node: number) => void
/** Assigns the left side of an assignment. `declares` is the scope's function for a new variable, absent for an existing one. */
export type Assign = (f: FunctionBuilder, node: number, value: Register, declares: boolean) => void

/** A member of an object, by nodes. */
export interface MemberReference {
  readonly object: number
  /** Undefined where it is unknown. */
  readonly key: string | undefined
  /** The index expression, if there is one. */
  readonly index?: number
}

/** A compound condition. */
export type Logic =
  | { readonly type: 'and' | 'or'; readonly left: number; readonly right: number }
  | { readonly type: 'not'; readonly inner: number }
  | { readonly type: 'same'; readonly inner: number }

/** Language-specific lowering: handlers of node kinds, by their names in the grammar. */
export interface LanguageLowering {
  readonly expressions: Readonly<Record<string, Evaluate>>
  readonly statements: Readonly<Record<string, Execute>>
  readonly targets: Readonly<Record<string, Assign>>
  /** Expressions that a grammar has as tokens: `this`. */
  readonly tokens?: Readonly<Record<string, Evaluate>>
  /** Kinds that do nothing: types, modifiers. */
  readonly skipped: readonly string[]
  /** Lowers all of a file. */
  readonly file: (f: FunctionBuilder) => void
  /** Returns the dotted name of an expression with resolved imports; undefined for other expressions. */
  readonly path: (f: FunctionBuilder, node: number) => string | undefined
  /** Returns the member that an expression accesses; undefined for other expressions. */
  readonly place: (f: FunctionBuilder, node: number) => MemberReference | undefined
  /** Returns the parts of a compound condition; undefined for other conditions. */
  readonly logic: (f: FunctionBuilder, node: number) => Logic | undefined
}

/** The same by the numbers of a grammar. */
export interface Handlers {
  readonly language: LanguageLowering
  readonly expressions: readonly (Evaluate | undefined)[]
  readonly statements: readonly (Execute | undefined)[]
  readonly targets: readonly (Assign | undefined)[]
  readonly isSkipped: readonly boolean[]
  /** Names of kinds by their numbers. */
  readonly names: readonly string[]
  readonly fields: ReadonlyMap<string, number>
}

const known = new WeakMap<Kinds, Map<LanguageLowering, Handlers>>()

/** Fields that languages use: numbered once per grammar, since a grammar looks them up by their text. */
const FIELDS = [
  'operators constructor',
  'alias alternative argument arguments attribute body cause condition consequence constructor',
  'declaration declarator decorator default_value definition dimensions element field finalizer',
  'function guard handler increment index init initializer interfaces key kind label left list method',
  'module_name name object operand operator parameter parameters path pattern property receiver',
  'resources result return_type returns right scope source subject subscript superclass superclasses',
  'type update value expression type_arguments package array channel communication default trait macro',
  'block call open_tag close_tag resource end start capacity length initial accessors variable bases',
  'base prefix count size clause begin reference_modifier exception descriptor bounds redirect destination',
].flatMap((line) => line.split(' '))

/** @returns the handlers for the kinds of a grammar, cached */
export function handlersOf(language: LanguageLowering, kinds: Kinds): Handlers {
  const byLanguage = known.get(kinds) ?? new Map<LanguageLowering, Handlers>()
  known.set(kinds, byLanguage)
  let handlers = byLanguage.get(language)
  if (handlers === undefined) {
    handlers = make(language, kinds)
    byLanguage.set(language, handlers)
  }
  return handlers
}

function make(language: LanguageLowering, kinds: Kinds): Handlers {
  const names: string[] = []
  // Names of kinds are never empty but beyond the last; numbers have no holes.
  for (let id = 0; id < 2000; id += 1) names.push(kinds.name(id))
  while (names.length > 1 && names.at(-1) === '') names.pop()
  const tokens = language.tokens ?? {}
  const row = <T>(table: Readonly<Record<string, T>>): (T | undefined)[] =>
    names.map((name, id) => (kinds.isNamed(id) && Object.hasOwn(table, name) ? table[name] : undefined))
  const skipped = new Set(language.skipped)
  return {
    language,
    expressions: row(language.expressions).map((item, id) =>
      item === undefined && !kinds.isNamed(id) && Object.hasOwn(tokens, names[id]!) ? tokens[names[id]!] : item,
    ),
    statements: row(language.statements),
    targets: row(language.targets),
    isSkipped: names.map((name) => skipped.has(name)),
    names,
    fields: new Map(FIELDS.map((name) => [name, kinds.field(name)])),
  }
}
