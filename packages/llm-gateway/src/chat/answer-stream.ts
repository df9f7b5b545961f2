import { SseParser } from '@gatehouse/formats'
import { screenStream, type StageVerdict, type StreamStep } from '@gatehouse/guards'
import { Failure, isTurnOver, yieldAfter } from '@gatehouse/kernel'
import type { UpstreamAnswer } from '../upstreams/model-upstreams.ts'
import { upstreamFailure, upstreamStatus } from '../upstreams/upstream-failure.ts'
import { screenAnswer } from './answer-verdict.ts'
import { type AnswerDetails, auditOutput } from './audit.ts'
import type { ProposedCall, RefusedCall, StreamEvent } from './dialect.ts'
import { answerHead, type ChatExchange } from './exchange.ts'
import { keepAnswer, keepsContent } from './keep.ts'
import { mergeVerdicts, type PartVerdict } from '@gatehouse/screening'
import { noticeOf, shieldNote } from './notes.ts'
import { checkCalls, screenArguments } from './screen-calls.ts'
import { spend } from './spend.ts'
import { mayLeave } from './upstream-answer.ts'

/** Interval of keep-alive comments while text is withheld, because proxies close silent connections. */
const KEEP_ALIVE_MS = 5_000
const BROKEN_OFF = 'The upstream closed the connection before the response was complete.'
const NOT_NOW = 'Part of the service is unavailable, so the rest of the stream cannot be forwarded.'
const KEEP_ALIVE = ': keep-alive\n\n'
/** Maximum number of characters per write, so that a chunk of many small events is not joined into one large text. */
const WRITE_CHARS = 65_536

/** Streams an answer through the guards. Reads only what the client consumes. */
export async function* streamAnswer(
  exchange: ChatExchange,
  input: StageVerdict,
  answer: UpstreamAnswer,
  stop: AbortController,
): AsyncGenerator<string> {
  const run = new StreamRun(exchange, input, answer.upstream)
  // Sends the headers immediately.
  yield ''
  try {
    yield* pump(run, answer)
    if (!run.isOver) yield await run.end()
  } catch (thrown) {
    if (exchange.context.signal.aborted) return
    yield await run.fail(thrown)
  } finally {
    stop.abort()
    await run.close()
  }
}

async function* pump(run: StreamRun, { body }: UpstreamAnswer): AsyncGenerator<string> {
  const parser = new SseParser()
  let last_ms = performance.now()
  for await (const bytes of body) {
    let out = ''
    let turn_ms = performance.now()
    for (const event of parser.push(bytes)) {
      // A chunk may contain thousands of events, each with a check.
      if (isTurnOver(turn_ms)) turn_ms = await yieldAfter(turn_ms)
      for (const piece of run.stream.read(event)) {
        if (piece.kind === 'error') {
          yield out + (await run.failedUpstream(piece.sse))
          return
        }
        if (piece.kind === 'call') {
          // Checked content does not wait for the decision about a call.
          if (out !== '') yield out
          out = await run.decide(piece.call)
          if (run.isOver) {
            yield out
            return
          }
          continue
        }
        const step = run.take(piece)
        if (typeof step === 'string') out += step
        else {
          // Checked content does not wait for a slower check.
          if (step instanceof Promise && out !== '') {
            yield out
            out = ''
          }
          out += await run.released(await step)
          if (piece.kind === 'close' && !run.isOver) out += run.stream.closed?.(piece.channel) ?? ''
        }
        if (run.isOver) {
          yield out
          return
        }
        if (out.length > WRITE_CHARS) {
          yield out
          out = ''
        }
      }
    }
    const now_ms = performance.now()
    if (out === '' && now_ms - last_ms > KEEP_ALIVE_MS) out = KEEP_ALIVE
    if (out !== '') {
      last_ms = now_ms
      yield out
    }
    if (run.hasEnded) return
  }
}

/** One stream: its state and its end. */
class StreamRun {
  readonly stream
  /** Whether the last piece for the client was written. */
  isOver = false
  hasEnded = false
  readonly #exchange: ChatExchange
  readonly #input: StageVerdict
  readonly #upstream: string
  readonly #screen
  /** Texts for tenants with content retention. */
  readonly #said: Map<string, string> | undefined
  /** Verdicts on arguments and calls before the end. */
  readonly #ofCalls: PartVerdict[] = []
  readonly #decided = new Set<string>()
  readonly #refused = new Map<string, RefusedCall>()
  readonly #would: RefusedCall[] = []
  #chars = 0
  #isSettled = false
  /** After this, errors are failures of the gateway and not of the upstream. */
  #isDeciding = false

  constructor(exchange: ChatExchange, input: StageVerdict, upstream: string) {
    this.#exchange = exchange
    this.#input = input
    this.#upstream = upstream
    this.stream = exchange.dialect.openStream(exchange.body, answerHead(exchange))
    this.#said = keepsContent(exchange) ? new Map() : undefined
    this.#screen = screenStream(exchange.output, exchange.outputRun, { stepMax_chars: exchange.ports.streamStep_chars })
  }

  /** Processes a piece. @returns the released content, or a promise of it */
  take(piece: Exclude<StreamEvent, { readonly kind: 'error' | 'call' }>): string | StreamStep | Promise<StreamStep> {
    switch (piece.kind) {
      case 'pass':
        return piece.sse
      case 'text':
        this.#chars += piece.text.length
        this.#said?.set(piece.channel, (this.#said.get(piece.channel) ?? '') + piece.text)
        return this.#screen.push(piece.channel, piece.text)
      case 'close':
        return this.#screen.close(piece.channel)
      case 'end':
        this.hasEnded = true
        return ''
      default:
        return piece satisfies never
    }
  }

  /** Decides about a complete call as at the end of the answer. @returns its released content */
  async decide(call: ProposedCall): Promise<string> {
    this.#isDeciding = true
    const started_ms = performance.now()
    const verdicts = await screenArguments(this.#exchange, [call])
    this.#ofCalls.push(...verdicts)
    const verdict = mergeVerdicts(verdicts, this.#exchange.output.mode, started_ms)
    if (!verdict.safe) return this.#block(verdict)
    const { refused, would } = await checkCalls(this.#exchange, [call])
    this.#decided.add(call.key)
    this.#would.push(...would)
    for (const [key, item] of refused) this.#refused.set(key, item)
    this.#isDeciding = false
    return this.stream.decided(call.key, refused.has(call.key))
  }

  /** Returns the released content of a step. */
  async released({ released, blocked }: StreamStep): Promise<string> {
    let out = ''
    for (const { channel, text } of released) out += this.stream.released(channel, text)
    return blocked === undefined ? out : out + (await this.#block(blocked))
  }

  /** Screens the rest after the upstream has finished. Releases it when the decision is audited. */
  async end(): Promise<string> {
    const { stream } = this
    if (!this.hasEnded && !stream.isComplete()) {
      throw new Failure('model_refused', BROKEN_OFF)
    }
    this.#isDeciding = true
    const finished = await this.#screen.finish()
    let out = await this.released({ released: finished.released })
    if (finished.blocked !== undefined) return out + (await this.#block(finished.blocked))
    const calls = stream.calls().filter(({ key }) => !this.#decided.has(key))
    const earlier = [finished.verdict, ...this.#ofCalls]
    const { verdict, texts } = await screenAnswer(this.#exchange, stream.kept(), calls, earlier)
    if (!verdict.safe) return out + (await this.#block(verdict))
    const decision = await checkCalls(this.#exchange, calls)
    const refused = new Map([...this.#refused, ...decision.refused])
    await this.#settle(verdict, { refused_calls: refused.size })
    this.isOver = true
    const would = [...this.#would, ...decision.would]
    const note = shieldNote(this.#exchange, this.#input, verdict, [...refused.values()], would)
    out += stream.end({ texts, refused, note })
    return out
  }

  /** Handles an upstream error. Its text is forwarded if the guards allow it. */
  async failedUpstream(sse: string): Promise<string> {
    this.isOver = true
    if (await mayLeave(this.#exchange, sse)) return sse
    const { requestId } = this.#exchange.context
    return this.stream.failed({ status: 502, code: 'upstream_error', message: 'The upstream failed.', requestId })
  }

  /** Handles a failure of the upstream or the gateway. Withheld content is never released. */
  async fail(thrown: unknown): Promise<string> {
    const { context } = this.#exchange
    this.isOver = true
    const isExpected = thrown instanceof Failure
    context.log[isExpected ? 'warn' : 'error']({ err: thrown, upstream: this.#upstream }, 'a stream was terminated')
    await this.#cut('upstream_failed')
    const { requestId } = context
    if (this.#isDeciding) return this.stream.failed({ status: 503, code: 'unavailable', message: NOT_NOW, requestId })
    if (isExpected && thrown.code === 'model_refused') {
      return this.stream.failed({ status: 502, code: 'upstream_failed', message: thrown.message, requestId })
    }
    // Messages of other failures may contain an address and are for operators only.
    const failure = upstreamFailure(thrown, 'broken')
    const { code, message } = failure
    return this.stream.failed({ status: upstreamStatus(failure), code, message, requestId })
  }

  /** Records the cost and the end of the stream in every case. */
  async close(): Promise<void> {
    const { context } = this.#exchange
    await this.#cut(context.signal.aborted || !this.isOver ? 'client_left' : 'upstream_failed')
  }

  /** Audits a block before the client learns about it. */
  async #block(verdict: StageVerdict): Promise<string> {
    this.#isDeciding = true
    await this.#settle(verdict, {})
    this.isOver = true
    return this.stream.blocked(noticeOf('output', verdict, this.#exchange.context.requestId))
  }

  async #cut(cut: AnswerDetails['cut']): Promise<void> {
    if (this.#isSettled) return
    try {
      await this.#settle(mergeVerdicts([], this.#exchange.output.mode, performance.now()), { cut })
    } catch (err) {
      this.#exchange.context.log.error({ err }, 'a terminated stream could not be audited')
    }
  }

  /** Counts and audits the answer once. */
  async #settle(verdict: StageVerdict, more: Pick<AnswerDetails, 'cut' | 'refused_calls'>): Promise<void> {
    if (this.#isSettled) return
    this.#isSettled = true
    const calls = this.stream.calls()
    const remaining = this.stream.kept().reduce((sum, { text }) => sum + text.length, 0)
    const chars = this.#chars + remaining + calls.reduce((sum, call) => sum + call.arguments.length, 0)
    const tokens = await spend(this.#exchange, this.stream.usage(), chars)
    if (this.#said !== undefined && more.cut === undefined) keepAnswer(this.#exchange, this.#said.values(), verdict)
    const about = { upstream: this.#upstream, chars, stream: true, calls: calls.length, tokens }
    await auditOutput(this.#exchange, verdict, { ...about, ...more })
  }
}
