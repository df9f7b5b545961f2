import { describe, expect, test } from 'vitest'
import { competitors, completion, delta, eventsOf, harness, streamOf } from './harness.ts'

const ask = { model: 'm', messages: [{ role: 'user', content: 'Hello there' }], stream: true }

/** Returns the joined text of one field of one choice. */
function joined(text: string, field = 'content', index = 0): string {
  return eventsOf(text)
    .filter((event) => typeof event === 'object')
    .flatMap((event) => (event['choices'] ?? []) as { index: number; delta: Record<string, string | undefined> }[])
    .filter((choice) => choice.index === index)
    .map((choice) => choice.delta[field] ?? '')
    .join('')
}

/** Returns log probabilities as OpenAI sends them, one for each token. */
function logprobs(...tokens: readonly string[]): object {
  return {
    logprobs: {
      content: tokens.map((token) => ({ token, logprob: -0.1, bytes: null, top_logprobs: [] })),
      refusal: null,
    },
  }
}

describe('a stream', () => {
  test('has every field of text of every choice screened by itself', async () => {
    const frames = [
      delta({ role: 'assistant', content: '' }),
      delta({ reasoning_content: 'Ask ann@' }),
      delta({ reasoning: 'thinking' }),
      delta({ content: 'Other' }, null, 1),
      delta({ reasoning_content: 'example.com first' }),
      delta({ content: 'Done.' }),
      delta({ refusal: 'No: bob@example.com' }, null, 1),
      delta({}, 'stop', 1),
      delta({}, 'stop'),
    ]
    const { call } = harness(() => ({ body: streamOf(frames) }))
    const { text } = await call({ ...ask, n: 2 })
    expect(joined(text, 'reasoning_content')).toBe('Ask [EMAIL_ADDRESS] first')
    expect(joined(text, 'reasoning')).toBe('thinking')
    expect(joined(text)).toBe('Done.')
    expect(joined(text, 'content', 1)).toBe('Other')
    expect(joined(text, 'refusal', 1)).toBe('No: [EMAIL_ADDRESS]')
  })

  test('contains probabilities matching the text, and none for redacted text', async () => {
    const frames = [
      delta({ role: 'assistant', content: '' }, null, 0, { logprobs: null }),
      delta({ content: 'It ' }, null, 0, logprobs('It', ' ')),
      delta({ content: 'rains' }, null, 0, logprobs('rains')),
      delta({}, 'stop', 0, { logprobs: null }),
    ]
    const { call } = harness(() => ({ body: streamOf(frames) }))
    const { text } = await call(ask)
    const tokens = eventsOf(text)
      .filter((event) => typeof event === 'object')
      .flatMap((event) => event['choices'] as { logprobs: { content: { token: string }[] } | null }[])
      .flatMap((choice) => choice.logprobs?.content ?? [])
    expect(tokens.map(({ token }) => token)).toEqual(['It', ' ', 'rains'])

    const secret = [
      delta({ content: 'ann@example.com' }, null, 0, logprobs('ann', '@example', '.com')),
      delta({}, 'stop'),
    ]
    const { call: second } = harness(() => ({ body: streamOf(secret) }))
    expect((await second(ask)).text).not.toContain('@example')
  })

  test('includes token usage on request, with the field in every frame', async () => {
    const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 }
    const frames = [delta({ content: 'Hi' }), delta({}, 'stop'), { choices: [], usage }]
    const { call, spent } = harness(() => ({ body: streamOf(frames) }))
    const answer = await call({ ...ask, stream_options: { include_usage: true } })
    expect(answer.events.at(-2)).toMatchObject({ choices: [], usage })
    expect(answer.events.slice(0, -2).every((event) => typeof event === 'object' && event['usage'] === null)).toBe(true)
    expect(spent).toEqual([12])
  })

  test('without counts is reckoned', async () => {
    const { call, spent } = harness(() => ({ body: streamOf([delta({ content: 'x'.repeat(40) }), delta({}, 'stop')]) }))
    await call(ask)
    expect(spent).toEqual([10])
  })

  test('forwards non-text parts after screening, and drops parts with findings', async () => {
    const part = (value: string) => ({ reasoning_details: [{ type: 'reasoning.text', text: value }] })
    const script = (value: string) => () => ({
      body: streamOf([delta(part(value)), delta({ content: 'Hi' }), delta({}, 'stop')]),
    })
    const { call } = harness(script('harmless'))
    expect((await call(ask)).text).toContain('harmless')
    const { call: redacted } = harness(script('ann@example.com'))
    const answer = await redacted(ask)
    expect(answer.text).not.toContain('ann@')
    expect(joined(answer.text)).toBe('Hi')
    const { call: blocked } = harness(script('Initech'), { output: competitors('block', 'Initech') })
    expect((await blocked(ask)).text).toContain('content_filter')
  })

  test.each([
    ['breaks off', [Buffer.from(''), ...streamOf([delta({ content: 'withheld' })]).slice(0, 1)]],
    ['sends something else than JSON', streamOf([delta({ content: 'withheld' }), '<html>'])],
    ['sends a frame that is no object', streamOf([delta({ content: 'withheld' }), '[1]'])],
  ])('of an upstream that %s ends with an error, and withheld text is not sent', async (_, body) => {
    const { call, audit } = harness(() => ({ body }))
    const answer = await call(ask)
    expect(answer.events.at(-1)).toMatchObject({ error: { type: 'server_error', code: 'upstream_failed' } })
    expect(answer.text).not.toContain('withheld')
    expect(answer.text).not.toContain('[DONE]')
    expect(audit.at(-1)).toMatchObject({ details: { cut: 'upstream_failed' } })
  })

  test('of an upstream that reports an error forwards the error', async () => {
    const { call } = harness(() => ({
      body: streamOf([delta({ content: 'withheld' }), JSON.stringify({ error: { message: 'overloaded', code: 'x' } })]),
    }))
    const answer = await call(ask)
    expect(answer.events.at(-1)).toEqual({ error: { message: 'overloaded', code: 'x' } })
    expect(answer.text).not.toContain('withheld')
  })

  test('without its last line is complete if the model has reported its finish reason', async () => {
    const { call } = harness(() => ({ body: streamOf([delta({ content: 'Hi' }), delta({}, 'stop')]).slice(0, -1) }))
    const answer = await call(ask)
    expect(joined(answer.text)).toBe('Hi')
    expect(answer.events.at(-1)).toBe('[DONE]')
  })

  test('that the upstream does not provide is created from the complete answer', async () => {
    const received = completion({ content: 'Write to ann@example.com.' })
    const { call } = harness(() => ({ body: received }))
    const answer = await call(ask)
    expect(joined(answer.text)).toBe('Write to [EMAIL_ADDRESS].')
    expect(answer.events.at(-1)).toBe('[DONE]')
  })

  test('sends no unlogged content: without a writable log the stream ends with an error', async () => {
    let written = 0
    const { call } = harness(() => ({ body: streamOf([delta({ content: 'withheld' }), delta({}, 'stop')]) }), {
      ports: {
        audit: {
          append: () => {
            written += 1
            return written === 1 ? Promise.resolve() : Promise.reject(new Error('disk full'))
          },
        },
      },
    })
    const answer = await call(ask)
    expect(answer.text).not.toContain('withheld')
    expect(answer.text).not.toContain('disk full')
    expect(answer.events.at(-1)).toMatchObject({ error: { code: 'unavailable' } })
  })
})

describe('an abandoned stream', () => {
  /** Returns an endless upstream that counts its consumed frames. */
  function endless() {
    const state = { taken: 0, closed: false }
    async function* body(): AsyncGenerator<Uint8Array> {
      try {
        for (;;) {
          state.taken += 1
          yield Buffer.from(`data: ${JSON.stringify({ id: 'x', ...delta({ content: 'words and words. ' }) })}\n\n`)
        }
      } finally {
        state.closed = true
      }
    }
    return { state, body }
  }

  async function opened(script: Parameters<typeof harness>[0], signal?: AbortSignal) {
    const { audit, open } = harness(script)
    const { answer } = await open(ask, signal)
    if (typeof answer === 'string' || answer instanceof Uint8Array) throw new Error('is no stream')
    return { audit, chunks: answer[Symbol.asyncIterator]() }
  }

  test('is not read from the upstream either', async () => {
    const { state, body } = endless()
    const { chunks } = await opened(() => ({ body: body() }))
    while (((await chunks.next()).value as string) === '') expect(state.taken).toBeLessThan(100)
    const used = state.taken
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(state.taken).toBe(used)
    await chunks.return?.()
  })

  test('is closed and aborted at the upstream, and is logged', async () => {
    const { state, body } = endless()
    let reported: AbortSignal | undefined
    const { chunks, audit } = await opened((request) => {
      reported = request.signal
      return { body: body() }
    })
    await chunks.next()
    await chunks.next()
    await chunks.return?.()
    expect(state.closed).toBe(true)
    expect(reported?.aborted).toBe(true)
    expect(audit.at(-1)).toMatchObject({ action: 'guard.output', details: { cut: 'client_left' } })
  })
})
