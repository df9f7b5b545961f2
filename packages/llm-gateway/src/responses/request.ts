import { callerOfBody } from '../chat/caller.ts'
import type { ChatRequest, JsonObject, RequestText, TextSource } from '../chat/dialect.ts'
import { isObject, type JsonPath, objectsOf, sourceOfName, stringOf, withValues } from '../chat/json.ts'
import { embeddedFiles } from '../chat/embedded-files.ts'
import { textsOfOtherFields } from '../chat/other-fields.ts'
import { countKind } from '../chat/unscreened.ts'
import { isWord } from '../dialects/heads.ts'
import { leavesOf } from '../dialects/leaves.ts'
import { nameOf, OPAQUE_NAMES } from './items.ts'

/** Tools that the client runs. All others run at the provider. */
const CLIENT_TOOLS = new Set(['function', 'custom', 'computer', 'computer_use_preview', 'local_shell', 'apply_patch'])

/** References to data stored by the provider, which the gateway cannot see. */
const STORED = ['previous_response_id', 'conversation'] as const

/** Fields with turns and instructions. */
const TURNS: readonly string[] = ['input', 'instructions', 'prompt']
const READ: ReadonlySet<string> = new Set(TURNS)

/** Fields of the API. */
export const RESPONSES_FIELDS: ReadonlySet<string> = new Set(
  (
    'background context_management conversation include input instructions max_output_tokens max_tool_calls metadata model ' +
    'moderation parallel_tool_calls previous_response_id prompt prompt_cache_key prompt_cache_options prompt_cache_retention ' +
    'reasoning safety_identifier service_tier store stream stream_options temperature text tool_choice tools top_logprobs top_p ' +
    'truncation user'
  ).split(' '),
)

interface Placed extends RequestText {
  readonly path: JsonPath
}

type TextContext = Pick<RequestText, 'message' | 'source' | 'tool' | 'arguments'>

interface Reading {
  readonly texts: Placed[]
  readonly unscreened: Map<string, number>
  readonly calls: Map<string, { readonly tool: string; readonly arguments: string | undefined }>
}

/** Reads the body of `POST /v1/responses`. */
export function readResponsesRequest(body: JsonObject): ChatRequest {
  const reading: Reading = { texts: [], unscreened: new Map(), calls: new Map() }
  const { texts, unscreened } = reading
  texts.push(...textsOfOtherFields(body, READ, RESPONSES_FIELDS))
  readContent(body['instructions'], { message: 0, source: 'system' }, ['instructions'], reading)
  readPrompt(body['prompt'], reading)
  const { input } = body
  if (Array.isArray(input)) {
    for (const [index, item] of input.entries()) {
      if (isObject(item)) readItem(item, index + 1, ['input', index], reading)
      else readText(item, { message: index + 1, source: 'user' }, ['input', index], reading)
    }
  } else readContent(input, { message: 1, source: 'user' }, ['input'], reading)
  for (const name of STORED) if (body[name] !== undefined && body[name] !== null) countKind(unscreened, name)
  const files = embeddedFiles(body, TURNS, unscreened)
  return {
    model: stringOf(body['model']) ?? '',
    stream: body['stream'] === true,
    texts,
    files,
    tools: declaredTools(body, unscreened),
    unscreened: Object.fromEntries(unscreened),
    caller: callerOfBody(body),
    toUpstream(changed) {
      const changes = [...changed].map(([index, value]) => ({ path: texts[index]!.path, value }))
      return withValues(body, changes)
    },
  }
}

/** Reads a prompt stored by the provider. Its variables are screened, but its own text is not available. */
function readPrompt(prompt: unknown, reading: Reading): void {
  if (!isObject(prompt)) {
    readContent(prompt, { message: 1, source: 'user' }, ['prompt'], reading)
    return
  }
  countKind(reading.unscreened, 'stored_prompt')
  const { variables, ...rest } = prompt
  const about: TextContext = { message: 1, source: 'user' }
  for (const leaf of leavesOf(rest, ['prompt'], PROMPT_NAMES)) reading.texts.push({ ...about, ...leaf })
  for (const [name, value] of Object.entries(isObject(variables) ? variables : {})) {
    readContent(value, about, ['prompt', 'variables', name], reading)
  }
}

/** Identifying members of a stored prompt. */
const PROMPT_NAMES: ReadonlySet<string> = new Set(['id', 'version'])
/** Valid roles of the API. Some models interpret an invalid role as text. */
const ROLES: ReadonlySet<string> = new Set(['system', 'developer', 'user', 'assistant', 'tool'])

function readItem(item: JsonObject, message: number, path: JsonPath, reading: Reading): void {
  const type = stringOf(item['type']) ?? (item['role'] === undefined ? 'unknown' : 'message')
  if (type === 'message') {
    const about: TextContext = { message, source: sourceOf(item['role']) }
    readNames(item, about, path, reading)
    readContent(item['content'], about, [...path, 'content'], reading)
  } else if (type === 'item_reference' || type === 'compaction') {
    countKind(reading.unscreened, type)
    readLeaves(item, { message, source: 'user' }, path, reading)
  } else if (type === 'reasoning') {
    if (typeof item['encrypted_content'] === 'string') countKind(reading.unscreened, 'encrypted_reasoning')
    readLeaves(item, { message, source: 'assistant' }, path, reading)
  } else if (type.endsWith('_output')) readOutput(item, message, path, reading)
  else if (type.endsWith('_call')) readCall(item, message, path, reading)
  else readLeaves(item, { message, source: 'user' }, path, reading)
}

/** Reads the fields of a message besides its content. They come first, so that the last text of a message is its content. */
function readNames(value: JsonObject, about: TextContext, path: JsonPath, reading: Reading): void {
  const { role, content: _, ...rest } = value
  if (typeof role === 'string' && role !== '' && !ROLES.has(role)) {
    reading.texts.push({ ...about, source: sourceOfName(role, about.source), text: role, path: [...path, 'role'] })
  } else if (typeof role === 'object') readLeaves(role, about, [...path, 'role'], reading)
  readLeaves(rest, about, path, reading)
}

/** Reads a tool result. */
function readOutput(item: JsonObject, message: number, path: JsonPath, reading: Reading): void {
  const call = reading.calls.get(stringOf(item['call_id']) ?? '')
  const tool = call?.tool ?? (item['call_id'] === undefined ? nameOf(item) : undefined)
  const about: TextContext = { message, source: 'tool', tool, arguments: call?.arguments }
  const { output, ...rest } = item
  // A tool result is a separate document without adjacent fields.
  readLeaves(rest, { message, source: 'tool_call', tool }, path, reading)
  readContent(output, about, [...path, 'output'], reading)
}

/** Members with the results of hosted calls. */
const RESULT_NAMES = new Set(['output', 'outputs', 'results', 'error'])

/** Reads a call of the model: its arguments, and the result of a hosted call. */
function readCall(item: JsonObject, message: number, path: JsonPath, reading: Reading): void {
  const tool = nameOf(item)
  const string = stringOf(item['arguments']) ?? stringOf(item['input'])
  const id = stringOf(item['call_id'])
  if (id !== undefined) reading.calls.set(id, { tool, arguments: string })
  for (const [name, value] of Object.entries(item)) {
    if (OPAQUE_NAMES.has(name)) readLeaves({ [name]: value }, { message, source: 'tool_call', tool }, path, reading)
    else if ((name === 'name' || name === 'server_label') && typeof value === 'string') {
      reading.texts.push({
        message,
        source: sourceOfName(value, 'tool_call'),
        tool,
        text: value,
        path: [...path, name],
      })
    } else if (item['type'] === 'image_generation_call' && name === 'result') countKind(reading.unscreened, 'image')
    else if (RESULT_NAMES.has(name)) {
      readContent(value, { message, source: 'tool', tool, arguments: string }, [...path, name], reading)
    } else readLeaves(value, { message, source: 'tool_call', tool }, [...path, name], reading)
  }
}

function readContent(content: unknown, about: TextContext, path: JsonPath, reading: Reading): void {
  if (Array.isArray(content)) {
    for (const [index, part] of content.entries()) {
      if (isObject(part)) readPart(part, about, [...path, index], reading)
      else readText(part, about, [...path, index], reading)
    }
  } else if (isObject(content)) readPart(content, about, path, reading)
  else readText(content, about, path, reading)
}

function readPart(part: JsonObject, about: TextContext, path: JsonPath, reading: Reading): void {
  const type = stringOf(part['type']) ?? ''
  if (/^(?:input_image|input_file|input_audio|computer_screenshot)$/.test(type)) countKind(reading.unscreened, type)
  const skipped = type === 'input_audio' ? new Set([...OPAQUE_NAMES, 'input_audio', 'data']) : OPAQUE_NAMES
  for (const leaf of leavesOf(part, path, skipped)) {
    // The `detail` of an image is an API word.
    if (leaf.path.at(-1) !== 'detail' || !isWord(leaf.text)) reading.texts.push({ ...about, ...leaf })
  }
}

function readLeaves(value: unknown, about: TextContext, path: JsonPath, { texts }: Reading): void {
  for (const leaf of leavesOf(value, path, OPAQUE_NAMES)) texts.push({ ...about, ...leaf })
}

function readText(value: unknown, about: TextContext, path: JsonPath, { texts }: Reading): void {
  if (typeof value === 'string' && value !== '') texts.push({ ...about, text: value, path })
}

function sourceOf(role: unknown): TextSource {
  if (role === 'system' || role === 'developer') return 'system'
  return role === 'assistant' ? 'assistant' : 'user'
}

function declaredTools(body: JsonObject, unscreened: Map<string, number>): ReadonlyMap<string, JsonObject | undefined> {
  const tools = new Map<string, JsonObject | undefined>()
  for (const tool of objectsOf(body['tools'])) {
    const type = stringOf(tool['type']) ?? 'function'
    const name = stringOf(tool['name']) ?? (type === 'function' ? undefined : type)
    const schema = tool['parameters']
    if (name !== undefined) tools.set(name, isObject(schema) ? schema : undefined)
    if (!CLIENT_TOOLS.has(type)) countKind(unscreened, 'hosted_tool')
  }
  return tools
}
