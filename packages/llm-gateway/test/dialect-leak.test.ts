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

const BLOCKS: Readonly<Record<string, (text: string) => ScriptedBlock[]>> = {
  'a text': (text) => [textBlock(text)],
  'a second text': (text) => [textBlock('one two'), textBlock(text)],
  'a thought': (text) => [{ type: 'thinking', thinking: text, signature: 'c2ln' }, textBlock('one two')],
  'arguments of a call': (text) => [
    textBlock('one'),
    { type: 'tool_use', id: 'toolu_1', name: 'note', input: { said: text } },
  ],
  'arguments of a call, escaped': (text) => [
    { type: 'tool_use', id: 'toolu_1', name: 'note', input: escaped({ said: text }) },
    textBlock('one'),
  ],
  'the result of a hosted tool': (text) => [
    { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'rain' } },
    {
      type: 'web_search_tool_result',
      tool_use_id: 'srvtoolu_1',
      content: [{ type: 'web_search_result', title: text, url: 'https://example.com' }],
    },
    textBlock('one two'),
  ],
  'a citation': (text) => [{ type: 'text', text: 'one two', citations: [{ type: 'char_location', cited_text: text }] }],
  'a citation in the start of a block': (text) => [{ type: 'text', text: '', citations: [{ cited_text: text }] }],
  'a text that is none': (text) => [{ type: 'text', text: [text] }],
  'a block that nobody knows': (text) => [{ type: 'musing', about: { deep: [text] } }],
}

const ITEMS: Readonly<Record<string, (text: string) => ScriptedItem[]>> = {
  'a message': (text) => [messageItem(text)],
  'a second message': (text) => [messageItem('one two', 'msg_1'), messageItem(text, 'msg_2')],
  'a summary of reasoning': (text) => [reasoningItem(text), messageItem('one two')],
  'a refusal': (text) => [{ ...messageItem(''), content: [{ type: 'refusal', refusal: text }] }],
  'arguments of a call': (text) => [messageItem('one two'), functionItem('note', { said: text })],
  'arguments of a call, escaped': (text) => [functionItem('note', escaped({ said: text })), messageItem('one two')],
  'input of a free tool': (text) => [
    { id: 'ctc_1', type: 'custom_tool_call', call_id: 'call_1', name: 'note', input: text },
  ],
  'a command of a shell': (text) => [
    { id: 'sh_1', type: 'local_shell_call', call_id: 'call_1', action: { type: 'exec', command: ['echo', text] } },
  ],
  'the result of a hosted tool': (text) => [
    { id: 'fs_1', type: 'file_search_call', status: 'completed', queries: ['rain'], results: [{ text: text }] },
    messageItem('one two'),
  ],
  'a citation': (text) => [
    {
      ...messageItem(''),
      content: [
        { type: 'output_text', text: 'one two', annotations: [{ type: 'url_citation', title: text }], logprobs: [] },
      ],
    },
  ],
  'what might have been said instead': (text) => [
    {
      ...messageItem(''),
      content: [
        {
          type: 'output_text',
          text: 'one two',
          logprobs: Array.from('one two', (token, at) => ({
            token,
            top_logprobs: [{ token: text.slice(at * 320, (at + 1) * 320) }],
          })),
        },
      ],
    },
  ],
  'a part that nobody knows': (text) => [
    { ...messageItem(''), content: [{ type: 'musing', text: text, more: [text] }] },
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
      const scriptedBlocks = places[place]!(textAt(phrase, offset))
      const events =
        name === 'messages'
          ? messageEvents({ content: scriptedBlocks, piece })
          : responseEvents({ output: scriptedBlocks, piece })
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
const ODD_ITEMS: Readonly<Record<string, (text: string) => ScriptedItem[]>> = {
  'a message without parts': (text) => [{ ...messageItem(''), content: text }],
  'a list of texts': (text) => [{ ...messageItem(''), content: [text] }],
  'a refusal with a text beside it': (text) => [
    { ...messageItem(''), content: [{ type: 'refusal', refusal: 'No', text: text }] },
  ],
  'a text that is none': (text) => [{ ...messageItem(''), content: [{ type: 'output_text', text: { deep: text } }] }],
  'a field of a message': (text) => [{ ...messageItem('one'), comment: text }],
  'the name of a field': (text) => [{ ...messageItem('one'), [text]: 1 }],
  'an id': (text) => [messageItem('one', text)],
  'a field of a call': (text) => [{ ...functionItem('note', {}), comment: text }],
  'a sealed thought that is none': (text) => [{ ...reasoningItem('one'), encrypted_content: text }],
  'an item that nobody knows': (text) => [{ type: 'musing', about: { deep: [text] } }],
  'a summary that is none': (text) => [{ type: 'reasoning', id: 'rs', summary: { text: text } }],
}
const ODD_BLOCKS: Readonly<Record<string, (text: string) => ScriptedBlock[]>> = {
  'a field of a text': (text) => [{ type: 'text', text: 'one', comment: text }],
  'a sealed thought that is none': (text) => [{ type: 'redacted_thinking', data: text }],
  'a signature': (text) => [{ type: 'thinking', thinking: 'one', signature: text }],
  'a field of a call': (text) => [{ type: 'tool_use', id: 't', name: 'note', input: {}, comment: text }],
  'a thought in a text': (text) => [{ type: 'text', text: 'one', thinking: text }],
  'a text in a thought': (text) => [{ type: 'thinking', thinking: 'one', signature: 'x', text: text }],
}
const OFFSETS = [0, 1, 159, 161, 801, 1_999]

/** Returns the leaked text: guard results contain their configured terms; no other part of a blocked answer may contain them. */
function leakedOf({ body }: DialectAnswer, phrase: string): string[] {
  const { guardrail_results: _, ...rest } = body
  const text = JSON.stringify(rest)
  return Array.from(phrase).filter((letter) => text.includes(letter))
}

describe('no character of a blocked phrase leaves a whole answer', () => {
  test.each(Object.entries({ ...BLOCKS, ...ODD_BLOCKS }))('of messages, from %s', async (_, create) => {
    let body: object = {}
    const { call } = dialectHarness(messages, () => ({ body }), { output: competitors('block', ...PHRASES) })
    for (const [at, offset] of OFFSETS.entries()) {
      const phrase = PHRASES[at % PHRASES.length]!
      body = messageBody({ content: create(textAt(phrase, offset)) })
      // oxlint-disable-next-line no-await-in-loop -- one answer after the other
      const answer = await call({ model: 'm', messages: [{ role: 'user', content: 'Hello' }] })
      expect(leakedOf(answer, phrase)).toEqual([])
      // Text in a non-text location is removed, or blocks the answer.
      expect(answer.status === 200 || answer.status === 403).toBe(true)
    }
  })

  test.each(Object.entries({ ...ITEMS, ...ODD_ITEMS }))('of responses, from %s', async (_, create) => {
    let body: object = {}
    const { call } = dialectHarness(responses, () => ({ body }), { output: competitors('block', ...PHRASES) })
    for (const [at, offset] of OFFSETS.entries()) {
      const phrase = PHRASES[at % PHRASES.length]!
      body = responseBody({ output: create(textAt(phrase, offset)) })
      // oxlint-disable-next-line no-await-in-loop -- one answer after the other
      const answer = await call({ model: 'm', input: 'Hello' })
      expect(leakedOf(answer, phrase)).toEqual([])
      // Text in a non-text location is removed, or blocks the answer.
      const isGone = answer.status === 200
      expect(isGone || answer.status === 403).toBe(true)
    }
  })

  test.each(Object.entries(ODD_ITEMS))('nor a stream of responses, from %s', async (_, create) => {
    let body: object = {}
    const { call } = dialectHarness(responses, () => ({ body }), { output: competitors('block', ...PHRASES) })
    for (const [at, offset] of OFFSETS.entries()) {
      const phrase = PHRASES[at % PHRASES.length]!
      const events = responseEvents({ output: create(textAt(phrase, offset)) })
      body = wire(events, 997)
      // oxlint-disable-next-line no-await-in-loop -- one answer after the other
      const answer = await call({ model: 'm', input: 'Hello', stream: true })
      expect(Array.from(phrase).filter((letter) => answer.text.includes(letter))).toEqual([])
    }
  })

  test.each(Object.entries(ODD_BLOCKS))('nor a stream of messages, from %s', async (_, create) => {
    let body: object = {}
    const { call } = dialectHarness(messages, () => ({ body }), { output: competitors('block', ...PHRASES) })
    for (const [at, offset] of OFFSETS.entries()) {
      const phrase = PHRASES[at % PHRASES.length]!
      const start = { type: 'content_block_start', index: 0, content_block: create(textAt(phrase, offset))[0] }
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
