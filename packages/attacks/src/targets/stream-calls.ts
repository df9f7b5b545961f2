import type { ToolCall } from '../engine/exchange.ts'
import { parseJson } from './json.ts'
import { readPath } from './paths.ts'
import { toolCalls } from './tool-calls.ts'

/** Maximum number of calls and call events in one stream. Own limit, the same as for complete answers. */
const CALLS_MAX = 500
/** Of the arguments of all calls together. */
const ARGUMENT_UNITS_MAX = 1024 * 1024

interface Growing {
  id: unknown
  name: string
  args: string
}

/** Collects tool calls from a stream: OpenAI's deltas, Anthropic's blocks, and complete call events. */
export class StreamCalls {
  readonly #path: string | undefined
  readonly #growing = new Map<string, Growing>()
  /** Events with a complete call or its result. */
  readonly #steps: unknown[] = []
  readonly #whole: ToolCall[] = []
  #units = 0

  /** @param path  path of calls that the target's owner configured */
  constructor(path: string | undefined) {
    this.#path = path
  }

  get hasCalls(): boolean {
    return this.#growing.size + this.#steps.length + this.#whole.length > 0
  }

  push(value: unknown, event: string | undefined): void {
    const type = readPath(value, 'type')
    this.#openAi(readPath(value, 'choices.0.delta.tool_calls'))
    this.#anthropic(value, type)
    if (type === 'response.output_item.done') this.#step(readPath(value, 'item'))
    else if (typeof type === 'string' && /tool|function_call/.test(type) && !type.includes('.')) this.#step(value)
    else if (event !== undefined && event.includes('tool')) this.#step(value)
    for (const call of toolCalls(value, this.#path)) if (this.#whole.length < CALLS_MAX) this.#whole.push(call)
  }

  /** Returns all calls so far, without duplicates. */
  calls(): readonly ToolCall[] {
    const grown = [...this.#growing.values()].map(({ id, name, args }) => {
      return { type: 'tool_use', id, name, input: args === '' ? {} : (parseJson(args) ?? { value: args }).value }
    })
    const results = this.#steps.filter((step) => /_(?:result|output)$/.test(String(readPath(step, 'type'))))
    const all = [
      ...toolCalls({ content: [...grown, ...results] }, undefined),
      ...toolCalls({ steps: this.#steps }, undefined),
      ...this.#whole,
    ]
    const byKey = new Map<string, ToolCall>()
    for (const item of all) {
      const key = JSON.stringify([item.name, item.arguments])
      if (byKey.get(key)?.wasExecuted !== true) byKey.set(key, item)
    }
    return [...byKey.values()].slice(0, CALLS_MAX)
  }

  #openAi(deltas: unknown): void {
    if (!Array.isArray(deltas)) return
    for (const [at, delta] of deltas.slice(0, CALLS_MAX).entries()) {
      const path = readPath(delta, 'index')
      const index = typeof path === 'number' ? path : at
      const name = readPath(delta, 'function.name')
      this.#grow(`openai/${index}`, readPath(delta, 'id'), name, readPath(delta, 'function.arguments'))
    }
  }

  #anthropic(value: unknown, type: unknown): void {
    const key = `anthropic/${String(readPath(value, 'index'))}`
    const block = readPath(value, 'content_block')
    const kind = readPath(block, 'type')
    if (type === 'content_block_start' && typeof kind === 'string') {
      if (kind.endsWith('tool_use')) {
        const input = readPath(block, 'input')
        const isWhole = typeof input === 'object' && input !== null && Object.keys(input).length > 0
        this.#grow(key, readPath(block, 'id'), readPath(block, 'name'), isWhole ? JSON.stringify(input) : '')
      } else if (kind.endsWith('tool_result')) this.#step(block)
    }
    const more = readPath(value, 'delta.partial_json')
    if (typeof more === 'string' && this.#growing.has(key)) this.#grow(key, undefined, undefined, more)
  }

  #grow(key: string, id: unknown, name: unknown, args: unknown): void {
    const known = this.#growing.get(key)
    if (known === undefined && this.#growing.size >= CALLS_MAX) return
    const one = known ?? { id: undefined, name: '', args: '' }
    one.id ??= id
    // Some send the whole name again with each piece, others send it in pieces.
    if (typeof name === 'string' && name !== one.name) one.name += name
    if (typeof args === 'string' && this.#units + args.length <= ARGUMENT_UNITS_MAX) {
      one.args += args
      this.#units += args.length
    }
    this.#growing.set(key, one)
  }

  #step(value: unknown): void {
    if (this.#steps.length < CALLS_MAX) this.#steps.push(value)
  }
}
