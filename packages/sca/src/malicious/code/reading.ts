import type { Flow } from './call.ts'
import { type Before, type Frame, newFrame, NOTHING_BEFORE, type Routine } from './frames.ts'
import { Lexer, type Syntax } from './lexer.ts'
import { type TextOrigins, createTextOrigins } from './literals.ts'
import { Scope } from './scope.ts'

/** State of the reader of a source. */
export interface Reading {
  readonly text: string
  readonly syntax: Syntax
  readonly scope: Scope
  lexer: Lexer
  before: Before
  /** Function whose body follows. */
  pending: Routine | undefined
  /** The bracket that was closed last. */
  closed: Frame
  flows: Flow[]
  carried: TextOrigins
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
    carried: createTextOrigins(),
  }
}

/** Returns to the beginning; knowledge about functions is kept. */
export function restart(r: Reading): void {
  r.scope.restart()
  r.lexer = new Lexer(r.text, r.syntax)
  r.before = NOTHING_BEFORE
  r.pending = undefined
  r.flows = []
  r.carried = createTextOrigins()
}
