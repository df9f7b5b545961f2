import type { TextRegex } from '../rules/text-regex.ts'
import type { NeededText } from './said-texts.ts'

/** A pattern, ready to be held against code. */
export type Pattern =
  /** An ellipsis: any number of things in a list, anything where one stands. */
  | { readonly type: 'ellipsis' }
  /** `$...X` */
  | { readonly type: 'all'; readonly name: string }
  /** `$X`, `$_`; with the type that it is to have. */
  | { readonly type: 'meta'; readonly name: string; readonly ofType?: string }
  /** `<... P ...>` */
  | { readonly type: 'deep'; readonly inner: Pattern }
  /** A name, an operator, a number; tokens may be others that are the same to a pattern. */
  | {
      readonly type: 'leaf'
      readonly text: string
      readonly isName: boolean
      readonly constant?: Constant
      readonly tokens?: ReadonlySet<number>
    }
  /** `P. ...`: P, or what members of P and calls of these give. */
  | { readonly type: 'chain'; readonly inner: Pattern }
  /** Tokens that are one argument of a macro. */
  | { readonly type: 'run'; readonly parts: readonly Pattern[] }
  /** A metavariable within a word, e.g. the name of a symbol. */
  | { readonly type: 'part'; readonly before: string; readonly after: string; readonly name: string }
  /** A string without code: of that text, of any (`"..."`), of one that is bound (`"$X"`), or of one in which a regex matches. */
  | { readonly type: 'string'; readonly text?: string; readonly meta?: string; readonly regex?: TextRegex }
  /** Anything of these kinds that begins so. */
  | { readonly type: 'kind'; readonly kinds: ReadonlySet<number>; readonly opening?: RegExp }
  | NodePattern

export interface NodePattern {
  readonly type: 'node'
  /** Kinds that code may have there. */
  readonly kinds: ReadonlySet<number>
  readonly children: readonly Pattern[]
  readonly order: 'ordered' | 'unordered' | 'subset'
  /** Whether statements stand in it. */
  readonly isBlock: boolean
  /** The name that it begins with, where that stands in code as it does here. */
  readonly begins?: string
  /** `a.b.c`, where it is nothing but names. */
  readonly path?: string
  readonly assigns?: { readonly left: Pattern; readonly right: Pattern }
  /** Of a call of anything: what it is called, with whatever stands before the name, and its arguments. */
  readonly calls?: { readonly name: string; readonly args: Pattern }
  /** Whether its children are arguments that may be several tokens each. */
  readonly isGrouped?: boolean
  /** Operands that may change places. */
  readonly swaps?: string
  /** Operands of one operator, however they are grouped. */
  readonly operands?: { readonly operator: string; readonly parts: readonly Pattern[] }
  /** Whether it speaks of some members of an object, and need not of all. */
  readonly isRecord?: boolean
  /** Whether decorators stand before it. */
  readonly isDecorated?: boolean
  /** Whether it is an element without anything in it. */
  readonly isTag?: boolean
  /** Whether it is a key of an object with its value. */
  readonly isPair?: boolean
  /** Whether it is an argument with a name. */
  readonly isNamed?: boolean
  readonly isCall?: boolean
  /** Whether it reads a member by its name: `a.b`. */
  readonly isMember?: boolean
  /** Whether it is a list of parameters. */
  readonly isParameters?: boolean
  /** Of a function without a name: what an arrow has to be like. */
  readonly arrow?: { readonly params: Pattern; readonly body: Pattern }
}

export type Constant = string | number | boolean

/** What a rule looks for in one language: one thing, or statements that follow each other. */
export interface CompiledPattern {
  readonly statements: readonly Pattern[]
  readonly isSequence: boolean
  readonly metas: ReadonlySet<string>
  /** Texts that every match holds, whatever the equivalences. */
  readonly needs: readonly string[]
  /** Those of them that are words. */
  readonly words: readonly string[]
  /** Texts of strings that every match holds, as they are written or as names and sums say them. */
  readonly texts: readonly NeededText[]
  /** Types that metavariables are to have. */
  readonly types: readonly string[]
  /** Metavariables that stand for what a string says, which may be put together elsewhere, or for a piece of a word. */
  readonly values: ReadonlySet<string>
}
