/**
 * What code does, in a form that no language shows through: functions as blocks of instructions over numbered registers.
 * It is made from the tree of one file (`lower/`), read by the interpreter (`flow/`), and never kept.
 */

/** A variable or an intermediate value of one function, from 0. */
export type Register = number

/** No register. */
export const NONE = -1

/** A variable that more than one function sees: which one declares it (0 for the module), and its name. */
export interface Cell {
  readonly owner: number
  readonly name: string
}

/** A key of an object, map or list: a text or an index as text; undefined where it is not known. */
export type Key = string | undefined

export interface Argument {
  readonly value: Register
  /** Of arguments with names. */
  readonly name?: string
  /** Whether it stands for all that it holds: `...args`, `*args`, `**kwargs`. */
  readonly isSpread?: boolean
}

/**
 * One step. `node` is the node of the tree whose value `to` is, so that what rules mark can be looked up by it; several
 * steps may have the same.
 */
export type Instruction =
  | {
      readonly op: 'constant'
      readonly to: Register
      readonly value: string | number | boolean | null
      readonly node: number
    }
  /** A name is read: `from` is the variable, `to` the value of the expression. */
  | { readonly op: 'read'; readonly to: Register; readonly from: Register; readonly node: number }
  /** A variable is given a value. `node` is the name. */
  | { readonly op: 'assign'; readonly to: Register; readonly from: Register; readonly node: number }
  /**
   * A value made of others. `text`: they are parts of a text, in order; `number`: arithmetic; `test`: a comparison or a
   * question whose answer says nothing of the parts; `either`: one of them, unchanged; `whole`: some of each, e.g. a conversion.
   */
  | {
      readonly op: 'combine'
      readonly kind: 'text' | 'number' | 'test' | 'either' | 'whole'
      readonly to: Register
      readonly from: readonly Register[]
      readonly operator?: string
      readonly node: number
    }
  /**
   * `object.key`, `object[key]`. `index` is the register of a key that is not written as a name. `makes`: where nothing was put
   * there yet it is a thing all the same, into which others may write (a struct in a struct).
   */
  | {
      readonly op: 'member'
      readonly to: Register
      readonly object: Register
      readonly key: Key
      readonly index?: Register
      readonly makes?: boolean
      readonly node: number
    }
  /** `object.key = from`. */
  | {
      readonly op: 'store'
      readonly object: Register
      readonly key: Key
      readonly index?: Register
      readonly from: Register
      readonly node: number
    }
  /** Whatever an object held is gone: a buffer is written from its beginning. */
  | { readonly op: 'clear'; readonly object: Register; readonly node: number }
  /**
   * A new object, map, list or set with what it holds; `all` are things of which it takes all members over, one after the other;
   * entries come after them. Of a list, entries with keys come first, then `all`, then entries without.
   */
  | {
      readonly op: 'make'
      readonly to: Register
      readonly entries: readonly { readonly key: Key; readonly value: Register }[]
      readonly all: readonly Register[]
      readonly isList?: boolean
      readonly node: number
    }
  /** What a loop takes out of a list, map or iterator: any of its members (`keys`: any of its keys). */
  | {
      readonly op: 'each'
      readonly to: Register
      readonly from: Register
      readonly takes: 'members' | 'keys' | 'both'
      readonly node: number
    }
  /**
   * A call. `name` is what is called as dotted names with imports resolved, e.g. `flask.request.args.get` or `this.db.query`;
   * empty where it is another expression. A method has a `receiver`, and its value as a member is the `callee` where it may be
   * one; what is called otherwise is the value `callee`. The constructor of the class above is called `super` and its methods
   * `super.name`: `receiverType` says which class that is.
   */
  | {
      readonly op: 'call'
      readonly to: Register
      readonly name: string
      readonly callee: Register
      readonly receiver: Register
      /** The last part of the name. */
      readonly method: string
      /** The type that the receiver is declared with, as written, imports resolved. */
      readonly receiverType?: string
      readonly arguments: readonly Argument[]
      readonly isNew: boolean
      /** Whether the value of the call is awaited, yielded or otherwise unwrapped at once is said by `combine`, not here. */
      readonly node: number
    }
  /** A function as a value. */
  | { readonly op: 'function'; readonly to: Register; readonly id: number; readonly node: number }
  /** A class as a value. */
  | { readonly op: 'class'; readonly to: Register; readonly id: number; readonly node: number }
  /** What an import gives. `name` is `*` for the module itself and `default` for its one thing. */
  | {
      readonly op: 'import'
      readonly to: Register
      readonly module: string
      readonly name: string
      readonly node: number
    }
  | { readonly op: 'load'; readonly to: Register; readonly cell: Cell; readonly node: number }
  | { readonly op: 'save'; readonly cell: Cell; readonly from: Register; readonly node: number }
  /** A name that nothing in the file declares, e.g. `process`, `$_GET`, `params`. */
  | { readonly op: 'global'; readonly to: Register; readonly name: string; readonly node: number }
  /** The exception that a handler got. */
  | { readonly op: 'caught'; readonly to: Register; readonly node: number }

/** How a block ends. */
export type Ending =
  | { readonly type: 'jump'; readonly to: number }
  | { readonly type: 'branch'; readonly condition: Register; readonly yes: number; readonly no: number }
  /** One of several, by a value; nothing is known of which. */
  | { readonly type: 'choose'; readonly to: readonly number[] }
  | { readonly type: 'return'; readonly value: Register; readonly node: number }
  | { readonly type: 'throw'; readonly value: Register; readonly node: number }
  /** The end of the function without a value. */
  | { readonly type: 'end' }

export interface Block {
  readonly instructions: readonly Instruction[]
  readonly ending: Ending
  /** The block that gets what any instruction of this one throws. */
  readonly handler?: number
}

export interface Parameter {
  readonly register: Register
  readonly name: string
  /** The node of the whole parameter; patterns mark it or its name. */
  readonly node: number
  /** The node of its name; the same as `node` where it is nothing else. */
  readonly nameNode: number
  readonly isRest: boolean
  /** Whether it takes what is left of the arguments with names: `**kwargs`. Then `isRest` is true too. */
  readonly isNamedRest?: boolean
  /** As written, imports resolved. */
  readonly type?: string
  /** Annotations or decorators, as dotted names with imports resolved: `org.springframework...RequestParam`. */
  readonly marks?: readonly string[]
}

export interface FunctionIr {
  /** Its place in the list of its file; 0 is what the file does when it is loaded. */
  readonly id: number
  /** Empty where it has none. */
  readonly name: string
  readonly node: number
  readonly kind: 'module' | 'function' | 'method' | 'static' | 'constructor'
  /** The class that it is a member of; -1 for none. */
  readonly owner: number
  /** The function around it; -1 for the module. */
  readonly outer: number
  readonly parameters: readonly Parameter[]
  /** `this`, `self`; NONE where there is none. An arrow function reads that of its outer function by a cell named `this`. */
  readonly receiver: Register
  readonly registers: number
  /** The first is where it begins. */
  readonly blocks: readonly Block[]
  readonly marks?: readonly string[]
  /** Whether what it returns is given out piece by piece or later: the value of a call stands for all of it. */
  readonly isGenerator?: boolean
  readonly returnType?: string
  /** Of variables that are declared with a type, as written, imports resolved. */
  readonly types?: ReadonlyMap<Register, string>
}

export interface ClassIr {
  readonly id: number
  /** With the names around it: `Outer.Inner`. */
  readonly name: string
  readonly node: number
  /** As written, imports resolved. */
  readonly supers: readonly string[]
  readonly methods: readonly { readonly name: string; readonly function: number }[]
  /** Types of fields, where they are written. */
  readonly fields: readonly { readonly name: string; readonly type?: string }[]
  readonly marks?: readonly string[]
}

/** What a file brings in under a local name. */
export interface ImportIr {
  readonly local: string
  /** As written, with the dots before it: `./db.js`, `app.models`, `..models`, `com.example.Dao`. */
  readonly module: string
  /** `*`: the module; `default`: its one thing. */
  readonly name: string
  /** Python: how many folders up from the file's own; -1 where it is not relative. */
  readonly up?: number
}

/** What a file gives under a name: the cell of the module that holds it. */
export interface ExportIr {
  /** `default` for its one thing; `*` with a cell for the value that stands for all of it (`module.exports`). */
  readonly name: string
  readonly cell?: Cell
  /** Given on from another module; name `*` for all of it. */
  readonly from?: { readonly module: string; readonly name: string }
}

export interface FileIr {
  readonly language: string
  /** Of the languages that have one: package, namespace. */
  readonly package: string
  readonly functions: readonly FunctionIr[]
  readonly classes: readonly ClassIr[]
  readonly imports: readonly ImportIr[]
  readonly exports: readonly ExportIr[]
  /** Whatever could not be read, told once each: kinds of nodes that have no meaning here yet. */
  readonly unknown: readonly string[]
}
