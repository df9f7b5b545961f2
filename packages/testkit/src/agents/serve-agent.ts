import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type AgentAction, Ledger } from './deeds.ts'
import { Mind } from './mind.ts'
import { inShape, json, SHAPE_CONFIGS } from './shapes.ts'
import type { AgentSpec, RawAnswer, Surroundings } from './spec.ts'

const BODY_BYTES_MAX = 4 * 1024 * 1024

/** Listening agent with its record. */
export interface RunningAgent {
  readonly spec: AgentSpec
  readonly url: string
  /** Description as the target of a run request. */
  readonly target: Readonly<Record<string, unknown>>
  readonly ledger: Ledger
  /** @param delay_ms  of each answer, by its number; reorders answers */
  slow(delay_ms: (count: number) => number): void
  close(): Promise<void>
}

/** Serves an agent over HTTP on loopback. */
export async function startAgent(spec: AgentSpec, surroundings: Surroundings): Promise<RunningAgent> {
  const ledger = new Ledger()
  const mind = spec.thinks?.(spec, surroundings) ?? new Mind(spec, surroundings)
  let count = 0
  let delay_ms: (count: number) => number = () => 0
  let changes = 0
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method === 'GET') return send(response, json({ entries: 100 - changes }), {})
    const at = count
    count += 1
    const { message, session } = await read(request)
    const known = sessionOf(request, session)
    const talk = known ?? randomUUID()
    const wait_ms = delay_ms(at)
    if (wait_ms > 0) await new Promise((resolve) => setTimeout(resolve, wait_ms))
    const guarded = spec.guard?.(message)
    const blocked = guarded ?? spec.trouble?.(message, at)
    if (blocked !== undefined) {
      const declined: readonly AgentAction[] = guarded === undefined ? [] : [{ kind: 'declined', isWhole: true }]
      const answeredBy = guarded === undefined ? 'nobody' : 'guard'
      // A message that is retried later has not been processed yet.
      if (blocked.status !== 429) ledger.note({ session: talk, heard: message, deeds: declined, answeredBy })
      return send(response, blocked, {})
    }
    const answer = await mind.answer(talk, message)
    ledger.note({ session: talk, heard: message, deeds: answer.deeds, answeredBy: 'agent' })
    if (answer.deeds.some((deed) => deed.kind === 'called' && deed.effect !== 'look_up')) changes += 1
    const told = spec.hidesCalls ? { ...answer, calls: [] } : answer
    const raw = spec.wraps?.write(told) ?? inShape(spec.shape, told)
    return send(response, raw, known === undefined ? sessionHeader(spec, talk) : {})
  }
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    spec,
    url,
    target: targetOf(spec, url),
    ledger,
    slow(next) {
      delay_ms = next
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function read(request: IncomingMessage): Promise<{ readonly message: string; readonly session: string }> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.byteLength
    if (bytes > BODY_BYTES_MAX) throw new RangeError('the message is longer than anybody writes')
    chunks.push(chunk)
  }
  const value = JSON.parse(Buffer.concat(chunks).toString()) as { readonly message: string; readonly session?: string }
  return { message: value.message, session: value.session ?? '' }
}

function sessionOf({ headers }: IncomingMessage, inBody: string): string | undefined {
  if (inBody !== '') return inBody
  const inHeader = headers['x-conversation']
  if (typeof inHeader === 'string' && inHeader !== '') return inHeader
  return /conversation=([^;]+)/.exec(headers.cookie ?? '')?.[1]
}

function sessionHeader({ sessions }: AgentSpec, talk: string): Readonly<Record<string, string>> {
  if (sessions === 'cookie') return { 'set-cookie': `conversation=${talk}; Path=/; HttpOnly` }
  return sessions === 'header' ? { 'x-conversation': talk } : {}
}

function send(
  response: ServerResponse,
  { status, headers, body }: RawAnswer,
  more: Readonly<Record<string, string>>,
): void {
  response.writeHead(status, { ...headers, ...more }).end(body)
}

function targetOf(spec: AgentSpec, url: string): Readonly<Record<string, unknown>> {
  const { sessions = 'client', tools = [], shape } = spec
  const { responsePath, toolCallsPath } = spec.wraps?.config ?? SHAPE_CONFIGS[shape]
  const place = {
    in: sessions === 'cookie' ? 'cookie' : 'header',
    name: sessions === 'cookie' ? 'conversation' : 'x-conversation',
  }
  return {
    baseUrl: url,
    agentEndpoint: '/chat',
    customApiTemplate: {
      bodyTemplate:
        sessions === 'client'
          ? '{"message": "{{message}}", "session": "{{session_id}}"}'
          : '{"message": "{{message}}"}',
      ...(responsePath === undefined ? {} : { responsePath }),
    },
    session: sessions === 'client' ? { madeBy: 'client' } : { madeBy: 'server', send: place, receive: place },
    ...(tools.length === 0 || toolCallsPath === undefined ? {} : { toolCallsPath }),
    ...(spec.hidesCalls ? { stateProbe: { method: 'GET', path: '/state' } } : {}),
    canaries: [{ name: 'secret', value: spec.secret }],
    systemPrompt: spec.instructions,
    ...(tools.length === 0 ? {} : { allowedTools: tools.map(({ name }) => name) }),
  }
}
