import type { SourceFiles } from '@gatehouse/scan-engine'

/**
 * Language definition for the engine: one data file per language. Kinds are names of the grammar; `'then` is the token where a kind has
 * the same name. Where a grammar has no field names, `#kind` is the first child of a kind, and `@0` is the first child that is no token.
 */
export interface Language extends SourceFiles {
  /** As rules call it first. */
  readonly name: string
  /** Other names in rules. */
  readonly aliases: readonly string[]
  /** Interpreters in a `#!` line, without their folder. */
  readonly programs?: RegExp
  readonly grammar: string
  readonly comments: readonly string[]
  /** Names of variables, types and members: equal texts are equal names, whatever the kind. */
  readonly identifiers: readonly string[]
  readonly strings: {
    readonly kinds: readonly string[]
    /** The parts of a string that are its text. */
    readonly content: readonly string[]
    /** Code parts of a string: a string with code has no known text. */
    readonly code: readonly string[]
    /** Kinds of adjacent strings that form one string. */
    readonly joined: readonly string[]
  }
  /** Kinds that only separate, as commas do. */
  readonly silent: readonly string[]
  /** Literals: numbers, booleans, null. */
  readonly literals: readonly string[]
  /** Kinds without meaning when they have one child, e.g. parentheses. */
  readonly transparent: readonly string[]
  /** The transparent kinds that belong to a metavariable's value: a sigil before a name. */
  readonly marked?: readonly string[]
  /** Kinds that a pattern of their first child matches, unless it has more: a parameter with its type. */
  readonly loose: readonly string[]
  /** Kinds with statements as children. */
  readonly blocks: readonly string[]
  /** Kinds that are lists even with one child; a pattern for that child does not match them. */
  readonly lists: readonly string[]
  /** Kinds whose children count as children of the parent. */
  readonly inlined: readonly string[]
  /** Lists without order: members of objects and classes. */
  readonly unordered: readonly string[]
  /** Lists of which a pattern need not name all: modifiers. */
  readonly subset: readonly string[]
  /** Named arguments: their order does not matter. */
  readonly named: readonly string[]
  /** Kinds that are equal for a pattern: each row is one set. */
  readonly same: readonly (readonly string[])[]
  /** Optional in code where the pattern omits them: types, modifiers, decorators. Tokens and kinds. */
  readonly optional: readonly string[]
  /** The optional words before a declared name; no metavariable matches them. */
  readonly words?: readonly string[]
  /** Fields that a pattern may omit. */
  readonly optionalFields: readonly string[]
  /** Lists that code may omit where a pattern's list is empty: arguments without parentheses, empty bodies. */
  readonly absent?: readonly string[]
  /** Kinds around a declared name: the star of a pointer. */
  readonly declarators?: readonly string[]
  /** Kinds with a member and each part before it as sibling children. */
  readonly flat?: readonly string[]
  /** Kinds with the first part and a node for the rest in the place of a member: `a::(b::c)`. */
  readonly nested?: readonly string[]
  /** Spellings of placeholder names where the usual form is invalid; the first row that matches the preceding text applies. */
  readonly spellings?: readonly {
    /** In code, between other parts of a string, or as the whole string. */
    readonly where: 'code' | 'string' | 'whole'
    readonly after: RegExp
    readonly prefix: string
    readonly suffix?: string
  }[]
  /** Text before the parentheses of parameters; without this regex, a body after them identifies a declaration. */
  readonly declares?: RegExp
  /** Kinds with a sigil that equal the plain name as a key: `:a => b` is `a: b`. */
  readonly keys?: readonly string[]
  /** Arguments that the grammar parses as tokens with commas: those of macros. */
  readonly tokens?: readonly string[]
  /** Whether `->` leads to a member, and does not start a function. */
  readonly hasArrowMembers?: boolean
  /** Tokens after which a pattern may omit the rest of a statement. */
  readonly tails?: readonly string[]
  /** `a = b` in any form: kind, fields of the name and the value, and whether a name comes first. */
  readonly assignments: readonly {
    readonly kind: string
    readonly left: string
    /** Empty: the last child. */
    readonly right: string
    readonly declares: boolean
    /** Whether a keyword marks it, so that a pattern with the keyword matches no plain assignment. */
    readonly isSaid?: boolean
  }[]
  /** Statements that contain one assignment: `const a = b`. */
  readonly declarations: readonly string[]
  /** Other changes of a variable: its first name is no constant. For a token, the first operand changes. */
  readonly changes: readonly string[]
  /** Calls that change variables in place, by their prefix: the first name in them, or all names. */
  readonly writers?: readonly { readonly kind: string; readonly starts: RegExp; readonly isFirst: boolean }[]
  /** Names with a type: kind, the field of the name and that of the type. */
  readonly typed: readonly { readonly kind: string; readonly name: string; readonly type: string }[]
  /** Types of the first result of library functions and methods, by their names with package or type, or `*`. */
  readonly makes?: Readonly<Record<string, string>>
  /** The method that creates an instance, in languages without a keyword for it. Only used with `makes`. */
  readonly creator?: string
  /** Loops that `for (...)` matches; absent where the language has no such head. */
  readonly loops?: readonly string[]
  /** Objects of which a pattern need not name all members, and the kinds of these. */
  readonly records?: { readonly kinds: readonly string[]; readonly members: readonly string[] }
  /** Parameters: their container kinds. */
  readonly parameters: readonly string[]
  /** `a.b`: kind, the field of the object and that of the member. */
  readonly members: readonly { readonly kind: string; readonly object: string; readonly member: string }[]
  /** Calls: kind, field of the callee (or of its name, with its object), field of the arguments. */
  readonly calls: readonly {
    readonly kind: string
    readonly callee: string
    readonly object?: string
    readonly args: string
  }[]
  /** `a + b`: kinds with operands that may change places under these operators. */
  readonly binary: readonly { readonly kind: string; readonly left: string; readonly right: string }[]
  readonly functions: readonly string[]
  /** How imports are written. */
  readonly imports: 'javascript' | 'python' | 'java' | 'go' | 'cpp' | 'csharp' | 'php' | 'rust' | 'kotlin' | 'none'
  /** Templates that turn a pattern into a whole file; the first that parses applies. `@` is the pattern. */
  readonly frames: readonly string[]
  /** Sigil of variable names, in languages with one: metavariables for variables use it. */
  readonly sigil: string
  /** Fragments of statements, by their first word, and templates that complete them to a file. */
  readonly pieces: readonly { readonly word: string; readonly frame: string }[]
  /** Spellings of an ellipsis by context; `_` is a placeholder name. Each set is tried in order. */
  readonly ellipses: readonly {
    readonly statement: string
    readonly argument: string
    readonly parameter: string
    readonly member: string
  }[]
}
