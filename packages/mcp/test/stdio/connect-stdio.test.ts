import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { systemClock } from '@gatehouse/kernel'
import { describe, expect, test } from 'vitest'

import type { JsonRpcMessage } from '../../src/messages.ts'
import { commandAllowlist } from '../../src/stdio/allowlist.ts'
import { connectStdio, type ConnectStdioOptions } from '../../src/stdio/connect-stdio.ts'
import type { ProcessEnd } from '../../src/stdio/process.ts'
import { Processes } from '../../src/stdio/processes.ts'
import { aClient, ask, cleanUp, QUICK, resultOf, until } from '../kit/upstreams.ts'

const after = cleanUp()
const RAW = fileURLToPath(new URL('servers/raw.mjs', import.meta.url))
const SDK = fileURLToPath(new URL('servers/sdk.ts', import.meta.url))
const NODE = process.execPath

function place(more: Partial<ConstructorParameters<typeof Processes>[0]> = {}) {
  const ends: ProcessEnd[] = []
  const processes = new Processes({ clock: systemClock, onExit: (_, end) => void ends.push(end), ...more })
  after(() => processes.close())
  return { processes, ends }
}

function connector({ processes }: { processes: Processes }) {
  return async (mode: string, more: Partial<ConnectStdioOptions> = {}) => {
    const connection = await connectStdio({
      name: 'tools',
      route: 'route',
      command: NODE,
      args: [RAW, mode],
      env: {},
      surroundings: { path: '/usr/bin:/bin' },
      allowlist: commandAllowlist([NODE], ''),
      processes,
      shared: false,
      clock: systemClock,
      client: aClient('sessions'),
      signal: new AbortController().signal,
      limits: QUICK,
      ...more,
    })
    after(() => connection.close())
    return connection
  }
}

function isAlive(pid: unknown): boolean {
  try {
    process.kill(Number(pid), 0)
    // An ended process remains until its new parent reaps it.
    return process.platform !== 'linux' || !/\) Z /.test(readFileSync(`/proc/${Number(pid)}/stat`, 'latin1'))
  } catch {
    return false
  }
}

describe('a server as a process', () => {
  test('built with the official SDK is called, sends client requests, and receives cancellations', async () => {
    const connection = await connector(place())('', { args: [SDK] })
    expect(connection).toMatchObject({
      era: 'sessions',
      version: '2025-11-25',
      about: { serverInfo: { name: 'first' } },
    })
    connection.listen((message: JsonRpcMessage) => {
      if (!('method' in message) || !('id' in message)) return
      void connection.notify({ jsonrpc: '2.0', id: message.id, result: { action: 'accept', content: { name: 'Ada' } } })
    })
    expect(JSON.stringify(resultOf(await ask(connection, 'tools/call', { name: 'ask', arguments: {} })))).toContain(
      'Ada',
    )
    const controller = new AbortController()
    const slow = ask(connection, 'tools/call', { name: 'slow', arguments: {} }, { signal: controller.signal })
    controller.abort(new Error('left'))
    await expect(slow).rejects.toThrow('left')
    expect(resultOf(await ask(connection, 'tools/call', { name: 'echo', arguments: { text: 'hi' } }))).toEqual({
      content: [{ type: 'text', text: 'hi' }],
    })
  })

  test('receives no environment of the service, and only the variables of the route', async () => {
    const connection = await connector(place())('', {
      env: { API_KEY: 'k' },
      surroundings: { path: '/bin', home: '/nowhere' },
    })
    const { env } = resultOf(await ask(connection, 'tools/call', { name: 'env' }))
    const mark = expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown
    expect(env).toEqual({ PATH: '/bin', HOME: '/nowhere', API_KEY: 'k', GATEHOUSE_MCP_PROCESS: mark })
  })

  test('is detected by its era, including silent servers', async () => {
    const connect = connector(place())
    const client = aClient('stateless')
    expect((await connect('modern', { client })).era).toBe('stateless')
    expect((await connect('modern')).era).toBe('stateless')
    expect((await connect('', { client })).era).toBe('sessions')
    expect((await connect('silent', { client, limits: { ...QUICK, connect_ms: 800 } })).era).toBe('sessions')
  })

  test('receives the client info on each request without sessions, until the caller leaves', async () => {
    const connection = await connector(place())('modern', { client: aClient('stateless') })
    expect(resultOf(await ask(connection, 'tools/list'))['meta']).toMatchObject({
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'tester' },
    })
    const messages: string[] = []
    const controller = new AbortController()
    const watching = ask(
      connection,
      'subscriptions/listen',
      { notifications: { toolsListChanged: true } },
      {
        signal: controller.signal,
        onMessage: (message) => void ('method' in message && messages.push(message.method)),
      },
    )
    watching.catch(() => undefined)
    await until(() => messages.length === 2)
    expect(messages).toEqual(['notifications/subscriptions/acknowledged', 'notifications/tools/list_changed'])
    controller.abort(new Error('left'))
    await expect(watching).rejects.toThrow('left')
  })

  test('is killed with its connection, including its child processes', async () => {
    const connection = await connector(place())('parent')
    const { pid, child } = resultOf(await ask(connection, 'tools/call', { name: 'pid' }))
    expect([isAlive(pid), isAlive(child)]).toEqual([true, true])
    await connection.close()
    await until(() => !isAlive(pid) && !isAlive(child))
    await expect(ask(connection, 'tools/list')).rejects.toThrow('is no longer connected')
  })

  test.runIf(process.platform === 'linux')('leaves no process outside its process group behind', async () => {
    const where = place()
    const [one, other] = await Promise.all(['leaving', 'leaving'].map((mode) => connector(where)(mode)))
    const pids = resultOf(await ask(one!, 'tools/call', { name: 'pid' }))
    const others = resultOf(await ask(other!, 'tools/call', { name: 'pid' }))
    expect([pids['pid'], pids['child']].map(isAlive)).toEqual([true, true])
    await one!.close()
    await until(() => !isAlive(pids['pid']) && !isAlive(pids['child']))
    // Processes of another connection are not affected.
    expect([others['pid'], others['child']].map(isAlive)).toEqual([true, true])
    // A process that ends by itself leaves no descendants either.
    await expect(ask(other!, 'tools/call', { name: 'die' })).rejects.toMatchObject({ code: 'unavailable' })
    await until(() => !isAlive(others['child']))
  })

  test('that does not want to end is killed all the same', async () => {
    const { processes, ends } = place()
    const connection = await connector({ processes })('stubborn')
    const { pid, child } = resultOf(await ask(connection, 'tools/call', { name: 'pid' }))
    await connection.close()
    expect(ends).toMatchObject([{ code: null, signal: 'SIGKILL', stderr: expect.stringContaining('SIGTERM arrived') }])
    await until(() => !isAlive(pid) && !isAlive(child))
  })

  test('that exits closes its connection, and reports the reason to the operator only', async () => {
    const { processes, ends } = place()
    const connection = await connector({ processes })('chatty')
    await expect(ask(connection, 'tools/call', { name: 'die' })).rejects.toMatchObject({ code: 'unavailable' })
    await expect(connection.closed).resolves.toBe('The tool server "tools" ended.')
    expect(ends).toMatchObject([{ code: 3, stderr: expect.stringMatching(/^e{100,8192}the end$/) }])
    expect(processes.size).toBe(0)
  })

  test.each([
    ['long', /line of more than 20000 bytes/],
    ['garbage', /invalid JSON/],
    ['bytes', /not UTF-8/],
    ['lie', /sent responses to requests that it did not receive/],
    ['flood', /faster than they can be processed/],
  ])('that sends a %s is ended', async (name, sentence) => {
    const connection = await connector(place())('', { limits: { ...QUICK, answerBytes: 20_000 } })
    const asking = ask(connection, 'tools/call', { name })
    asking.catch(() => undefined)
    await expect(connection.closed).resolves.toMatch(sentence)
    await expect(asking).rejects.toMatchObject({ code: 'unavailable' })
  })

  test('that hangs or answers twice continues with the next call', async () => {
    const connection = await connector(place())('', { limits: { ...QUICK, firstByte_ms: 200 } })
    await expect(ask(connection, 'tools/call', { name: 'hang' })).rejects.toThrow('did not respond within 200 ms')
    expect(resultOf(await ask(connection, 'tools/call', { name: 'twice' }))).toEqual({ n: 1 })
    expect(resultOf(await ask(connection, 'tools/list'))).toEqual({ method: 'tools/list' })
  })

  test('receives unique progress tokens, and callers receive their own', async () => {
    const connection = await connector(place())('')
    const params = { name: 'progress', _meta: { progressToken: 'same' } }
    const [one, two] = await Promise.all([1, 2].map(() => ask(connection, 'tools/call', params)))
    expect(resultOf(one!)['token']).not.toBe(resultOf(two!)['token'])
    for (const reported of [one!, two!]) {
      expect(reported.messages).toEqual([
        { jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 'same', progress: 1 } },
      ])
    }
  })
})

describe('process execution', () => {
  test('is limited to the commands allowed by the deployment, with harmless variables', async () => {
    const connect = connector(place())
    await expect(connect('', { command: '/bin/sh' })).rejects.toMatchObject({ code: 'invalid_request' })
    await expect(connect('', { env: { NODE_OPTIONS: '--require=/tmp/x' } })).rejects.toThrow('variable NODE_OPTIONS')
    await expect(connect('', { env: { LD_PRELOAD: '/tmp/x' } })).rejects.toThrow('variable LD_PRELOAD')
    const removed = commandAllowlist(['no-such-command'], '/usr/bin:/bin')
    await expect(connect('', { command: 'no-such-command', allowlist: removed })).rejects.toThrow('was not found')
    const broken = commandAllowlist(['/no/such/file'], '')
    await expect(connect('', { command: '/no/such/file', allowlist: broken })).rejects.toThrow('could not be started')
  })

  test('is resolved when the list is read: a bare name, its path, and no other file', () => {
    const list = commandAllowlist(['sh', '/opt/tool'], '.::/bin:/usr/bin')
    expect(list.fileOf('sh')).toBe('/bin/sh')
    expect(list.mayRun('/bin/sh', [])).toBe(true)
    expect(list.fileOf('/opt/tool')).toBe('/opt/tool')
    expect(['/bin/../bin/sh', 'sh ', './sh', 'bash', '/opt/tool2', ''].map((name) => list.mayRun(name, []))).toEqual(
      Array.from({ length: 6 }, () => false),
    )
    expect(commandAllowlist([], '/bin').mayRun('sh', [])).toBe(false)
  })

  test('may be restricted to leading arguments', async () => {
    const list = commandAllowlist(['sh /opt/a.sh', 'sh /opt/b.sh --only', '/opt/tool'], '/bin')
    const args = [[], ['-c', 'id'], ['/opt/a.sh'], ['/opt/a.sh', '-v'], ['/opt/b.sh'], ['/opt/b.sh', '--only', '-v']]
    expect(args.map((values) => list.mayRun('sh', values))).toEqual([false, false, true, true, false, true])
    expect([list.mayRun('/bin/sh', ['/opt/a.sh']), list.mayRun('/bin/sh', ['-c', 'id'])]).toEqual([true, false])
    expect(list.mayRun('/opt/tool', ['anything'])).toBe(true)
    const allowlist = commandAllowlist([`${NODE} ${RAW} modern`], '')
    await expect(connector(place())('', { allowlist })).rejects.toThrow('does not allow')
    expect((await connector(place())('modern', { allowlist })).era).toBe('stateless')
  })

  test('is bounded for a route and in all', async () => {
    const connect = connector(place({ perRoute: 1, inAll: 2 }))
    const first = await connect('')
    await expect(connect('')).rejects.toThrow('runs in too many processes')
    await connect('', { route: 'other' })
    await expect(connect('', { route: 'third' })).rejects.toThrow('runs in too many processes')
    await first.close()
    await connect('')
  })

  test('is bounded for all routes of a group', async () => {
    const connect = connector(place({ perGroup: 2, inAll: 3 }))
    const first = await connect('', { group: 'one' })
    await connect('', { route: 'other', group: 'one' })
    await expect(connect('', { route: 'third', group: 'one' })).rejects.toThrow('runs in too many processes')
    await connect('', { route: 'third', group: 'two' })
    await first.close()
    await connect('', { route: 'third', group: 'one' })
  })

  test('passes arguments literally, without a shell', async () => {
    const connection = await connector(place())('$(touch /tmp/never); `id` && echo')
    expect(resultOf(await ask(connection, 'tools/list'))).toEqual({ method: 'tools/list' })
  })
})

describe('a shared process', () => {
  test('serves several connections, sends no client requests, and ends with the last connection', async () => {
    const { processes } = place()
    const connect = connector({ processes })
    const [one, two] = [await connect('', { shared: true }), await connect('', { shared: true })]
    const other = await connect('', { shared: true, route: 'other' })
    const pids = await Promise.all(
      [one, two, other].map((connection) => ask(connection, 'tools/call', { name: 'pid' })),
    )
    const [a, b, c] = pids.map((reported) => resultOf(reported)['pid'])
    expect(a).toBe(b)
    expect(c).not.toBe(a)
    const messages: unknown[] = []
    one.listen((message) => void messages.push(message))
    await ask(two, 'tools/call', { name: 'ask' })
    await ask(two, 'tools/list')
    expect(messages).toEqual([])
    await one.close()
    expect(isAlive(a)).toBe(true)
    await two.close()
    await until(() => !isAlive(a))
    expect(processes.size).toBe(1)
  })

  test('that exited is restarted after an increasing delay', async () => {
    const { processes } = place()
    let now_ms = 0
    const connection = await connector({ processes })('', { shared: true, clock: { now: () => now_ms } })
    for (const pause_ms of [1_000, 2_000]) {
      await expect(ask(connection, 'tools/call', { name: 'die' })).rejects.toMatchObject({ code: 'unavailable' })
      await until(() => processes.size === 0)
      await expect(ask(connection, 'tools/list')).rejects.toMatchObject({ retryAfter_s: pause_ms / 1_000 })
      now_ms += pause_ms
      expect(resultOf(await ask(connection, 'tools/list'))).toEqual({ method: 'tools/list' })
    }
  })
})
