import type { JsonObject } from '../chat/dialect.ts'
import { objectsOf } from '../chat/json.ts'
import { namedFields } from './head.ts'
import { EventWriter, itemEvents } from './events.ts'

/** Returns a complete, screened response as a stream with one delta for each part. */
export function answerAsStream(answer: JsonObject): string {
  const writer = new EventWriter()
  const empty = { ...namedFields(answer), status: 'in_progress', output: [] }
  let sse = writer.write('response.created', { response: empty })
  for (const [index, item] of objectsOf(answer['output']).entries()) sse += itemEvents(writer, item, index)
  const end = answer['status'] === 'incomplete' ? 'response.incomplete' : 'response.completed'
  return sse + writer.write(end, { response: answer })
}
