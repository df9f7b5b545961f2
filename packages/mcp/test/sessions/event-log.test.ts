import { describe, expect, test } from 'vitest'

import { EventBudget } from '../../src/sessions/event-budget.ts'
import { EventLogs } from '../../src/sessions/event-logs.ts'
import { GATEWAY_LIMITS } from '../../src/server/limits.ts'

const LIMITS = { eventsKept: 4, eventCharsKept: 10_000, streamsKept: 3, keepAlive_ms: 60_000 }

function logsWithin(limits: Partial<typeof GATEWAY_LIMITS> = {}, owner = 'ann', budget?: EventBudget) {
  const within = { ...GATEWAY_LIMITS, ...LIMITS, ...limits }
  return new EventLogs(within, owner, budget ?? new EventBudget(within))
}

function message(data: string) {
  return { jsonrpc: '2.0', method: 'notifications/message', params: { data } } as const
}

async function all(events: AsyncIterable<string>): Promise<string[]> {
  const texts: string[] = []
  for await (const text of events) texts.push(/"data":"([^"]*)"/.exec(text)?.[1] ?? '')
  return texts
}

describe('the events of a session', () => {
  test('are stored within one bound over all streams, and the oldest are evicted first', async () => {
    const logs = logsWithin()
    const [first, second] = [logs.open(false), logs.open(false)]
    for (const data of ['a', 'b', 'c']) first.push(message(data))
    for (const data of ['d', 'e', 'f']) second.push(message(data))
    first.end()
    second.end()
    const signal = new AbortController().signal
    expect(await all(first.read(signal, 1_000, 0))).toEqual(['c'])
    expect(await all(second.read(signal, 1_000, 0))).toEqual(['d', 'e', 'f'])
    expect(logs.find('0.1')).toBeUndefined()
    expect(logs.find('0.2')?.log).toBe(first)
    expect(logs.find('1.3')?.after).toBe(3)
  })

  test('of large size evict no events, and are not stored', async () => {
    const logs = logsWithin({ eventCharsKept: 500 })
    const log = logs.open(false)
    log.push(message('small'))
    log.push(message('x'.repeat(10_000)))
    log.push(message('last'))
    log.end()
    expect(await all(log.read(new AbortController().signal, 1_000, 0))).toEqual(['small', 'last'])
  })

  test('of ended streams are evicted if there are too many streams', () => {
    const logs = logsWithin()
    const outside = logs.open(false)
    const eventLogs = Array.from({ length: 10 }, () => {
      const log = logs.open(false)
      log.push(message('x'))
      log.end()
      return log
    })
    expect(logs.find('0.0')?.log).toBe(outside)
    expect(eventLogs.filter(({ key }) => logs.find(`${key}.1`) !== undefined)).toHaveLength(2)
  })
})
