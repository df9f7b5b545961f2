import { describe, expect, test } from 'vitest'
import { competitors, completion, eventsOf, harness, switchedOff, toolCall } from './harness.ts'

const ask = { model: 'm', messages: [{ role: 'user', content: 'Hello there' }] }
const wipe = { name: 'wipe', arguments: '{"disk":1}' }

describe('an invalid value in place of a call', () => {
  test.each([
    ['a call that is two at once', { tool_calls: [{ id: 'a', function: wipe, custom: { name: 'x', input: 'y' } }] }],
    ['a call that is none', { tool_calls: [{ id: 'a', type: 'function' }] }],
    ['a call without a name', { tool_calls: [{ id: 'a', function: { arguments: '{}' } }] }],
    ['an object in place of the list', { tool_calls: { 0: { id: 'a', function: wipe } } }],
    ['a text in place of the list', { tool_calls: 'Acmecorp' }],
    ['a list in the list', { tool_calls: [[{ id: 'a', function: wipe }]] }],
    ['a text in the list', { tool_calls: ['Acmecorp'] }],
    ['a list in place of the older call', { function_call: [wipe] }],
    ['a text in place of the older call', { function_call: 'Acmecorp' }],
  ])('makes the answer invalid: %s', async (_, message) => {
    const { call } = harness(() => ({ body: completion(message, 'tool_calls') }))
    const { status, body, text } = await call(ask)
    expect(status).toBe(502)
    expect(body).toMatchObject({ error: { code: 'upstream_invalid' } })
    expect(text).not.toContain('disk')
    expect(text).not.toContain('Acmecorp')
  })

  test('may be null', async () => {
    const { call } = harness(() => ({ body: completion({ content: 'ok', tool_calls: null, function_call: null }) }))
    expect((await call(ask)).status).toBe(200)
  })
})

describe('calls of an answer', () => {
  const list = { id: 'a', type: 'function', function: { name: 'look_up', arguments: { q: 'rain' } } }

  test('are forwarded with the judged text if the upstream sent an object', async () => {
    const { call } = harness(() => ({ body: completion({ tool_calls: [list] }, 'tool_calls') }))
    const { body } = await call(ask)
    expect(body['choices']).toMatchObject([{ message: { tool_calls: [toolCall('a', 'look_up', { q: 'rain' })] } }])
  })

  test.each([
    ['a call', { tool_calls: [{ ...list, function: { name: 'x', arguments: { to: 'Initech' } } }] }],
    ['an older call', { function_call: { name: 'x', arguments: { to: 'Initech' } } }],
    [
      'a call of free text',
      { tool_calls: [{ id: 'a', type: 'custom', custom: { name: 'x', input: { to: 'Initech' } } }] },
    ],
  ])('are screened if their arguments are an object: %s', async (_, message) => {
    const { call } = harness(() => ({ body: completion(message, 'tool_calls') }), {
      output: competitors('block', 'Initech'),
    })
    expect((await call(ask)).status).toBe(403)
  })

  test('are forwarded without their unjudged fields', async () => {
    const { call } = harness(() => ({
      body: completion(
        {
          tool_calls: [
            { ...list, note: 'Acmecorp', type: 'Acmecorp', function: { ...wipe, note: 'Acmecorp' } },
            { id: 'Acmecorp told us', custom: { name: 'x', input: 'y', note: 'Acmecorp' } },
          ],
          function_call: { ...wipe, note: 'Acmecorp' },
        },
        'tool_calls',
      ),
    }))
    const { body, text } = await call(ask)
    expect(text).not.toContain('Acmecorp')
    expect((body['choices'] as { message: object }[])[0]?.message).toEqual({
      role: 'assistant',
      content: null,
      tool_calls: [
        { id: 'a', type: 'function', function: wipe },
        { type: 'custom', custom: { name: 'x', input: 'y' } },
      ],
      function_call: wipe,
    })
  })

  test('are omitted individually, in the current and the legacy field', async () => {
    const { call } = harness(() => ({ body: completion({ tool_calls: [list], function_call: wipe }, 'tool_calls') }), {
      tenant: switchedOff('wipe'),
    })
    const [choice] = (await call(ask)).body['choices'] as { message: object }[]
    expect(choice?.message).toHaveProperty('tool_calls')
    expect(choice?.message).not.toHaveProperty('function_call')
  })

  test('are at most as many as in a stream', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, at) => toolCall(`c${at}`, 'look_up', {}))
    const { call, audit } = harness(() => ({ body: completion({ tool_calls: many(257) }, 'tool_calls') }))
    expect(await call(ask)).toMatchObject({ status: 502, body: { error: { code: 'upstream_invalid' } } })
    expect(audit.filter(({ action }) => action === 'guard.tool')).toEqual([])
    const most = harness(() => ({ body: completion({ tool_calls: many(256) }, 'tool_calls') }))
    expect((await most.call(ask)).status).toBe(200)
  })
})

describe('choices of an answer', () => {
  const choices = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ index, message: { role: 'assistant', content: 'ok' } }))

  test('are at most as many as in a stream', async () => {
    const { call } = harness(() => ({ body: completion({}, 'stop', { choices: choices(129) }) }))
    expect(await call(ask)).toMatchObject({ status: 502, body: { error: { code: 'upstream_invalid' } } })
    const most = harness(() => ({ body: completion({}, 'stop', { choices: choices(128) }) }))
    expect((await most.call(ask)).status).toBe(200)
  })

  const twins = [
    { index: 0, message: { content: 'Write to ann@example.com', tool_calls: [toolCall('a', 'wipe', {})] } },
    { index: 0, message: { content: 'It rains.', tool_calls: [toolCall('b', 'look_up', {})] } },
  ]
  const output = { pii_leakage: { enabled: true, action: 'redact' as const } }

  test('stay separate if two share an index', async () => {
    const { call } = harness(() => ({ body: completion({}, 'stop', { choices: twins }) }), {
      output,
      tenant: switchedOff('wipe'),
    })
    const { body } = await call(ask)
    const [first, second] = body['choices'] as { message: Record<string, unknown> }[]
    expect(first?.message['content']).toBe('Write to [EMAIL_ADDRESS]')
    expect(first?.message).not.toHaveProperty('tool_calls')
    expect(second?.message).toEqual(twins[1]?.message)
  })

  test('are not merged in a stream if two share an index', async () => {
    const { call } = harness(() => ({ body: completion({}, 'stop', { choices: twins }) }))
    const events = eventsOf((await call({ ...ask, stream: true })).text)
    const indexes = events.flatMap((event) =>
      typeof event === 'string' ? [] : (event['choices'] as { index: number }[]),
    )
    expect(indexes.map(({ index }) => index)).toEqual([0, 0, 1, 1])
  })
})

describe('an answer that nests', () => {
  const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
  const bodyWith = (levels: number) =>
    JSON.stringify(completion({ content: 'ok' }, 'stop', { deep: 'here' })).replace('"here"', () => nested(levels))

  test('too deeply is invalid', async () => {
    for (const levels of [100, 20_000]) {
      const { call } = harness(() => ({ body: bodyWith(levels) }))
      expect(await call(ask)).toMatchObject({ status: 502, body: { error: { code: 'upstream_invalid' } } })
    }
  })

  test('less deeply is valid', async () => {
    const { call } = harness(() => ({ body: bodyWith(99) }))
    expect((await call(ask)).status).toBe(200)
  })
})
