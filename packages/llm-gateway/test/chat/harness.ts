import type { RawAnswer } from '@gatehouse/contracts'
import type { GuardBlock } from '@gatehouse/contracts/policies'
import { createExtractor } from '@gatehouse/formats'
import { allGuards, createRegistry, localWindows } from '@gatehouse/guards'
import { localState, NO_AGENTIC_CONFIG } from '@gatehouse/guards/agentic'
import { createLogger, type RequestContext } from '@gatehouse/http'
import { Failure, systemClock } from '@gatehouse/kernel'
import { chatCompletions } from '../../src/chat/openai/dialect.ts'
import type { ChatPorts } from '../../src/chat/ports.ts'
import { serveChat } from '../../src/chat/serve-chat.ts'
import { VerdictCache } from '../../src/chat/verdict-cache.ts'
import type { UpstreamAnswer, UpstreamRequest } from '../../src/upstreams/model-upstreams.ts'
import { type AuditEntryInput, createPolicies, NO_TENANT, type TenantSnapshot } from '@gatehouse/screening'

type Headers = Readonly<Record<string, string>>

/** Response of a test's upstream: a whole answer, or the bytes of a stream. */
export type Script = (request: UpstreamRequest) => {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: object | string | AsyncIterable<Uint8Array> | Iterable<Uint8Array>
}

export interface HarnessOptions {
  readonly input?: GuardBlock
  readonly output?: GuardBlock
  readonly tenant?: Partial<TenantSnapshot>
  readonly ports?: Partial<ChatPorts>
}

/** The pipeline with its ports in memory: no server, no database. */
export function harness(script: Script, { input = {}, output = {}, tenant = {}, ports = {} }: HarnessOptions = {}) {
  const audit: AuditEntryInput[] = []
  const sent: (Omit<UpstreamRequest, 'body'> & { readonly body: string })[] = []
  const spent: number[] = []
  const snapshot: TenantSnapshot = { ...NO_TENANT, tenantId: 'acme', blocks: { input, output }, ...tenant }
  const windows = localWindows(systemClock)
  const registry = createRegistry(allGuards)
  const all: ChatPorts = {
    tenants: { snapshot: () => snapshot },
    policies: createPolicies({ registry, ports: { windows }, configured: {} }),
    audit: {
      append: (entry) => {
        audit.push(entry)
        return Promise.resolve()
      },
    },
    clock: systemClock,
    meter: { count: () => undefined },
    usage: {
      admit: () => undefined,
      admitAside: () => undefined,
      spend: (_, tokens) => void spent.push(tokens),
      blocked: () => undefined,
    },
    unregistered: { note: () => undefined },
    keeper: { keeps: () => false, note: () => undefined },
    agentic: { windows, state: localState(systemClock) },
    upstreams: {
      send: async (_, request) => {
        sent.push({ ...request, body: request.body.toString() })
        return answerOf(script(request))
      },
      models: () => Promise.resolve({ models: [], unanswered: [] }),
      model: () => Promise.reject(new Failure('not_found', 'No model is listed here.')),
    },
    verdicts: new VerdictCache(systemClock),
    extractor: createExtractor(),
    unknownFields: 'screen',
    ...ports,
  }
  return {
    audit,
    sent,
    spent,
    ports: all,
    call: (body: object, headers: Headers = {}) => call(body, headers, all),
    /** The answer before it is read. */
    open: (body: object, signal?: AbortSignal) => open(body, {}, all, signal),
  }
}

/** Result of a request. */
export interface Answered {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** All that was sent. */
  readonly text: string
  /** Parsed body; empty for a stream. */
  readonly body: Readonly<Record<string, unknown>>
  /** Parsed data of a stream's events; `[DONE]` stays a string. */
  readonly events: readonly (Readonly<Record<string, unknown>> | string)[]
}

interface Opened {
  readonly answer: RawAnswer
  readonly headers: Record<string, string>
  readonly status: number
}

async function open(body: object, input: Headers, ports: ChatPorts, signal?: AbortSignal): Promise<Opened> {
  const headers: Record<string, string> = {}
  let status = 200
  const context: RequestContext = {
    requestId: 'request-1',
    traceId: undefined,
    caller: { kind: 'tenant', tenantId: 'acme', scope: 'runtime', keyId: 'key-1' },
    tenantId: 'acme',
    agentKey: input['x-agent-key'],
    userRole: input['x-user-role'],
    log: createLogger({ service: 'guard', stream: { write: () => undefined } }),
    signal: signal ?? new AbortController().signal,
    clientAddress: '127.0.0.1',
    status: (code) => void (status = code),
    header: (name, value) => void (headers[name] = value),
  }
  const answer = await serveChat(
    { dialect: chatCompletions, path: '/v1/chat/completions', body: { ...body }, headers: input, context },
    ports,
  )
  return { answer, headers, status }
}

async function call(body: object, value: Headers, ports: ChatPorts): Promise<Answered> {
  const { answer, headers, status } = await open(body, value, ports)
  let text = ''
  if (typeof answer === 'string' || answer instanceof Uint8Array) text = answer.toString()
  else for await (const chunk of answer) text += chunk.toString()
  const isStream = headers['content-type']?.startsWith('text/event-stream') === true
  return {
    status,
    headers,
    text,
    body: isStream ? {} : (JSON.parse(text) as Record<string, unknown>),
    events: isStream ? eventsOf(text) : [],
  }
}

/** The data of events, parsed. */
export function eventsOf(text: string): (Readonly<Record<string, unknown>> | string)[] {
  return text
    .split('\n\n')
    .filter((event) => event.startsWith('data: '))
    .map((event) => event.slice('data: '.length))
    .map((data) => (data === '[DONE]' ? data : (JSON.parse(data) as Record<string, unknown>)))
}

function answerOf({ status = 200, headers = {}, body }: ReturnType<Script>): UpstreamAnswer {
  const isStream = typeof body === 'object' && (Symbol.asyncIterator in body || Symbol.iterator in body)
  const type = isStream ? 'text/event-stream' : 'application/json'
  const bytes = isStream
    ? (body as AsyncIterable<Uint8Array>)
    : [Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))]
  return { upstream: 'fake', status, headers: { 'content-type': type, ...headers }, body: iterated(bytes) }
}

async function* iterated(bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* bytes
}

/** Returns a complete answer with one choice. */
export function completion(message: object, finish_reason = 'stop', rest: object = {}): object {
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1,
    model: 'm',
    choices: [{ index: 0, message: { role: 'assistant', content: null, ...message }, logprobs: null, finish_reason }],
    usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
    ...rest,
  }
}

/** Returns the bytes of a stream with these choices, each in a frame of its own, with the end frame. */
export function streamOf(frames: readonly (object | string)[]): Uint8Array[] {
  const head = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'm' }
  return [
    ...frames.map((frame) =>
      Buffer.from(`data: ${typeof frame === 'string' ? frame : JSON.stringify({ ...head, ...frame })}\n\n`),
    ),
    Buffer.from('data: [DONE]\n\n'),
  ]
}

/** Returns a frame of one choice. */
export function delta(value: object, finish_reason: string | null = null, index = 0, rest: object = {}): object {
  return { choices: [{ index, delta: value, finish_reason, ...rest }] }
}

/** Returns output guards that match one name. */
export function competitors(action: 'block' | 'warn', ...names: readonly string[]): GuardBlock {
  return { competitor_mention: { enabled: true, action, settings: { competitors: [...names] } } }
}

/** Returns input guards that match one word. */
export function words(action: 'block' | 'redact', ...blocklist: readonly string[]): GuardBlock {
  return { keyword_blocklist: { enabled: true, action, settings: { blocklist: [...blocklist] } } }
}

/** A tenant that has switched tools off. */
export function switchedOff(...tools: readonly string[]): Partial<TenantSnapshot> {
  const disabled = new Map(tools.map((tool) => [tool, { reason: 'Out of order' }]))
  return { agentic: { ...NO_AGENTIC_CONFIG, tenantId: 'acme', items: new Map([['disabled_tool', disabled]]) } }
}

/** Returns a tool call as in a complete answer. */
export function toolCall(id: string, name: string, args: unknown): object {
  const text = typeof args === 'string' ? args : JSON.stringify(args)
  return { id, type: 'function', function: { name, arguments: text } }
}
