import { eventsOf } from '../streams.ts'
import { HeldText } from './held-text.ts'
import { screenArguments } from './screen-arguments.ts'
import { GuardrailBlockedError } from './screening.ts'

interface Delta {
  readonly content?: string | null
  readonly tool_calls?: readonly { readonly index?: number; readonly function?: { readonly arguments?: string } }[]
}
interface Choice {
  readonly index?: number
  readonly delta?: Delta
  readonly finish_reason?: string | null
}
interface Chunk {
  readonly choices?: readonly Choice[]
}

/** Unsent text of one choice in a stream. */
class HeldChoice {
  readonly text: HeldText
  readonly arguments: string[] = []
  /** Deltas of tool calls, released together after all of them were screened. */
  readonly calls: Choice[] = []

  constructor(screen: (text: string) => Promise<string>) {
    this.text = new HeldText(screen)
  }
}

/** Events of a streamed chat completion that contain only screened content. */
export class ChatStream {
  readonly #response: Response
  readonly #screen: (text: string) => Promise<string>
  readonly #held = new Map<number, HeldChoice>()

  constructor(response: Response, screen: (text: string) => Promise<string>) {
    this.#response = response
    this.#screen = screen
  }

  /** Yields server-sent events as text. Ends with `[DONE]` if the model's stream did, or if a guard ended it. */
  async *events(): AsyncGenerator<string, void, undefined> {
    let last: Chunk = {}
    try {
      for await (const { data } of eventsOf(this.#response)) {
        if (data === '[DONE]') {
          yield* this.#rest(last)
          yield 'data: [DONE]\n\n'
          return
        }
        last = JSON.parse(data) as Chunk
        for (const chunk of await this.#screened(last)) yield written(chunk)
      }
      yield* this.#rest(last)
    } catch (error) {
      if (!(error instanceof GuardrailBlockedError)) throw error
      const { message, stage, guardrail } = error
      const choices = [{ index: 0, delta: {}, finish_reason: 'content_filter' }]
      yield written({ ...last, choices, x_shield: { blocked: true, message, stage, guardrail } })
      yield 'data: [DONE]\n\n'
    }
  }

  async #screened(chunk: Chunk): Promise<readonly Chunk[]> {
    if (chunk.choices === undefined || chunk.choices.length === 0) return [chunk]
    const choices: Choice[] = []
    for (const choice of chunk.choices) choices.push(...(await this.#screenedChoice(choice)))
    // Chunks without releasable content are omitted.
    return choices.map((choice) => ({ ...chunk, choices: [choice] }))
  }

  async #screenedChoice(choice: Choice): Promise<readonly Choice[]> {
    const { index = 0, delta = {}, finish_reason } = choice
    const heldChoice = this.#heldOf(index)
    const choices: Choice[] = []
    for (const { index: at = 0, function: called } of delta.tool_calls ?? []) {
      heldChoice.arguments[at] = (heldChoice.arguments[at] ?? '') + (called?.arguments ?? '')
    }
    const { content, tool_calls, ...others } = delta
    const text = typeof content === 'string' ? await heldChoice.text.push(content) : ''
    const isEmpty = text === '' && Object.keys(others).length === 0
    if (tool_calls !== undefined) heldChoice.calls.push({ index, delta: { tool_calls }, finish_reason: null })
    if (typeof finish_reason !== 'string') {
      return isEmpty ? [] : [{ ...choice, delta: { ...others, ...(text === '' ? {} : { content: text }) } }]
    }
    const rest = text + (await this.#end(heldChoice, choices))
    return [...choices, { ...choice, delta: { ...others, ...(rest === '' ? {} : { content: rest }) } }]
  }

  async #end(heldChoice: HeldChoice, choices: Choice[]): Promise<string> {
    await screenArguments(heldChoice.arguments, this.#screen)
    choices.push(...heldChoice.calls.splice(0))
    heldChoice.arguments.length = 0
    return heldChoice.text.end()
  }

  /** Handles a stream that ended without a finish reason: held text is released if it passes. */
  async *#rest(last: Chunk): AsyncGenerator<string, void, undefined> {
    for (const [index, heldChoice] of this.#held) {
      const choices: Choice[] = []
      const content = await this.#end(heldChoice, choices)
      if (content !== '') choices.push({ index, delta: { content }, finish_reason: null })
      for (const choice of choices) yield written({ ...last, choices: [choice] })
    }
  }

  #heldOf(index: number): HeldChoice {
    let heldChoice = this.#held.get(index)
    if (heldChoice === undefined) this.#held.set(index, (heldChoice = new HeldChoice(this.#screen)))
    return heldChoice
  }
}

const written = (chunk: object): string => `data: ${JSON.stringify(chunk)}\n\n`
