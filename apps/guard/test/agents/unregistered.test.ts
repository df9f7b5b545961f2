import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { UnregisteredAgent } from '@gatehouse/store/agents'
import { createUnregisteredCalls } from '../../src/agents/unregistered.ts'

const clock = { now: () => 1_000 }

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('many calls are stored in one write per tenant after two seconds', async () => {
  const written: [string, readonly UnregisteredAgent[]][] = []
  const calls = createUnregisteredCalls((tenant, seen) => {
    written.push([tenant, seen])
    return Promise.resolve()
  }, clock)
  for (let call = 0; call < 100; call += 1) calls.note('acme', 'bot', '/guardrails/input', 'user')
  calls.note('other', 'bot', '/guardrails/output', undefined)
  expect(written).toEqual([])
  await vi.advanceTimersByTimeAsync(2_000)
  expect(written.map(([tenant, [seen]]) => [tenant, seen?.calls])).toEqual([
    ['acme', 100],
    ['other', 1],
  ])
})

test('invented agent names are bounded in memory and in rows', async () => {
  let rows = 0
  const calls = createUnregisteredCalls((_tenant, seen) => {
    rows += seen.length
    expect(seen.every(({ endpoints, roles }) => endpoints.length <= 20 && roles.length <= 20)).toBe(true)
    return Promise.resolve()
  }, clock)
  for (let name = 0; name < 20_000; name += 1) calls.note('acme', `bot-${name}`, `/${name}`, `role-${name}`)
  for (let name = 0; name < 100; name += 1) calls.note('acme', 'bot-1', `/${name}`, `role-${name}`)
  await calls.close()
  expect(rows).toBe(5_000)
})

test('a database outage loses only the counts', async () => {
  const calls = createUnregisteredCalls(() => Promise.reject(new Error('down')), clock)
  calls.note('acme', 'bot', '/guardrails/input', undefined)
  await expect(calls.flush()).resolves.toBeUndefined()
})
