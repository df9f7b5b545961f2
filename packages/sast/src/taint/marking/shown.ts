import { entriesOf } from '../../match/bindings.ts'
import type { Hit } from '../../match/find.ts'
import type { SearchGround } from '../../search/evaluate.ts'
import { hidden, META_IN_MESSAGE, codeOf } from '../../search/message.ts'
import { lineStarts, positionOf } from '../../tree/compact-tree.ts'
import type { Bound, CodeRange } from '../facts.ts'
import type { TaintRule } from '../rules/taint-rule.ts'

/** Characters of a piece of code that a trace shows. */
const SNIPPET_CHARS_MAX = 120

/** Displayed code of locations in a text. Possible secrets are redacted. */
export class Shown {
  readonly #text: string
  readonly #lines: Uint32Array
  readonly #wanted = new Map<TaintRule, readonly string[]>()

  constructor(text: string) {
    this.#text = text
    this.#lines = lineStarts(text)
  }

  place({ start, end }: Pick<Hit, 'start' | 'end'>): CodeRange {
    const from = positionOf(this.#lines, start)
    const to = positionOf(this.#lines, Math.max(start, end - 1))
    return { line: from.line, column: from.column, endLine: to.line, endColumn: to.column }
  }

  snippet({ start, end }: Pick<Hit, 'start' | 'end'>): string {
    const code = this.#text.slice(start, Math.min(end, start + SNIPPET_CHARS_MAX * 4)).replace(/\s{1,1000}/g, ' ')
    return hidden(code.length > SNIPPET_CHARS_MAX ? `${code.slice(0, SNIPPET_CHARS_MAX)}…` : code)
  }

  /** Returns the values of metavariables that the rule needs: those of its message, or all of them if they have to agree. */
  bound(rule: TaintRule, hit: Hit, ground: SearchGround): Bound {
    let wanted = this.#wanted.get(rule)
    if (wanted === undefined) {
      wanted = [...new Set(rule.message.match(META_IN_MESSAGE))]
      this.#wanted.set(rule, wanted)
    }
    const all = rule.taint.unifies ? entriesOf(hit.bindings).map(([name]) => name) : []
    const pieces = [...new Set([...wanted, ...all])].flatMap((word) => {
      const piece = codeOf(word, hit.bindings, ground)
      return piece === undefined ? [] : [[word, piece] as const]
    })
    return Object.fromEntries(pieces)
  }
}
