import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  BreakerRules,
  breakerState,
  listBreakers,
  reportOutcome,
  resetBreaker,
  tryProbe,
} from '../../src/agentic/breaker.ts'
import { localState } from '../../src/local-state.ts'

const rules = BreakerRules.parse({ latency_threshold_ms: 2_000 })

function breaker() {
  let now_ms = 1_000_000
  const state = localState({ now: () => now_ms })
  return {
    state,
    pass: (seconds: number) => void (now_ms += seconds * 1_000),
    report: (success: boolean, latency_ms?: number) =>
      reportOutcome(state, 't', 'mail', { success, latency_ms }, rules, now_ms),
    now: () => breakerState(state, 't', 'mail', now_ms),
    probe: () => tryProbe(state, 't', 'mail', rules),
    list: () => listBreakers(state, 't', now_ms),
    reset: () => resetBreaker(state, 't', 'mail'),
  }
}

async function opened() {
  const item = breaker()
  for (let i = 0; i < rules.failure_threshold; i++) await item.report(false)
  return item
}

describe('the breaker of a tool', () => {
  test('opens at the third failure in a row, and reports it once', async () => {
    const { report, now } = breaker()
    expect(await report(false)).toMatchObject({ state: 'closed', failures: 1, opened: false })
    expect(await report(false)).toMatchObject({ state: 'closed', failures: 2, opened: false })
    expect(await report(false)).toMatchObject({ state: 'open', failures: 3, opened: true })
    expect(await report(false)).toMatchObject({ state: 'open', opened: false })
    expect(await now()).toMatchObject({ state: 'open', openedAt_ms: 1_000_000, openUntil_ms: 1_300_000 })
  })

  test('stays closed if a success interrupts the failures', async () => {
    const { report } = breaker()
    for (const success of [false, false, true, false, false]) {
      expect(await report(success)).toMatchObject({ state: 'closed' })
    }
  })

  test('counts a call over the time limit as failed', async () => {
    const { report } = breaker()
    await report(true, 2_001)
    await report(true, 2_001)
    expect(await report(true, 2_000)).toMatchObject({ failures: 0 })
    for (const latency_ms of [2_001, 9_999]) await report(true, latency_ms)
    expect(await report(true, 2_001)).toMatchObject({ state: 'open' })
  })

  test('stays open for its duration despite late reports', async () => {
    const { report, now, pass } = await opened()
    pass(299)
    await report(true)
    expect(await now()).toMatchObject({ state: 'open' })
    pass(1)
    expect(await now()).toMatchObject({ state: 'half_open' })
  })

  test('allows one of many calls as a probe, and another if the first is never reported', async () => {
    const { pass, probe } = await opened()
    pass(300)
    const tried = await Promise.all(Array.from({ length: 50 }, () => probe()))
    expect(tried.filter(Boolean)).toHaveLength(1)
    pass(29)
    expect(await probe()).toBe(false)
    pass(1)
    expect(await probe()).toBe(true)
  })

  test('closes when the probe succeeds', async () => {
    const { pass, report, now, list } = await opened()
    pass(300)
    expect(await report(true)).toMatchObject({ state: 'closed', closed: true })
    expect(await now()).toMatchObject({ state: 'closed' })
    expect(await list()).toEqual([])
  })

  test('reopens immediately when the probe fails', async () => {
    const { pass, report, now, probe } = await opened()
    pass(300)
    expect(await report(false)).toMatchObject({ state: 'open', opened: true, failures: 4 })
    pass(299)
    expect(await now()).toMatchObject({ state: 'open' })
    pass(1)
    expect(await probe()).toBe(true)
  })

  test('of concurrent reports to a half-open breaker the first decides', async () => {
    const { pass, report, now } = await opened()
    pass(300)
    const [first, second] = await Promise.all([report(false), report(true)])
    expect([first.opened, second.closed]).toEqual([true, false])
    expect(await now()).toMatchObject({ state: 'open' })
  })

  test('is closed by hand', async () => {
    const { reset, now, report } = await opened()
    expect(await reset()).toBe(true)
    expect(await now()).toMatchObject({ state: 'closed' })
    expect(await reset()).toBe(false)
    expect(await report(false)).toMatchObject({ failures: 1 })
  })

  test('is listed while it counts failures, each tool once', async () => {
    const { report, list } = breaker()
    expect(await list()).toEqual([])
    await report(false)
    await report(true)
    expect(await list()).toEqual([])
    await report(false)
    expect(await list()).toEqual([{ tool: 'mail', state: 'closed', failures: 1 }])
  })

  test('is separate for each tenant and each tool, whatever their names', async () => {
    const { state } = await opened()
    for (const [tenant, tool] of [
      ['t', 'mail:x'],
      ['t', 'x:mail'],
      ['u', 'mail'],
    ] as const) {
      expect(await breakerState(state, tenant, tool, 1_000_000)).toMatchObject({ state: 'closed' })
    }
  })

  test('is open after exactly as many failures at the end of a row of reports as its threshold', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.boolean(), { maxLength: 30 }), async (outcomes) => {
        const { report, now } = breaker()
        let row = 0
        let isOpen = false
        for (const success of outcomes) {
          await report(success)
          row = success ? 0 : row + 1
          isOpen ||= row >= rules.failure_threshold
        }
        expect((await now()).state).toBe(isOpen ? 'open' : 'closed')
      }),
      { numRuns: 200 },
    )
  })
})
