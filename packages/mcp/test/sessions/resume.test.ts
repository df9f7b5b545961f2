import { describe, expect, test } from 'vitest'

import { proves } from '../../../../spec/proves.ts'
import { gateways } from '../kit/before.ts'
import { begin, call, openStream, send } from '../kit/http.ts'
import { progress, text } from '../kit/scripted-upstream.ts'

const before = gateways()

/** Creates a tool that continues when the test releases it. */
function gate() {
  let open: () => void = () => undefined
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

describe('a stream that broke', () => {
  proves('guard:mcp.resume', 'resumes after Last-Event-ID, and ends with the answer', async () => {
    const { open, opened } = gate()
    const { served } = await before({
      async answer(_request, { onMessage }) {
        onMessage(progress('t', 1))
        await opened
        onMessage(progress('t', 2))
        return text('done')
      },
    })
    const session = await begin(served)
    const stream = await openStream(served, session, call(5, 'slow'))
    expect((await stream.next())?.data).toBe('')
    const seen = await stream.next()
    expect(seen?.data).toContain('"progress":1')
    stream.leave()
    open()
    const rest = await openStream(served, { ...session, 'last-event-id': seen?.id ?? '' })
    expect((await rest.next())?.data).toContain('"progress":2')
    expect(JSON.parse((await rest.next())?.data ?? '')).toEqual({ jsonrpc: '2.0', id: 5, result: text('done') })
    expect(await rest.next()).toBeUndefined()
  })

  test('is not cancelled by the client that left', async () => {
    const { open, opened } = gate()
    let aborted = false
    const { served } = await before({
      async answer(_request, { onMessage, signal }) {
        signal.addEventListener('abort', () => (aborted = true))
        onMessage(progress('t', 1))
        await opened
        return text('done')
      },
    })
    const session = await begin(served)
    const stream = await openStream(served, session, call(5, 'slow'))
    const first = await stream.next()
    stream.leave()
    open()
    const rest = await openStream(served, { ...session, 'last-event-id': first?.id ?? '' })
    await rest.next()
    expect((await rest.next())?.data).toContain('done')
    expect(aborted).toBe(false)
  })

  test('replays only its own events', async () => {
    const { served } = await before({
      answer({ id, params }, { onMessage }) {
        onMessage(progress(`of ${id}`, 1))
        return text(String(params?.['name']))
      },
    })
    const session = await begin(served)
    const sent = await send(served, call(1, 'one'), session)
    await send(served, call(2, 'two'), session)
    const id = /^id: (.+)$/m.exec(sent.text)?.[1] ?? ''
    const stream = await openStream(served, { ...session, 'last-event-id': id })
    expect((await stream.next())?.data).toContain('of 1')
    expect((await stream.next())?.data).toContain('one')
    expect(await stream.next()).toBeUndefined()
  })

  test.each(['', '1', '1.', 'x.y', '99.1', '0.99', '-1.0', '1.1.1', '1e3.1', '9'.repeat(400)])(
    'cannot be resumed from %j, which is not one of its events',
    async (id) => {
      const { served } = await before()
      const session = await begin(served)
      const answer = await openStream(served, { ...session, 'last-event-id': id })
      // An empty id counts as absent: the client subscribes to messages outside of requests.
      expect(answer.status).toBe(id === '' ? 200 : 400)
      answer.leave()
    },
  )
})

describe('the stream outside requests', () => {
  test('stores events before the first listener, within its bound, newest last', async () => {
    const { served, upstreams } = await before({}, { limits: { eventsKept: 3 } })
    const session = await begin(served)
    for (let data = 1; data <= 5; data += 1) {
      upstreams[0]?.say({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data } })
    }
    await new Promise((resolve) => setTimeout(resolve, 5))
    const stream = await openStream(served, session)
    const messages = [await stream.next(), await stream.next(), await stream.next()]
    expect(messages.map((event) => /"data":(\d)/.exec(event?.data ?? '')?.[1])).toEqual(['3', '4', '5'])
    stream.leave()
  })

  test('sends each event once: a second listener replaces the first', async () => {
    const { served, upstreams } = await before()
    const session = await begin(served)
    const say = (data: string) =>
      upstreams[0]?.say({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data } })
    const first = await openStream(served, session)
    say('one')
    expect((await first.next())?.data).toContain('one')
    const second = await openStream(served, session)
    say('two')
    expect((await second.next())?.data).toContain('two')
    expect(await first.next()).toBeUndefined()
    second.leave()
  })

  test('sends comments to keep an idle connection alive', async () => {
    const { served } = await before({}, { limits: { keepAlive_ms: 5 } })
    const session = await begin(served)
    const answer = await fetch(served.url, { headers: { ...session, accept: 'text/event-stream' } })
    const reader = answer.body!.getReader()
    let message = ''
    while (message.length < 18) message += new TextDecoder().decode((await reader.read()).value)
    expect(message).toMatch(/^: open\n\n: alive\n\n/)
    await reader.cancel()
  })
})
