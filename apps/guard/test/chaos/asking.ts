import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import type { AuditEntry, ChatTeam } from '../contract/chat-team.ts'

/**
 * Maximum duration of a request during any outage: the audit log retries for five seconds, a new database connection may take five, and
 * the test machine may be busy.
 */
export const BOUND_MS = 15_000

/** Result of one request. */
export interface Outcome {
  readonly id: string
  readonly isStream: boolean
  /** 0: the connection failed before there was a status. */
  readonly status: number
  /** The whole answer is there: all of the JSON, or a stream with its `[DONE]`. */
  readonly isWhole: boolean
  /** Model text that the client received. */
  readonly text: string
  /** The error of the answer or of the stream, by its code. */
  readonly code: string | undefined
  readonly retryAfter: string | null
  readonly took_ms: number
}

interface Choice {
  readonly message?: { readonly content?: string | null }
  readonly delta?: { readonly content?: string | null }
}
interface Said {
  readonly choices?: readonly Choice[]
  readonly error?: { readonly code?: string }
}

let requested = 0

/**
 * Sends one request to the chat gateway, as a client without retries; `onWords` is called when the first part of the answer arrives. Never
 * throws.
 */
export async function ask(url: string, key: string, isStream: boolean, onWords?: () => void): Promise<Outcome> {
  requested += 1
  const id = `chaos-${requested}`
  const started_ms = performance.now()
  let status = 0
  let body = ''
  let retryAfter: string | null = null
  try {
    const response = await fetch(`${url}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}`, 'x-request-id': id },
      body: JSON.stringify({
        model: 'small',
        messages: [{ role: 'user', content: `Question ${requested}` }],
        ...(isStream ? { stream: true } : {}),
      }),
      signal: AbortSignal.timeout(BOUND_MS * 2),
    })
    status = response.status
    retryAfter = response.headers.get('retry-after')
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      body += chunk
      if (status === 200) onWords?.()
    }
  } catch {
    // The connection is lost; the content until then counts.
  }
  const took_ms = performance.now() - started_ms
  return { id, isStream, status, retryAfter, took_ms, ...read(body, isStream && status === 200) }
}

function read(body: string, isEvents: boolean): Pick<Outcome, 'isWhole' | 'text' | 'code'> {
  const pieces = isEvents ? body.split('\n\n').filter((event) => event.startsWith('data: {')) : [body]
  let text = ''
  let code: string | undefined
  let isWhole = isEvents && body.includes('data: [DONE]')
  for (const piece of pieces) {
    const result = parsed(isEvents ? piece.slice('data: '.length) : piece)
    if (result === undefined) continue
    if (!isEvents) isWhole = true
    for (const { message, delta } of result.choices ?? []) text += message?.content ?? delta?.content ?? ''
    code ??= result.error?.code
  }
  return { isWhole, text, code }
}

function parsed(text: string): Said | undefined {
  try {
    return JSON.parse(text) as Said
  } catch {
    return undefined
  }
}

/** Runs clients that send requests one after the other until stopped, with complete answers and streams in turn. */
export function askSteadily(url: string, key: string, clients: number): { stop(): Promise<readonly Outcome[]> } {
  const stop = new AbortController()
  const outcomes: Outcome[] = []
  const item = async (first: number): Promise<void> => {
    for (let turn = first; !stop.signal.aborted; turn += 1) {
      const outcome = await ask(url, key, turn % 2 === 0)
      outcomes.push(outcome)
      // No server is available: real clients wait, too.
      if (outcome.status !== 200) await sleep(20)
    }
  }
  const running = Array.from({ length: clients }, (_, index) => item(index))
  return {
    async stop() {
      stop.abort()
      await Promise.all(running)
      return outcomes
    },
  }
}

/** Expects that no request hung, and that each ended in one of these ways. */
export function expectEnded(outcomes: readonly Outcome[], statuses: readonly number[]): void {
  expect(outcomes.filter(({ took_ms }) => took_ms > BOUND_MS)).toEqual([])
  expect(outcomes.filter(({ status }) => !statuses.includes(status))).toEqual([])
}

/**
 * Expects that the audit log covers all released content: each client with any model text has an entry for its request, and each with a
 * complete answer has an entry for the answer.
 */
export async function expectAudited(outcomes: readonly Outcome[], team: Pick<ChatTeam, 'call'>): Promise<void> {
  const known = new Set((await entriesOf(team)).map(({ request_id, action }) => `${request_id} ${action}`))
  const unaudited = outcomes.flatMap(({ id, status, isWhole, text }) => [
    ...(text !== '' && !known.has(`${id} guard.input`) ? [`${id}: words without an entry of the request`] : []),
    ...(status === 200 && isWhole && !known.has(`${id} guard.output`) ? [`${id}: an answer without an entry`] : []),
  ])
  expect(unaudited).toEqual([])
}

/** All entries of a team, the newest first. */
export async function entriesOf(team: Pick<ChatTeam, 'call'>): Promise<readonly AuditEntry[]> {
  const all: AuditEntry[] = []
  for (let cursor: unknown = ''; typeof cursor === 'string';) {
    const { body } = await team.call('GET', `/v1/tenant/me/audit?limit=200${cursor === '' ? '' : `&cursor=${cursor}`}`)
    all.push(...((body['entries'] ?? []) as AuditEntry[]))
    cursor = body['next_cursor']
  }
  return all
}

/** Returns the outcomes with a complete answer. */
export function wholeOf(outcomes: readonly Outcome[]): readonly Outcome[] {
  return outcomes.filter(({ status, isWhole }) => status === 200 && isWhole)
}
