import { encodeSse } from '@gatehouse/formats'
import type { JsonObject } from '../chat/dialect.ts'
import { stringOf } from '../chat/json.ts'
import { kindOf, PART_LISTS, type PartList, partsOf, textNameOf } from './items.ts'

/** Writes the events of one stream in order, with sequence numbers. */
export class EventWriter {
  #sequence = 0

  write(type: string, fields: JsonObject = {}): string {
    const sequence_number = this.#sequence
    this.#sequence += 1
    return encodeSse({ event: type, data: JSON.stringify({ type, sequence_number, ...fields }) })
  }
}

/** Location of a part, as in its events. */
export interface PartPosition {
  readonly item_id: string
  readonly output_index: number
  readonly list: PartList
  readonly at: number
}

/** Writes the start of a part with text deltas. */
export function partStart(writer: EventWriter, place: PartPosition, type: string): string {
  const part = emptyPart(type)
  const name = place.list === 'summary' ? 'response.reasoning_summary_part.added' : 'response.content_part.added'
  return writer.write(name, { ...fieldsOf(place), part })
}

/** Writes a text delta of a part. Does nothing for kinds with text only at the end. */
export function partDelta(writer: EventWriter, place: PartPosition, type: string, delta: string): string {
  const name = textEvent(place.list, type)
  if (name === undefined) return ''
  const logprobs = type === 'output_text' ? { logprobs: [] } : {}
  return writer.write(`${name}.delta`, { ...fieldsOf(place), delta, ...logprobs })
}

/** Writes the end of a part with its whole content. */
export function partEnd(writer: EventWriter, place: PartPosition, part: JsonObject): string {
  const type = stringOf(part['type']) ?? ''
  const name = textEvent(place.list, type)
  const own = textNameOf(part)
  let sse = ''
  const annotations = part['annotations']
  if (Array.isArray(annotations)) {
    for (const [annotation_index, annotation] of annotations.entries()) {
      const fields = { ...fieldsOf(place), annotation_index, annotation: annotation as unknown }
      sse += writer.write('response.output_text.annotation.added', fields)
    }
  }
  if (name !== undefined) {
    const logprobs = type === 'output_text' ? { logprobs: part['logprobs'] ?? [] } : {}
    sse += writer.write(`${name}.done`, { ...fieldsOf(place), [own]: part[own] ?? '', ...logprobs })
  }
  const end = place.list === 'summary' ? 'response.reasoning_summary_part.done' : 'response.content_part.done'
  return sse + writer.write(end, { ...fieldsOf(place), part })
}

/** Writes a complete item as events. */
export function itemEvents(writer: EventWriter, item: JsonObject, output_index: number): string {
  const item_id = stringOf(item['id']) ?? ''
  const kind = kindOf(item)
  if (kind === 'call') return callEvents(writer, item, item_id, output_index)
  if (kind === 'whole') {
    return (
      writer.write('response.output_item.added', { output_index, item }) +
      writer.write('response.output_item.done', { output_index, item })
    )
  }
  let sse = writer.write('response.output_item.added', { output_index, item: emptyItem(item) })
  for (const list of PART_LISTS) {
    for (const [at, part] of partsOf(item, list).entries()) {
      const place = { item_id, output_index, list, at }
      const type = stringOf(part['type']) ?? ''
      sse += partStart(writer, place, type)
      const text = stringOf(part[textNameOf(part)]) ?? ''
      if (text !== '') sse += partDelta(writer, place, type, text)
      sse += partEnd(writer, place, part)
    }
  }
  return sse + writer.write('response.output_item.done', { output_index, item })
}

/** Returns an item without its parts. */
export function emptyItem(item: JsonObject): JsonObject {
  const lists = PART_LISTS.filter((list) => Array.isArray(item[list])).map((list) => [list, []] as const)
  return { ...item, ...Object.fromEntries(lists), status: 'in_progress' }
}

function callEvents(writer: EventWriter, item: JsonObject, item_id: string, output_index: number): string {
  const [member, name] =
    item['type'] === 'custom_tool_call'
      ? (['input', 'response.custom_tool_call_input'] as const)
      : (['arguments', 'response.function_call_arguments'] as const)
  const text = item['type'] === 'mcp_approval_request' ? undefined : stringOf(item[member])
  const started = text === undefined ? item : { ...item, [member]: '', status: 'in_progress' }
  let sse = writer.write('response.output_item.added', { output_index, item: started })
  if (text !== undefined) {
    const called = stringOf(item['name'])
    sse += writer.write(`${name}.delta`, { item_id, output_index, delta: text })
    sse += writer.write(`${name}.done`, { item_id, output_index, [member]: text, name: called })
  }
  return sse + writer.write('response.output_item.done', { output_index, item })
}

function textEvent(list: PartList, type: string): string | undefined {
  if (list === 'summary') return 'response.reasoning_summary_text'
  if (type === 'output_text') return 'response.output_text'
  if (type === 'refusal') return 'response.refusal'
  return type === 'reasoning_text' ? 'response.reasoning_text' : undefined
}

export function emptyPart(type: string): JsonObject {
  if (type === 'refusal') return { type, refusal: '' }
  return type === 'output_text' ? { type, text: '', annotations: [], logprobs: [] } : { type, text: '' }
}

function fieldsOf({ item_id, output_index, list, at }: PartPosition): JsonObject {
  return { item_id, output_index, [list === 'summary' ? 'summary_index' : 'content_index']: at }
}
