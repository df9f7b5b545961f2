import { expect, test } from 'vitest'
import { GATEWAY_LIMITS } from '../../src/server/limits.ts'
import { OutStream } from '../../src/server/out-stream.ts'
import { Unread } from '../../src/server/unread.ts'

const unread = new Unread(GATEWAY_LIMITS)

const report = (text: string) => ({ jsonrpc: '2.0', method: 'notifications/message', params: { data: text } }) as const

test('a slow reader causes no memory growth, and still receives the answer', async () => {
  const stream = new OutStream(1_000, 10_000, unread, 'ann')
  for (let at = 0; at < 50; at += 1) stream.push(report('x'.repeat(4_000)))
  stream.end({ jsonrpc: '2.0', id: 1, result: { done: 'y'.repeat(50_000) } })
  const pieces: string[] = []
  for await (const piece of stream.read(new AbortController().signal, 1_000, () => undefined)) pieces.push(piece)
  expect(pieces.length).toBe(3)
  expect(pieces.at(-1)).toContain('yyy')
})

test('read bytes free their space', async () => {
  const stream = new OutStream(1_000, 10_000, unread, 'ann')
  const reader = stream.read(new AbortController().signal, 1_000, () => undefined)
  for (let at = 0; at < 20; at += 1) {
    stream.push(report('x'.repeat(8_000)))
    // oxlint-disable-next-line no-await-in-loop -- one after the other is what is shown
    expect((await reader.next()).value).toContain('xxx')
  }
  await reader.return(undefined)
})
