import type { SseEvent } from './parser.ts'

/**
 * Serializes an event, with lines that end in a line feed.
 * @throws {RangeError} for a name or id with line breaks, which could inject fields
 */
export function encodeSse({ event, id, data }: SseEvent): string {
  let text = ''
  if (event !== undefined) text += `event: ${lineOf('name', event)}\n`
  if (id !== undefined) text += `id: ${lineOf('id', id)}\n`
  // A lone carriage return would end the line too.
  for (const line of data.split(/\r\n|\r|\n/)) text += `data: ${line}\n`
  return `${text}\n`
}

function lineOf(subject: string, value: string): string {
  if (/[\r\n\0]/.test(value))
    throw new RangeError(`The ${subject} of an event contains a line break or a null character.`)
  return value
}
