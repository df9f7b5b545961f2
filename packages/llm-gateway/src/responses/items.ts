import type { JsonObject, ProposedCall } from '../chat/dialect.ts'
import { outgoingId } from '../chat/ids.ts'
import { isEncoded, isObject, stringOf } from '../chat/json.ts'
import { textsOfRanks, tokensSpelling } from '../chat/spelled-tokens.ts'
import { idsOf, isWord } from '../dialects/heads.ts'
import { joinedText } from '../dialects/leaves.ts'

/** Fields of items with names, or with content that only the provider can read. */
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

/** How an item of an answer is handled. */
export type ItemKind = 'message' | 'reasoning' | 'call' | 'whole'

export function kindOf(item: JsonObject): ItemKind {
  const type = stringOf(item['type']) ?? 'message'
  // Content without valid parts is screened as a whole.
  if (type === 'message' || type === 'reasoning') return PART_LISTS.every((list) => isList(item[list])) ? type : 'whole'
  return isClientCall(item, type) ? 'call' : 'whole'
}

/** Calls of hosted tools. All other calls are for the client, known or not. */
const HOSTED: ReadonlySet<string> = new Set([
  'web_search_call',
  'file_search_call',
  'code_interpreter_call',
  'image_generation_call',
  'mcp_call',
])
/** Calls of the API's own tools, which have no names. */
const OF_INTERFACE = /^(?:local_shell|shell|computer|apply_patch)_call(?:_output)?$/
/** Fields with the arguments of calls as text. */
const ARGUMENT_MEMBERS: Readonly<Record<string, 'arguments' | 'input'>> = {
  function_call: 'arguments',
  mcp_approval_request: 'arguments',
  custom_tool_call: 'input',
}

/** Returns whether the client executes or approves a call. */
function isClientCall(item: JsonObject, type: string): boolean {
  if (type === 'mcp_approval_request') return true
  return type.endsWith('_call') && (!HOSTED.has(type) || (item['call_id'] ?? null) !== null)
}

/** Returns whether a call has a readable target and can be answered. A client might interpret an unreadable call. */
export function isReadable(item: JsonObject): boolean {
  if (kindOf(item) !== 'call') return true
  const type = String(item['type'])
  const id = item[type === 'mcp_approval_request' ? 'id' : 'call_id']
  return outgoingId(id) !== undefined && (ARGUMENT_MEMBERS[type] === undefined || typeof item['name'] === 'string')
}

/** Returns a call of an answer in a common form for all kinds. */
export function callOf(item: JsonObject, key: string): ProposedCall {
  const type = stringOf(item['type']) ?? ''
  const about = { key, id: outgoingId(item['call_id']) ?? outgoingId(item['id']), tool: nameOf(item) }
  const member = ARGUMENT_MEMBERS[type]
  if (member === 'input') return { ...about, arguments: argumentsOf(item, member), isFreeText: true }
  if (member !== undefined) return { ...about, arguments: argumentsOf(item, member) }
  // Tools of the API itself (computer, shell, patches) have their arguments in specific fields.
  return { ...about, arguments: JSON.stringify(ownMembers(item)) }
}

/** Returns a call rebuilt from its screened parts. */
export function knownCall(item: JsonObject): JsonObject {
  const type = stringOf(item['type']) ?? ''
  const { status } = item
  const head = { type, ...outgoingIds(item), ...(isWord(status) ? { status } : {}) }
  const member = ARGUMENT_MEMBERS[type]
  if (member === undefined) return { ...ownMembers(item), ...head }
  const named = { name: nameOf(item), ...idsOf(item, ['namespace', 'server_label']) }
  return { ...head, ...named, [member]: argumentsOf(item, member) }
}

/** Returns arguments as text. Some servers send them as an object. */
function argumentsOf(item: JsonObject, member: 'arguments' | 'input'): string {
  const value = item[member]
  return typeof value === 'string' ? value : JSON.stringify(value ?? (member === 'input' ? '' : {}))
}

function outgoingIds({ id, call_id }: JsonObject): JsonObject {
  const [own, ofCall] = [outgoingId(id), outgoingId(call_id)]
  return { ...(own === undefined ? {} : { id: own }), ...(ofCall === undefined ? {} : { call_id: ofCall }) }
}

function ownMembers({ type: _type, id: _id, call_id: _call, status: _status, ...own }: JsonObject): JsonObject {
  return own
}

/** Returns the tool name of a call. Built-in tools are identified by their type, regardless of other fields. */
export function nameOf(item: JsonObject): string {
  const type = stringOf(item['type']) ?? 'unknown'
  const own = OF_INTERFACE.test(type) ? undefined : stringOf(item['name'])
  return own ?? type.replace(/_call(?:_output)?$/, '')
}

/** Returns the text of an item that is forwarded only as a whole. Images have none. */
export function itemText(item: JsonObject): string {
  const { result, ...rest } = item
  const isPicture = item['type'] === 'image_generation_call' && isEncoded(result)
  return joinedText(isPicture ? rest : item, OPAQUE_NAMES)
}

/** Part lists of an item, with the text member of their parts. */
export const PART_LISTS = ['content', 'summary'] as const
export type PartList = (typeof PART_LISTS)[number]

export function textNameOf(part: JsonObject): 'text' | 'refusal' {
  return part['type'] === 'refusal' ? 'refusal' : 'text'
}

/** Returns the content of a part besides its text: citations and other fields, and the alternatives of {@link withTokens probabilities}. */
export function besideText(part: JsonObject): string {
  const name = textNameOf(part)
  const { logprobs, ...rest } = part
  const isOwn = (member: string): boolean => member === name && typeof part[name] === 'string'
  const others = Object.fromEntries(Object.entries(rest).filter(([member]) => !isOwn(member)))
  const text = stringOf(part['text']) ?? ''
  const tokens = tokensSpelling(logprobs, text) ?? []
  return [joinedText(others, OPAQUE_NAMES), ...textsOfRanks(tokens, text)].filter((item) => item !== '').join('\n')
}

/** Returns a part with rebuilt probabilities, or without them if they do not match its text. */
export function withTokens(part: JsonObject): JsonObject {
  if (!('logprobs' in part)) return part
  const tokens = tokensSpelling(part['logprobs'], stringOf(part['text']) ?? '') ?? []
  return { ...part, logprobs: tokens.map(({ entry }) => entry) }
}

function isList(value: unknown): boolean {
  return value === undefined || value === null || Array.isArray(value)
}

/** `seam` is a text together with the end of the previous text, because clients concatenate them. */
export type ItemText = 'text' | 'seam' | 'beside'

/** Returns the channel of a text by its item, list and part. */
export function channelOf(item: number, list: PartList | 'item', part: number, subject: ItemText): string {
  return `${item}:${list}:${part}:${subject}`
}

/** Returns the parts of an item, skipping values that are not objects. */
export function partsOf(item: JsonObject, list: PartList): readonly JsonObject[] {
  const parts = item[list]
  return Array.isArray(parts) ? parts.map((part: unknown) => (isObject(part) ? withTokens(part) : {})) : []
}
