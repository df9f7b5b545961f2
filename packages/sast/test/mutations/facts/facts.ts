import type { Code } from '../code.ts'

/**
 * What mutations know of a language beyond what the engine knows. Places are `kind.field` of a parent, or a `kind` that
 * a node stands directly in.
 */
export interface LanguageFacts {
  readonly names: {
    /** Kinds that name variables, functions and classes. */
    readonly kinds: readonly string[]
    /** Where such a kind names a member, or what a library has. */
    readonly not: readonly string[]
    /** Where it may name both: nothing that is called so is renamed. */
    readonly unclear: readonly string[]
    /** Kinds that say a name as a text. */
    readonly unclearKinds?: readonly string[]
    readonly isUnclear?: (code: Code, node: number) => boolean
    /** Where a name, or a pattern with names in it, is declared. */
    readonly declares: readonly string[]
    /** Of these the ones that belong to the function that they stand in. */
    readonly parameters: readonly string[]
    /** Where within a pattern something else stands: a default, a type. */
    readonly stops: readonly string[]
    readonly classes: readonly string[]
    /** Names that say both a key and a variable, and what is written instead. */
    readonly shorthands: Readonly<Record<string, string>>
    /** Names that mean something to whatever runs the program. */
    readonly kept: RegExp
    /** Code that says names as texts: nothing is renamed in such a file. */
    readonly dynamic?: RegExp
    readonly sigil?: string
  }
  readonly layout: {
    readonly comment: string
    /** Lists in brackets within which lines may break. */
    readonly lists: readonly string[]
    /** Of these the ones that may end with a comma. */
    readonly trailing: readonly string[]
    /** Within which nothing but the text itself may be changed. */
    readonly fixed: readonly string[]
    /** Quotes that say the same: kinds, the one and the other, and texts for which that is not so. */
    readonly quotes?: { readonly kind: string; readonly from: string; readonly to: string; readonly unless: RegExp }
    /** Statements behind which a semicolon may stand. */
    readonly semicolons: readonly string[]
    /** Whether a comment may stand between any two statements. */
    readonly hasComments?: boolean
    /** What breaks a line between words. */
    readonly words?: { readonly kind: string; readonly text: string }
  }
  readonly order: {
    /** Definitions that may change places where they follow each other. */
    readonly definitions: readonly string[]
    /** Whether a definition has to come before whatever names it. */
    readonly isBefore?: boolean
    /** Statements that only declare: these may change places where none reads what another one declares. */
    readonly declarations: readonly string[]
    /** Keys of such lists may change places. */
    readonly keyed: readonly { readonly list: string; readonly member: string; readonly key?: string }[]
  }
  readonly extract: {
    /** Statements before which another one may be put. */
    readonly statements: readonly string[]
    /** Between a statement and a call in it: what may not be run at all, or more often. */
    readonly lazy: readonly string[]
    /** What is no value on its own as an argument, or says more where it stands than in a variable. */
    readonly shapes: readonly string[]
    /** `n` is the name, `v` the value, `t` its type where one is known. */
    readonly variable: (n: string, v: string, t?: string) => readonly [string, string]
    readonly use: (n: string) => string
    /** Text of a helper around what it computes. */
    readonly helper?: Helper
  }
}

export interface HelperParameter {
  readonly name: string
  readonly type?: string
}

export interface Helper {
  /** What stands before and after the code that a helper holds. */
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
  /** Where a helper goes: before the outermost statement, or before the member of a class. */
  readonly place: 'file' | 'class'
  /** Texts that cannot be moved into a function: `this`, `return` and their like. */
  readonly unmovable: RegExp
  /** What is written to call it. */
  readonly call: (name: string, args: readonly string[]) => string
  /** A second file: its name, its first and last lines, and what the first file says of it. */
  readonly file?: {
    readonly name: string
    readonly open: (code: Code) => string
    readonly close: string
    /** Statements of the file that the second one needs as well. */
    readonly imports: readonly string[]
    readonly importOf: (names: readonly string[], code: Code) => string
    readonly called: (name: string) => string
  }
}
