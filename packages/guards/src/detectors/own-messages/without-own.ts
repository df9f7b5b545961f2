import { type Automaton, buildAutomaton } from '@gatehouse/kernel'
import { GUARD_NAMES, OWN_SENTENCES } from './sentences.ts'

const GUARDS = GUARD_NAMES.join('|')

/** What stands around such a sentence in every dialect; names that a caller chooses are no part of it. */
const FRAMES: readonly RegExp[] = [
  new RegExp(String.raw`\bThe (?:request|answer) was blocked by (?:${GUARDS})(?:\.|(?=:))`, 'g'),
  new RegExp(String.raw`\bBlocked by (?:${GUARDS})(?=:)`, 'g'),
  new RegExp(String.raw`(?<=\bThe call of [A-Za-z0-9_.:/-]{1,128}) was not allowed by (?:${GUARDS})(?=:)`, 'g'),
]

/** Without one of these no frame is there. */
const MARK = 'ed by '

let sentences: Automaton | undefined

/**
 * The text without whole sentences of our own messages, as agents and clients repeat them from a conversation. Each is replaced by a line
 * break, and the rest is judged as if it had been sent alone: to add one of these sentences gains an attacker nothing. Linear.
 */
export function withoutOwnMessages(text: string): string {
  const cut = withoutSentences(text)
  return cut.includes(MARK) ? FRAMES.reduce((rest, frame) => rest.replaceAll(frame, '\n'), cut) : cut
}

/** Whether nothing is left of a text without our own messages but signs. */
export function isOwnMessage(text: string): boolean {
  const rest = withoutOwnMessages(text)
  return rest !== text && !/[\p{L}\p{N}]/u.test(rest)
}

function withoutSentences(text: string): string {
  sentences ??= buildAutomaton([...OWN_SENTENCES])
  let rest = ''
  let from = 0
  sentences.scan(text, (pattern, end) => {
    const start = end - OWN_SENTENCES[pattern]!.length
    if (start >= from && isWhole(text, start, end)) {
      rest += `${text.slice(from, start)}\n`
      from = end
    }
    return true
  })
  return from === 0 ? text : rest + text.slice(from)
}

/** A sentence of its own: begins at a line, a quotation or after the end of another, and nothing goes on with its last word. */
function isWhole(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - 2), start)
  const isBegun =
    before === '' || /[\n"“„«'`>]$/u.test(before) || /[.:!?;,–—-]\s$/u.test(before) || /^\s*$/.test(before)
  return isBegun && !/^[\p{L}\p{N}]/u.test(text.slice(end, end + 1))
}
