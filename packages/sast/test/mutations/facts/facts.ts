import type { Code } from '../code.ts'

/**
 * Facts about a language for mutations, besides those of the engine. Locations are `kind.field` of a parent, or a `kind` that directly
 * contains a node.
 */
export interface LanguageFacts {
  readonly names: {
    /** Kinds that name variables, functions and classes. */
    readonly kinds: readonly string[]
    /** Locations at which such a kind is a member or a library name. */
    readonly not: readonly string[]
    /** Locations at which it may be both: such names are not renamed. */
    readonly unclear: readonly string[]
    /** Kinds with a name as text. */
    readonly unclearKinds?: readonly string[]
    readonly isUnclear?: (code: Code, node: number) => boolean
    /** Locations of declared names, or of patterns with names. */
    readonly declares: readonly string[]
    /** The declarations that belong to their enclosing function. */
    readonly parameters: readonly string[]
    /** Parts of a pattern with other code: a default, a type. */
    readonly stops: readonly string[]
    readonly classes: readonly string[]
    /** Names that are both a key and a variable, and their long form. */
    readonly shorthands: Readonly<Record<string, string>>
    /** Names with a meaning at run time. */
    readonly kept: RegExp
    /** Code with names as texts: nothing is renamed in such a file. */
    readonly dynamic?: RegExp
    readonly sigil?: string
  }
  readonly layout: {
    readonly comment: string
    /** Lists in brackets within which lines may break. */
    readonly lists: readonly string[]
    /** The lists that may end with a comma. */
    readonly trailing: readonly string[]
    /** Within which nothing but the text itself may be changed. */
    readonly fixed: readonly string[]
    /** Equivalent quotes: kinds, both characters, and texts for which they are not equivalent. */
    readonly quotes?: { readonly kind: string; readonly from: string; readonly to: string; readonly unless: RegExp }
    /** Statements that may be followed by a semicolon. */
    readonly semicolons: readonly string[]
    /** Whether a comment is valid between any two statements. */
    readonly hasComments?: boolean
    /** Line continuation between words. */
    readonly words?: { readonly kind: string; readonly text: string }
  }
  readonly order: {
    /** Consecutive definitions that may be reordered. */
    readonly definitions: readonly string[]
    /** Whether a definition has to precede its uses. */
    readonly isBefore?: boolean
    /** Declaration statements: they may be reordered if none reads another one's name. */
    readonly declarations: readonly string[]
    /** Lists whose keys may be reordered. */
    readonly keyed: readonly { readonly list: string; readonly member: string; readonly key?: string }[]
  }
  readonly extract: {
    /** Statements before which a statement may be inserted. */
    readonly statements: readonly string[]
    /** Nodes between a statement and a call in it that may run it never or repeatedly. */
    readonly lazy: readonly string[]
    /** Arguments that are no value on their own, or that lose meaning in a variable. */
    readonly shapes: readonly string[]
    /** `n` is the name, `v` the value, `t` its type where it is known. */
    readonly variable: (n: string, v: string, t?: string) => readonly [string, string]
    readonly use: (n: string) => string
    /** Text of a helper around its computation. */
    readonly helper?: Helper
  }
}

export interface HelperParameter {
  readonly name: string
  readonly type?: string
}

export interface Helper {
  /** Text before and after the code of a helper. */
  readonly around: (
    name: string,
    parameters: readonly HelperParameter[],
    about: {
      readonly isStatement: boolean
      readonly isStatic: boolean
      readonly isPublic: boolean
      readonly returned?: string
    },
  ) => readonly [string, string]
  /** Location of a helper: before the outermost statement, or before the member of a class. */
  readonly place: 'file' | 'class'
  /** Texts that cannot be moved into a function: `this`, `return` and their like. */
  readonly unmovable: RegExp
  /** Returns its call expression. */
  readonly call: (name: string, args: readonly string[]) => string
  /** A second file: its name, its first and last lines, and its import in the first file. */
  readonly file?: {
    readonly name: string
    readonly open: (code: Code) => string
    readonly close: string
    /** Statements of the file that the second file needs as well. */
    readonly imports: readonly string[]
    readonly importOf: (names: readonly string[], code: Code) => string
    readonly called: (name: string) => string
  }
}
