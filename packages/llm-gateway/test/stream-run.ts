import { SseParser } from '@gatehouse/formats'
import type { StreamScreen, StreamStep } from '@gatehouse/guards'
import type { AnswerHead, BlockNotice, Dialect, JsonObject, ProposedCall, RefusedCall } from '../src/chat/dialect.ts'

/** The head of answers whose upstream gives none. */
export const HEAD: AnswerHead = { id: 'request-1', model: 'm', created: 1_700_000_000 }

export interface RunOptions {
  readonly screen: StreamScreen
  /** Calls that the tool chain refuses, by the name of their tool. */
  readonly refuse?: readonly string[]
  /** Cuts the bytes of the upstream into pieces of this size. */
  readonly wireBytes?: number
}

/** Stream content as the client received it. */
export interface StreamRun {
  readonly text: string
  readonly events: readonly JsonObject[]
  readonly isBlocked: boolean
}

const NOTICE: BlockNotice = {
  stage: 'output',
  guardrail: 'words',
  message: 'The answer was blocked by words.',
  results: [],
  requestId: 'request-1',
  status: 403,
}

/** Leads an upstream's stream through a dialect as the gateway does, without a gateway. */
export async function runStream(
  dialect: Dialect,
  request: JsonObject,
  upstream: string,
  { screen, refuse = [], wireBytes = 1 << 20 }: RunOptions,
): Promise<StreamRun> {
  const stream = dialect.openStream(request, HEAD)
  const parser = new SseParser()
  let text = ''
  const take = (step: StreamStep): boolean => {
    for (const item of step.released) text += stream.released(item.channel, item.text)
    if (step.blocked === undefined) return true
    text += stream.blocked(NOTICE)
    return false
  }
  const refused = new Map<string, RefusedCall>()
  const isRefused = ({ tool }: ProposedCall): boolean => refuse.includes(tool)
  const refusalOf = ({ id, tool }: ProposedCall): RefusedCall => {
    return { id, name: tool, action: 'block', guardrail: 'tool_allowlist', message: 'is not allowed.' }
  }
  const finished = (isBlocked: boolean): StreamRun => ({ text, events: eventsOf(text), isBlocked })
  const bytes = Buffer.from(upstream)
  for (let at = 0; at < bytes.length; at += wireBytes) {
    for (const event of parser.push(bytes.subarray(at, at + wireBytes))) {
      for (const piece of stream.read(event)) {
        if (piece.kind === 'pass' || piece.kind === 'error') text += piece.sse
        if (piece.kind === 'error') return finished(false)
        // oxlint-disable-next-line no-await-in-loop -- one piece after the other, as they come
        if (piece.kind === 'text' && !take(await screen.push(piece.channel, piece.text))) return finished(true)
        if (piece.kind === 'call') text += stream.decided(piece.call.key, isRefused(piece.call))
        if (piece.kind !== 'close') continue
        // oxlint-disable-next-line no-await-in-loop -- one piece after the other, as they come
        if (!take(await screen.close(piece.channel))) return finished(true)
        text += stream.closed?.(piece.channel) ?? ''
      }
    }
  }
  const end = await screen.finish()
  if (!take(end)) return finished(true)
  for (const call of stream.calls()) if (isRefused(call)) refused.set(call.key, refusalOf(call))
  text += stream.end({ texts: new Map(), refused, note: { blocked: false } })
  return finished(false)
}

export function eventsOf(text: string): readonly JsonObject[] {
  const parser = new SseParser()
  // Chat completions end with a marker that is no JSON.
  const events = parser.push(Buffer.from(text)).filter(({ data }) => data !== '[DONE]')
  return events.map(({ data }) => JSON.parse(data) as JsonObject)
}

/** Holds back `held` characters of every channel, replaces one word, and blocks on another. */
export function wordScreen({ held = 20, redact = '', block = '' } = {}): StreamScreen {
  const waiting = new Map<string, string>()
  const safe = {
    safe: true,
    action: 'pass',
    mode: 'enforce',
    results: [],
    redactions: [],
    skipped: [],
    latency_ms: 0,
  } as const
  const blocked = { ...safe, safe: false, action: 'block' } as const
  const judged = (channel: string, isEnd: boolean): StreamStep => {
    const all = waiting.get(channel) ?? ''
    if (block !== '' && all.includes(block)) return { released: [], blocked }
    const text = redact === '' ? all : all.replaceAll(redact, '[WORD]')
    const leaves = isEnd ? text.length : Math.max(0, text.length - held)
    waiting.set(channel, text.slice(leaves))
    return { released: leaves === 0 ? [] : [{ channel, text: text.slice(0, leaves) }] }
  }
  return {
    push(channel, text) {
      waiting.set(channel, (waiting.get(channel) ?? '') + text)
      return judged(channel, false)
    },
    close: (channel) => judged(channel, true),
    finish() {
      const steps = [...waiting.keys()].map((channel) => judged(channel, true))
      const isBlocked = steps.some((step) => step.blocked !== undefined)
      return {
        released: isBlocked ? [] : steps.flatMap(({ released }) => released),
        verdict: isBlocked ? blocked : safe,
        ...(isBlocked ? { blocked } : {}),
      }
    },
  }
}
