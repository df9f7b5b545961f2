import type { TextRegex } from '../rules/text-regex.ts'
import type { NeededText } from './said-texts.ts'

/** A compiled pattern. */
export type Pattern =
  /** An ellipsis: any number of items in a list, any single node elsewhere. */
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
  /** `P. ...`: P, or a chain of members and calls on P. */
  | { readonly type: 'chain'; readonly inner: Pattern }
  /** Tokens that form one argument of a macro. */
  | { readonly type: 'run'; readonly parts: readonly Pattern[] }
  /** A metavariable within a word, e.g. the name of a symbol. */
  | { readonly type: 'part'; readonly before: string; readonly after: string; readonly name: string }
  /** A string without code: with a given text, any (`"..."`), bound (`"$X"`), or one that a regex matches. */
  | { readonly type: 'string'; readonly text?: string; readonly meta?: string; readonly regex?: TextRegex }
  /** Any node of these kinds with this prefix. */
  | { readonly type: 'kind'; readonly kinds: ReadonlySet<number>; readonly opening?: RegExp }
  | NodePattern

export interface NodePattern {
  readonly type: 'node'
  /** Kinds that code may have there. */
  readonly kinds: ReadonlySet<number>
  readonly children: readonly Pattern[]
  readonly order: 'ordered' | 'unordered' | 'subset'
  /** Whether it contains statements. */
  readonly isBlock: boolean
  /** The first name, where code has the same name at its start. */
  readonly begins?: string
  /** `a.b.c`, where it contains only names. */
  readonly path?: string
  readonly assigns?: { readonly left: Pattern; readonly right: Pattern }
  /** Of a call of any function: its name, with everything before the name, and its arguments. */
  readonly calls?: { readonly name: string; readonly args: Pattern }
  /** Whether its children are arguments that may be several tokens each. */
  readonly isGrouped?: boolean
  /** Operator with operands that may change places. */
  readonly swaps?: string
  /** Operands of one operator, in any grouping. */
  readonly operands?: { readonly operator: string; readonly parts: readonly Pattern[] }
  /** Whether it describes some members of an object only. */
  readonly isRecord?: boolean
  /** Whether it has decorators. */
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
  /** Of a function without a name: the equivalent arrow function. */
  readonly arrow?: { readonly params: Pattern; readonly body: Pattern }
}

export type Constant = string | number | boolean

/** Search pattern of a rule in one language: one node, or consecutive statements. */
export interface CompiledPattern {
  readonly statements: readonly Pattern[]
  readonly isSequence: boolean
  readonly metas: ReadonlySet<string>
  /** Texts that every match contains, in all equivalent forms. */
  readonly needs: readonly string[]
  /** The texts that are single words. */
  readonly words: readonly string[]
  /** String texts that every match contains, literally or by names and concatenations. */
  readonly texts: readonly NeededText[]
  /** Types that metavariables are to have. */
  readonly types: readonly string[]
  /** Metavariables bound to string content, which other code may compose, or to a part of a word. */
  readonly values: ReadonlySet<string>
}
