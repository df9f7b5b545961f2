import type { SourceFiles } from '@gatehouse/scan-engine'

/**
 * Everything that the engine knows of a language: one file of data each. Kinds are names of its grammar; `'then` is the
 * token where a kind has the same name. Where a grammar names no fields, `#kind` is the first child of a kind, and `@0`
 * the first child that is no token.
 */
export interface Language extends SourceFiles {
  /** As rules call it first. */
  readonly name: string
  /** What else rules call it. */
  readonly aliases: readonly string[]
  /** What a first line `#!` names, without its folder. */
  readonly programs?: RegExp
  readonly grammar: string
  readonly comments: readonly string[]
  /** Names, of variables, types, members alike: an equal text is an equal name, whatever the kind. */
  readonly identifiers: readonly string[]
  readonly strings: {
    readonly kinds: readonly string[]
    /** The parts of a string that are its text. */
    readonly content: readonly string[]
    /** Parts that are code: a string with one has no known text. */
    readonly code: readonly string[]
    /** Several strings that are one. */
    readonly joined: readonly string[]
  }
  /** Kinds that only separate, as commas do. */
  readonly silent: readonly string[]
  /** Numbers, booleans, nothing: what stands for itself. */
  readonly literals: readonly string[]
  /** Kinds that say nothing when they hold one thing, e.g. parentheses. */
  readonly transparent: readonly string[]
  /** Of these kinds the ones that are a part of what a metavariable stands for: the sign before a name. */
  readonly marked?: readonly string[]
  /** Kinds whose first child speaks for them where the pattern says no more: a parameter with its type. */
  readonly loose: readonly string[]
  /** Kinds whose children are statements. */
  readonly blocks: readonly string[]
  /** Kinds that are a list even when they hold one thing; a pattern for what they hold is none for them. */
  readonly lists: readonly string[]
  /** Kinds whose children count as their parent's. */
  readonly inlined: readonly string[]
  /** Lists whose order says nothing: members of objects and classes. */
  readonly unordered: readonly string[]
  /** Lists of which a pattern need not name all: modifiers. */
  readonly subset: readonly string[]
  /** Arguments with names: their order says nothing. */
  readonly named: readonly string[]
  /** Kinds that are the same to a pattern: each row is one. */
  readonly same: readonly (readonly string[])[]
  /** What may stand in code where the pattern says nothing: types, modifiers, decorators. Tokens and kinds. */
  readonly optional: readonly string[]
  /** Those of them that are words before what is declared, and which no metavariable is. */
  readonly words?: readonly string[]
  /** Fields that a pattern need not speak of. */
  readonly optionalFields: readonly string[]
  /** Lists that code may leave out where a pattern asks nothing of them: arguments without parentheses, empty bodies. */
  readonly absent?: readonly string[]
  /** What stands around a name where it is declared: the star of a pointer. */
  readonly declarators?: readonly string[]
  /** Kinds that hold a member and each of what stands before it side by side. */
  readonly flat?: readonly string[]
  /** Kinds that hold what stands first, and in the place of a member all else: `a::(b::c)`. */
  readonly nested?: readonly string[]
  /** What our names are written in where names of the usual form cannot stand; the first row that fits what is before. */
  readonly spellings?: readonly {
    /** In code, between other things in a string, or as all that a string holds. */
    readonly where: 'code' | 'string' | 'whole'
    readonly after: RegExp
    readonly prefix: string
    readonly suffix?: string
  }[]
  /** What stands before the parentheses of parameters; without it a body after them tells. */
  readonly declares?: RegExp
  /** Kinds with a sign before their name that are that name where they are a key: `:a => b` is `a: b`. */
  readonly keys?: readonly string[]
  /** Arguments that a grammar gives as tokens, with commas between them: those of macros. */
  readonly tokens?: readonly string[]
  /** Whether `->` leads to a member, and is no sign of a function. */
  readonly hasArrowMembers?: boolean
  /** Tokens from which on a pattern need not speak of the rest of a statement. */
  readonly tails?: readonly string[]
  /** `a = b` in any form: kind, the field of the name and the field of the value, and whether a name begins with it. */
  readonly assignments: readonly {
    readonly kind: string
    readonly left: string
    /** Empty: what comes last. */
    readonly right: string
    readonly declares: boolean
    /** Whether a word says so, so that a pattern of it means no mere assignment. */
    readonly isSaid?: boolean
  }[]
  /** Statements that hold one such: `const a = b`. */
  readonly declarations: readonly string[]
  /** What changes a variable in another way: its first name is no constant. Of a token the first operand is changed. */
  readonly changes: readonly string[]
  /** Calls that change variables in their place, by how they begin: the first name in them, or all. */
  readonly writers?: readonly { readonly kind: string; readonly starts: RegExp; readonly isFirst: boolean }[]
  /** Names with a type: kind, the field of the name and that of the type. */
  readonly typed: readonly { readonly kind: string; readonly name: string; readonly type: string }[]
  /** Types of what functions and methods of libraries give first, by their names with their packages or types, or `*`. */
  readonly makes?: Readonly<Record<string, string>>
  /** The method of a class that creates an object of it, where there is no keyword for that. Takes effect with `makes`. */
  readonly creator?: string
  /** Loops that `for (...)` stands for; absent where the language has no such head. */
  readonly loops?: readonly string[]
  /** Objects of which a pattern need not name all members, and the kinds of these. */
  readonly records?: { readonly kinds: readonly string[]; readonly members: readonly string[] }
  /** Parameters: what holds them. */
  readonly parameters: readonly string[]
  /** `a.b`: kind, the field of the object and that of the member. */
  readonly members: readonly { readonly kind: string; readonly object: string; readonly member: string }[]
  /** Calls: kind, field of what is called (or of the name, with the object before it), field of the arguments. */
  readonly calls: readonly {
    readonly kind: string
    readonly callee: string
    readonly object?: string
    readonly args: string
  }[]
  /** `a + b`: kinds whose operands may change places under these operators. */
  readonly binary: readonly { readonly kind: string; readonly left: string; readonly right: string }[]
  readonly functions: readonly string[]
  /** How imports are written. */
  readonly imports: 'javascript' | 'python' | 'java' | 'go' | 'cpp' | 'csharp' | 'php' | 'rust' | 'kotlin' | 'none'
  /** Ways to write a pattern as a whole file; the first that parses is taken. `@` is the pattern. */
  readonly frames: readonly string[]
  /** What names of variables begin with, where they do: metavariables for them are written so. */
  readonly sigil: string
  /** Pieces of statements, by their first word, and how to make a whole file of them. */
  readonly pieces: readonly { readonly word: string; readonly frame: string }[]
  /** Ways to write an ellipsis by where it stands; `_` is a name of ours. Each set is tried in order. */
  readonly ellipses: readonly {
    readonly statement: string
    readonly argument: string
    readonly parameter: string
    readonly member: string
  }[]
}
