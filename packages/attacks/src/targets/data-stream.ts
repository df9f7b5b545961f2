import { parseJson } from './json.ts'
import { readPath } from './paths.ts'

/** One line: type and JSON. The types are 0 to 9 and a to k. */
const LINE = /^([0-9a-k]):(?=["[{])/
/** Number of lines that are examined for detection. */
const PROBED_MAX = 10

/**
 * Returns whether a text is a data stream of the AI SDK, version 4: it is sent as plain text, and its frames would split words.
 * @see https://ai-sdk.dev/docs/ai-sdk-ui/stream-protocol
 */
export function isDataStream(text: string): boolean {
  if (!LINE.test(text.slice(0, 3))) return false
  const lines = text.split('\n', PROBED_MAX + 1).slice(0, PROBED_MAX)
  // The last line may be truncated.
  const whole = lines.length > 1 ? lines.slice(0, -1) : lines
  return whole.every((line) => line.trim() === '' || (LINE.test(line) && parseJson(line.slice(2)) !== undefined))
}

/** Its lines as pieces of JSON that other streams have. */
export function* dataStreamEvents(text: string): Generator<object> {
  for (const line of text.split('\n')) {
    const value = LINE.test(line) ? parseJson(line.slice(2))?.value : undefined
    const piece = value === undefined ? undefined : eventOf(line[0]!, value)
    if (piece !== undefined) yield piece
  }
}

function eventOf(kind: string, value: unknown): object | undefined {
  const call = { call_id: readPath(value, 'toolCallId'), name: readPath(value, 'toolName') }
  switch (kind) {
    case '0':
      return { delta: value }
    case 'g':
      return { delta: { thinking: value } }
    case '3':
      return { type: 'error', error: { message: value } }
    case '9':
      return { type: 'function_call', ...call, arguments: readPath(value, 'args') }
    case 'a':
      return { type: 'function_call_output', ...call, output: readPath(value, 'result') }
    default:
      return undefined
  }
}
