import { describe, expect, test } from 'vitest'
import { competitors, completion, delta, harness, streamOf } from './harness.ts'

const ask = { model: 'm', messages: [{ role: 'user', content: 'Hello there' }] }
const output = competitors('block', 'Initech')
const redacting = { competitor_mention: { ...output['competitor_mention'], enabled: true, action: 'redact' } } as const

type Entry = Readonly<Record<string, unknown>>

function other(token: string, rest: Entry = {}): Entry {
  return { token, logprob: -0.1, bytes: [...Buffer.from(token)], ...rest }
}

function entry(token: string, rest: Entry = {}): Entry {
  return { ...other(token), top_logprobs: [], ...rest }
}

/** Returns the log probabilities that a client receives for one text, complete and streamed one entry at a time. */
async function given(text: string, entries: readonly unknown[], guards: object = {}, extra: Entry = {}) {
  const message = completion({ content: text }) as { choices: object[] }
  const choice = { ...message.choices[0], logprobs: { content: entries, refusal: null, ...extra } }
  const whole = await harness(() => ({ body: { ...message, choices: [choice] } }), guards).call(ask)
  const frames = [
    ...Array.from(text, (content, at) => {
      const own = at < entries.length ? [entries[at]] : []
      return delta({ content }, null, 0, { logprobs: { content: own, refusal: null, ...extra } })
    }),
    delta({}, 'stop', 0, { logprobs: null }),
  ]
  const streamed = await harness(() => ({ body: streamOf(frames) }), guards).call({ ...ask, stream: true })
  const [first] = (whole.body['choices'] ?? []) as { logprobs: { content: Entry[] } | null }[]
  return {
    whole: first?.logprobs?.content,
    wholeText: whole.text,
    streamed: streamed.events
      .flatMap((event) => (typeof event === 'object' ? event['choices'] : []) as { logprobs?: { content?: Entry[] } }[])
      .flatMap(({ logprobs }) => logprobs?.content ?? []),
    streamedText: streamed.text,
  }
}

describe('probabilities of tokens', () => {
  test('leave with the text that they spell, to the byte', async () => {
    const entries = ['H', 'i', ' ', '🌧'].map((token) => entry(token, { top_logprobs: [other(token)] }))
    const { whole, streamed } = await given('Hi 🌧', entries)
    expect(whole).toEqual(entries)
    expect(streamed.map(({ token }) => token)).toEqual(['H', 'i', ' ', '🌧'])
  })

  test("may split a character into parts, in OpenAI's format", async () => {
    const [a, b, c, d] = Buffer.from('🌧')
    const entries = [
      entry(String.raw`\xf0\x9f`, { bytes: [a, b] }),
      entry(String.raw`\x8c\xa7`, { bytes: [c, d] }),
      entry('!'),
    ]
    expect((await given('🌧!', entries)).whole).toEqual(entries)
    const frames = [
      delta({ content: '' }, null, 0, { logprobs: { content: [entries[0]] } }),
      delta({ content: '🌧' }, null, 0, { logprobs: { content: [entries[1]] } }),
      delta({ content: '!' }, 'stop', 0, { logprobs: { content: [entries[2]] } }),
    ]
    const { text } = await harness(() => ({ body: streamOf(frames) })).call({ ...ask, stream: true })
    expect(text).toContain(JSON.stringify(entries[0]))
    expect(text).toContain(JSON.stringify(entries[1]))
  })

  test.each([
    ['another text', [entry('Acmecorp')]],
    ['another text in bytes', [entry('H', { bytes: [...Buffer.from('Acmecorp')] }), entry('i')]],
    ['less than the text', [entry('H')]],
    ['nothing', ['Acmecorp']],
    ['no number', [entry('H', { logprob: 'Acmecorp' }), entry('i')]],
    ['others in no list', [entry('H', { top_logprobs: 'Acmecorp' }), entry('i')]],
    ['others that are none', [entry('H', { top_logprobs: ['Acmecorp'] }), entry('i')]],
  ])('that spell %s do not leave', async (_, entries) => {
    const { whole, wholeText, streamed, streamedText } = await given('Hi', entries)
    expect(whole).toBeUndefined()
    expect(streamed.length).toBeLessThanOrEqual(entries.length === 1 ? 1 : 0)
    expect(wholeText + streamedText).not.toContain('Acmecorp')
  })

  test('are forwarded without fields unknown to the interface', async () => {
    const entries = [entry('H', { note: 'Acmecorp' }), entry('i', { top_logprobs: [other('x', { note: 'Acmecorp' })] })]
    const { whole, wholeText, streamedText } = await given('Hi', entries, {}, { note: 'Acmecorp' })
    expect(whole).toEqual([entry('H'), entry('i', { top_logprobs: [other('x')] })])
    expect(wholeText + streamedText).not.toContain('Acmecorp')
  })

  test('leave without the sign that ends an answer', async () => {
    expect((await given('Hi', [entry('H'), entry('i'), entry('<|end|>')])).whole).toEqual([entry('H'), entry('i')])
  })

  // A word in pieces, with one piece per token in the alternatives.
  const spelled = ['Init', 'ech', '!'].map((piece, at) => entry('abc'[at]!, { top_logprobs: [other(piece)] }))

  test('block an answer for alternatives to its text, across tokens', async () => {
    const { whole, wholeText, streamed, streamedText } = await given('abc', spelled, { output })
    expect(whole).toBeUndefined()
    expect(streamed).toEqual([])
    expect(wholeText + streamedText).not.toContain('"token":"ech"')
    expect(streamedText).toContain('content_filter')
  })

  test('are forwarded without their redacted parts', async () => {
    const { wholeText, streamed, streamedText } = await given('abc', spelled, { output: redacting })
    expect(wholeText + streamedText).not.toContain('"token":"ech"')
    expect(streamed.map(({ token }) => token)).toEqual(['a', 'b', 'c'])
  })
})

describe('the content filter result of the provider', () => {
  const results = {
    hate: { filtered: false, severity: 'safe' },
    jailbreak: { filtered: false, detected: true },
  }

  test('leaves as switches and severities', async () => {
    const message = completion({ content: 'Hi' }) as { choices: object[] }
    const choice = { ...message.choices[0], content_filter_results: results }
    const prompt_filter_results = [{ prompt_index: 0, content_filter_results: results }]
    const { body } = await harness(() => ({ body: { ...message, choices: [choice], prompt_filter_results } })).call(ask)
    expect(body).toMatchObject({ choices: [choice], prompt_filter_results })
  })

  test('leaves without texts', async () => {
    const message = completion({ content: 'Hi' }) as { choices: object[] }
    const result = {
      hate: { filtered: false, severity: 'Acmecorp', note: 'Acmecorp' },
      'Acmecorp said': { filtered: true },
      protected_material_code: { detected: true, citation: { URL: 'https://Acmecorp.example', license: 'Acmecorp' } },
      custom_blocklists: { filtered: true, details: [{ id: 'Acmecorp', filtered: true }] },
      error: { code: 'x', message: 'Acmecorp' },
      text: 'Acmecorp',
    }
    const choice = {
      ...message.choices[0],
      index: 'Acmecorp',
      native_finish_reason: 'Acmecorp said so',
      content_filter_results: result,
      content_filter_offsets: { check_offset: 1, note: 'Acmecorp' },
    }
    const prompt_filter_results = [{ prompt_index: 'Acmecorp', content_filter_results: result }]
    const answer = await harness(() => ({ body: { ...message, choices: [choice], prompt_filter_results } })).call(ask)
    expect(answer.text).not.toContain('Acmecorp')
    expect(answer.body['choices']).toMatchObject([
      { content_filter_results: { hate: { filtered: false }, custom_blocklists: { filtered: true } } },
    ])
  })
})
