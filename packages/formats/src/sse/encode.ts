import type { SseEvent } from './parser.ts'

/** An event as a stream holds it. Names and ids must be of one line, as those of ours are. */
export function encodeSse({ event, id, data }: SseEvent): string {
  let text = ''
  if (event !== undefined) text += `event: ${event}\n`
  if (id !== undefined) text += `id: ${id}\n`
  // A lone carriage return would end the line too.
  for (const line of data.split(/\r\n|\r|\n/)) text += `data: ${line}\n`
  return `${text}\n`
}
