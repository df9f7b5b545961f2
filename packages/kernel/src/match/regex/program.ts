import { Failure } from '../../failure.ts'
import type { CharSet } from './char-set.ts'
import { Classes, EDGE, LINE_END, WORD_CHARACTER } from './classes.ts'
import { LINE_END_PLACE, LINE_START, TEXT_END, TEXT_START, WORD_EDGE } from './opcodes.ts'
import { emitPattern, Emitter, instructionsOf } from './emit.ts'
import { PROGRAM_INSTRUCTIONS_MAX } from './limits.ts'
import type { Syntax } from './syntax.ts'
import { startsText } from './syntax.ts'

/** One or several patterns as flat instructions over shared character classes. */
export interface Program {
  readonly op: Uint8Array
  readonly out: Int32Array
  readonly arg: Int32Array
  readonly arg2: Int32Array
  readonly size: number
  /** First instruction of each pattern. */
  readonly starts: readonly number[]
  /** Whether a match of the pattern can only begin at the start of the text. */
  readonly anchored: readonly boolean[]
  readonly slots: number
  /** Number of loops with possibly empty iterations, and their nesting depth. */
  readonly loops: number
  readonly loopDepth: number
  readonly classes: Classes
  /** Whether line anchors or word edges are used, so that automaton states must include the context. */
  readonly usesContext: boolean
}

/** Rejects a pattern with too many instructions before they are emitted. */
export function checkSize(syntax: Syntax): number {
  const instructions = instructionsOf(syntax.root)
  if (instructions > PROGRAM_INSTRUCTIONS_MAX) {
    throw new Failure(
      'invalid_request',
      `The pattern compiles to ${instructions} instructions; the limit is ${PROGRAM_INSTRUCTIONS_MAX}. Use smaller repetition counts.`,
    )
  }
  return instructions
}

export function compileProgram(patterns: readonly Syntax[]): Program {
  const emitter = new Emitter()
  const starts = patterns.map((pattern, i) => emitPattern(emitter, pattern, i))
  const sets: readonly CharSet[] = emitter.sets
  return {
    op: Uint8Array.from(emitter.op),
    out: Int32Array.from(emitter.out),
    arg: Int32Array.from(emitter.arg),
    arg2: Int32Array.from(emitter.arg2),
    size: emitter.op.length,
    starts,
    anchored: patterns.map((pattern) => startsText(pattern.root)),
    slots: 2 * Math.max(0, ...patterns.map((pattern) => pattern.groups)),
    loops: emitter.loops,
    loopDepth: emitter.deepest,
    classes: new Classes(sets, emitter.usesContext),
    usesContext: emitter.usesContext,
  }
}

/** Returns whether a position between two contexts satisfies an assertion. */
export function isAssertionMet(place: number, before: number, after: number): boolean {
  switch (place) {
    case TEXT_START:
      return before === EDGE
    case TEXT_END:
      return after === EDGE
    case LINE_START:
      return before === EDGE || before === LINE_END
    case LINE_END_PLACE:
      return after === EDGE || after === LINE_END
    case WORD_EDGE:
      return (before === WORD_CHARACTER) !== (after === WORD_CHARACTER)
    default:
      return (before === WORD_CHARACTER) === (after === WORD_CHARACTER)
  }
}
