import { readPath } from './paths.ts'

/** Where replies stand in the answers of agents, in the order in which they are tried where no responsePath is given. */
export const REPLY_PATHS: readonly string[] = [
  'choices.0.message.content',
  'choices.0.text',
  'message.content',
  'content.0.text',
  'output_text',
  'output.0.content.0.text',
  'candidates.0.content.parts.0.text',
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

/** Of these the first part stands for the whole list: an answer has several parts, and some agents give back all that was said. */
const LISTS: ReadonlyMap<string, string> = new Map([
  ['content.0.text', 'content'],
  ['output.0.content.0.text', 'output'],
  ['candidates.0.content.parts.0.text', 'candidates.0.content.parts'],
  ['messages.0.content', 'messages'],
])
/** Of messages, by their role or type: who asks. What the agent says is what comes after. */
const ASKING: ReadonlySet<unknown> = new Set(['user', 'human', 'system', 'developer'])
/** Beside what the agent says: for itself, or to it. */
const UNSAID: ReadonlySet<unknown> = new Set(['tool', 'function', 'reasoning', 'thinking'])
/** How it went, said by what is around the agent; taken for its words only where no others stand. */
const STATUS =
  /^\W{0,5}(?:ok|okay|success|successful|succeeded|done|complete|completed|finished|accepted|created|processed|true|false|null|(?:your |the )?(?:request|message|query|prompt|operation|chat)(?: \w{1,20}){0,5} (?:success|successful|successfully|succeeded|completed|processed|received))\W{0,5}$/i
/** Messages hold lists of parts, and these texts. */
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
 * The words of an answer.
 * @param path  where the target's owner says that they stand; then nowhere else is looked
 * @returns undefined where there are none
 */
export function replyText(answer: unknown, path: string | undefined): string | undefined {
  if (path !== undefined) return wordsOf(readPath(answer, path))
  if (typeof answer === 'string') return answer
  return firstOf(answer, REPLY_PATHS)
}

/** The words of one piece of a stream; undefined where it holds none. */
export function pieceText(piece: unknown, path: string | undefined): string | undefined {
  if (path !== undefined) return wordsOf(readPath(piece, path))
  if (typeof piece === 'string') return piece
  return firstOf(piece, PIECE_PATHS)
}

function firstOf(answer: unknown, paths: readonly string[]): string | undefined {
  let status: string | undefined
  for (const path of paths) {
    const words = wordsAt(answer, path)
    if (words === undefined) continue
    const raw = readPath(answer, path)
    const isWord = typeof raw !== 'number' && typeof raw !== 'boolean'
    if (isWord && !STATUS.test(words)) return words
    // Somebody says how it went, and the words of the agent may stand deeper.
    status ??= words
  }
  return status
}

function wordsAt(answer: unknown, path: string): string | undefined {
  const list = LISTS.get(path)
  if (list !== undefined) {
    const parts = readPath(answer, list)
    return Array.isArray(parts) ? wordsOf(parts) : undefined
  }
  const end = '.content'
  if (path.endsWith(end) && isOf(readPath(answer, path.slice(0, -end.length)), ASKING)) return undefined
  return wordsOf(readPath(answer, path))
}

/** Parts of a text are joined; numbers and truth values are words too; objects are none. */
function wordsOf(value: unknown, depth = 0): string | undefined {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (!Array.isArray(value) || depth >= DEPTH_MAX) return undefined
  const after = value.findLastIndex((one: unknown) => isOf(one, ASKING)) + 1
  const parts = value.slice(after).flatMap((one: unknown) => {
    if (typeof one === 'string') return [one]
    if (isOf(one, UNSAID) || readPath(one, 'thought') === true) return []
    const inner = readPath(one, 'text') ?? readPath(one, 'content')
    const text = typeof inner === 'string' || Array.isArray(inner) ? wordsOf(inner, depth + 1) : undefined
    return text === undefined ? [] : [text]
  })
  return parts.length === 0 ? undefined : parts.join('')
}

function isOf(part: unknown, kinds: ReadonlySet<unknown>): boolean {
  return kinds.has(readPath(part, 'role')) || kinds.has(readPath(part, 'type'))
}
