/**
 * Language-independent intermediate form of code: functions as blocks of instructions over numbered registers. It is created from the tree
 * of one file (`lower/`), read by the interpreter (`flow/`), and never stored.
 */

/** A variable or an intermediate value of one function, from 0. */
export type Register = number

/** No register. */
export const NONE = -1

/** A variable shared by several functions: the declaring function (0 for the module), and its name. */
export interface Cell {
  readonly owner: number
  readonly name: string
}

/** A key of an object, map or list: a text, or an index as text; undefined where it is unknown. */
export type Key = string | undefined

export interface Argument {
  readonly value: Register
  /** Of arguments with names. */
  readonly name?: string
  /** Whether it is expanded to its elements: `...args`, `*args`, `**kwargs`. */
  readonly isSpread?: boolean
}

/**
 * One instruction. `node` is the tree node with the value `to`, so that rule marks can be looked up by it; several instructions may share
 * a node.
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
  /** Assigns a variable. `node` is the name. */
  | { readonly op: 'assign'; readonly to: Register; readonly from: Register; readonly node: number }
  /**
   * A value derived from others. `text`: a concatenation in order; `number`: arithmetic; `test`: a comparison or a check with a result
   * that reveals nothing of the operands; `either`: one of them, unchanged; `whole`: parts of each, e.g. a conversion.
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
   * Reads `object.key` or `object[key]`. `index` is the register of a key that is not a name. `makes`: a missing member is created and
   * writable (a struct in a struct).
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
  /** Clears the content of an object: a buffer is overwritten from its start. */
  | { readonly op: 'clear'; readonly object: Register; readonly node: number }
  /**
   * Creates an object, map, list or set with its content; `all` are objects whose members are all copied, in order, before the entries. In
   * a list, entries with keys come first, then `all`, then entries without.
   */
  | {
      readonly op: 'make'
      readonly to: Register
      readonly entries: readonly { readonly key: Key; readonly value: Register }[]
      readonly all: readonly Register[]
      readonly isList?: boolean
      readonly node: number
    }
  /** Any element that a loop reads from a list, map or iterator (`keys`: any of its keys). */
  | {
      readonly op: 'each'
      readonly to: Register
      readonly from: Register
      readonly takes: 'members' | 'keys' | 'both'
      readonly node: number
    }
  /**
   * A call. `name` is the dotted callee name with imports resolved, e.g. `flask.request.args.get` or `this.db.query`; empty if the
   * callee is not a name. For a method call, `receiver` is the object and `callee` is the member value, if known. For any other call,
   * `callee` is the called value. The superclass constructor is `super` and its methods are `super.name`: `receiverType` names that class.
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
      /** `combine`, not this instruction, represents `await`, `yield` and other unwrapping of the result. */
      readonly node: number
    }
  /** A function as a value. */
  | { readonly op: 'function'; readonly to: Register; readonly id: number; readonly node: number }
  /** A class as a value. */
  | { readonly op: 'class'; readonly to: Register; readonly id: number; readonly node: number }
  /** An imported value. `name` is `*` for the module itself and `default` for its default export. */
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
  /** The exception in a handler. */
  | { readonly op: 'caught'; readonly to: Register; readonly node: number }

/** End of a block. */
export type Ending =
  | { readonly type: 'jump'; readonly to: number }
  | { readonly type: 'branch'; readonly condition: Register; readonly yes: number; readonly no: number }
  /** One of several blocks, by an unknown value. */
  | { readonly type: 'choose'; readonly to: readonly number[] }
  | { readonly type: 'return'; readonly value: Register; readonly node: number }
  | { readonly type: 'throw'; readonly value: Register; readonly node: number }
  /** End of the function without a value. */
  | { readonly type: 'end' }

export interface Block {
  readonly instructions: readonly Instruction[]
  readonly ending: Ending
  /** Block that handles exceptions from any instruction of this block. */
  readonly handler?: number
}

export interface Parameter {
  readonly register: Register
  readonly name: string
  /** The node of the whole parameter; patterns mark it or its name. */
  readonly node: number
  /** Node of its name; the same as `node` where it has no other parts. */
  readonly nameNode: number
  readonly isRest: boolean
  /** Whether it collects the remaining named arguments: `**kwargs`. Then `isRest` is true too. */
  readonly isNamedRest?: boolean
  /** As written, imports resolved. */
  readonly type?: string
  /** Annotations or decorators, as dotted names with imports resolved: `org.springframework...RequestParam`. */
  readonly marks?: readonly string[]
}

export interface FunctionIr {
  /** Index in the list of its file; 0 is the code that runs when the file is loaded. */
  readonly id: number
  /** Empty for an anonymous function. */
  readonly name: string
  readonly node: number
  readonly kind: 'module' | 'function' | 'method' | 'static' | 'constructor'
  /** The class that it is a member of; -1 for none. */
  readonly owner: number
  /** The function around it; -1 for the module. */
  readonly outer: number
  readonly parameters: readonly Parameter[]
  /** `this`, `self`; NONE if there is none. An arrow function reads the receiver of its outer function through a cell named `this`. */
  readonly receiver: Register
  readonly registers: number
  /** The first block is the entry. */
  readonly blocks: readonly Block[]
  readonly marks?: readonly string[]
  /** Whether its results arrive one by one or later: the value of a call represents all of them. */
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
  /** Declared types of fields. */
  readonly fields: readonly { readonly name: string; readonly type?: string }[]
  readonly marks?: readonly string[]
}

/** An import with its local name. */
export interface ImportIr {
  readonly local: string
  /** As written, with the dots before it: `./db.js`, `app.models`, `..models`, `com.example.Dao`. */
  readonly module: string
  /** `*`: the module; `default`: its default export. */
  readonly name: string
  /** Python: number of folders above the folder of the file; -1 for an absolute import. */
  readonly up?: number
}

/** An export: its name and the cell of the module with its value. */
export interface ExportIr {
  /** `default` for the default export; `*` with a cell for the value of the whole module (`module.exports`). */
  readonly name: string
  readonly cell?: Cell
  /** Re-export from another module; name `*` for all of its exports. */
  readonly from?: { readonly module: string; readonly name: string }
}

export interface FileIr {
  readonly language: string
  /** Package or namespace, in languages with one. */
  readonly package: string
  readonly functions: readonly FunctionIr[]
  readonly classes: readonly ClassIr[]
  readonly imports: readonly ImportIr[]
  readonly exports: readonly ExportIr[]
  /** Unsupported code, each once: node kinds without a handler. */
  readonly unknown: readonly string[]
}
