import { Failure, systemClock } from '@gatehouse/kernel'
import { startReference } from '@gatehouse/testkit/mcp'
import { describe, expect, test } from 'vitest'

import type { UpstreamConnection } from '../../src/connection.ts'
import type { Era } from '../../src/eras.ts'
import { fanOut } from '../../src/fan-out/fan-out.ts'
import { fullName } from '../../src/fan-out/names.ts'
import type { Fields, JsonRpcMessage } from '../../src/messages.ts'
import { type Script, ScriptedUpstream, text } from '../kit/scripted-upstream.ts'
import { sdkServer } from '../kit/sdk-server.ts'
import { aClient, ask, cleanUp, connecting, resultOf, until } from '../kit/upstreams.ts'

const after = cleanUp()
const connect = connecting(after)

async function together(
  members: Readonly<Record<string, () => UpstreamConnection | Promise<UpstreamConnection>>>,
  era: Era = 'sessions',
  now: () => number = () => systemClock.now(),
) {
  const connection = await fanOut(
    Object.entries(members).map(([name, make]) => ({ name, connect: async () => make() })),
    { clock: { now }, client: aClient(era) },
  )
  after(() => connection.close())
  return connection
}

function scripted(script: Script) {
  const upstream = new ScriptedUpstream(script)
  return Object.assign(() => upstream, { upstream })
}

/** Creates a server with these tools, whose answers name the called tool. */
function tools(...names: readonly string[]) {
  return scripted({
    answer: ({ method, params }) =>
      method === 'tools/list'
        ? { tools: names.map((name) => ({ name, inputSchema: {} })) }
        : text(`called ${String(params?.['name'])}`),
  })
}

const namesIn = (result: Fields) => (result['tools'] as { name: string }[]).map(({ name }) => name)
const away = () => {
  throw new Failure('unavailable', 'The tool server "away" could not be reached.')
}

describe('aggregated servers', () => {
  test('list all tools with server prefixes, and route calls by them', async () => {
    const connection = await together({ one: tools('find', 'a__b'), two: tools('find') })
    expect(namesIn(resultOf(await ask(connection, 'tools/list')))).toEqual(['one__find', 'one__a__b', 'two__find'])
    expect(resultOf(await ask(connection, 'tools/call', { name: 'two__find' }))).toEqual(text('called find'))
    expect(resultOf(await ask(connection, 'tools/call', { name: 'one__a__b' }))).toEqual(text('called a__b'))
    for (const name of ['find', 'three__find', '__find', '']) {
      expect((await ask(connection, 'tools/call', { name })).response).toMatchObject({ error: { code: -32_602 } })
    }
  })

  test('keep names within client limits, and resolve shortened names', async () => {
    const long = 'x'.repeat(80)
    const connection = await together({ one: tools(long, `${long}y`) })
    const [first, second] = [fullName('one', long), fullName('one', `${long}y`)]
    expect(first).toMatch(/^[a-zA-Z0-9_-]{64}$/)
    expect(first).not.toBe(second)
    expect(resultOf(await ask(connection, 'tools/call', { name: second }))).toEqual(text(`called ${long}y`))
    expect(namesIn(resultOf(await ask(connection, 'tools/list')))).toEqual([first, second])
  })

  test('have unique items: an item claimed by two servers belongs to neither', async () => {
    const resource = (uri: string): Script => ({
      answer: ({ method }) =>
        method === 'resources/list'
          ? { resources: [{ uri, name: 'r' }] }
          : method === 'resources/templates/list'
            ? { resourceTemplates: [] }
            : text('read'),
    })
    const connection = await together({
      one: scripted(resource('x://same')),
      two: scripted(resource('x://same')),
      three: scripted(resource('x://own')),
    })
    const result = resultOf(await ask(connection, 'resources/list'))
    expect(result).toMatchObject({ resources: [{ uri: 'x://own' }], _meta: { 'gatehouse/shadowed': ['x://same'] } })
    expect((await ask(connection, 'resources/read', { uri: 'x://same' })).response).toMatchObject({
      error: { code: -32_602 },
    })
    expect(resultOf(await ask(connection, 'resources/read', { uri: 'x://own' }))).toEqual(text('read'))
    const twice = await together({ one: tools('same', 'same', 'other') })
    expect(namesIn(resultOf(await ask(twice, 'tools/list')))).toEqual(['one__other'])
    expect((await ask(twice, 'tools/call', { name: 'one__same' })).response).toMatchObject({ error: { code: -32_602 } })
  })

  test('find resources by templates, unless another of them claims the same', async () => {
    const offering = (uriTemplate: string, ...uris: string[]): Script => ({
      answer: ({ method }) =>
        method === 'resources/list'
          ? { resources: uris.map((uri) => ({ uri, name: uri })) }
          : method === 'resources/templates/list'
            ? { resourceTemplates: [{ uriTemplate, name: 't' }] }
            : text(uriTemplate),
    })
    const connection = await together({
      one: scripted(offering('file:///{path}')),
      two: scripted(offering('file:///docs/{name}.md', 'file:///list')),
      three: scripted(offering('db://{table}', 'memo://one')),
    })
    const read = async (uri: string) => (await ask(connection, 'resources/read', { uri })).response
    // A more specific claim to a resource does not override another server's claim: neither by a template nor by a list.
    expect(await read('file:///docs/a.md')).toMatchObject({ error: { code: -32_602 } })
    expect(await read('file:///list')).toMatchObject({ error: { code: -32_602 } })
    expect(await read('file:///docs/a.txt')).toMatchObject({ result: text('file:///{path}') })
    expect(await read('memo://one')).toMatchObject({ result: text('db://{table}') })
    const completed = await ask(connection, 'completion/complete', {
      ref: { type: 'ref/resource', uri: 'file:///{path}' },
      argument: {},
    })
    expect(resultOf(completed)).toEqual(text('file:///{path}'))
  })

  test('continue if one server is down, and report it', async () => {
    let now_ms = 0
    let isAway = true
    const two = tools('find')
    const connection = await together(
      { one: tools('find'), away: () => (isAway ? away() : two()) },
      'sessions',
      () => now_ms,
    )
    expect(resultOf(await ask(connection, 'tools/list'))).toMatchObject({
      tools: [{ name: 'one__find' }],
      _meta: { 'gatehouse/unavailable': ['away'] },
    })
    await expect(ask(connection, 'tools/call', { name: 'away__find' })).rejects.toThrow(
      'The tool server "away" could not be reached.',
    )
    now_ms += 5_000
    isAway = false
    expect(resultOf(await ask(connection, 'tools/call', { name: 'away__find' }))).toEqual(text('called find'))
    two.upstream.lose()
    await until(() => true)
    expect(namesIn(resultOf(await ask(connection, 'tools/list')))).toHaveLength(2)
  })

  test('fail if all servers are down, or their names are ambiguous', async () => {
    await expect(together({ away })).rejects.toThrow('"away" could not be reached')
    const options = { clock: systemClock, client: aClient('sessions') }
    const member = { name: 'a', connect: async () => tools('x')() }
    await expect(fanOut([member, member], options)).rejects.toMatchObject({ code: 'invalid_request' })
    await expect(fanOut([{ ...member, name: 'a_b' }], options)).rejects.toMatchObject({ code: 'invalid_request' })
  })

  test('return long lists in pages, and read upstream lists to the end', async () => {
    const paged = scripted({
      answer: ({ params }) => {
        const page = Number(params?.['cursor'] ?? 0)
        const list = Array.from({ length: 500 }, (_, index) => ({ name: `t${page * 500 + index}`, inputSchema: {} }))
        return { tools: list, ...(page < 4 ? { nextCursor: String(page + 1) } : {}) }
      },
    })
    const connection = await together({ one: paged })
    const names: string[] = []
    let cursor: unknown
    do {
      const result = resultOf(await ask(connection, 'tools/list', cursor === undefined ? {} : { cursor }))
      names.push(...namesIn(result))
      cursor = result['nextCursor']
    } while (cursor !== undefined)
    expect(new Set(names).size).toBe(2_500)
    expect(paged.upstream.requests).toHaveLength(5)
    expect((await ask(connection, 'tools/list', { cursor: 'made.up' })).response).toMatchObject({
      error: { code: -32_602 },
    })
  })

  test('fail on a list that never ends', async () => {
    const endless = scripted({ answer: () => ({ tools: [{ name: 'x', inputSchema: {} }], nextCursor: 'more' }) })
    const connection = await together({ one: endless })
    await ask(connection, 'tools/list')
    expect(endless.upstream.requests).toHaveLength(100)
  })

  test('may send requests with the same id, and receive separate answers', async () => {
    const asking = scripted({
      answer: async (_, options, upstream) => text(JSON.stringify(await upstream.ask(options, 'q', 'roots/list'))),
    })
    const other = scripted({
      answer: async (_, options, upstream) => text(JSON.stringify(await upstream.ask(options, 'q', 'roots/list'))),
    })
    const connection = await together({ one: asking, two: other })
    const ids = new Set<unknown>()
    const answering = (roots: string) => (message: JsonRpcMessage) => {
      if (!('method' in message) || !('id' in message)) return
      ids.add(message.id)
      void connection.notify({ jsonrpc: '2.0', id: message.id, result: { roots } })
    }
    const [one, two] = await Promise.all([
      ask(connection, 'tools/call', { name: 'one__x' }, { onMessage: answering('first') }),
      ask(connection, 'tools/call', { name: 'two__x' }, { onMessage: answering('second') }),
    ])
    expect(JSON.stringify(resultOf(one))).toContain('first')
    expect(JSON.stringify(resultOf(two))).toContain('second')
    expect(ids.size).toBe(2)
  })

  test('merge logs and change events, with the server named in each line', async () => {
    const [one, two] = [scripted({}), scripted({})]
    const connection = await together({ one, two })
    const messages: JsonRpcMessage[] = []
    connection.listen((message) => void messages.push(message))
    one.upstream.say({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' })
    two.upstream.say({
      jsonrpc: '2.0',
      method: 'notifications/message',
      params: { level: 'info', data: 'x', logger: 'db' },
    })
    expect(messages).toMatchObject([{ method: 'notifications/tools/list_changed' }, { params: { logger: 'two/db' } }])
    expect(resultOf(await ask(connection, 'logging/setLevel', { level: 'debug' }))).toEqual({})
    expect([one, two].map(({ upstream }) => upstream.requests.map(({ method }) => method))).toEqual([
      ['logging/setLevel'],
      ['logging/setLevel'],
    ])
    expect(connection.about).toMatchObject({
      capabilities: { tools: { listChanged: true }, resources: { subscribe: true }, logging: {} },
      instructions: 'one: Use the tools.\n\ntwo: Use the tools.',
    })
  })
})

describe('servers of both eras together, over sockets', () => {
  test.each(['sessions', 'stateless'] as const)('appear as one server to a client of the era %s', async (era) => {
    const old = await sdkServer()
    after(() => old.stop())
    const reference = await startReference()
    after(() => reference.stop())
    const client = aClient(era)
    const connection = await together(
      { old: () => connect(old.url, { client }), new: () => connect(reference.url, { client, era: 'stateless' }) },
      era,
    )
    expect(connection.era).toBe(era)
    const meta = {
      'io.modelcontextprotocol/clientCapabilities': {},
      'io.modelcontextprotocol/clientInfo': client.clientInfo,
    }
    const params = era === 'stateless' ? { _meta: meta } : {}
    const names = namesIn(resultOf(await ask(connection, 'tools/list', params)))
    expect(names).toEqual(expect.arrayContaining(['old__echo', 'new__test_simple_text']))
    const echoed = await ask(connection, 'tools/call', { ...params, name: 'old__echo', arguments: { text: 'hi' } })
    expect(resultOf(echoed)).toMatchObject({ content: [{ text: 'hi' }] })
    const simple = await ask(connection, 'tools/call', { ...params, name: 'new__test_simple_text', arguments: {} })
    expect(resultOf(simple)).toMatchObject({ content: [{ type: 'text' }] })
    const note = await ask(connection, 'resources/read', { ...params, uri: 'note://one' })
    expect(resultOf(note)).toMatchObject({ contents: [{ text: 'a note' }] })
    const prompt = await ask(connection, 'prompts/get', { ...params, name: 'old__greet', arguments: { who: 'Ada' } })
    expect(resultOf(prompt)).toMatchObject({ messages: [{ content: { text: 'Greet Ada.' } }] })
  })

  test('are watched together', async () => {
    const [one, two] = [scripted({}), scripted({})]
    const connection = await together({ one, two }, 'stateless')
    const messages: string[] = []
    const controller = new AbortController()
    const watching = ask(
      connection,
      'subscriptions/listen',
      { notifications: { toolsListChanged: true, promptsListChanged: true } },
      {
        signal: controller.signal,
        onMessage: (message) =>
          void (
            'method' in message && messages.push(JSON.stringify(message.params?.['notifications'] ?? message.method))
          ),
      },
    )
    watching.catch(() => undefined)
    await until(() => messages.length === 1)
    await new Promise((resolve) => setTimeout(resolve, 20))
    one.upstream.say({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' })
    two.upstream.say({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' })
    await until(() => messages.length === 3)
    expect(messages).toEqual([
      '{"toolsListChanged":true}',
      '"notifications/tools/list_changed"',
      '"notifications/tools/list_changed"',
    ])
    controller.abort(new Error('left'))
    await expect(watching).rejects.toThrow('left')
  })
})
