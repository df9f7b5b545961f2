import { encodeSse } from '@gatehouse/formats'
import type { JsonObject } from '../chat/dialect.ts'
import { objectsOf, stringOf } from '../chat/json.ts'
import { joinedText } from '../dialects/leaves.ts'

/** Fields of blocks with names, or with content that only the provider can read. */
export const OPAQUE_NAMES: ReadonlySet<string> = new Set([
  'type',
  'id',
  'tool_use_id',
  'signature',
  'cache_control',
  'encrypted_content',
  'encrypted_index',
  'encrypted_stdout',
  'media_type',
  'file_id',
])

/** Returns whether a block is a call of a client tool or a hosted tool. */
export function isCall(type: string): boolean {
  return type === 'tool_use' || type.endsWith('_tool_use')
}

export function isResult(type: string): boolean {
  return type === 'tool_result' || type.endsWith('_tool_result')
}

/** Returns the text of a block that is forwarded only as a whole. */
export function blockText(block: JsonObject): string {
  return joinedText(block, OPAQUE_NAMES)
}

/** Returns one event of the API, with its name in both positions. */
export function event(type: string, fields: JsonObject = {}): string {
  return encodeSse({ event: type, data: JSON.stringify({ type, ...fields }) })
}

export function delta(index: number, fields: JsonObject): string {
  return event('content_block_delta', { index, delta: fields })
}

/** Returns a complete block as events. Its start is empty if clients expect the content in deltas. */
export function blockEvents(block: JsonObject, index: number): string {
  const type = stringOf(block['type']) ?? ''
  let start = block
  let deltas = ''
  if (type === 'text') {
    const citations = objectsOf(block['citations'])
    start = { ...block, text: '', ...(citations.length > 0 ? { citations: [] } : {}) }
    deltas = delta(index, { type: 'text_delta', text: stringOf(block['text']) ?? '' })
    for (const citation of citations) deltas += delta(index, { type: 'citations_delta', citation })
  } else if (type === 'thinking') {
    start = { ...block, thinking: '', signature: '' }
    deltas = delta(index, { type: 'thinking_delta', thinking: stringOf(block['thinking']) ?? '' })
    deltas += delta(index, { type: 'signature_delta', signature: stringOf(block['signature']) ?? '' })
  } else if (isCall(type)) {
    const { input = {} } = block
    // Invalid JSON stays as the model wrote it.
    const partial_json = typeof input === 'string' ? input : JSON.stringify(input)
    start = { ...block, input: {} }
    deltas = delta(index, { type: 'input_json_delta', partial_json })
  }
  return event('content_block_start', { index, content_block: start }) + deltas + event('content_block_stop', { index })
}
