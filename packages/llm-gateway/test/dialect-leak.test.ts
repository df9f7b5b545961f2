import {
  functionItem,
  messageBody,
  messageEvents,
  messageItem,
  reasoningItem,
  responseBody,
  responseEvents,
  type ScriptedBlock,
  type ScriptedItem,
} from '@gatehouse/testkit/model'
import { describe, expect, test } from 'vitest'
import { messages } from '../src/messages/dialect.ts'
import { responses } from '../src/responses/dialect.ts'
import { competitors } from './chat/harness.ts'
import { type DialectAnswer, dialectHarness, wire } from './dialect-harness.ts'

/** Characters that neither the filler nor any frame contains, so that any of them is a leak; of one, two and three bytes. */
const PHRASES = ['QXZJVKW', 'Жщъюя', '腐蝕商会'] as const
const FILLER = 'the rain in oslo falls on plain and hill '
const TOTAL = 2_000
const STEP = 89
const PIECES = [2_500, 700, 97, 13, 1]
const WRITES = [1_000_000, 997, 61, 4_001, 17]

function textAt(phrase: string, offset: number): string {
  const filler = FILLER.repeat(Math.ceil(TOTAL / FILLER.length) + 1)
  return `${filler.slice(0, Math.max(0, offset - 1))}${offset === 0 ? '' : ' '}${phrase} ${filler.slice(0, TOTAL - offset)}`
}

/** Some letters of a JSON text as escapes. */
function escaped(value: unknown): string {
  const escape = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`
  return JSON.stringify(value).replace(/[^\x20-\x7e]|[QZK]/g, escape)
}

const textBlock = (value: string): ScriptedBlock => ({ type: 'text', text: value })

const BLOCKS: Readonly<Record<string, (said: string) => ScriptedBlock[]>> = {
  'a text': (said) => [textBlock(said)],
  'a second text': (said) => [textBlock('one two'), textBlock(said)],
  'a thought': (said) => [{ type: 'thinking', thinking: said, signature: 'c2ln' }, textBlock('one two')],
  'arguments of a call': (said) => [
    textBlock('one'),
    { type: 'tool_use', id: 'toolu_1', name: 'note', input: { said } },
  ],
  'arguments of a call, escaped': (said) => [
    { type: 'tool_use', id: 'toolu_1', name: 'note', input: escaped({ said }) },
    textBlock('one'),
  ],
  'the result of a hosted tool': (said) => [
    { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'rain' } },
    {
      type: 'web_search_tool_result',
      tool_use_id: 'srvtoolu_1',
      content: [{ type: 'web_search_result', title: said, url: 'https://example.com' }],
    },
    textBlock('one two'),
  ],
  'a citation': (said) => [{ type: 'text', text: 'one two', citations: [{ type: 'char_location', cited_text: said }] }],
  'a citation in the start of a block': (said) => [{ type: 'text', text: '', citations: [{ cited_text: said }] }],
  'a text that is none': (said) => [{ type: 'text', text: [said] }],
  'a block that nobody knows': (said) => [{ type: 'musing', about: { deep: [said] } }],
}

const ITEMS: Readonly<Record<string, (said: string) => ScriptedItem[]>> = {
  'a message': (said) => [messageItem(said)],
  'a second message': (said) => [messageItem('one two', 'msg_1'), messageItem(said, 'msg_2')],
  'a summary of reasoning': (said) => [reasoningItem(said), messageItem('one two')],
  'a refusal': (said) => [{ ...messageItem(''), content: [{ type: 'refusal', refusal: said }] }],
  'arguments of a call': (said) => [messageItem('one two'), functionItem('note', { said })],
  'arguments of a call, escaped': (said) => [functionItem('note', escaped({ said })), messageItem('one two')],
  'input of a free tool': (said) => [
    { id: 'ctc_1', type: 'custom_tool_call', call_id: 'call_1', name: 'note', input: said },
  ],
  'a command of a shell': (said) => [
    { id: 'sh_1', type: 'local_shell_call', call_id: 'call_1', action: { type: 'exec', command: ['echo', said] } },
  ],
  'the result of a hosted tool': (said) => [
    { id: 'fs_1', type: 'file_search_call', status: 'completed', queries: ['rain'], results: [{ text: said }] },
    messageItem('one two'),
  ],
  'a citation': (said) => [
    {
      ...messageItem(''),
      content: [
        { type: 'output_text', text: 'one two', annotations: [{ type: 'url_citation', title: said }], logprobs: [] },
      ],
    },
  ],
  'what might have been said instead': (said) => [
    {
      ...messageItem(''),
      content: [
        {
          type: 'output_text',
          text: 'one two',
          logprobs: Array.from('one two', (token, at) => ({
            token,
            top_logprobs: [{ token: said.slice(at * 320, (at + 1) * 320) }],
          })),
        },
      ],
    },
  ],
  'a part that nobody knows': (said) => [
    { ...messageItem(''), content: [{ type: 'musing', text: said, more: [said] }] },
  ],
}

const ENDED = { x_shield: { blocked: true, guardrail: 'competitor_mention' } }

describe.each([
  ['messages', messages, BLOCKS, { messages: [{ role: 'user', content: 'Hello' }], max_tokens: 9 }] as const,
  ['responses', responses, ITEMS, { input: 'Hello' }] as const,
])('no character of a blocked phrase leaves a stream of %s', (name, dialect, places, request) => {
  test.each(Object.keys(places))('from %s', async (place) => {
    let turn = 0
    let bytes: Uint8Array[] = []
    const { call, audit } = dialectHarness(dialect, () => ({ body: bytes }), {
      output: competitors('block', ...PHRASES),
    })
    for (let offset = 0; offset <= TOTAL; offset += STEP) {
      turn += 1
      const phrase = PHRASES[turn % PHRASES.length]!
      // A stream of single characters is slow, so short texts are used for it.
      const piece = offset > 400 && turn % PIECES.length === 4 ? 13 : PIECES[turn % PIECES.length]!
      const made = places[place]!(textAt(phrase, offset))
      const events =
        name === 'messages' ? messageEvents({ content: made, piece }) : responseEvents({ output: made, piece })
      bytes = wire(events, WRITES[(turn * 3) % WRITES.length])
      // oxlint-disable-next-line no-await-in-loop -- one stream after the other through one gateway
      const answer = await call({ model: 'm', stream: true, ...request })
      const leaked = Array.from(phrase).filter((letter) => answer.text.includes(letter))
      const last = name === 'messages' ? answer.events.at(-2) : answer.events.at(-1)?.['response']
      expect({ offset, piece, leaked, last, entry: audit.at(-1) }).toMatchObject({
        offset,
        leaked: [],
        last: ENDED,
        entry: { action: 'guard.output', verdict: 'block' },
      })
    }
  })
})

/** Locations that a stream does not have, or that are not for text. */
const ODD_ITEMS: Readonly<Record<string, (said: string) => ScriptedItem[]>> = {
  'a message without parts': (said) => [{ ...messageItem(''), content: said }],
  'a list of texts': (said) => [{ ...messageItem(''), content: [said] }],
  'a refusal with a text beside it': (said) => [
    { ...messageItem(''), content: [{ type: 'refusal', refusal: 'No', text: said }] },
  ],
  'a text that is none': (said) => [{ ...messageItem(''), content: [{ type: 'output_text', text: { deep: said } }] }],
  'a field of a message': (said) => [{ ...messageItem('one'), comment: said }],
  'the name of a field': (said) => [{ ...messageItem('one'), [said]: 1 }],
  'an id': (said) => [messageItem('one', said)],
  'a field of a call': (said) => [{ ...functionItem('note', {}), comment: said }],
  'a sealed thought that is none': (said) => [{ ...reasoningItem('one'), encrypted_content: said }],
  'an item that nobody knows': (said) => [{ type: 'musing', about: { deep: [said] } }],
  'a summary that is none': (said) => [{ type: 'reasoning', id: 'rs', summary: { text: said } }],
}
const ODD_BLOCKS: Readonly<Record<string, (said: string) => ScriptedBlock[]>> = {
  'a field of a text': (said) => [{ type: 'text', text: 'one', comment: said }],
  'a sealed thought that is none': (said) => [{ type: 'redacted_thinking', data: said }],
  'a signature': (said) => [{ type: 'thinking', thinking: 'one', signature: said }],
  'a field of a call': (said) => [{ type: 'tool_use', id: 't', name: 'note', input: {}, comment: said }],
  'a thought in a text': (said) => [{ type: 'text', text: 'one', thinking: said }],
  'a text in a thought': (said) => [{ type: 'thinking', thinking: 'one', signature: 'x', text: said }],
}
const OFFSETS = [0, 1, 159, 161, 801, 1_999]

/** Returns the leaked text: guard results contain their configured terms; no other part of a blocked answer may contain them. */
function leakedOf({ body }: DialectAnswer, phrase: string): string[] {
  const { guardrail_results: _, ...rest } = body
  const text = JSON.stringify(rest)
  return Array.from(phrase).filter((letter) => text.includes(letter))
}

describe('no character of a blocked phrase leaves a whole answer', () => {
  test.each(Object.entries({ ...BLOCKS, ...ODD_BLOCKS }))('of messages, from %s', async (_, made) => {
    let body: object = {}
    const { call } = dialectHarness(messages, () => ({ body }), { output: competitors('block', ...PHRASES) })
    for (const [at, offset] of OFFSETS.entries()) {
      const phrase = PHRASES[at % PHRASES.length]!
      body = messageBody({ content: made(textAt(phrase, offset)) })
      // oxlint-disable-next-line no-await-in-loop -- one answer after the other
      const answer = await call({ model: 'm', messages: [{ role: 'user', content: 'Hello' }] })
      expect(leakedOf(answer, phrase)).toEqual([])
      // Text in a non-text location is removed, or blocks the answer.
      expect(answer.status === 200 || answer.status === 403).toBe(true)
    }
  })

  test.each(Object.entries({ ...ITEMS, ...ODD_ITEMS }))('of responses, from %s', async (_, made) => {
    let body: object = {}
    const { call } = dialectHarness(responses, () => ({ body }), { output: competitors('block', ...PHRASES) })
    for (const [at, offset] of OFFSETS.entries()) {
      const phrase = PHRASES[at % PHRASES.length]!
      body = responseBody({ output: made(textAt(phrase, offset)) })
      // oxlint-disable-next-line no-await-in-loop -- one answer after the other
      const answer = await call({ model: 'm', input: 'Hello' })
      expect(leakedOf(answer, phrase)).toEqual([])
      // Text in a non-text location is removed, or blocks the answer.
      const isGone = answer.status === 200
      expect(isGone || answer.status === 403).toBe(true)
    }
  })

  test.each(Object.entries(ODD_ITEMS))('nor a stream of responses, from %s', async (_, made) => {
    let body: object = {}
    const { call } = dialectHarness(responses, () => ({ body }), { output: competitors('block', ...PHRASES) })
    for (const [at, offset] of OFFSETS.entries()) {
      const phrase = PHRASES[at % PHRASES.length]!
      const events = responseEvents({ output: made(textAt(phrase, offset)) })
      body = wire(events, 997)
      // oxlint-disable-next-line no-await-in-loop -- one answer after the other
      const answer = await call({ model: 'm', input: 'Hello', stream: true })
      expect(Array.from(phrase).filter((letter) => answer.text.includes(letter))).toEqual([])
    }
  })

  test.each(Object.entries(ODD_BLOCKS))('nor a stream of messages, from %s', async (_, made) => {
    let body: object = {}
    const { call } = dialectHarness(messages, () => ({ body }), { output: competitors('block', ...PHRASES) })
    for (const [at, offset] of OFFSETS.entries()) {
      const phrase = PHRASES[at % PHRASES.length]!
      const start = { type: 'content_block_start', index: 0, content_block: made(textAt(phrase, offset))[0] }
      const events = [start, { type: 'content_block_stop', index: 0 }, { type: 'message_stop' }]
        .map((event) => `data: ${JSON.stringify(event)}\n\n`)
        .join('')
      body = wire(events)
      // oxlint-disable-next-line no-await-in-loop -- one answer after the other
      const answer = await call({ model: 'm', messages: [{ role: 'user', content: 'Hello' }], stream: true })
      expect(Array.from(phrase).filter((letter) => answer.text.includes(letter))).toEqual([])
    }
  })
})
