import type { JsonRpcRequest } from '@gatehouse/mcp'
import { expect, test } from 'vitest'
import { createContinuations } from '../src/continuations.ts'

const call = (args: object, more: object = {}): JsonRpcRequest => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'book', arguments: args, _meta: { progressToken: Math.random() }, ...more },
})
const PARIS = { city: 'Paris' }
const retry = (args: object = PARIS, requestState: string = 's') => call(args, { requestState, inputResponses: {} })

function continuations() {
  const clock = { time_ms: 0, now: () => clock.time_ms }
  return { clock, ...createContinuations(clock) }
}

test('a request with the state of a pending request continues it, a single time', () => {
  const { note, take } = continuations()
  note('ann', call(PARIS), 's', 1)
  expect(take('ann', retry())).toBe(1)
  expect(take('ann', retry())).toBeUndefined()
})

test.each([
  ['of another caller', 'bob', retry()],
  ['with other arguments', 'ann', retry({ city: 'Rome' })],
  ['with another state', 'ann', retry(PARIS, 't')],
  ['of another tool', 'ann', { ...retry(), params: { ...retry().params, name: 'pay' } }],
  ['of another method', 'ann', { ...retry(), method: 'prompts/get' }],
  ['that brings nothing', 'ann', call(PARIS)],
])('a request %s continues no request', (_, caller, request) => {
  const { note, take } = continuations()
  note('ann', call(PARIS), 's', 1)
  expect(take(caller, request)).toBeUndefined()
  expect(take('ann', retry())).toBe(1)
})

test('a server without state is continued by its requested input', () => {
  const { note, take } = continuations()
  note('ann', call(PARIS), undefined, 1)
  expect(take('ann', call(PARIS))).toBeUndefined()
  expect(take('ann', call(PARIS, { inputResponses: { a: {} } }))).toBe(1)
})

test('continuations are limited in duration, rounds and memory', () => {
  const { clock, note, take } = continuations()
  note('ann', call(PARIS), 's', 1)
  clock.time_ms += 5 * 60_000
  expect(take('ann', retry())).toBeUndefined()
  note('ann', call(PARIS), 's', 17)
  expect(take('ann', retry())).toBeUndefined()
  for (let at = 0; at < 65; at += 1) note('ann', call({ at }), 's', 1)
  expect(take('ann', retry({ at: 0 }))).toBeUndefined()
  expect(take('ann', retry({ at: 1 }))).toBe(1)
  let deep: object = {}
  for (let level = 0; level < 100; level += 1) deep = { deep }
  note('ann', call(deep), 's', 1)
  expect(take('ann', retry(deep))).toBeUndefined()
})
