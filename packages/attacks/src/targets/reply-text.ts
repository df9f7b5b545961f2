import { readPath } from './paths.ts'

/** Paths of replies in agents' answers, tried in order without a configured responsePath. */
export const REPLY_PATHS: readonly string[] = [
  'choices.0.message.content',
  'choices.0.text',
  'message.content',
  'content.0.text',
  'output_text',
  'output.0.content.0.text',
  'candidates.0.content.parts.0.text',
  'result.artifacts.0.parts.0.text',
  'result.status.message.parts.0.text',
  'result.parts.0.text',
  'response',
  'reply',
  'answer',
  'output',
  'message',
  'text',
  'content',
  'result',
  'completion',
  'data.response',
  'data.reply',
  'data.answer',
  'data.message',
  'data.output',
  'data.text',
  'data.content',
  'result.response',
  'result.message',
  'result.text',
  'result.content',
  'messages.0.content',
  'generated_text',
  '0.generated_text',
]

/** Lists whose first part represents the whole: an answer has several parts, and some agents return the entire conversation. */
const LISTS: ReadonlyMap<string, string> = new Map([
  ['content.0.text', 'content'],
  ['output.0.content.0.text', 'output'],
  ['candidates.0.content.parts.0.text', 'candidates.0.content.parts'],
  ['result.artifacts.0.parts.0.text', 'result.artifacts.0.parts'],
  ['result.status.message.parts.0.text', 'result.status.message.parts'],
  ['result.parts.0.text', 'result.parts'],
  ['messages.0.content', 'messages'],
])
/** Roles and types of requesting messages. The agent's reply follows them. */
const ASKING: ReadonlySet<unknown> = new Set(['user', 'human', 'system', 'developer'])
/** Message kinds that are not the agent's reply: reasoning and tool results. */
const UNSAID: ReadonlySet<unknown> = new Set(['tool', 'function', 'reasoning', 'thinking'])
/** Status texts of the surrounding service; used as reply only without other text. */
const STATUS =
  /^\W{0,5}(?:ok|okay|success|successful|succeeded|done|complete|completed|finished|accepted|created|processed|true|false|null|(?:your |the )?(?:request|message|query|prompt|operation|chat)(?: \w{1,20}){0,5} (?:success|successful|successfully|succeeded|completed|processed|received))\W{0,5}$/i
/** Messages contain lists of parts, and these contain texts. */
const DEPTH_MAX = 3

/** The same for pieces of streamed replies. */
export const PIECE_PATHS: readonly string[] = [
  'choices.0.delta.content',
  'delta.text',
  'delta.content',
  'delta',
  'token',
  'chunk',
  'choices.0.text',
  ...REPLY_PATHS,
]

/**
 * Returns the text of an answer.
 * @param path path that the target's owner configured; then no other is tried
 * @returns undefined without text
 */
export function replyText(answer: unknown, path: string | undefined): string | undefined {
  if (path !== undefined) return textOf(readPath(answer, path))
  if (typeof answer === 'string') return answer
  return firstOf(answer, REPLY_PATHS)
}

/** Returns the text of one stream event; undefined without text. */
export function eventText(piece: unknown, path: string | undefined): string | undefined {
  if (path !== undefined) return textOf(readPath(piece, path))
  if (typeof piece === 'string') return piece
  return firstOf(piece, PIECE_PATHS)
}

function firstOf(answer: unknown, paths: readonly string[]): string | undefined {
  let status: string | undefined
  for (const path of paths) {
    const words = textAt(answer, path)
    if (words === undefined) continue
    const raw = readPath(answer, path)
    const isWord = typeof raw !== 'number' && typeof raw !== 'boolean'
    if (isWord && !STATUS.test(words)) return words
    // A status text; the agent's text may be deeper.
    status ??= words
  }
  return status
}

function textAt(answer: unknown, path: string): string | undefined {
  const list = LISTS.get(path)
  if (list !== undefined) {
    const parts = readPath(answer, list)
    return Array.isArray(parts) ? textOf(parts) : undefined
  }
  const end = '.content'
  if (path.endsWith(end) && isOf(readPath(answer, path.slice(0, -end.length)), ASKING)) return undefined
  return textOf(readPath(answer, path))
}

/** Parts of a text are joined; numbers and truth values are words too; objects are none. */
function textOf(value: unknown, depth = 0): string | undefined {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (!Array.isArray(value) || depth >= DEPTH_MAX) return undefined
  const after = value.findLastIndex((item: unknown) => isOf(item, ASKING)) + 1
  const parts = value.slice(after).flatMap((item: unknown) => {
    if (typeof item === 'string') return [item]
    if (isOf(item, UNSAID) || readPath(item, 'thought') === true) return []
    const inner = readPath(item, 'text') ?? readPath(item, 'content')
    const text = typeof inner === 'string' || Array.isArray(inner) ? textOf(inner, depth + 1) : undefined
    return text === undefined ? [] : [text]
  })
  return parts.length === 0 ? undefined : parts.join('')
}

function isOf(part: unknown, kinds: ReadonlySet<unknown>): boolean {
  return kinds.has(readPath(part, 'role')) || kinds.has(readPath(part, 'type'))
}
