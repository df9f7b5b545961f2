/** A word of an action. */
export interface ActionToken {
  readonly type: 'name' | 'field' | 'variable' | 'text' | 'number' | 'mark'
  readonly text: string
  /** Whether whitespace precedes it: `.a .b` are two terms, `.a.b` is one. */
  readonly isApart: boolean
}

/** A value in an action. */
export type Operand =
  | { readonly type: 'literal'; readonly value: string | number | boolean | null }
  | { readonly type: 'dot' }
  | { readonly type: 'variable'; readonly name: string }
  | { readonly type: 'function'; readonly name: string }
  | { readonly type: 'pipeline'; readonly pipeline: Pipeline }

/** A value and the fields that are followed from it. */
export interface Term {
  readonly operand: Operand
  readonly fields: readonly string[]
}

/** A function or value, and its arguments. */
export type Command = readonly [Term, ...Term[]]

export interface Pipeline {
  /** Variables that get the value. */
  readonly names: readonly string[]
  /** Whether the names are new. */
  readonly declares: boolean
  readonly commands: readonly Command[]
}

/** Location of an action in its file. Offsets are UTF-16 code units. */
interface Placed {
  readonly start: number
  readonly end: number
}

export type TemplateNode =
  | ({ readonly type: 'text'; readonly text: string } & Placed)
  | ({ readonly type: 'action'; readonly pipeline: Pipeline } & Placed)
  | ({
      readonly type: 'if' | 'with' | 'range'
      readonly pipeline: Pipeline
      readonly body: readonly TemplateNode[]
      readonly otherwise: readonly TemplateNode[]
    } & Placed)
  | ({ readonly type: 'template'; readonly name: string; readonly pipeline: Pipeline | undefined } & Placed)
  | ({ readonly type: 'break' | 'continue' } & Placed)

/** A file of templates. */
export interface ParsedTemplate {
  readonly path: string
  readonly body: readonly TemplateNode[]
  readonly defines: ReadonlyMap<string, readonly TemplateNode[]>
}

/** A template syntax error with its offset. */
export class TemplateProblem extends Error {
  readonly at: number

  constructor(sentence: string, at: number) {
    super(sentence)
    this.at = at
  }
}
