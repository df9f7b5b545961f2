import type { Message } from '../engine/attack.ts'
import type { Reply } from '../engine/exchange.ts'
import type { TargetSession } from '../engine/target.ts'
import { argumentsIn, blockedReply, type TargetGuard } from '../harden/target-guard.ts'
import { Conversation, type TargetWire } from './conversation.ts'
import { isBlockVerdict } from './guard-block.ts'
import { bounded, NOTHING_HEARD } from './heard.ts'
import { argumentsFor, embeddedRequest, entriesInTurn, toolsFor, toolsForValue } from './mcp-arguments.ts'
import type { McpAnswer } from './mcp-calls.ts'
import { explore } from './mcp-explore.ts'
import { entriesOf, isProbe, type McpProbe, type McpRequest, probeRequest } from './mcp-probe.ts'
import { McpRpc, type RpcAnswer, type RpcError, UNKNOWN_METHOD } from './mcp-rpc.ts'
import type { McpTool } from './mcp-tools.ts'
import { UNLISTED_TOOL_RAN } from './mcp-words.ts'
import { readPath } from './paths.ts'
import type { Prepared } from './prepare.ts'
import { replyOf, troubledReply, writtenInto } from './reply.ts'
import { isRefusal } from '../judges/refusal.ts'
import { TargetError } from './target-error.ts'

/** Maximum number of pages of a list, and of tools in it. Own limits. */
const PAGES_MAX = 20
const TOOLS_MAX = 500
const END_MS = 500
/** Maximum number of unanswered calls per message before the rest is skipped: each may take the full timeout. Own limit. */
const TROUBLES_MAX = 2
/** JSON-RPC 2.0 section 5.1. */
const INTERNAL_ERROR = -32_603
const INVALID_PARAMETERS = -32_602
/** Minimum length of an argument whose repetition in an error shows that the tool received it. */
const REPEATED_UNITS_MIN = 3

/**
 * Session that attacks an MCP server directly: each message becomes a call of each tool with a text parameter, and their answers form the
 * reply. A message that is a JSON request is sent unchanged, so that lists and descriptions are replies too.
 */
export class McpSession implements TargetSession {
  readonly #prepared: Prepared
  readonly #conversation: Conversation
  readonly #rpc: McpRpc
  #tools: readonly McpTool[] | undefined
  readonly #guard: TargetGuard | undefined
  #turn = 0

  /** @param guard decides about tool calls and their results, like the MCP gateway; default: none */
  constructor(prepared: Prepared, wire: TargetWire, guard?: TargetGuard) {
    this.#guard = guard
    this.#prepared = prepared
    this.#conversation = new Conversation(prepared, wire)
    this.#rpc = new McpRpc(this.#conversation)
  }

  async say(message: string, history: readonly Message[], signal: AbortSignal): Promise<Reply> {
    const began = performance.now()
    try {
      signal.throwIfAborted()
      const text = writtenInto(message, history)
      const tools = (this.#tools ??= await this.#open(signal))
      const wish = embeddedRequest(message)
      if (wish !== undefined && isProbe(wish) && wish.plan !== undefined) {
        return this.#conversation.discreet(await this.#explored(message, wish, tools, signal))
      }
      const wishes =
        wish === undefined
          ? callsOf(text, tools, this.#turn)
          : isProbe(wish)
            ? await this.#probes(wish, tools, signal)
            : [wish]
      this.#turn += 1
      if (wishes.length === 0) return nothingListed(performance.now() - began)
      const reply = this.#conversation.discreet(await this.#answered(wishes, signal))
      return history.length === 0 ? reply : { ...reply, sent: text }
    } catch (thrown) {
      return troubledReply(thrown, Math.round(performance.now() - began))
    }
  }

  /** Resolves a request to everything that the server lists. */
  async #probes(probe: McpProbe, tools: readonly McpTool[], signal: AbortSignal): Promise<readonly McpRequest[]> {
    if (probe.list === 'tools/list')
      return toolsForValue(probe.value, tools, this.#turn).map((tool) => callOf(tool, probe.value))
    const { result } = await this.#rpc.request(probe.list, {}, signal)
    return entriesInTurn(entriesOf(result, probe), probe.value, this.#turn).map((entry) => probeRequest(entry, probe))
  }

  /** Sends the calls of a plan, and returns all answers. The calls are part of the sent text. */
  async #explored(message: string, probe: McpProbe, tools: readonly McpTool[], signal: AbortSignal): Promise<Reply> {
    const replies: NamedReply[] = []
    const calls: string[] = []
    const troubles: Reply[] = []
    const began = performance.now()
    const ask = async (request: McpRequest): Promise<McpAnswer | undefined> => {
      if (troubles.length >= TROUBLES_MAX) return undefined
      const { method, params, name = '' } = request
      calls.push(JSON.stringify({ method, params }))
      try {
        const { reply, answer } = await this.#guarded(method, params, signal)
        replies.push({ name, reply })
        const isError = answer?.error !== undefined || readPath(answer?.result, 'isError') === true
        return { text: reply.text, result: answer?.result, isError: isError || reply.blockedByGuard }
      } catch (thrown) {
        signal.throwIfAborted()
        troubles.push(troubledReply(thrown, Math.round(performance.now() - began)))
        return undefined
      }
    }
    const { allowedTools } = this.#prepared.config
    const notes = await explore(probe, { tools, ask, allowedTools })
    const told = replies.filter(({ reply }) => reply.problem === undefined)
    if (told.length === 0) return replies[0]?.reply ?? troubles[0] ?? nothingListed(performance.now() - began)
    const merged = mergedReply(told)
    const { text, wasCut } = bounded([...notes, merged.text].join('\n'))
    const sent = bounded([message, ...calls].join('\n')).text
    return { ...merged, text, wasCut: wasCut || merged.wasCut, sent }
  }

  /** Returns the answers of all called tools, each under its name; one failed call does not hide the others. */
  async #answered(wishes: readonly McpRequest[], signal: AbortSignal): Promise<Reply> {
    const replies: NamedReply[] = []
    const troubles: Reply[] = []
    for (const { method, params, name } of wishes) {
      const began = performance.now()
      try {
        // Sequential: the effect of one tool may be visible to another. oxlint-disable-next-line no-await-in-loop
        replies.push({ name: name ?? '', reply: (await this.#guarded(method, params, signal)).reply })
      } catch (thrown) {
        signal.throwIfAborted()
        troubles.push(troubledReply(thrown, Math.round(performance.now() - began)))
        if (troubles.length >= TROUBLES_MAX) break
      }
    }
    const told = replies.filter(({ reply }) => reply.problem === undefined)
    const [first] = told.length > 0 ? told : replies
    if (first === undefined) return troubles[0]!
    return wishes.length === 1 || told.length === 0 ? first.reply : mergedReply(told)
  }

  /** Sends a request, with a tool call and its result behind the guard. The answer is absent when the guard changed it. */
  async #guarded(method: string, params: unknown, signal: AbortSignal): Promise<GuardedAnswer> {
    const guard = this.#guard
    const tool = readPath(params, 'name')
    const isCall = method === 'tools/call' && typeof tool === 'string'
    if (guard !== undefined && isCall) {
      const call = await guard.toolCall(tool, argumentsIn(readPath(params, 'arguments')))
      if (call.isBlocked) return { reply: blockedReply(call) }
    }
    const answer = await this.#rpc.request(method, params, signal)
    const reply = this.#noted(method, params, answer)
    if (guard === undefined || !isCall || reply.problem !== undefined || reply.text === '') return { reply, answer }
    const output = await guard.toolOutput(tool, reply.text)
    if (output.isBlocked) return { reply: blockedReply(output) }
    return output.text === reply.text ? { reply, answer } : { reply: { ...reply, text: output.text } }
  }

  /** States in the reply that the server ran a tool that it does not list. */
  #noted(method: string, params: unknown, answer: RpcAnswer): Reply {
    const name = readPath(params, 'name')
    const isUnlisted =
      method === 'tools/call' && typeof name === 'string' && !(this.#tools ?? []).some((tool) => tool.name === name)
    const reply = answerOf(answer, params, isUnlisted)
    const { result, error } = answer
    if (!isUnlisted || error !== undefined) return reply
    if (readPath(result, 'isError') === true || reply.blockedByGuard || REJECTION.test(reply.text)) return reply
    return { ...reply, text: `${UNLISTED_TOOL_RAN}: ${name}\n${reply.text}` }
  }

  given(): readonly string[] {
    return this.#conversation.given()
  }

  async close(): Promise<void> {
    await this.#rpc.end(AbortSignal.timeout(END_MS))
  }

  async #open(signal: AbortSignal): Promise<readonly McpTool[]> {
    await this.#conversation.begin(signal)
    await this.#rpc.initialize(signal)
    const tools: McpTool[] = []
    let cursor: unknown
    for (let page = 0; page < PAGES_MAX; page += 1) {
      const { result, error } = await this.#rpc.request('tools/list', cursor === undefined ? {} : { cursor }, signal)
      if (error !== undefined) throw new TargetError('client_error', 'The MCP server returned an error for tools/list.')
      const listed = readPath(result, 'tools')
      for (const item of Array.isArray(listed) ? listed : []) {
        const name = readPath(item, 'name')
        const description = readPath(item, 'description')
        if (typeof name !== 'string' || tools.length >= TOOLS_MAX) continue
        const schema = readPath(item, 'inputSchema')
        const annotations = readPath(item, 'annotations')
        tools.push({ name, description: typeof description === 'string' ? description : '', schema, annotations })
      }
      cursor = readPath(result, 'nextCursor')
      if (typeof cursor !== 'string' || cursor === '') break
    }
    return tools
  }
}

interface NamedReply {
  readonly name: string
  readonly reply: Reply
}

interface GuardedAnswer {
  readonly reply: Reply
  readonly answer?: RpcAnswer
}

/** Servers that reject unknown tools without an error say so in the result. */
const REJECTION =
  /\b(?:unknown|not (?:found|available|supported|registered|implemented|allowed|permitted)|no such|(?:does not|doesn't) exist|unsupported|unrecogni[sz]ed|invalid|denied|error|fail(?:ed|ure)?)\b/i

function callsOf(text: string, tools: readonly McpTool[], turn: number): readonly McpRequest[] {
  const chosen = toolsFor(text, tools, turn)
  if (chosen.length === 0) throw new TargetError('no_text', 'The MCP server has no tools.')
  return chosen.map((tool) => callOf(tool, text))
}

function callOf({ name, schema }: McpTool, text: string): McpRequest {
  return { method: 'tools/call', params: { name, arguments: argumentsFor(schema, text) }, name }
}

/** A server without resources or prompts has nothing to disclose: this is an answer. */
function nothingListed(elapsed_ms: number): Reply {
  return replyOf({ ...NOTHING_HEARD, text: 'The server lists no entries.' }, undefined, Math.round(elapsed_ms))
}

/** Joins the replies of several tools. */
function mergedReply(all: readonly NamedReply[]): Reply {
  const replies = all.map(({ reply }) => reply)
  const { text, wasCut } = bounded(all.map(({ name, reply }) => `${name}: ${reply.text}`).join('\n'))
  return {
    ...replies[0]!,
    text,
    wasCut: wasCut || replies.some((reply) => reply.wasCut),
    blockedByGuard: replies.every((reply) => reply.blockedByGuard),
    responseTime_ms: Math.max(...replies.map((reply) => reply.responseTime_ms)),
  }
}

/** Converts the server's answer. The session's own call is not a call of the target and is not part of the reply. */
function answerOf({ result, error, status, elapsed_ms }: RpcAnswer, params: unknown, isUnlisted: boolean): Reply {
  if (error !== undefined) {
    const isOfTool =
      error.code === UNKNOWN_METHOD ||
      (error.code === INVALID_PARAMETERS && (isUnlisted || repeatsArgument(error.message, params)))
    return refusalOf(error, isOfTool, status, elapsed_ms)
  }
  const text = resultText(result)
  const isSilent = text.trim() === ''
  return replyOf({ ...NOTHING_HEARD, ...bounded(text), problem: isSilent ? 'empty' : undefined }, status, elapsed_ms)
}

/** Converts an error. A tool error or an unknown tool is an answer; other protocol errors are not: the tool never received the message. */
function refusalOf(error: RpcError, isOfTool: boolean, status: number, elapsed_ms: number): Reply {
  const isGuardBlock = isRefusal(error.message) || isBlockVerdict(error.data) || isBlockVerdict({ error })
  const { code = 0 } = error
  const isOfProtocol = code <= -32_000 && code >= -32_768 && !isOfTool
  const problem = isOfProtocol ? (code === INTERNAL_ERROR ? 'server_error' : 'client_error') : undefined
  return replyOf({ ...NOTHING_HEARD, ...bounded(error.message), isGuardBlock, problem }, status, elapsed_ms)
}

/** Returns whether an error repeats an argument or the name of the tool: the call reached the server's own check. */
function repeatsArgument(message: string, params: unknown): boolean {
  const values = readPath(params, 'arguments')
  const all = [
    readPath(params, 'name'),
    ...(typeof values === 'object' && values !== null ? Object.values(values) : []),
  ]
  return all.some((item) => typeof item === 'string' && item.length >= REPEATED_UNITS_MIN && message.includes(item))
}

/** Returns the texts of a tool result; for lists and other results the JSON itself, since descriptions are examined. */
function resultText(result: unknown): string {
  const content = readPath(result, 'content') ?? readPath(result, 'contents')
  if (!Array.isArray(content)) return result === undefined ? '' : JSON.stringify(result)
  const texts = content.flatMap((item) => {
    const text = readPath(item, 'text') ?? readPath(item, 'resource.text')
    return typeof text === 'string' ? [text] : []
  })
  const structured = readPath(result, 'structuredContent')
  if (texts.length === 0 && structured !== undefined) return JSON.stringify(structured)
  return texts.join('\n')
}
