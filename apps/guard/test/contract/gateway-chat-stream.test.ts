import { setTimeout as sleep } from 'node:timers/promises'
import type OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { type ChatService, chatTeam, type ChatTeam, serveChat } from './chat-team.ts'

let service: ChatService
beforeAll(async () => {
  service = await serveChat()
})
afterAll(() => service.close())

const hello: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: 'Is it raining in Oslo?' }]
const competitors = { competitor_mention: { enabled: true, action: 'block', settings: { competitors: ['Initech'] } } }
const prose = 'The rain in Oslo falls mainly on the plain, and sometimes on the hill behind the town. '

/** Returns the raw bytes of a stream as text. */
async function rawStream(team: ChatTeam, body: object = {}): Promise<Response> {
  return fetch(`${service.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${team.key}` },
    body: JSON.stringify({ model: 'small', messages: hello, stream: true, ...body }),
  })
}

function dataOf(text: string): (Record<string, unknown> | string)[] {
  return text
    .split('\n\n')
    .filter((event) => event.startsWith('data: '))
    .map((event) => event.slice(6))
    .map((data) => (data === '[DONE]' ? data : (JSON.parse(data) as Record<string, unknown>)))
}

async function collect(stream: AsyncIterable<OpenAI.ChatCompletionChunk>) {
  const chunks: OpenAI.ChatCompletionChunk[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return { chunks, text: chunks.map((chunk) => chunk.choices[0]?.delta.content ?? '').join('') }
}

describe('a stream of the chat gateway', () => {
  proves(
    ['guard:endpoints.chat-answer', 'guard:chat.exact-shape', 'guard:rules.stream.full-text'],
    'sends the official client every character, and the requested usage',
    async () => {
      const team = await chatTeam(service, 's-plain', () => ({ text: prose.repeat(20) }))
      const body = { model: 'small', messages: hello, stream: true as const }
      const { chunks, text } = await collect(await team.client.chat.completions.create(body))
      expect(text).toBe(prose.repeat(20))
      expect(chunks.at(-1)?.choices[0]?.finish_reason).toBe('stop')
      expect(chunks.every((chunk) => !('usage' in chunk))).toBe(true)
      const counted = await collect(
        await team.client.chat.completions.create({ ...body, stream_options: { include_usage: true } }),
      )
      expect(counted.chunks.at(-1)).toMatchObject({ choices: [], usage: { completion_tokens: expect.any(Number) } })
      expect((await team.entries()).at(-1)).toMatchObject({
        action: 'guard.output',
        details: { stream: true, chars: 1740 },
      })
    },
  )

  proves(
    [
      'guard:streaming.hold-back',
      'guard:rules.stream.final-chunk',
      'guard:rules.stream.x-shield',
      'guard:rules.stream.closes',
      'guard:rules.stream.block-audited',
      'guard:chat.done-follows',
      'guard:events.terminal-chunk',
    ],
    'ends with the chunk that reports a block and [DONE], without blocked content',
    async () => {
      const text = `${prose.repeat(9)}Ask Initech instead. ${prose.repeat(9)}`
      const team = await chatTeam(service, 's-blocked', () => ({ text }), { output_guardrails: competitors })
      const response = await rawStream(team)
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toContain('text/event-stream')
      const raw = await response.text()
      const events = dataOf(raw)
      expect(raw).not.toContain('Init')
      expect(events.at(-1)).toBe('[DONE]')
      expect(events.at(-2)).toMatchObject({
        object: 'chat.completion.chunk',
        choices: [{ index: 0, delta: {}, finish_reason: 'content_filter' }],
        x_shield: { blocked: true, guardrail: 'competitor_mention', message: expect.any(String) },
      })
      const auditEntry = (await team.entries()).at(-1)
      expect(auditEntry).toMatchObject({ action: 'guard.output', guardrail: 'competitor_mention', verdict: 'block' })
      // The official client reads it as an answer that was filtered.
      const { chunks } = await collect(
        await team.client.chat.completions.create({ model: 'small', messages: hello, stream: true }),
      )
      expect(chunks.at(-1)?.choices[0]?.finish_reason).toBe('content_filter')
    },
  )

  proves('guard:streaming.redaction', 'is redacted wherever a value is cut, and stays valid text', async () => {
    const text = `${prose.repeat(3)}Mail ann@example.com. ${prose.repeat(3)}`
    for (const split of [1, 3, 7, 50]) {
      const team = await chatTeam(service, `s-redacted-${split}`, [{ text, split }])
      const body = { model: 'small', messages: hello, stream: true as const }
      const got = await collect(await team.client.chat.completions.create(body))
      expect(got.text).toBe(text.replace('ann@example.com', '[EMAIL_ADDRESS]'))
    }
  })

  test('is identical for any chunking of the upstream bytes', async () => {
    const text = 'Ærlig talt: 雨が降る 🌧️. '.repeat(30)
    for (const wireBytes of [1, 5, 1_000]) {
      const team = await chatTeam(service, `s-cut-${wireBytes}`, [{ text, wireBytes }])
      const body = { model: 'small', messages: hello, stream: true as const }
      expect((await collect(await team.client.chat.completions.create(body))).text).toBe(text)
    }
  })

  test('sends its headers immediately', async () => {
    // At this rate the text takes hours, so the response headers can only arrive before it.
    const team = await chatTeam(service, 's-head', [{ text: prose, tokens_per_s: 0.01 }])
    const response = await rawStream(team)
    expect(response.status).toBe(200)
    await response.body?.cancel()
  })

  proves('guard:streaming.disconnect', 'that has no reader is aborted at the upstream', async () => {
    const team = await chatTeam(service, 's-left', [{ text: prose.repeat(50), tokens_per_s: 50 }])
    const stop = new AbortController()
    const stream = await team.client.chat.completions.create(
      { model: 'small', messages: hello, stream: true },
      { signal: stop.signal },
    )
    try {
      for await (const chunk of stream) {
        if (chunk.choices[0]?.delta.role === undefined) continue
        stop.abort()
      }
    } catch {
      // The client throws its own error on abort.
    }
    const request = service.model.requests.at(-1)!
    await expect.poll(() => request.abandoned).toBe(true)
    await sleep(200)
    expect((await team.entries()).at(-1)).toMatchObject({ action: 'guard.output', details: { cut: 'client_left' } })
  })

  test.each([
    ['breaks off', { text: prose, truncateAfter: 900 }],
    ['sends something else', { raw: 'data: <html>\n\n', headers: { 'content-type': 'text/event-stream' } }],
  ])('of an upstream that %s ends with an error that the official client throws', async (how, reply) => {
    const team = await chatTeam(service, `s-${how.replace(' ', '-').replace(' ', '-')}`, [reply])
    const body = { model: 'small', messages: hello, stream: true as const }
    await expect(async () => collect(await team.client.chat.completions.create(body))).rejects.toThrow(/upstream|JSON/)
  })

  test('is created from a non-streamed upstream answer', async () => {
    const raw = JSON.stringify({
      id: 'chatcmpl-1',
      object: 'chat.completion',
      created: 1,
      model: 'small',
      choices: [{ index: 0, message: { role: 'assistant', content: 'Whole.' }, finish_reason: 'stop' }],
    })
    const team = await chatTeam(service, 's-whole', [{ raw }])
    const body = { model: 'small', messages: hello, stream: true as const }
    expect((await collect(await team.client.chat.completions.create(body))).text).toBe('Whole.')
  })
})
