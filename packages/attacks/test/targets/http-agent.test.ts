import { describe, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { configOf, converse, json, say, startAgent, targetOf } from './agent-server.ts'
import { checkTarget } from '../../src/targets/prepare.ts'
import { createTarget } from '../../src/targets/create-target.ts'
import { createRandom } from '../../src/engine/random.ts'

describe('an HTTP agent', () => {
  proves(
    ['redteam:request.base-url', 'redteam:request.agent-endpoint', 'redteam:target.no-template'],
    'is asked at its endpoint with {"message"}, and its reply is found where replies usually stand',
    async () => {
      const agent = await startAgent((_, response) => json(response, { reply: 'Hi!' }))
      const target = targetOf(`${agent.url}/api/`, { agentEndpoint: '/v1/chat' })
      expect(await say(target, 'Say "hi"\n')).toMatchObject({ text: 'Hi!', statusCode: 200, problem: undefined })
      expect(agent.asked[0]).toMatchObject({
        method: 'POST',
        url: '/api/v1/chat',
        body: '{"message": "Say \\"hi\\"\\n"}',
      })
      expect(target.url).toBe(`${agent.url}/api/v1/chat`)
    },
  )

  proves(['redteam:target.headers', 'redteam:target.slots'], 'gets its template, method and headers', async () => {
    const agent = await startAgent((_, response) => json(response, { a: [{ b: 'deep' }] }))
    const target = targetOf(agent.url, {
      method: 'PUT',
      headers: { 'X-Team': 'red {{var:name}}' },
      variables: { name: 'one' },
      customApiTemplate: { bodyTemplate: '{"q": {"text": "{{message}}"}, "u": "{{uuid}}"}', responsePath: 'a.0.b' },
    })
    expect((await say(target, 'x"y')).text).toBe('deep')
    expect(agent.asked[0]).toMatchObject({ method: 'PUT', headers: { 'x-team': 'red one' } })
    expect(JSON.parse(agent.asked[0]!.body)).toEqual({
      q: { text: 'x"y' },
      u: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
  })

  test.each([
    ['choices[0].message.content', 'choices.0.message.content'],
    ['$.choices[0].message.content', 'choices.0.message.content'],
    [`$['choices'][0]["message"].content`, 'choices.0.message.content'],
    ['[0].text', '0.text'],
    ['$ref.text', '$ref.text'],
  ])('accepts the path %s as %s', (given, stored) => {
    const { customApiTemplate, toolCallsPath } = configOf('http://agent.test', {
      customApiTemplate: { responsePath: given },
      toolCallsPath: given,
    })
    expect([customApiTemplate?.responsePath, toolCallsPath]).toEqual([stored, stored])
  })

  test.each(['', 'a..b', 'a[', 'a[-1]', 'a[*].b', 'a b', '.'.repeat(5_000)])('rejects the path %s', (given) => {
    const parsed = () => configOf('http://agent.test', { customApiTemplate: { responsePath: given } })
    expect(parsed).toThrow(/responsePath/)
  })

  test('with method GET receives the message in the query', async () => {
    const agent = await startAgent((_, response) => json(response, 'plain'))
    expect((await say(targetOf(agent.url, { method: 'GET' }), 'a b&c=é')).text).toBe('plain')
    await say(targetOf(agent.url, { method: 'GET', agentEndpoint: 'ask?q={{message}}&k=1' }), 'a&b')
    await say(
      targetOf(agent.url, { method: 'GET', customApiTemplate: { bodyTemplate: '{"p": "{{message}}", "n": 1}' } }),
      '&',
    )
    expect(agent.asked.map(({ url }) => url)).toEqual(['/?message=a+b%26c%3D%C3%A9', '/ask?q=a%26b&k=1', '/?p=%26&n=1'])
    expect(agent.asked.every(({ body }) => body === '')).toBe(true)
  })

  test('receives a fabricated history in its slot or before the message', async () => {
    const agent = await startAgent((_, response) => json(response, { reply: 'ok' }))
    const history = [
      { role: 'user', content: 'Are you there?' },
      { role: 'assistant', content: 'Yes.' },
    ] as const
    const { signal } = new AbortController()
    const plain = await targetOf(agent.url).open()
    const reply = await plain.say('Go on', history, signal)
    const whole = 'User: Are you there?\n\nAssistant: Yes.\n\nUser: Go on'
    expect(JSON.parse(agent.asked[0]!.body)).toEqual({ message: whole })
    expect(reply.sent).toBe(whole)
    const template = { bodyTemplate: '{"m": "{{message}}", "h": {{history}}}' }
    const told = await targetOf(agent.url, { customApiTemplate: template }).open()
    await told.say('Go on', history, signal)
    await told.say('And now?', [], signal)
    expect(JSON.parse(agent.asked[1]!.body)).toEqual({ m: 'Go on', h: history })
    expect(JSON.parse(agent.asked[2]!.body)).toEqual({
      m: 'And now?',
      h: [...history, { role: 'user', content: 'Go on' }, { role: 'assistant', content: 'ok' }],
    })
  })

  test('has the capabilities of its configuration', () => {
    const can = (more: Parameters<typeof targetOf>[1]) => [...targetOf('http://a.test', more).can].toSorted()
    const auth = { type: 'bearer' as const, token: 'abc' }
    expect(can({ auth })).toEqual([])
    expect(can({ headers: { 'x-key': 'abc' } })).toEqual([])
    expect(can({ headers: { Accept: '*/*' } })).toEqual(['no_credentials'])
    expect(can({ auth, toolCallsPath: 'steps' })).toEqual(['tool_calls'])
    expect(can({ auth, session: { madeBy: 'client' } })).toEqual(['sessions', 'two_sessions'])
    expect(can({ customApiTemplate: { bodyTemplate: '{"m": {{message}}, "h": {{history}}}' } })).toContain('sessions')
    expect(can({ auth, type: 'openai', model: 'm' })).toEqual(['sessions', 'tool_calls', 'two_sessions'])
    expect(can({ auth, type: 'mcp' })).toEqual(['mcp', 'sessions', 'two_sessions'])
    expect(can({ auth, canaries: [{ name: 'key', value: 'abcdef' }] })).toEqual(['canaries'])
  })

  test('follows an address that moved on the same host, and no other', async () => {
    const other = await startAgent((_, response) => json(response, { reply: 'other' }))
    const agent = await startAgent(({ url }, response) => {
      if (url === '/new') json(response, { reply: 'here' })
      else response.writeHead(url === '/far' ? 307 : 308, { location: url === '/far' ? other.url : '/new' }).end()
    })
    expect((await say(targetOf(agent.url, { agentEndpoint: 'old' }))).text).toBe('here')
    expect(agent.asked[1]).toMatchObject({ method: 'POST', body: '{"message": "Hello"}' })
    expect((await say(targetOf(agent.url, { agentEndpoint: 'far' }))).problem).toBe('client_error')
    expect(other.asked).toEqual([])
  })
})

describe('a target is refused with a sentence', () => {
  proves.each(['redteam:target.template-400', 'redteam:target.no-commands'], [
    [{ baseUrl: 'nowhere' }, 'Invalid baseUrl: it must be a URL'],
    [{ baseUrl: 'file:///etc/passwd' }, 'must start with http:// or https://'],
    [{ baseUrl: 'http://a.test', type: 'mcp', agentEndpoint: 'stdio:sh' }, 'Invalid agentEndpoint: it must be a path'],
    [{ baseUrl: 'sh -c id', type: 'mcp' }, 'Invalid baseUrl: it must be a URL'],
    [{ baseUrl: 'http://me:geheim1@a.test' }, 'Set them in auth'],
    [{ baseUrl: 'http://a.test', agentEndpoint: '//evil.test/x' }, 'Invalid agentEndpoint: it must be a path'],
    [{ baseUrl: 'http://a.test', agentEndpoint: 'a/{{nope}}' }, 'The agentEndpoint has an unknown slot {{nope}}'],
    [{ baseUrl: 'http://a.test', headers: { 'x-a': '{{var:b}}' } }, 'The header x-a uses {{var:b}}'],
    [{ baseUrl: 'http://a.test', headers: { Host: 'b' } }, 'Invalid header host: connection headers'],
    [{ baseUrl: 'http://a.test', customApiTemplate: { bodyTemplate: '{"a": 1}' } }, 'has no {{message}}'],
    [{ baseUrl: 'http://a.test', customApiTemplate: { bodyTemplate: '{{message}' } }, 'has no {{message}}'],
    [{ baseUrl: 'http://a.test', type: 'openai' }, 'needs a model'],
    [{ baseUrl: 'http://a.test', steps: [{ path: '/in', body: '{"a": {{var:b}}}' }] }, 'The body of step 1 uses'],
    [{ baseUrl: 'http://a.test', steps: [{ path: 'file:///x' }] }, 'Step 1 has an address that begins neither'],
  ] as const)('%j: %s', (config, sentence) => {
    const { baseUrl, ...more } = config
    const read = configOf(baseUrl, more as Parameters<typeof configOf>[1])
    expect(checkTarget(read)).toContain(sentence)
    expect(checkTarget(read)).not.toContain('geheim1')
    const ports = { http: { send: () => Promise.reject(new Error('never')) }, random: createRandom('s') }
    expect(() => createTarget(read, ports)).toThrow(RangeError)
  })

  test('and a valid target is accepted', () => {
    expect(checkTarget(configOf('https://a.test/x', { agentEndpoint: 'c/{{session_id}}' }))).toBeUndefined()
  })
})

describe('sessions', () => {
  proves(['redteam:target.sessions'], 'travel in a cookie, a header or a field of the body, each its own', async () => {
    const agent = await startAgent((_, response) => json(response, { reply: 'ok' }))
    for (const place of ['cookie', 'header', 'body'] as const) {
      const target = targetOf(agent.url, { session: { madeBy: 'client', send: { in: place, name: 'conv' } } })
      await Promise.all([converse(target, ['a', 'b']), converse(target, ['c', 'd'])])
      const words = agent.asked.splice(0).map(({ headers, body }) => {
        const parsed = JSON.parse(body) as { conv?: string; message: string }
        const word = place === 'body' ? parsed.conv : place === 'header' ? headers['conv'] : headers.cookie
        return [parsed.message, String(word).replace('conv=', '')]
      })
      const of = Object.fromEntries(words) as Record<string, string>
      expect(of['a']).toMatch(/^[0-9a-f-]{36}$/)
      expect([of['b'], of['d']]).toEqual([of['a'], of['c']])
      expect(of['a']).not.toBe(of['c'])
    }
  })

  proves(['redteam:target.sessions'], 'that the target makes are taken from its first answer', async () => {
    let made = 0
    const agent = await startAgent(({ body, headers }, response) => {
      const known = (JSON.parse(body) as { c?: { id?: string } }).c?.id ?? headers['x-conv'] ?? headers.cookie
      made += known === undefined ? 1 : 0
      const word = `w${made}`
      json(response, { reply: String(known ?? 'new'), meta: { id: word } }, 200, {
        'x-conv': word,
        'set-cookie': `sid=${word}; Path=/; Expires=Wed, 21 Oct 2099 07:28:00 GMT`,
      })
    })
    const texts = async (session: Parameters<typeof targetOf>[1]) =>
      (await converse(targetOf(agent.url, session), ['a', 'b'])).map(({ text }) => text)
    const inBody = {
      madeBy: 'server',
      receive: { in: 'body', name: 'meta.id' },
      send: { in: 'body', name: 'c.id' },
    } as const
    expect(await texts({ session: inBody })).toEqual(['new', 'w1'])
    const inHeader = { madeBy: 'server', receive: { in: 'header', name: 'X-Conv' } } as const
    expect(await texts({ session: inHeader })).toEqual(['new', 'w2'])
    // Cookies need no configuration.
    expect(await texts({})).toEqual(['new', 'sid=w3'])
  })

  test('start with setup steps, whose extracted values are used, one time per session', async () => {
    let conversations = 0
    const agent = await startAgent(({ url, body, headers }, response) => {
      if (url === '/login') json(response, { data: { token: `t-${body}` } }, 200, { 'x-id': '7', 'set-cookie': 'in=1' })
      else if (url === '/new/7') json(response, { id: (conversations += 1) }, 201)
      else json(response, { reply: `${url} ${headers.authorization} ${headers.cookie}` })
    })
    const target = targetOf(agent.url, {
      agentEndpoint: '/c/{{var:conv}}',
      headers: { authorization: 'Bearer {{var:token}}' },
      variables: { user: 'a&b' },
      steps: [
        {
          path: '/login',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: 'user={{var:user}}',
          extract: { token: 'data.token', who: 'header:X-Id' },
        },
        { path: '/new/{{var:who}}', body: '{}', extract: { conv: 'id' } },
      ],
    })
    expect(target.can.has('sessions')).toBe(true)
    const [first, second] = await converse(target, ['a', 'b'])
    // Values from a step are credentials: a reply that echoes them must not leak them into reports.
    expect(first?.text).toBe('/c/1 Bearer *** in=1')
    expect(second?.text).toBe(first?.text)
    expect(agent.asked.at(-1)?.headers).toMatchObject({ authorization: 'Bearer t-user=a%26b', cookie: 'in=1' })
    expect(agent.asked).toHaveLength(4)
    expect(agent.asked[0]?.headers.authorization).toBeUndefined()
    await converse(target, ['c'])
    expect(agent.asked.at(-1)?.url).toBe('/c/2')
  })

  test('preserve a non-object body and create missing parent fields', async () => {
    const agent = await startAgent((_, response) => json(response, { reply: 'ok' }))
    const body = async (bodyTemplate: string) => {
      const session = { madeBy: 'client', send: { in: 'body', name: 'a.b' } } as const
      await say(targetOf(agent.url, { session, customApiTemplate: { bodyTemplate } }))
      return JSON.parse(agent.asked.at(-1)!.body) as unknown
    }
    expect(await body('["{{message}}"]')).toEqual(['Hello'])
    expect(await body('{"a": {"c": "{{message}}"}}')).toEqual({ a: { c: 'Hello', b: expect.any(String) } })
    expect(await body('{"a": 1, "m": "{{message}}"}')).toEqual({ a: { b: expect.any(String) }, m: 'Hello' })
  })

  test('return an error if a setup step fails', async () => {
    const agent = await startAgent(({ url }, response) => json(response, {}, url === '/login' ? 403 : 200))
    const failed = await say(targetOf(agent.url, { steps: [{ path: '/login' }] }))
    expect(failed).toMatchObject({ problem: 'client_error', statusCode: 403 })
    expect((await say(targetOf(agent.url, { steps: [{ path: '/x', extract: { a: 'b.c' } }] }))).problem).toBe(
      'malformed',
    )
  })

  test('leave the state to be asked apart from them', async () => {
    const agent = await startAgent((_, response) => json(response, { balance: 5 }))
    const target = targetOf(agent.url, { stateProbe: { method: 'GET', path: '/state' } })
    expect(await target.probe?.(new AbortController().signal)).toBe('{"balance":5}')
    expect(agent.asked[0]).toMatchObject({ method: 'GET', url: '/state' })
    expect(targetOf(agent.url).probe).toBeUndefined()
  })
})
