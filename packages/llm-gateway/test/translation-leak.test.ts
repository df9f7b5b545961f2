import { messageEvents, type ScriptedBlock } from '@gatehouse/testkit/model'
import { describe, expect, test } from 'vitest'
import { messagesOverChat } from '../src/messages/over-chat/dialect.ts'
import { chatOverMessages } from '../src/messages/under-chat/dialect.ts'
import { competitors, delta, streamOf } from './chat/harness.ts'
import { type DialectAnswer, dialectHarness, wire } from './dialect-harness.ts'

/** Characters that neither the filler nor any frame contains, so that any of them is a leak; of one, two and three bytes. */
const PHRASES = ['QXZJVKW', 'Жщъюя', '腐蝕商会'] as const
const FILLER = 'the rain in oslo falls on plain and hill '
const OFFSETS = [0, 1, 40, 158, 161, 400, 799, 802, 1_500]
const PIECES = [2_500, 97, 13, 3]
const WRITES = [1_000_000, 997, 61, 17]

function textAt(phrase: string, offset: number): string {
  const filler = FILLER.repeat(40)
  return `${filler.slice(0, Math.max(0, offset - 1))} ${phrase} ${filler.slice(0, 300)}`
}

function pieces(text: string, size: number): string[] {
  return Array.from({ length: Math.ceil(text.length / size) }, (_, at) => text.slice(at * size, (at + 1) * size))
}

/** Runs a phrase at each offset through a dialect. @returns letters that have leaked, and how each answer ended */
async function leaks(
  create: (text: string, piece: number, write: number) => readonly Uint8Array[],
  dialect: typeof messagesOverChat,
): Promise<{ leaked: string[]; ends: DialectAnswer[] }> {
  let bytes: readonly Uint8Array[] = []
  const { call } = dialectHarness(dialect, () => ({ body: bytes }), { output: competitors('block', ...PHRASES) })
  const leaked: string[] = []
  const ends: DialectAnswer[] = []
  for (const [at, offset] of OFFSETS.entries()) {
    const phrase = PHRASES[at % PHRASES.length]!
    bytes = create(textAt(phrase, offset), PIECES[at % PIECES.length]!, WRITES[(at * 3) % WRITES.length]!)
    const request = { model: 'm', stream: true, max_tokens: 9, messages: [{ role: 'user', content: 'Hello' }] }
    // oxlint-disable-next-line no-await-in-loop -- one stream after the other through one gateway
    const answer = await call(request)
    leaked.push(...Array.from(phrase).filter((letter) => answer.text.includes(letter)))
    ends.push(answer)
  }
  return { leaked, ends }
}

const CHAT: Readonly<Record<string, (text: string, piece: number) => object[]>> = {
  content: (text, piece) => pieces(text, piece).map((content) => delta({ content })),
  'the refusal': (text, piece) => pieces(text, piece).map((refusal) => delta({ refusal })),
  'the reasoning': (text, piece) => pieces(text, piece).map((reasoning_content) => delta({ reasoning_content })),
  'arguments of a call': (text, piece) => [
    delta({ tool_calls: [{ index: 0, id: 'c', type: 'function', function: { name: 'note', arguments: '' } }] }),
    ...pieces(JSON.stringify({ text }), piece).map((part) =>
      delta({ tool_calls: [{ index: 0, function: { arguments: part } }] }),
    ),
  ],
}

describe('no character of a blocked phrase leaves a translated stream', () => {
  test.each(Object.entries(CHAT))('of a chat completion as a message, from %s', async (_, framesOf) => {
    const { leaked, ends } = await leaks((text, piece, write) => {
      const frames = streamOf([delta({ role: 'assistant' }), ...framesOf(text, piece), delta({}, 'stop')])
      return wire(Buffer.concat(frames).toString(), write)
    }, messagesOverChat)
    expect(leaked).toEqual([])
    for (const { events } of ends) {
      expect(events.at(-2)).toMatchObject({ delta: { stop_reason: 'refusal' }, x_shield: { blocked: true } })
    }
  })

  const BLOCKS: Readonly<Record<string, (text: string) => ScriptedBlock[]>> = {
    'a text': (text) => [{ type: 'text', text }],
    'a thought': (thinking) => [{ type: 'thinking', thinking, signature: 'x' }],
    'arguments of a call': (text) => [{ type: 'tool_use', id: 't', name: 'note', input: { text } }],
  }
  test.each(Object.entries(BLOCKS))('of a message as a chat completion, from %s', async (_, blocks) => {
    let body: readonly Uint8Array[] = []
    const { call } = dialectHarness(chatOverMessages, () => ({ body }), { output: competitors('block', ...PHRASES) })
    for (const [at, offset] of OFFSETS.entries()) {
      const phrase = PHRASES[at % PHRASES.length]!
      const events = messageEvents({ content: blocks(textAt(phrase, offset)), piece: PIECES[at % PIECES.length]! })
      body = wire(events, WRITES[(at * 3) % WRITES.length])
      // oxlint-disable-next-line no-await-in-loop -- one stream after the other through one gateway
      const { text } = await call({ model: 'm', stream: true, messages: [{ role: 'user', content: 'Hello' }] })
      expect(Array.from(phrase).filter((letter) => text.includes(letter))).toEqual([])
      expect(text).toContain('"finish_reason":"content_filter"')
    }
  })

  test('and no phrase hidden in untranslated blocks passes', async () => {
    const hidden = (text: string): ScriptedBlock[] => [
      { type: 'web_search_tool_result', tool_use_id: 's', content: [{ title: text }] },
      { type: 'text', text: 'one' },
    ]
    for (const phrase of PHRASES) {
      const body = wire(messageEvents({ content: hidden(textAt(phrase, 10)) }))
      const { call } = dialectHarness(chatOverMessages, () => ({ body }), {})
      // oxlint-disable-next-line no-await-in-loop -- one stream after the other
      const { text } = await call({ model: 'm', stream: true, messages: [{ role: 'user', content: 'Hello' }] })
      expect(text).not.toContain(phrase)
    }
  })
})
