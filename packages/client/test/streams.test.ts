import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { documentsOf, eventsOf } from '../src/index.ts'

function cutInto(text: string, sizes: readonly number[]): Response {
  const bytes = new TextEncoder().encode(text)
  let [at, turn] = [0, 0]
  return new Response(
    new ReadableStream({
      pull(controller) {
        if (at >= bytes.length) return controller.close()
        const size = sizes[turn++ % sizes.length] ?? 1
        controller.enqueue(bytes.slice(at, at + size))
        at += size
      },
    }),
  )
}

async function all<One>(from: AsyncIterable<One>): Promise<readonly One[]> {
  const found: One[] = []
  for await (const item of from) found.push(item)
  return found
}

const SSE =
  ': hello\n\nid: 1\nevent: progress\ndata: {"a":1}\n\ndata:x\r\ndata: yü\r\n\r\nid:2\rdata\r\rretry: 5\nevent: lost\n\ndata: unfinished'

test('events are the same wherever the stream is cut', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }), async (sizes) => {
      expect(await all(eventsOf(cutInto(SSE, sizes)))).toEqual([
        { id: '1', event: 'progress', data: '{"a":1}' },
        { id: '1', event: 'message', data: 'x\nyü' },
        { id: '2', event: 'message', data: '' },
      ])
    }),
  )
})

test('documents are the same for any chunk boundary, also without a final line break', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.jsonValue()),
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
      fc.boolean(),
      async (values, sizes, ends) => {
        const text = values.map((value) => JSON.stringify(value)).join('\n') + (ends ? '\n' : '')
        expect(await all(documentsOf(cutInto(text, sizes)))).toEqual(JSON.parse(JSON.stringify(values)))
      },
    ),
  )
})

test('leaving the loop ends the request', async () => {
  let isCancelled = false
  const endless = new Response(
    new ReadableStream({
      pull: (controller) => controller.enqueue(new TextEncoder().encode('data: 1\n\n')),
      cancel: () => void (isCancelled = true),
    }),
  )
  for await (const { data } of eventsOf(endless)) {
    expect(data).toBe('1')
    break
  }
  expect(isCancelled).toBe(true)
})

test('a response without a body has no events', async () => {
  expect(await all(eventsOf(new Response(null)))).toEqual([])
})
