import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { startEffort } from '@gatehouse/testkit'
import { readRequestBody } from '../../src/targets/request-body.ts'
import { configOf, converse, json, say, startAgent, targetOf } from './agent-server.ts'

const values = { message: 'Hi', history: [], sessionId: 's-1', uuid: 'u-1', variables: {} }
const none: ReadonlySet<string> = new Set()
const rendered = (template: string, type: string | undefined, message: string): string =>
  readRequestBody(template, type, none).render({ ...values, message })

describe('request bodies', () => {
  test.each([
    ['{"q": {{message}}}', undefined, 'json', 'application/json'],
    ['[{{message}}]', undefined, 'json', 'application/json'],
    ['q={{message}}&lang=en', undefined, 'form', 'application/x-www-form-urlencoded'],
    ['<q>{{message}}</q>', undefined, 'xml', 'application/xml'],
    ['{{message}}', undefined, 'text', 'text/plain; charset=utf-8'],
    ['Question: {{message}}', undefined, 'text', 'text/plain; charset=utf-8'],
    ['{{message}}', 'application/json', 'json', 'application/json'],
    ['<q>{{message}}</q>', 'application/soap+xml', 'xml', 'application/soap+xml'],
    [
      '{"q": "{{message}}"}',
      'application/vnd.api+json; charset=utf-8',
      'json',
      'application/vnd.api+json; charset=utf-8',
    ],
  ])('%s with content type %s is %s', (template, type, encoding, contentType) => {
    expect(readRequestBody(template, type, none)).toMatchObject({ encoding, contentType })
  })

  test('form-encoded values are decoded to the same message', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (message) => {
        const fields = new URLSearchParams(rendered('a=1&q={{message}}&b=2', undefined, message))
        expect([...fields.keys()]).toEqual(['a', 'q', 'b'])
        expect(fields.get('q')).toBe(message.toWellFormed())
      }),
    )
  })

  test('multipart values are decoded to the same message', async () => {
    const body = readRequestBody('q={{message}}&user=ann', 'multipart/form-data', none)
    for (const message of ['a & b = c', 'line\r\n--gatehouse\r\nline', '"quoted"', 'ÄÖ 😀']) {
      const text = body.render({ ...values, message })
      const read = await new Response(text, { headers: { 'content-type': body.contentType } }).formData()
      expect([...read]).toEqual([
        ['q', message],
        ['user', 'ann'],
      ])
    }
  })

  test('XML values contain no markup and no invalid characters', () => {
    expect(rendered('<q a="{{message}}"/>', undefined, '"><x>&\u0000\uD800')).toBe(
      '<q a="&quot;&gt;&lt;x&gt;&amp;\uFFFD"/>',
    )
  })

  test.each([
    ['q=hello', undefined, 'no {{message}}'],
    ['q={{message}}&x={{password}}', undefined, 'unknown slot {{password}}'],
    ['{"q": {{message}}', undefined, 'not valid JSON'],
    ['q={{message}}', 'application/json', 'not valid JSON'],
    ['{{message}}', 'multipart/form-data', 'name=value pairs'],
    ['q"x={{message}}', 'multipart/form-data', 'name=value pairs'],
  ])('%s with content type %s is rejected', (template, type, problem) => {
    expect(() => readRequestBody(template, type, none)).toThrow(problem)
  })

  test('are parsed in linear time', () => {
    const effort_ms = startEffort()
    for (const text of ['{{ '.repeat(30_000), 'a=&'.repeat(30_000), '<'.repeat(90_000)]) {
      expect(() => readRequestBody(text, undefined, none)).toThrow('no {{message}}')
    }
    expect(effort_ms()).toBeLessThan(1_500)
  })
})

describe('a target with a body that is not JSON', () => {
  test('receives a form with the session identifier', async () => {
    const agent = await startAgent((_, response) => json(response, { reply: 'Hello' }))
    const target = targetOf(agent.url, {
      customApiTemplate: { bodyTemplate: 'q={{message}}' },
      session: { madeBy: 'client', send: { in: 'body', name: 'sid' } },
    })
    expect(await say(target, 'a&b=c')).toMatchObject({ text: 'Hello' })
    const [{ headers, body }] = agent.asked as [(typeof agent.asked)[number]]
    expect(headers['content-type']).toBe('application/x-www-form-urlencoded')
    const fields = new URLSearchParams(body)
    expect([fields.get('q'), fields.get('sid')?.length]).toEqual(['a&b=c', 36])
  })

  test('receives a multipart body with its boundary in the header', async () => {
    const agent = await startAgent((_, response) => json(response, { reply: 'Hello' }))
    const target = targetOf(agent.url, {
      headers: { 'Content-Type': 'multipart/form-data' },
      customApiTemplate: { bodyTemplate: 'q={{message}}' },
    })
    await say(target, 'one')
    const [{ headers, body }] = agent.asked as [(typeof agent.asked)[number]]
    const read = await new Response(body, { headers: { 'content-type': headers['content-type']! } }).formData()
    expect([...read]).toEqual([['q', 'one']])
  })

  test('with method GET receives the fields of a form in the query', async () => {
    const agent = await startAgent((_, response) => json(response, { reply: 'Hello' }))
    await say(targetOf(agent.url, { method: 'GET', customApiTemplate: { bodyTemplate: 'q={{message}}&l=en' } }), 'a b')
    expect(agent.asked[0]?.url).toBe('/?q=a+b&l=en')
  })

  test.each([
    [{ method: 'GET' as const, customApiTemplate: { bodyTemplate: '<q>{{message}}</q>' } }, 'With method GET'],
    [{ session: { madeBy: 'client' as const }, customApiTemplate: { bodyTemplate: '{{message}}' } }, '{{session_id}}'],
  ])('is rejected without a place for its fields: %j', async (more, problem) => {
    expect(() => targetOf('http://127.0.0.1:9', more)).toThrow(problem)
    expect(configOf('http://127.0.0.1:9', more)).toBeDefined()
  })
})

describe('model APIs', () => {
  const messages = [
    { role: 'user', content: 'one' },
    { role: 'assistant', content: 'Hi' },
    { role: 'user', content: 'two' },
  ]
  test.each([
    {
      type: 'openai_responses' as const,
      base: '/v1',
      path: '/v1/responses',
      answer: { output: [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Hi' }] }] },
      body: { model: 'm', instructions: 'Be kind.', input: messages, store: false },
    },
    {
      type: 'anthropic' as const,
      base: '',
      path: '/v1/messages',
      answer: { role: 'assistant', content: [{ type: 'text', text: 'Hi' }] },
      body: { model: 'm', max_tokens: 1_024, system: 'Be kind.', messages },
    },
    {
      type: 'ollama' as const,
      base: '',
      path: '/api/chat',
      answer: { message: { role: 'assistant', content: 'Hi' }, done: true },
      body: { model: 'm', messages: [{ role: 'system', content: 'Be kind.' }, ...messages], stream: false },
    },
  ])('$type receives the conversation at its endpoint', async ({ type, base, path, answer, body }) => {
    const agent = await startAgent((_, response) => json(response, answer))
    const target = targetOf(agent.url + base, { type, model: 'm', systemPrompt: 'Be kind.' })
    const [, second] = await converse(target, ['one', 'two'])
    expect(second).toMatchObject({ text: 'Hi' })
    expect(agent.asked[1]?.url).toBe(path)
    expect(JSON.parse(agent.asked[1]!.body)).toEqual(body)
    expect(agent.asked[1]?.headers['anthropic-version']).toBe(type === 'anthropic' ? '2023-06-01' : undefined)
  })

  test.each(['openai', 'openai_responses', 'anthropic', 'ollama'] as const)('%s needs a model', (type) => {
    expect(() => targetOf('http://127.0.0.1:9', { type })).toThrow(`A target of type ${type} needs a model.`)
  })
})
