import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { delta, eventsOf, harness, streamOf } from './harness.ts'

const ask = { model: 'm', messages: [{ role: 'user', content: 'Hello there' }], stream: true }

/** Returns the joined content of a stream: texts by choice and field, calls, finish reasons, as one comparable value. */
function joined(events: readonly (object | string)[]): unknown {
  const texts: Record<string, string> = {}
  const calls: Record<string, string> = {}
  const ends: Record<string, string> = {}
  for (const event of events) {
    if (typeof event === 'string') continue
    const { choices = [] } = event as { choices?: Choice[] }
    for (const { index, delta: value, finish_reason: reason } of choices) {
      if (reason !== null) ends[index] = reason
      for (const [field, text] of Object.entries(value)) {
        if (typeof text === 'string' && field !== 'role')
          texts[`${index}:${field}`] = (texts[`${index}:${field}`] ?? '') + text
      }
      for (const call of value.tool_calls ?? []) {
        const key = `${index}:${call.index}`
        calls[key] = `${calls[key] ?? ''}${call.id ?? ''}${call.function.name ?? ''}${call.function.arguments ?? ''}`
      }
    }
  }
  return { texts, calls, ends }
}

interface Choice {
  readonly index: number
  readonly finish_reason: string | null
  readonly delta: Readonly<Record<string, unknown>> & {
    readonly tool_calls?: readonly {
      readonly index: number
      readonly id?: string
      readonly function: { readonly name?: string; readonly arguments?: string }
    }[]
  }
}

/** Separate words, since guards with a finding change the received text. */
const word = fc.constantFrom('rain ', 'snow ', 'wind ', 'ærlig ', '雨が ', '🌧️ ', 'the ')
const text = fc.array(word, { maxLength: 40 }).map((words) => words.join(''))
const pieces = fc.tuple(text, fc.integer({ min: 1, max: 30 })).map(([whole, size]) => {
  const units = Array.from(whole)
  return Array.from({ length: Math.ceil(units.length / size) }, (_, at) =>
    units.slice(at * size, (at + 1) * size).join(''),
  )
})
const channel = fc.record({
  index: fc.integer({ min: 0, max: 2 }),
  field: fc.constantFrom('content', 'refusal', 'reasoning_content'),
  pieces,
})
const framing = fc.record({
  newline: fc.constantFrom('\n', '\r\n', '\r'),
  comment: fc.boolean(),
  bom: fc.boolean(),
  bytes: fc.integer({ min: 1, max: 400 }),
})

const { call, script } = ((): { call: ReturnType<typeof harness>['call']; script: { body: Uint8Array[] } } => {
  const state = { body: [] as Uint8Array[] }
  return { call: harness(() => ({ body: state.body })).call, script: state }
})()

test('a client reassembles the content of the upstream for any order, framing and chunking', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(channel, { minLength: 1, maxLength: 4 }),
      framing,
      fc.boolean(),
      async (channels, how, hasCall) => {
        const frames: object[] = []
        const longest = Math.max(...channels.map((item) => item.pieces.length))
        for (let at = 0; at < longest; at += 1) {
          for (const { index, field, pieces: own } of channels) {
            if (own[at] !== undefined) frames.push(delta({ [field]: own[at] }, null, index))
          }
        }
        if (hasCall) {
          const first = { index: 0, id: 'c', type: 'function', function: { name: 'look_up', arguments: '' } }
          frames.unshift(delta({ tool_calls: [first] }))
          frames.push(delta({ tool_calls: [{ index: 0, function: { arguments: '{"q":"rain"}' } }] }))
        }
        for (const index of new Set([0, ...channels.map((item) => item.index)])) frames.push(delta({}, 'stop', index))
        const wire = Buffer.concat(streamOf(frames)).toString()
        const framed = `${how.bom ? '\uFEFF' : ''}${how.comment ? ': keep-alive\n\n' : ''}${wire}`.replaceAll(
          '\n',
          how.newline,
        )
        const bytes = Buffer.from(framed)
        script.body = Array.from({ length: Math.ceil(bytes.length / how.bytes) }, (_, at) =>
          bytes.subarray(at * how.bytes, (at + 1) * how.bytes),
        )
        const answer = await call(ask)
        expect(joined(answer.events)).toEqual(joined(eventsOf(wire)))
        expect(answer.events.at(-1)).toBe('[DONE]')
      },
    ),
    { numRuns: 150 },
  )
})
