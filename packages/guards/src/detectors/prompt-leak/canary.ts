import { type Automaton, buildAutomaton } from '@gatehouse/kernel/match'
import type { View } from '../../text/views.ts'

/** A canary with its place in a view. */
export interface CanaryHit {
  readonly canary: number
  readonly start: number
  readonly end: number
}

/**
 * Compiles a search for marker strings of the system prompt. Punctuation and spaces inside a marker are ignored, so that "C A N-A R Y"
 * matches "canary".
 * @returns `undefined` without markers
 */
export function compileCanaries(canaries: readonly string[]): ((view: View) => readonly CanaryHit[]) | undefined {
  const compacted = canaries.map((canary) => compact(canary).text)
  const searched = compacted.flatMap((text, index) => (text === '' ? [] : [index]))
  if (searched.length === 0) return undefined
  const automaton: Automaton = buildAutomaton(
    searched.map((index) => compacted[index]!),
    { ignoreCase: true },
  )
  return (view) => {
    const { text, places } = compact(view.text)
    const hits: CanaryHit[] = []
    automaton.scan(text, (pattern, end) => {
      const canary = searched[pattern]!
      hits.push({ canary, start: places[end - compacted[canary]!.length]!, end: places[end - 1]! + 1 })
      return hits.length < HITS_MAX
    })
    return hits
  }
}

const HITS_MAX = 100
const KEPT = /[\p{L}\p{N}]/u

/** Returns the letters and digits of a text, each with its offset. */
function compact(source: string): { text: string; places: Int32Array } {
  const places = new Int32Array(source.length)
  let text = ''
  let length = 0
  for (let at = 0; at < source.length; at += 1) {
    const unit = source.charCodeAt(at)
    const isKept =
      unit < 0x80
        ? (unit >= 48 && unit <= 57) || (unit >= 65 && unit <= 90) || (unit >= 97 && unit <= 122)
        : (unit & 0xf800) === 0xd800 || KEPT.test(source[at]!)
    if (!isKept) continue
    text += source[at]!
    places[length] = at
    length += 1
  }
  return { text, places }
}
