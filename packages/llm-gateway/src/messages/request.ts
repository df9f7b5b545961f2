import { callerOfBody } from '../chat/caller.ts'
import type { ChatRequest, JsonObject, RequestText, TextSource } from '../chat/dialect.ts'
import { isObject, type JsonPath, objectsOf, sourceOfName, stringOf, withValues } from '../chat/json.ts'
import { embeddedFiles } from '../chat/embedded-files.ts'
import { textsOfOtherFields } from '../chat/other-fields.ts'
import { countKind } from '../chat/unscreened.ts'
import { leavesOf } from '../dialects/leaves.ts'
import { isCall, isResult, OPAQUE_NAMES } from './blocks.ts'

/** Caller fields for the gateway; Anthropic rejects unknown fields of `metadata`. */
const CALLER_NAMES = new Set([
  'session_id',
  'agent_key',
  'agent_id',
  'user_role',
  'grant_id',
  'approval_request_id',
  'confirmation_token',
])

/** Type prefixes of client tools besides custom tools. Other tools run at the provider. */
const CLIENT_TOOL = /^(?:custom|function|bash|text_editor|computer|memory)(?:_|$)/

/** Fields with turns and instructions. */
const TURNS: readonly string[] = ['messages', 'system']
const READ: ReadonlySet<string> = new Set(TURNS)

/** Fields of the API. */
export const MESSAGES_FIELDS: ReadonlySet<string> = new Set(
  (
    'model messages max_tokens cache_control container context_management inference_geo mcp_servers metadata output_config ' +
    'output_format service_tier speed stop_sequences stream system temperature thinking tool_choice tools top_k top_p betas'
  ).split(' '),
)

interface Placed extends RequestText {
  readonly path: JsonPath
  /** Whether the value is an object, with the text as its JSON. */
  readonly isJson?: boolean
}

type TextContext = Pick<RequestText, 'message' | 'source' | 'tool' | 'arguments'>

interface Reading {
  readonly texts: Placed[]
  readonly unscreened: Map<string, number>
  readonly calls: Map<string, { readonly tool: string | undefined; readonly arguments: string }>
}

/** Reads the body of `POST /v1/messages`. */
export function readMessagesRequest(body: JsonObject): ChatRequest {
  const reading: Reading = { texts: [], unscreened: new Map(), calls: new Map() }
  reading.texts.push(...textsOfOtherFields(body, READ, MESSAGES_FIELDS))
  readContent(body['system'], { message: 0, source: 'system' }, ['system'], reading)
  const messages: readonly unknown[] = Array.isArray(body['messages']) ? body['messages'] : []
  for (const [index, value] of messages.entries()) {
    const message = isObject(value) ? value : { role: 'user', content: value }
    const about = { message: index + 1, source: sourceOf(message['role']) }
    if (isObject(value)) readNames(value, about, ['messages', index], reading)
    const path = ['messages', index, ...(isObject(value) ? ['content'] : [])]
    readContent(message['content'], about, path, reading)
  }
  for (const _server of objectsOf(body['mcp_servers'])) countKind(reading.unscreened, 'hosted_mcp_server')
  const files = embeddedFiles(body, TURNS, reading.unscreened)
  const { texts } = reading
  return {
    model: stringOf(body['model']) ?? '',
    stream: body['stream'] === true,
    texts,
    files,
    tools: declaredTools(body, reading),
    unscreened: Object.fromEntries(reading.unscreened),
    caller: callerOfBody(body),
    toUpstream(changed) {
      const changes = [...changed].map(([index, text]) => {
        const { path, isJson = false } = texts[index]!
        return { path, value: isJson ? objectOf(text) : text }
      })
      return withValues(withoutCaller(body), changes)
    },
  }
}

/** Reads the fields of a message besides its content. They come first, so that the last text of a message is its content. */
function readNames(value: JsonObject, about: TextContext, path: JsonPath, reading: Reading): void {
  const { role, content: _, ...rest } = value
  if (typeof role === 'string' && !ROLES.has(role)) {
    reading.texts.push({ ...about, source: sourceOfName(role, about.source), text: role, path: [...path, 'role'] })
  }
  readLeaves(rest, about, path, reading)
}

function readContent(content: unknown, about: TextContext, path: JsonPath, reading: Reading): void {
  if (typeof content === 'string') {
    if (content !== '') reading.texts.push({ ...about, text: content, path })
  } else if (Array.isArray(content)) {
    for (const [index, block] of content.entries()) {
      if (typeof block === 'string') readContent(block, about, [...path, index], reading)
      else if (isObject(block)) readBlock(block, about, [...path, index], reading)
    }
  } else if (isObject(content)) readLeaves(content, about, path, reading)
}

function readBlock(block: JsonObject, about: TextContext, path: JsonPath, reading: Reading): void {
  const type = stringOf(block['type']) ?? 'unknown'
  if (isCall(type)) readCall(block, about, path, reading)
  else if (isResult(type)) {
    const { content, ...rest } = block
    const call = reading.calls.get(stringOf(block['tool_use_id']) ?? '')
    const from: TextContext = { message: about.message, source: 'tool', tool: call?.tool, arguments: call?.arguments }
    // A tool result is a separate document without adjacent fields.
    readLeaves(rest, { message: about.message, source: 'tool_call', tool: call?.tool }, path, reading)
    readContent(content, from, [...path, 'content'], reading)
  } else if (type === 'document') readDocument(block, about, path, reading)
  else if (type === 'image' || type === 'redacted_thinking' || type === 'container_upload') {
    countKind(reading.unscreened, type)
    for (const leaf of leavesOf(block, path, MEDIA_NAMES)) reading.texts.push({ ...about, ...leaf })
  } else readLeaves(block, about, path, reading)
}

function readLeaves(block: JsonObject, about: TextContext, path: JsonPath, { texts }: Reading): void {
  for (const leaf of leavesOf(block, path, OPAQUE_NAMES)) texts.push({ ...about, ...leaf })
}

function readCall(
  block: JsonObject,
  { message }: TextContext,
  path: JsonPath,
  { texts, calls, unscreened }: Reading,
): void {
  const { input, ...rest } = block
  const id = stringOf(block['id'])
  const tool = stringOf(block['name'])
  const about = { source: 'tool_call', message, tool } as const
  for (const leaf of leavesOf(rest, path, OPAQUE_NAMES)) {
    const isOwnName = leaf.text === tool
    texts.push({ ...about, source: isOwnName ? sourceOfName(leaf.text, about.source) : about.source, ...leaf })
  }
  if (!isObject(input)) {
    for (const leaf of leavesOf(input, [...path, 'input'], NO_NAMES)) texts.push({ ...about, ...leaf })
    countKind(unscreened, 'tool_use')
    return
  }
  const text = JSON.stringify(input)
  if (id !== undefined) calls.set(id, { tool, arguments: text })
  if (Object.keys(input).length > 0) {
    texts.push({ ...about, text, path: [...path, 'input'], isJson: true })
  }
}

const NO_NAMES: ReadonlySet<string> = new Set()

function readDocument(block: JsonObject, about: TextContext, path: JsonPath, reading: Reading): void {
  const { source, ...rest } = block
  const { content, ...value } = isObject(source) ? source : { content: source }
  const media = MEDIA_SOURCES[stringOf(value['type']) ?? '']
  if (media !== undefined) countKind(reading.unscreened, 'document')
  // A provider may interpret undocumented content in any way, so that it is screened as text.
  const skipped = media === undefined ? OPAQUE_NAMES : new Set([...OPAQUE_NAMES, media])
  readLeaves(rest, about, path, reading)
  for (const leaf of leavesOf(value, [...path, 'source'], skipped)) reading.texts.push({ ...about, ...leaf })
  readContent(content, about, isObject(source) ? [...path, 'source', 'content'] : [...path, 'source'], reading)
}

/** Members of documents with unreadable content, by the type of their source. */
const MEDIA_SOURCES: Readonly<Record<string, string>> = { base64: 'data', url: 'url', file: 'file_id' }
/** Members of images and of encrypted blocks without text. */
const MEDIA_NAMES: ReadonlySet<string> = new Set([...OPAQUE_NAMES, 'data', 'url'])
/** Valid roles of the API. Some models interpret an invalid role as text. */
const ROLES: ReadonlySet<string> = new Set(['user', 'assistant', 'system'])

function sourceOf(role: unknown): TextSource {
  return role === 'assistant' || role === 'system' ? role : 'user'
}

function declaredTools(body: JsonObject, { unscreened }: Reading): ReadonlyMap<string, JsonObject | undefined> {
  const tools = new Map<string, JsonObject | undefined>()
  for (const tool of objectsOf(body['tools'])) {
    const name = stringOf(tool['name'])
    const schema = tool['input_schema']
    if (name !== undefined) tools.set(name, isObject(schema) ? schema : undefined)
    const type = stringOf(tool['type'])
    if (type !== undefined && !CLIENT_TOOL.test(type)) countKind(unscreened, 'hosted_tool')
  }
  return tools
}

function withoutCaller(body: JsonObject): JsonObject {
  const { metadata } = body
  if (!isObject(metadata) || !Object.keys(metadata).some((name) => CALLER_NAMES.has(name))) return body
  const { metadata: _, ...rest } = body
  const remaining = Object.entries(metadata).filter(([name]) => !CALLER_NAMES.has(name))
  return remaining.length === 0 ? rest : { ...rest, metadata: Object.fromEntries(remaining) }
}

/** Parses arguments after a redaction. The provider requires an object even for invalid JSON. */
function objectOf(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : { text }
  } catch {
    return { text }
  }
}
