import { describe, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { ask, asked, KEY, type Model, openRig, textOf, useBench } from './rig.ts'

const here = useBench()
const { says, fails, answered } = here

describe('a request', () => {
  proves(
    'guard:chat.upstream',
    'is sent to the upstream with its own key, and the response is returned byte by byte',
    async () => {
      const model = await here.rig.model(
        () => ({ text: 'Hi.', headers: { 'x-request-id': 'req-1', 'set-cookie': 'a=b' } }),
        {
          apiKey: KEY,
        },
      )
      const request = ask({
        headers: {
          'openai-beta': 'x=1',
          'idempotency-key': 'i-1',
          authorization: 'Bearer of-the-client',
          cookie: 'c=d',
        },
      })
      const answer = await here.rig.upstreams.send(
        here.rig.tenant([{ name: 'main', base_url: `${model.url}/` }]),
        request,
      )
      expect(answer).toMatchObject({ upstream: 'main', status: 200 })
      expect(answer.headers).toEqual({ 'content-type': 'application/json', 'x-upstream-request-id': 'req-1' })
      expect(JSON.parse(await textOf(answer))).toMatchObject({ choices: [{ message: { content: 'Hi.' } }] })
      const [{ headers, body, path }] = model.requests as [Model['requests'][number]]
      expect([path, body]).toEqual(['/v1/chat/completions', JSON.parse(request.body.toString())])
      expect(headers).toMatchObject({
        authorization: `Bearer ${KEY}`,
        'openai-beta': 'x=1',
        'idempotency-key': 'i-1',
        'user-agent': 'gatehouse',
        'content-type': 'application/json',
      })
      expect(Object.keys(headers).toSorted()).toEqual([
        'accept',
        'accept-encoding',
        'authorization',
        'connection',
        'content-length',
        'content-type',
        'host',
        'idempotency-key',
        'openai-beta',
        'user-agent',
      ])
    },
  )

  test("in Anthropic's dialect sends the key in its header, and only to upstreams of the dialect", async () => {
    const [openai, anthropic] = [await says('o'), await fails(404)]
    const upstreams = [
      { name: 'o', base_url: openai.url, order: 0 },
      { name: 'a', base_url: anthropic.url, order: 1, dialect: 'anthropic', headers: { 'X-Project': 'made-up' } },
    ]
    expect(await answered(upstreams, { dialect: 'anthropic', path: '/messages' })).toBe('a 404')
    expect(asked(openai, anthropic)).toEqual([0, 1])
    const { headers, path } = anthropic.requests[0]!
    expect(path).toBe('/v1/messages')
    expect(headers).toMatchObject({ 'x-api-key': KEY, 'anthropic-version': '2023-06-01', 'x-project': 'made-up' })
    expect(headers['authorization']).toBeUndefined()
  })

  test('for a model that no upstream serves is not found', async () => {
    const model = await says('Hi.')
    await expect(answered([{ name: 'a', base_url: model.url, models: ['claude-*', 'o3'] }])).rejects.toMatchObject({
      code: 'not_found',
      message: 'No upstream serves the model "gpt-x".',
    })
    await expect(answered([{ name: 'a', base_url: model.url, enabled: false }])).rejects.toMatchObject({
      code: 'not_found',
      message: expect.stringContaining('has no enabled model upstream') as string,
    })
    const other = [{ name: 'a', base_url: model.url, dialect: 'anthropic' }]
    await expect(answered(other)).rejects.toMatchObject({
      code: 'not_found',
      message: 'No upstream with dialect "openai" serves the model "gpt-x".',
    })
  })

  test('streams', async () => {
    const model = await here.rig.model(() => ({ text: 'one two three', tokens_per_s: 100 }))
    const tenant = here.rig.tenant([{ name: 'main', base_url: model.url }])
    const answer = await here.rig.upstreams.send(tenant, ask({ stream: true }))
    expect(answer.headers['content-type']).toBe('text/event-stream')
    const pieces: Uint8Array[] = []
    for await (const piece of answer.body) pieces.push(piece)
    expect(pieces.length).toBeGreaterThan(3)
    expect(Buffer.concat(pieces).toString()).toMatch(/\[DONE\]\n\n$/)
  })
})

describe('the order of upstreams', () => {
  test('is by order, then by how exactly they name the model', async () => {
    const [one, two, three, four] = [await fails(503), await fails(503), await fails(503), await says('Hi.')]
    const upstreams = [
      { name: 'last', base_url: four.url, order: 2, models: ['gpt-x'] },
      { name: 'any', base_url: three.url, order: 1 },
      { name: 'longer', base_url: two.url, order: 1, models: ['gpt-*', 'g*'] },
      { name: 'exact', base_url: one.url, order: 1, models: ['*', 'gpt-x'] },
    ]
    expect(await answered(upstreams)).toBe('last 200')
    expect(asked(one, two, three, four)).toEqual([1, 1, 1, 1])
    const times = [one, two, three, four].map(({ requests }) => requests[0]!.arrived_ms)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
  })

  test('is by weight among equals', async () => {
    let seed = 1
    // A linear congruential generator, so that the test meets the same draws each time.
    const random = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647
    const weighted = openRig({ random })
    const models = [await weighted.model(() => 'a'), await weighted.model(() => 'b'), await weighted.model(() => 'c')]
    const tenant = weighted.tenant(
      models.map(({ url }, index) => ({ name: `m${index}`, base_url: url, weight: [3, 1, 0][index] })),
    )
    for (let index = 0; index < 200; index += 1) await textOf(await weighted.upstreams.send(tenant, ask()))
    const [three, one, none] = asked(...models) as [number, number, number]
    expect(three + one).toBe(200)
    expect(none).toBe(0)
    expect(three / 200).toBeGreaterThan(0.65)
    expect(three / 200).toBeLessThan(0.85)
    await weighted.close()
  })
})

describe('an upstream that fails before its first byte', () => {
  test.each([408, 409, 425, 429, 500, 502, 503, 529])('with %d is followed by the next upstream', async (status) => {
    const [broken, spare] = [await fails(status), await says('Hi.')]
    const upstreams = [
      { name: 'broken', base_url: broken.url },
      { name: 'spare', base_url: spare.url, order: 1 },
    ]
    expect(await answered(upstreams)).toBe('spare 200')
    expect(asked(broken, spare)).toEqual([1, 1])
  })

  test.each([
    ['resets the connection', { reset: true }],
    ['does not answer in time', { hang: true }],
    ['redirects', { status: 302, headers: { location: 'http://m1.test/' }, raw: '' }],
    ['streams nothing and breaks off', { text: '', truncateAfter: 0 }],
  ])('because it %s is followed by the next upstream', async (_, reply) => {
    const [broken, spare] = [await here.rig.model(() => reply), await says('Hi.')]
    const upstreams = [
      { name: 'broken', base_url: broken.url, timeout_s: 1 },
      { name: 'spare', base_url: spare.url, order: 1 },
    ]
    expect(await answered(upstreams, { stream: false })).toBe('spare 200')
    expect(asked(broken, spare)).toEqual([1, 1])
  })

  test('is retried after all others, up to its retry limit', async () => {
    const [flaky, other] = [await here.rig.model([{ status: 500 }, { reset: true }, 'Hi.']), await fails(503)]
    const upstreams = [
      { name: 'flaky', base_url: flaky.url, retries: 2 },
      { name: 'other', base_url: other.url, order: 1 },
    ]
    expect(await answered(upstreams)).toBe('flaky 200')
    expect(asked(flaky, other)).toEqual([3, 1])
    expect(other.requests[0]!.arrived_ms).toBeLessThanOrEqual(flaky.requests[1]!.arrived_ms)
  })

  test('is retried after its requested wait, and not if the wait is long or it disallows retries', async () => {
    const soon = await here.rig.model([{ status: 429, headers: { 'retry-after-ms': '300' } }, 'Hi.'])
    expect(await answered([{ name: 'soon', base_url: soon.url, retries: 1 }])).toBe('soon 200')
    expect(soon.requests[1]!.arrived_ms - soon.requests[0]!.arrived_ms).toBeGreaterThanOrEqual(295)
    for (const headers of [{ 'retry-after': '60' }, { 'x-should-retry': 'false' }]) {
      const model = await fails(429, headers)
      const answer = await here.rig.upstreams.send(
        here.rig.tenant([{ name: 'm', base_url: model.url, retries: 3 }]),
        ask(),
      )
      expect(answer).toMatchObject({ status: 429, headers })
      expect(asked(model)).toEqual([1])
    }
  })

  test('has its status and message forwarded if all fail', async () => {
    const [dead, limited] = [
      await here.rig.model(() => ({ reset: true })),
      await here.rig.model(() => ({ status: 429, error: { message: 'Slow down.' } })),
    ]
    const upstreams = [
      { name: 'limited', base_url: limited.url },
      { name: 'dead', base_url: dead.url, order: 1 },
    ]
    const answer = await here.rig.upstreams.send(here.rig.tenant(upstreams), ask())
    expect([answer.status, await textOf(answer)]).toEqual([429, expect.stringContaining('Slow down.')])
    await expect(answered([{ name: 'dead', base_url: dead.url }])).rejects.toMatchObject({
      code: 'upstream_failed',
      message: 'The upstream "dead" closed the connection before the response was complete.',
    })
  })

  test('is reported instead of a spare upstream that lacks the model', async () => {
    const [main, spare] = [await fails(503), await fails(404)]
    const upstreams = [
      { name: 'main', base_url: main.url },
      { name: 'spare', base_url: spare.url, order: 1 },
    ]
    expect(await answered(upstreams)).toBe('main 503')
    expect(asked(main, spare)).toEqual([1, 1])
  })

  test('ends the attempts of one request after eight', async () => {
    const model = await fails(500)
    const upstreams = Array.from({ length: 12 }, (_, order) => ({ name: `m${order}`, base_url: model.url, order }))
    await answered(upstreams)
    expect(asked(model)).toEqual([8])
  })
})

test.each([400, 401, 403, 404, 413, 422])('%d is an answer: no other upstream is called', async (status) => {
  const [first, second] = [await fails(status), await says('Hi.')]
  const upstreams = [
    { name: 'first', base_url: first.url, retries: 2 },
    { name: 'second', base_url: second.url, order: 1 },
  ]
  expect(await answered(upstreams)).toBe(`first ${status}`)
  expect(asked(first, second)).toEqual([1, 0])
})

test('no request is retried after the first byte', async () => {
  const [dying, spare] = [
    await here.rig.model(() => ({ text: 'one two three', truncateAfter: 200 })),
    await says('Hi.'),
  ]
  const upstreams = [
    { name: 'dying', base_url: dying.url, retries: 2 },
    { name: 'spare', base_url: spare.url, order: 1 },
  ]
  const answer = await here.rig.upstreams.send(here.rig.tenant(upstreams), ask({ stream: true }))
  expect(answer).toMatchObject({ upstream: 'dying', status: 200 })
  await expect(textOf(answer)).rejects.toMatchObject({ code: 'unavailable' })
  expect(asked(dying, spare)).toEqual([1, 0])
})
