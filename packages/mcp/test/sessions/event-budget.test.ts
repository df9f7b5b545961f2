import { describe, expect, test } from 'vitest'

import { GATEWAY_LIMITS, type GatewayLimits } from '../../src/server/limits.ts'
import { EventBudget } from '../../src/sessions/event-budget.ts'
import { EventLogs } from '../../src/sessions/event-logs.ts'

const SMALL = {
  eventCharsKept: 1_000,
  eventCharsKeptPerOwner: 1_500,
  eventCharsKeptInAll: 2_500,
  eventCharsWaitingPerOwner: 20_000,
  eventCharsWaitingInAll: 30_000,
}

function parts(limits: Partial<GatewayLimits> = {}) {
  const all = { ...GATEWAY_LIMITS, ...SMALL, ...limits }
  const budget = new EventBudget(all)
  return { budget, session: (owner = 'ann') => new EventLogs(all, owner, budget) }
}

function said(chars: number) {
  return { jsonrpc: '2.0', method: 'notifications/message', params: { data: 'x'.repeat(chars) } } as const
}

async function charsOf(events: AsyncIterable<string>): Promise<number[]> {
  const chars: number[] = []
  for await (const text of events) if (!text.startsWith(':')) chars.push(text.length)
  return chars
}

const { signal } = new AbortController()

describe('the event buffer', () => {
  test('is bounded for a session: larger events are sent to waiting readers, and not stored', async () => {
    const { budget, session } = parts()
    const logs = session()
    for (let answer = 0; answer < 100; answer++) {
      const log = logs.open(true)
      const read = charsOf(log.read(signal, 1_000, 0))
      log.push(said(9_000))
      log.end()
      // oxlint-disable-next-line no-await-in-loop -- one client that reads one answer after the other
      expect((await read)[0]).toBeGreaterThan(9_000)
      expect(logs.find(`${log.key}.0`)).toBeUndefined()
    }
    expect(budget.held('kept')).toBe(0)
    expect(budget.held('waiting')).toBe(0)
  })

  test('is bounded for an owner and in total, whatever the number of sessions', () => {
    const { budget, session } = parts()
    for (const owner of ['ann', 'ann', 'ann', 'bob', 'bob', 'cyd']) session(owner).open(false).push(said(700))
    expect(budget.held('kept', 'ann')).toBeLessThanOrEqual(SMALL.eventCharsKeptPerOwner)
    expect(budget.held('kept')).toBeLessThanOrEqual(SMALL.eventCharsKeptInAll)
    expect(budget.held('kept', 'ann')).toBeGreaterThan(700)
  })

  test('for stalled readers is bounded as well', () => {
    const { budget, session } = parts()
    for (const owner of ['ann', 'ann', 'ann', 'bob', 'bob', 'bob']) {
      const log = session(owner).open(false)
      log.read(signal, 1_000)
      for (let event = 0; event < 5; event++) log.push(said(9_000))
    }
    expect(budget.held('waiting', 'ann')).toBeLessThanOrEqual(SMALL.eventCharsWaitingPerOwner)
    expect(budget.held('waiting')).toBeLessThanOrEqual(SMALL.eventCharsWaitingInAll)
  })

  test('waits only for connected readers, and is resumable only without missing events', () => {
    const { budget, session } = parts()
    const logs = session()
    const log = logs.open(true)
    log.push(said(9_000))
    const reader = new AbortController()
    log.read(reader.signal, 1_000, 0)
    expect(budget.held('waiting')).toBeGreaterThan(9_000)
    reader.abort()
    expect(budget.held('waiting')).toBe(0)
    expect(logs.find(`${log.key}.0`)).toBeUndefined()
    log.push(said(10))
    expect(logs.find(`${log.key}.1`)?.log).toBe(log)
  })

  test('is released when the session ends, or a stream is answered in another way', async () => {
    const { budget, session } = parts()
    const logs = session()
    const [outside, answer] = [logs.open(false), logs.open(true)]
    outside.push(said(300))
    answer.push(said(300))
    const other = logs.open(true)
    other.push(said(100))
    logs.discard(other)
    logs.close()
    expect(budget.held('kept')).toBe(0)
    answer.push(said(20))
    answer.end()
    expect(await charsOf(answer.read(signal, 1_000, 0))).toHaveLength(2)
    expect(budget.held('waiting')).toBe(0)
  })
})
