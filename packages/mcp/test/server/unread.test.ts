import { systemClock } from '@gatehouse/kernel'
import { describe, expect, test } from 'vitest'

import { createMcpEngine, type McpHttpAnswer, passAll } from '../../src/index.ts'
import { GATEWAY_LIMITS } from '../../src/server/limits.ts'
import { OutStream } from '../../src/server/out-stream.ts'
import { Unread } from '../../src/server/unread.ts'
import { ScriptedUpstream } from '../kit/scripted-upstream.ts'

const SMALL = { ...GATEWAY_LIMITS, answerCharsUnreadPerOwner: 250_000, answerCharsUnreadInAll: 450_000 }
const LARGE = 'é\u{1F600}'.repeat(33_000)

function json(body: string): McpHttpAnswer {
  return { status: 200, headers: {}, body }
}

/** Client that reads only the first piece; the second function reads the rest. */
async function slowly({ body }: McpHttpAnswer) {
  if (typeof body === 'string') throw new Error('this is sent at once')
  const pieces = body[Symbol.asyncIterator]()
  let text = String((await pieces.next()).value)
  const leave = async () => void (await pieces.return?.(undefined))
  const rest = async () => {
    for (let piece = await pieces.next(); piece.done !== true; piece = await pieces.next()) text += piece.value
    return text
  }
  return { rest, leave }
}

describe('unread output', () => {
  test('is bounded for an owner and for all, and arrives whole', async () => {
    const unread = new Unread(SMALL)
    const clients = [
      await slowly(unread.counted(json(LARGE), 'ann')),
      await slowly(unread.counted(json(LARGE), 'ann')),
      await slowly(unread.counted(json(LARGE), 'bob')),
      await slowly(unread.counted(json(LARGE), 'bob')),
    ]
    expect(unread.counted(json(LARGE), 'ann').status).toBe(503)
    expect(unread.counted(json(LARGE), 'eve').status).toBe(503)
    // Small answers are not counted.
    expect(unread.counted(json('small'), 'ann')).toEqual(json('small'))
    expect(await clients[0]!.rest()).toBe(LARGE)
    await clients[1]!.leave()
    expect(unread.held('ann')).toBe(0)
    expect(unread.counted(json(LARGE), 'ann').status).toBe(200)
    for (const client of clients) await client.leave()
    expect(unread.held()).toBe(0)
  })

  test('ends a stream instead of sending an event over the limit', async () => {
    const unread = new Unread(SMALL)
    async function* events(): AsyncGenerator<string> {
      yield 'one'
      yield LARGE
      yield 'two'
    }
    const other = await slowly(unread.counted(json(LARGE), 'ann'))
    const another = await slowly(unread.counted(json(LARGE), 'ann'))
    expect(await (await slowly(unread.counted({ ...json(''), body: events() }, 'ann'))).rest()).toBe('one')
    await other.leave()
    expect(await (await slowly(unread.counted({ ...json(''), body: events() }, 'ann'))).rest()).toBe(`one${LARGE}two`)
    await another.leave()
    expect(unread.held()).toBe(0)
  })

  test('counts an answer waiting in its own stream, and reports exhausted space', async () => {
    const unread = new Unread(SMALL)
    const answer = { jsonrpc: '2.0', id: 1, result: { text: LARGE } } as const
    const streams = [1, 2, 3].map(() => new OutStream(10, 10, unread, 'ann'))
    for (const stream of streams) stream.end(answer)
    expect(unread.held('ann')).toBeGreaterThan(2 * LARGE.length)
    const told: string[] = []
    for (const stream of streams) {
      let text = ''
      for await (const piece of stream.read(new AbortController().signal, 1_000, () => undefined)) text += piece
      told.push(text)
    }
    expect(told[0]).toContain(LARGE)
    expect(told[2]).toContain('Too many responses are waiting')
    expect(unread.held()).toBe(0)
  })
})

test('a gateway stops answering a client that reads nothing', async () => {
  const upstream = new ScriptedUpstream({ answer: () => ({ text: LARGE }) })
  const gateway = createMcpEngine({ clock: systemClock, limits: SMALL })
  const ask = (body: object, headers: Record<string, string> = {}) =>
    gateway.handle({
      method: 'POST',
      headers,
      body: { jsonrpc: '2.0', id: 1, ...body },
      signal: new AbortController().signal,
      requestId: 'one',
      owner: 'ann',
      route: { connect: () => Promise.resolve(upstream), interceptor: passAll },
    })
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' } }
  const begun = await ask({ method: 'initialize', params })
  const session = { 'mcp-session-id': begun.headers['mcp-session-id']! }
  const read = () => ask({ method: 'resources/read', params: { uri: 'a://b' } }, session)
  const clients = [await slowly(await read()), await slowly(await read())]
  expect((await read()).status).toBe(503)
  await clients[0]!.leave()
  expect((await read()).status).toBe(200)
  gateway.close()
})
