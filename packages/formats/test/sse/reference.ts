import type { SseEvent } from '../../src/sse/parser.ts'

/**
 * Reference parser for a complete stream, line by line as in section 9.2.6 of the WHATWG's HTML standard; slow and simple, for comparison.
 * The id is that of the event itself, not the last one seen.
 */
export function readEvents(bytes: Uint8Array): SseEvent[] {
  const text = new TextDecoder('utf-8').decode(bytes)
  const lines = text.split(/\r\n|\n|\r/)
  // A final line without a line break is dropped.
  lines.pop()
  const events: SseEvent[] = []
  let data = ''
  let type = ''
  let id: string | undefined
  for (const line of lines) {
    if (line === '') {
      if (data !== '') events.push({ event: type === '' ? undefined : type, id, data: data.slice(0, -1) })
      data = ''
      type = ''
      id = undefined
      continue
    }
    if (line.startsWith(':')) continue
    const colon = line.indexOf(':')
    const field = colon < 0 ? line : line.slice(0, colon)
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (field === 'event') type = value
    else if (field === 'data') data += `${value}\n`
    else if (field === 'id' && !value.includes('\0')) id = value
  }
  return events
}
