import { createLogger, type RequestContext } from '@gatehouse/http'
import type { Dialect, JsonObject } from '../src/chat/dialect.ts'
import { serveChat } from '../src/chat/serve-chat.ts'
import { harness, type HarnessOptions, type Script } from './chat/harness.ts'
import { eventsOf } from './stream-run.ts'

export interface DialectAnswer {
  readonly status: number
  readonly text: string
  /** Empty for a stream. */
  readonly body: JsonObject
  readonly events: readonly JsonObject[]
}

/** Creates the pipeline for another dialect, with in-memory ports: no server, no database. */
export function dialectHarness(dialect: Dialect, script: Script, options: HarnessOptions = {}) {
  const { audit, sent, ports } = harness(script, options)
  return {
    audit,
    sent,
    /** The answer before it is read. */
    open: (body: JsonObject) =>
      serveChat({ dialect, path: `/v1/${dialect.name}`, body, headers: {}, context: contextOf({}) }, ports),
    call: async (body: JsonObject, headers: Readonly<Record<string, string>> = {}): Promise<DialectAnswer> => {
      let status = 200
      let type = 'application/json'
      const context = contextOf(headers, {
        status: (code) => void (status = code),
        header: (name, value) => void (type = name === 'content-type' ? value : type),
      })
      const answer = await serveChat({ dialect, path: `/v1/${dialect.name}`, body, headers, context }, ports)
      let text = ''
      if (typeof answer === 'string' || answer instanceof Uint8Array) text = answer.toString()
      else for await (const chunk of answer) text += chunk.toString()
      const isStream = type.startsWith('text/event-stream')
      return {
        status,
        text,
        body: isStream ? {} : (JSON.parse(text) as JsonObject),
        events: isStream ? eventsOf(text) : [],
      }
    },
  }
}

function contextOf(headers: Readonly<Record<string, string>>, about: Partial<RequestContext> = {}): RequestContext {
  return {
    requestId: 'request-1',
    traceId: undefined,
    caller: { kind: 'tenant', tenantId: 'acme', scope: 'runtime', keyId: 'key-1' },
    tenantId: 'acme',
    agentKey: headers['x-agent-key'],
    userRole: headers['x-user-role'],
    log: createLogger({ service: 'guard', stream: { write: () => undefined } }),
    signal: new AbortController().signal,
    clientAddress: '127.0.0.1',
    status: () => undefined,
    header: () => undefined,
    ...about,
  }
}

/** The bytes of a stream in writes of a size, in the middle of frames and characters. */
export function wire(events: string, bytes = 1 << 20): Uint8Array[] {
  const all = Buffer.from(events)
  return Array.from({ length: Math.ceil(all.length / bytes) }, (_, at) => all.subarray(at * bytes, (at + 1) * bytes))
}
