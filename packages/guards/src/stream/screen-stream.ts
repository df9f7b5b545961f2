import type { CompiledPolicy } from '../engine/compile.ts'
import type { RunContext, StageVerdict } from '../engine/run.ts'
import type { Maybe } from './after.ts'
import { ChannelScreen, type ReleasedText } from './channel-screen.ts'
import { Findings } from './findings.ts'
import { FINE_STEP_CHARS_MAX } from './limits.ts'
import { guardGroupsOf } from './plan.ts'
import type { Released, StreamEnd, StreamScreen, StreamStep } from './stream-screen.ts'

/** One check of a stream, for tests and measurements. */
export interface StreamCheck {
  readonly channel: string
  readonly reads: 'window' | 'whole'
  /** Number of characters between two checks of these guards. */
  readonly step_chars: number
  /** The part of the channel's text that was looked at. */
  readonly from: number
  readonly to: number
  /** End of the decided text before the check. */
  readonly decided: number
}

/** The longest steps that a caller may choose between. */
export type StreamStepMax = 20 | 40 | 80 | 160

export interface StreamOptions {
  /** Most characters between two checks of the fast guards that withhold text; 80 by default. */
  readonly stepMax_chars?: StreamStepMax | undefined
  /** Called before every check. */
  readonly onCheck?: (check: StreamCheck) => void
}

/**
 * Screens a text while it arrives: at least every 160 characters of a channel by the fast guards (every 20 to 80 by those that block or
 * redact), every 800 by the others, and in full when it is complete. Characters are UTF-16 code units. Released text does not depend on
 * the pieces of input. Text is withheld from the offset at which more text may still change the result of a guard that blocks or redacts.
 * @see docs/spec/guard.md §4 rule 7; docs/decisions/0034
 */
export function screenStream(policy: CompiledPolicy, context: RunContext, options: StreamOptions = {}): StreamScreen {
  return new PolicyScreen(policy, context, options)
}

const NOTHING: StreamStep = Object.freeze({ released: [] })

class PolicyScreen implements StreamScreen {
  readonly #policy: CompiledPolicy
  readonly #context: RunContext
  readonly #options: StreamOptions
  readonly #findings: Findings
  readonly #open = new Map<string, ChannelScreen>()
  readonly #ended: ChannelScreen[] = []
  #blocked: StageVerdict | undefined
  /** Set while an asynchronous guard runs: input waits meanwhile. */
  #busy: Promise<unknown> | undefined

  constructor(policy: CompiledPolicy, context: RunContext, options: StreamOptions) {
    this.#policy = policy
    this.#context = context
    this.#options = options
    this.#findings = new Findings(policy)
  }

  push(channel: string, text: string): Maybe<StreamStep> {
    return this.#inTurn(() => {
      if (this.#blocked !== undefined) return this.#stopped()
      const step = this.#channel(channel).push(text)
      return step instanceof Promise ? step.then((late) => this.#stepOf(channel, late)) : this.#stepOf(channel, step)
    })
  }

  close(channel: string): Maybe<StreamStep> {
    return this.#inTurn(async () => {
      if (this.#blocked !== undefined) return this.#stopped()
      return this.#stepOf(channel, await this.#end(channel))
    })
  }

  finish(): Maybe<StreamEnd> {
    return this.#inTurn(async () => {
      const released: Released[] = []
      for (const channel of this.#open.keys()) {
        if (this.#blocked !== undefined) break
        released.push(...this.#stepOf(channel, await this.#end(channel)).released)
      }
      if (this.#blocked !== undefined) return { ...this.#stopped(), verdict: this.#blocked }
      return { released, verdict: this.#verdict() }
    })
  }

  #channel(name: string): ChannelScreen {
    let channel = this.#open.get(name)
    if (channel === undefined) {
      const { onCheck, stepMax_chars = FINE_STEP_CHARS_MAX } = this.#options
      channel = new ChannelScreen({
        policy: this.#policy,
        lanes: guardGroupsOf(this.#policy),
        context: this.#context,
        findings: this.#findings,
        stepMax_chars,
        onCheck: onCheck === undefined ? undefined : (check) => onCheck({ channel: name, ...check }),
      })
      this.#open.set(name, channel)
    }
    return channel
  }

  async #end(name: string): Promise<ReleasedText> {
    const channel = this.#channel(name)
    this.#open.delete(name)
    this.#ended.push(channel)
    return channel.end()
  }

  #stepOf(channel: string, { text, blocked }: ReleasedText): StreamStep {
    const released = text === '' ? NOTHING.released : [{ channel, text }]
    if (!blocked) return text === '' ? NOTHING : { released }
    this.#blocked = this.#verdict()
    return { released, blocked: this.#blocked }
  }

  #stopped(): StreamStep {
    return this.#blocked === undefined ? NOTHING : { released: [], blocked: this.#blocked }
  }

  /** Returns the verdict; replacements have channel offsets, and the redacted text is included only for a single channel. */
  #verdict(): StageVerdict {
    const channels = [...this.#ended, ...this.#open.values()].filter(({ isEmpty }) => !isEmpty)
    const redactions = channels.flatMap(({ replaced }) => replaced)
    const [first] = channels
    const isWhole = channels.length === 1 && redactions.length > 0 && this.#ended.includes(first!)
    return this.#findings.verdict(redactions, isWhole ? first!.sanitized() : undefined)
  }

  #inTurn<Step>(run: () => Maybe<Step>): Maybe<Step> {
    const step = this.#busy === undefined ? run() : this.#busy.then(run)
    if (!(step instanceof Promise)) return step
    const settled: Promise<unknown> = step.then(
      () => this.#free(settled),
      () => this.#free(settled),
    )
    this.#busy = settled
    return step
  }

  #free(settled: Promise<unknown>): void {
    if (this.#busy === settled) this.#busy = undefined
  }
}
