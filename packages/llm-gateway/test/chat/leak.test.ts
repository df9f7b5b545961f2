import { describe, expect, test } from 'vitest'
import { competitors, delta, harness, streamOf } from './harness.ts'

/** Characters that neither the filler nor any frame contains, so that any of them is a leak; of one, two and three bytes. */
const PHRASES = ['QXZJVKW', 'Жщъюя', '腐蝕商会'] as const
const FILLER = 'the rain in oslo falls on plain and hill '
const TOTAL = 2_000

function textAt(phrase: string, offset: number): string {
  const filler = FILLER.repeat(Math.ceil(TOTAL / FILLER.length) + 1)
  // The name is between spaces, as a word.
  return `${filler.slice(0, Math.max(0, offset - 1))}${offset === 0 ? '' : ' '}${phrase} ${filler.slice(0, TOTAL - offset)}`
}

function pieces(text: string, count: number): string[] {
  const size = Math.ceil(text.length / count)
  return Array.from({ length: Math.ceil(text.length / size) }, (_, at) => text.slice(at * size, (at + 1) * size))
}

/** The bytes of a wire in writes of a size, in the middle of frames and characters. */
function cut(wire: readonly Uint8Array[], bytes: number): Uint8Array[] {
  const all = Buffer.concat(wire)
  return Array.from({ length: Math.ceil(all.length / bytes) }, (_, at) => all.subarray(at * bytes, (at + 1) * bytes))
}

/** A text as JSON in a string that spells some of its letters with escapes. */
function escaped(text: string): string {
  return JSON.stringify({ note: text }).replace(/[^\x20-\x7e]|[QZK]/gu, (letter) =>
    Array.from(letter)
      .map((item) =>
        item
          .split('')
          .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
          .join(''),
      )
      .join(''),
  )
}

/** Locations of a text in a stream, as frames for its pieces. */
const PLACES: Readonly<Record<string, (text: string, count: number) => object[]>> = {
  content: (text, count) => pieces(text, count).map((content) => delta({ content })),
  'the refusal': (text, count) => pieces(text, count).map((refusal) => delta({ refusal })),
  'the reasoning': (text, count) => pieces(text, count).map((reasoning_content) => delta({ reasoning_content })),
  'a field that nobody knows': (text, count) => pieces(text, count).map((musings) => delta({ musings })),
  'the second choice': (text, count) => pieces(text, count).map((content) => delta({ content }, null, 1)),
  'arguments of a call': (text, count) => callFrames(JSON.stringify({ note: text }), count),
  'arguments of a call, escaped': (text, count) => callFrames(escaped(text), count),
  'parts of reasoning': (text) => [delta({ reasoning_details: [{ type: 'reasoning.text', text }] })],
  'a field beside the choices': (text) => [{ ...delta({ content: 'x' }), citations: [text] }],
}

function callFrames(args: string, count: number): object[] {
  const first = { index: 0, id: 'call_1', type: 'function', function: { name: 'note', arguments: '' } }
  const rest = pieces(args, count).map((text) => delta({ tool_calls: [{ index: 0, function: { arguments: text } }] }))
  return [delta({ tool_calls: [first] }), ...rest]
}

const COUNTS = [1, 2, 7, 23, 50]
const WRITES = [1_000_000, 997, 61, 7, 1]
/** Enough offsets to cover every position relative to the cadence of 160 and 800 characters, in a second or two. */
const STEP = 29

describe.each(Object.entries(PLACES))('no character of a blocked phrase leaves from %s', (_, framesOf) => {
  test.each(PHRASES)('%s', async (phrase) => {
    let turn = 0
    let wire: Uint8Array[] = []
    const { call, audit } = harness(() => ({ body: wire }), { output: competitors('block', phrase) })
    for (let offset = 0; offset <= TOTAL; offset += STEP) {
      turn += 1
      const count = COUNTS[turn % COUNTS.length]!
      // Single bytes cost a write each: short texts are enough for them.
      const write = offset > 300 && turn % WRITES.length === 4 ? 13 : WRITES[turn % WRITES.length]!
      const frames = [
        delta({ role: 'assistant', content: '' }),
        ...framesOf(textAt(phrase, offset), count),
        delta({}, 'stop'),
        delta({}, 'stop', 1),
      ]
      wire = cut(streamOf(frames), write)
      const { text, events } = await call({ model: 'm', messages: [{ role: 'user', content: 'Hello' }], stream: true })
      const where = `offset ${offset}, ${count} pieces, writes of ${write} bytes`
      const leaked = Array.from(phrase).filter((letter) => text.includes(letter))
      expect({ where, leaked, last: events.at(-1), chunk: events.at(-2), entry: audit.at(-1) }).toMatchObject({
        where,
        leaked: [],
        last: '[DONE]',
        chunk: { x_shield: { blocked: true, guardrail: 'competitor_mention' } },
        entry: { action: 'guard.output', verdict: 'block' },
      })
    }
  })
})
