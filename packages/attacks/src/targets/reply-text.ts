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
  for (const path of paths) {
    const words = wordsOf(readPath(answer, path))
    if (words !== undefined) return words
  }
  return undefined
}

/** Parts of a text are joined; numbers and truth values are words too; objects are none. */
function wordsOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (!Array.isArray(value)) return undefined
  const parts = value.flatMap((one: unknown) => {
    const text = typeof one === 'string' ? one : (readPath(one, 'text') ?? readPath(one, 'content'))
    return typeof text === 'string' ? [text] : []
  })
  return parts.length === 0 ? undefined : parts.join('')
}
