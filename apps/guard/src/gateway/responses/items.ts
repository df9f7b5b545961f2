import type { JsonObject, ProposedCall } from '../chat/dialect.ts'
import { isObject, stringOf } from '../chat/json.ts'
import { wholeText } from '../dialects/leaves.ts'

/** Members of items that name things, or that only the provider can read. */
export const OPAQUE_NAMES: ReadonlySet<string> = new Set([
  'type',
  'id',
  'call_id',
  'status',
  'role',
  'phase',
  'encrypted_content',
  'container_id',
  'file_id',
  'image_url',
  'file_data',
  'file_url',
  'namespace',
  'output_index',
])

/** How an item of an answer is handed on. */
export type ItemKind = 'message' | 'reasoning' | 'call' | 'whole'

export function kindOf(item: JsonObject): ItemKind {
  const type = stringOf(item['type']) ?? 'message'
  // What is not in parts, as the interface has it, is looked at as a whole.
  if (type === 'message' || type === 'reasoning') return PART_LISTS.every((list) => isList(item[list])) ? type : 'whole'
  return isClientCall(item, type) ? 'call' : 'whole'
}

/** Calls that the client carries out, or allows: they have an id that their result names. Others ran at the provider. */
function isClientCall(item: JsonObject, type: string): boolean {
  return type === 'mcp_approval_request' || (type.endsWith('_call') && typeof item['call_id'] === 'string')
}

/** A call of an answer, in one form whatever its kind. */
export function callOf(item: JsonObject, key: string): ProposedCall {
  const type = stringOf(item['type']) ?? ''
  const id = stringOf(item['call_id']) ?? stringOf(item['id'])
  if (type === 'custom_tool_call') {
    return { key, id, tool: nameOf(item), arguments: stringOf(item['input']) ?? '', isFreeText: true }
  }
  const given = stringOf(item['arguments'])
  if (given !== undefined) return { key, id, tool: nameOf(item), arguments: given }
  // Tools of the interface itself (computer, shell, patches) have their arguments under names of their own.
  const { type: _, id: _id, call_id: _call, status: _status, ...rest } = item
  return { key, id, tool: nameOf(item), arguments: JSON.stringify(rest) }
}

/** What a call has beside its arguments, where these are a text of their own. */
const CALL_NAMES = new Set([
  'id',
  'type',
  'call_id',
  'status',
  'name',
  'namespace',
  'server_label',
  'arguments',
  'input',
])

/** A call as it may leave: nothing of it that was not judged. */
export function knownCall(item: JsonObject): JsonObject {
  const isWhole = item['type'] !== 'custom_tool_call' && stringOf(item['arguments']) === undefined
  // The arguments of tools of the interface are all that the item says.
  if (isWhole) return item
  return Object.fromEntries(Object.entries(item).filter(([name]) => CALL_NAMES.has(name)))
}

/** The name of the tool that an item calls; those of the interface itself are named by their type. */
export function nameOf(item: JsonObject): string {
  return stringOf(item['name']) ?? (stringOf(item['type']) ?? 'unknown').replace(/_call(?:_output)?$/, '')
}

/** The text of an item that is handed on whole or not at all. Pictures hold none. */
export function itemText(item: JsonObject): string {
  if (item['type'] !== 'image_generation_call') return wholeText(item, OPAQUE_NAMES)
  const { result: _, ...rest } = item
  return wholeText(rest, OPAQUE_NAMES)
}

/** The lists of parts that an item has, with the member of a part that holds its text. */
export const PART_LISTS = ['content', 'summary'] as const
export type PartList = (typeof PART_LISTS)[number]

export function textNameOf(part: JsonObject): 'text' | 'refusal' {
  return part['type'] === 'refusal' ? 'refusal' : 'text'
}

/** What a part has beside its text: citations, and whatever else; probabilities of tokens that spell the text are none. */
export function besideText(part: JsonObject): string {
  const name = textNameOf(part)
  const isOwn = (member: string): boolean =>
    (member === name && typeof part[name] === 'string') || (member === 'logprobs' && spells(part))
  const rest = Object.entries(part).filter(([member]) => !isOwn(member))
  return wholeText(Object.fromEntries(rest), OPAQUE_NAMES)
}

function spells({ logprobs, text }: JsonObject): boolean {
  if (!Array.isArray(logprobs)) return true
  return logprobs.map((entry: unknown) => (isObject(entry) ? String(entry['token']) : '')).join('') === text
}

function isList(value: unknown): boolean {
  return value === undefined || value === null || Array.isArray(value)
}

/** Channels name a text by its item, its list and its part. */
export function channelOf(item: number, list: PartList | 'item', part: number, what: 'text' | 'beside'): string {
  return `${item}:${list}:${part}:${what}`
}

/** Parts of an item; what is no object is none. */
export function partsOf(item: JsonObject, list: PartList): readonly JsonObject[] {
  const parts = item[list]
  return Array.isArray(parts) ? parts.map((part: unknown) => (isObject(part) ? part : {})) : []
}
