import { type Automaton, buildAutomaton } from '@gatehouse/kernel/match'
import { GUARD_NAMES, OWN_SENTENCES } from './sentences.ts'
import { OWN_TEMPLATES } from './templates.ts'

const GUARDS = GUARD_NAMES.join('|')

/** Text around a message in each dialect. Names from callers stay in the text. */
const FRAMES: readonly RegExp[] = [
  new RegExp(String.raw`\bThe (?:request|answer) was blocked by (?:${GUARDS})(?:\.|(?=:))`, 'g'),
  new RegExp(String.raw`\bBlocked by (?:${GUARDS})(?=:)`, 'g'),
  new RegExp(String.raw`(?<=\bThe call of [A-Za-z0-9_.:/-]{1,128}) was not allowed by (?:${GUARDS})(?=:)`, 'g'),
]

/** Literal that every frame contains. */
const MARK = 'ed by '

/** Start and end of a part of the text. */
type Range = readonly [start: number, end: number]

/**
 * Removes complete sentences of Gatehouse's own messages, which agents and clients repeat from a conversation. Each is replaced by a line
 * break, and the rest is evaluated as if sent alone, so that adding one of these sentences has no advantage for an attacker. Takes linear
 * time.
 */
export function withoutOwnMessages(text: string): string {
  return replaced(text, () => '\n')
}

/** Replaces every character of a message by a line break, so that offsets stay valid. */
export function blankOwnMessages(text: string): string {
  return replaced(text, (length) => '\n'.repeat(length))
}

/** Returns whether a text consists only of Gatehouse's own messages and punctuation. */
export function isOwnMessage(text: string): boolean {
  const rest = withoutOwnMessages(text)
  return rest !== text && !/[\p{L}\p{N}]/u.test(rest)
}

function replaced(text: string, by: (length: number) => string): string {
  const ranges = rangesOf(text)
  if (ranges.length === 0) return text
  let rest = ''
  let from = 0
  for (const [start, end] of ranges.toSorted((a, b) => a[0] - b[0] || b[1] - a[1])) {
    if (start < from) continue
    rest += text.slice(from, start) + by(end - start)
    from = end
  }
  return rest + text.slice(from)
}

function rangesOf(text: string): Range[] {
  const ranges = [...sentenceRanges(text), ...templateRanges(text)]
  if (!text.includes(MARK)) return ranges
  for (const frame of FRAMES)
    for (const match of text.matchAll(frame)) ranges.push([match.index, match.index + match[0].length])
  return ranges
}

let sentences: Automaton | undefined

function sentenceRanges(text: string): Range[] {
  sentences ??= buildAutomaton([...OWN_SENTENCES])
  const ranges: Range[] = []
  sentences.scan(text, (pattern, end) => {
    const start = end - OWN_SENTENCES[pattern]!.length
    if (isCompleteSentence(text, start, end)) ranges.push([start, end])
    return true
  })
  return ranges
}

/** A message with names: its fixed words, a pattern for the whole, and which of its groups are names. */
interface Template {
  readonly words: string
  readonly whole: RegExp
}

interface Templates {
  readonly automaton: Automaton
  readonly list: readonly Template[]
}

let templates: Templates | undefined

function templateRanges(text: string): Range[] {
  templates ??= compileTemplates()
  const { automaton, list } = templates
  const present = new Set<number>()
  automaton.scan(text, (pattern) => {
    present.add(pattern)
    return true
  })
  return [...present].flatMap((at) => [...text.matchAll(list[at]!.whole)].flatMap((match) => fixedParts(text, match)))
}

/** Returns the fixed parts of a message. Its names stay and are evaluated. */
function fixedParts(text: string, match: RegExpExecArray): Range[] {
  const [start, end] = match.indices![0]!
  if (!isCompleteSentence(text, start, end)) return []
  const ranges: Range[] = []
  let from = start
  for (const name of match.indices!.slice(1)) {
    if (name === undefined) continue
    ranges.push([from, name[0]])
    from = name[1]
  }
  return [...ranges, [from, end]]
}

/** `"{}"` is a name between quotation marks, also escaped as in JSON; `{#}` a number; `{}` a few plain words. */
const SLOTS: ReadonlyMap<string, string> = new Map([
  ['"{}"', String.raw`\\?"([^"\n\\]{1,128})\\?"`],
  ['{#}', String.raw`\d{1,12}`],
  ['{}', String.raw`([\p{L}\p{N}_][\p{L}\p{N}_ ,()-]{0,80})`],
])

function compileTemplates(): Templates {
  const list = OWN_TEMPLATES.map((template): Template => {
    const parts = template.split(/("\{\}"|\{#\}|\{\})/)
    const words = parts.filter((part) => !SLOTS.has(part)).toSorted((a, b) => b.length - a.length)[0]!
    const source = parts.map((part) => SLOTS.get(part) ?? part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('')
    return { words, whole: new RegExp(source, 'dgu') }
  })
  return { automaton: buildAutomaton(list.map(({ words }) => words)), list }
}

/**
 * Returns whether a sentence is separate: it starts a line or a quotation or follows another sentence, and nothing continues its last
 * word.
 */
function isCompleteSentence(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - 2), start)
  const isBegun =
    before === '' || /[\n"“„«'`>‘]$/u.test(before) || /[.:!?;,–—\]-]\s$/u.test(before) || /^\s*$/.test(before)
  return isBegun && !/^[\p{L}\p{N}]/u.test(text.slice(end, end + 1))
}
