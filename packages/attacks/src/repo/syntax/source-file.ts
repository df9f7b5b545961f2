import type { Group, Node } from './tree.ts'
import type { Language, Value } from './value.ts'

interface Place {
  /** From 1. */
  readonly line: number
  /** In UTF-16 code units from the start of the file. */
  readonly at: number
}

export interface Call extends Place {
  /** Without brackets: that of `z.string().min(1)` is `z.string.min`. */
  readonly path: string
  readonly group: Group
  /** The call is a decorator of a function or a class: `@app.post("/chat")`. */
  readonly isDecorator: boolean
}

export interface Constant extends Place {
  /** Last word of the assignment's target. */
  readonly name: string
  readonly value: Value
}

export interface FunctionPart extends Place {
  /** Empty for anonymous functions. */
  readonly name: string
  readonly params: readonly Node[]
  readonly end: number
  readonly decorators: readonly Decorator[]
  /** Docstring. */
  readonly doc: string
}

export interface Decorator {
  readonly path: string
  readonly call: Call | undefined
}

/** A class, an interface or a type with members. */
export interface ClassPart extends Place {
  readonly name: string
  readonly bases: readonly string[]
  readonly fields: readonly Field[]
  readonly end: number
  readonly doc: string
  readonly decorators: readonly Decorator[]
}

export interface Field {
  readonly name: string
  /** The first word of its type. */
  readonly type: string
  /** Element type of a list: the word in its brackets. */
  readonly of: string
  readonly value: Value | undefined
}

/** `const { message, user } = req.body`. */
export interface Unpacking extends Place {
  readonly names: readonly string[]
  readonly of: Value
}

export interface Import {
  readonly module: string
  /** Exported name: `default`, `*`, a name. */
  readonly name: string
}

/** Facts of one source file, each with its location and in file order. */
export interface SourceFile {
  readonly path: string
  readonly language: Language
  readonly calls: readonly Call[]
  readonly constants: readonly Constant[]
  readonly functions: readonly FunctionPart[]
  readonly classes: readonly ClassPart[]
  readonly unpackings: readonly Unpacking[]
  readonly returns: readonly (Place & { readonly value: Value })[]
  /** Uses of names with their members. */
  readonly names: readonly (Place & { readonly path: string })[]
  /** Objects and dictionaries. */
  readonly maps: readonly Group[]
  /** By the name that they have here. */
  readonly imports: ReadonlyMap<string, Import>
}

/** The same while it is read. */
export interface Facts {
  readonly calls: Call[]
  readonly constants: Constant[]
  readonly functions: FunctionPart[]
  readonly classes: ClassPart[]
  readonly unpackings: Unpacking[]
  readonly returns: (Place & { readonly value: Value })[]
  readonly names: (Place & { readonly path: string })[]
  readonly maps: Group[]
  readonly imports: Map<string, Import>
}

export function noFacts(): Facts {
  return {
    calls: [],
    constants: [],
    functions: [],
    classes: [],
    unpackings: [],
    returns: [],
    names: [],
    maps: [],
    imports: new Map(),
  }
}

/** Everything in the order of the file, so that a piece of it is found without looking at all. */
export function inOrder(facts: Facts): Facts {
  const sorted = <What extends { readonly at: number }>(all: readonly What[]): What[] =>
    all.toSorted((a, b) => a.at - b.at)
  return {
    calls: sorted(facts.calls),
    constants: sorted(facts.constants),
    functions: sorted(facts.functions),
    classes: sorted(facts.classes),
    unpackings: sorted(facts.unpackings),
    returns: sorted(facts.returns),
    names: sorted(facts.names),
    maps: sorted(facts.maps),
    imports: facts.imports,
  }
}
