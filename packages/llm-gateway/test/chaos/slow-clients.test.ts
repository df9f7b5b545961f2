import { setTimeout as sleep } from 'node:timers/promises'
import { createLogger, type RequestContext } from '@gatehouse/http'
import { expect, test } from 'vitest'
import { chatCompletions } from '../../src/chat/openai/dialect.ts'
import { serveChat } from '../../src/chat/serve-chat.ts'
import { delta, harness, streamOf } from '../chat/harness.ts'

test('with 200 clients that stop reading the gateway reads little more than it has forwarded', async () => {
  let pulled = 0
  const frames = streamOf(Array.from({ length: 1_000 }, () => delta({ content: 'Tides rise and fall.' })))
  const { ports } = harness(() => ({ body: counted(frames, () => (pulled += 1)) }))
  const streams = await Promise.all(Array.from({ length: 200 }, () => open(ports)))
  for (const stream of streams) for (let text = ''; text.length < 200;) text += (await stream.next()).value ?? ''
  const after = pulled
  await sleep(50)
  expect(pulled).toBe(after)
  // Some 160 characters are held back, at 20 characters a frame.
  expect(after / streams.length).toBeLessThan(40)
  for (const stream of streams) await stream.return(undefined)
})

async function* counted(frames: readonly Uint8Array[], count: () => void): AsyncGenerator<Uint8Array> {
  for (const frame of frames) {
    count()
    yield frame
  }
}

async function open(ports: ReturnType<typeof harness>['ports']): Promise<AsyncGenerator<string>> {
  const context: RequestContext = {
    requestId: 'request-1',
    traceId: undefined,
    caller: { kind: 'tenant', tenantId: 'acme', scope: 'runtime', keyId: 'key-1' },
    tenantId: 'acme',
    agentKey: undefined,
    userRole: undefined,
    log: createLogger({ service: 'guard', stream: { write: () => undefined } }),
    signal: new AbortController().signal,
    clientAddress: '127.0.0.1',
    status: () => undefined,
    header: () => undefined,
  }
  const body = { model: 'm', stream: true, messages: [{ role: 'user', content: 'Explain the tides.' }] }
  const call = { dialect: chatCompletions, path: '/v1/chat/completions', body, headers: {}, context }
  return (await serveChat(call, ports)) as AsyncGenerator<string>
}
