import { parseJson } from './json.ts'
import { type McpProbe, type McpRequest, parseProbe } from './mcp-probe.ts'
import { isAddress, isDestructive, isNumeric, isText, type McpTool, parametersOf, typeOf } from './mcp-tools.ts'
import { readPath } from './paths.ts'

/** Maximum depth of generated values. Own limit. */
const DEPTH_MAX = 4

/** MCP methods that an attack can send as literal requests; other methods change session state. */
const METHODS = new Set([
  'tools/list',
  'tools/call',
  'resources/list',
  'resources/read',
  'resources/templates/list',
  'prompts/list',
  'prompts/get',
  'completion/complete',
])

/** Parses a message that is a request in JSON: of the protocol, or `{"name", "arguments"}` of a tool. */
export function embeddedRequest(message: string): McpRequest | McpProbe | undefined {
  const text = message.trim()
  const value = text.startsWith('{') ? parseJson(text)?.value : undefined
  const method = readPath(value, 'method')
  if (typeof method === 'string' && METHODS.has(method)) {
    const params = readPath(value, 'params') ?? {}
    return parseProbe(method, params) ?? { method, params }
  }
  const name = readPath(value, 'name')
  const path = readPath(value, 'arguments')
  if (typeof name === 'string' && typeof path === 'object' && path !== null && !Array.isArray(path)) {
    return { method: 'tools/call', params: { name, arguments: path } }
  }
  return undefined
}

/** Maximum number of tools per message. Own limit: a server with dozens of tools gets them in turn. */
const TOOLS_EACH_MAX = 8

/**
 * Returns the tools for a message: the named one, else all with a text parameter, since any of them may be vulnerable. Of many tools a
 * subset is chosen by the message, so that the same attack goes to the same tools again.
 * @param turn from 0; messages of one conversation reach different tools
 */
export function toolsFor(message: string, tools: readonly McpTool[], turn: number): readonly McpTool[] {
  const said = message.toLowerCase()
  const named = tools.filter(({ name }) => hasWord(said, name.toLowerCase()))
  if (named.length > 0) return named.toSorted((a, b) => b.name.length - a.name.length).slice(0, 1)
  const safe = withoutDestructive(tools)
  const open = safe.filter(({ schema }) => parametersOf(schema).some((one) => isText(one.schema)))
  if (open.length === 0) return safe.length === 0 ? [] : [safe[turn % safe.length]!]
  return entriesInTurn(open, message, turn)
}

/** A value from an attack may name an object that exists. */
function withoutDestructive(tools: readonly McpTool[]): readonly McpTool[] {
  return tools.filter((tool) => !isDestructive(tool))
}

/** Names of tools that change files. */
const WRITES = /write|save|create|delete|remove|move|rename|upload|put|append|edit|patch|unlink|truncate/i

/** Returns the tools for a bare argument value: those with a parameter for addresses if it is one, else all. */
export function toolsForValue(value: string, listed: readonly McpTool[], turn: number): readonly McpTool[] {
  const tools = withoutDestructive(listed)
  const isUrl = /^[a-z][a-z0-9+.-]{0,20}:\/\//i.test(value)
  const isPath = /^(?:[./~%\\]|[a-z]:\\|file:)|\/\.\.\//i.test(value)
  // A path in a tool that writes would overwrite the file.
  const readers = isPath ? tools.filter(({ name }) => !WRITES.test(name)) : []
  if (readers.length > 0) return entriesInTurn(readers, value, turn)
  const forAddresses = isUrl ? tools.filter(({ schema }) => parametersOf(schema).some(isAddress)) : []
  return entriesInTurn(forAddresses.length > 0 ? forAddresses : tools, value, turn)
}

/** Returns all of them, or of many a subset that the message and the turn choose. */
export function entriesInTurn<One>(all: readonly One[], message: string, turn: number): readonly One[] {
  if (all.length <= TOOLS_EACH_MAX) return all
  const first = (sumOf(message) + turn) * TOOLS_EACH_MAX
  return Array.from({ length: TOOLS_EACH_MAX }, (_, at) => all[(first + at) % all.length]!)
}

function sumOf(text: string): number {
  let sum = 0
  for (let at = 0; at < text.length; at += 1) sum = (sum * 31 + text.charCodeAt(at)) % 65_521
  return sum
}

function hasWord(text: string, word: string): boolean {
  if (word.length < 3) return false
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
    const previousChar = text[at - 1] ?? ' '
    const nextChar = text[at + word.length] ?? ' '
    if (!/[a-z0-9_-]/.test(previousChar) && !/[a-z0-9_-]/.test(nextChar)) return true
  }
  return false
}

/** Arguments as a tool's schema wants them, with the message in every text that it needs. */
export function argumentsFor(schema: unknown, message: string): Record<string, unknown> {
  return objectFor(schema, message, 0)
}

function objectFor(schema: unknown, message: string, depth: number): Record<string, unknown> {
  const members = parametersOf(schema)
  const chosen = members.filter(({ isRequired }) => isRequired)
  // Optional text parameters are filled when there is no required one: any of them may be vulnerable.
  const hasText = chosen.some((one) => isText(one.schema))
  const isNumber = NUMBER.test(message)
  const extra = members.filter(
    (one) => !one.isRequired && ((!hasText && isText(one.schema)) || (isNumber && isNumeric(one.schema))),
  )
  return Object.fromEntries(
    [...chosen, ...extra].map(({ name, schema: one }) => [name, valueFor(one, fitting(name, one, message), depth + 1)]),
  )
}

/**
 * Returns the part of a message for a URL or file parameter: a tool that receives an entire sentence as path finds no file, vulnerable or
 * not.
 */
function fitting(name: string, schema: unknown, message: string): string {
  if (isAddress({ name, schema })) return /\bhttps?:\/\/[^\s"'“”„«»<>`]+/i.exec(message)?.[0] ?? message
  if (!/path|file|folder|dir|document/i.test(name)) return message
  const words = message.split(/[\s"'“”„«»<>`]+/)
  const path = words.find((word) => /(?:\.\.|%2e%2e)/i.test(word) && /[\\/]|%2f|%5c/i.test(word))
  return path ?? words.find((word) => /^(?:\/|~\/|file:|[a-z]:\\)\S/i.test(word)) ?? message
}

function valueFor(schema: unknown, message: string, depth: number): unknown {
  const choices = readPath(schema, 'enum')
  if (Array.isArray(choices) && choices.length > 0) return choices[0]
  const fixed = readPath(schema, 'const') ?? readPath(schema, 'default')
  switch (typeOf(schema)) {
    case 'integer':
    case 'number':
      return NUMBER.test(message) ? Number(message) : (fixed ?? readPath(schema, 'minimum') ?? 1)
    case 'boolean':
      return fixed ?? false
    case 'array':
      return depth > DEPTH_MAX ? [] : [valueFor(readPath(schema, 'items'), message, depth + 1)]
    case 'object':
      return depth > DEPTH_MAX ? {} : objectFor(schema, message, depth)
    default:
      return readPath(schema, 'const') ?? message
  }
}

/** A message that is one number: an identifier, or a boundary value. */
const NUMBER = /^-?\d{1,20}(?:\.\d{1,20})?$/
