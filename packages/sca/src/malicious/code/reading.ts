import type { Flow } from './call.ts'
import { type Before, type Frame, newFrame, NOTHING_BEFORE, type Routine } from './frames.ts'
import { Lexer, type Syntax } from './lexer.ts'
import { type Carried, newCarried } from './literals.ts'
import { Scope } from './scope.ts'

/** Where the reading of a source stands. */
export interface Reading {
  readonly text: string
  readonly syntax: Syntax
  readonly scope: Scope
  lexer: Lexer
  before: Before
  /** A function whose body comes. */
  pending: Routine | undefined
  /** The bracket that was closed last. */
  closed: Frame
  flows: Flow[]
  carried: Carried
}

export function newReading(text: string, syntax: Syntax): Reading {
  return {
    text,
    syntax,
    scope: new Scope(syntax),
    lexer: new Lexer(text, syntax),
    before: NOTHING_BEFORE,
    pending: undefined,
    closed: newFrame('group'),
    flows: [],
    carried: newCarried(),
  }
}

/** Goes back to the beginning; what is known of functions stays. */
export function restart(r: Reading): void {
  r.scope.restart()
  r.lexer = new Lexer(r.text, r.syntax)
  r.before = NOTHING_BEFORE
  r.pending = undefined
  r.flows = []
  r.carried = newCarried()
}
