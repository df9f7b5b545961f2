import { Failure } from '@gatehouse/kernel'
import { describe, expect, test } from 'vitest'
import { BREAKER_FAILURES_MAX, BREAKER_OPEN_MS, CircuitBreaker } from '../src/breaker.ts'

/** A breaker with its own clock, failed so many times in a row. */
function breakerAfter(failures: number) {
  const clock = { time_ms: 1_000_000, now: () => clock.time_ms }
  const breaker = new CircuitBreaker('the model', clock)
  for (let failed = 0; failed < failures; failed += 1) breaker.enter().fail()
  return { breaker, clock }
}

describe('CircuitBreaker', () => {
  test('stays closed below the limit, and a success starts the count anew', () => {
    const { breaker } = breakerAfter(BREAKER_FAILURES_MAX - 1)
    breaker.enter().succeed()
    for (let failed = 0; failed < BREAKER_FAILURES_MAX - 1; failed += 1) breaker.enter().fail()
    expect(breaker.state()).toBe('closed')
  })

  test('opens at the limit and says when to come back', () => {
    const { breaker, clock } = breakerAfter(BREAKER_FAILURES_MAX)
    clock.time_ms += BREAKER_OPEN_MS - 1500
    expect(breaker.state()).toBe('open')
    expect(() => breaker.enter()).toThrow(
      new Failure('model_unavailable', 'the model failed repeatedly and is not called now', { retryAfter_s: 2 }),
    )
  })

  test('lets one call try after the pause, and no other meanwhile', () => {
    const { breaker, clock } = breakerAfter(BREAKER_FAILURES_MAX)
    clock.time_ms += BREAKER_OPEN_MS
    const probe = breaker.enter()
    expect(breaker.state()).toBe('half_open')
    expect(() => breaker.enter()).toThrow('is being tried by another call')
    probe.succeed()
    expect(breaker.state()).toBe('closed')
    breaker.enter().fail()
    expect(breaker.state()).toBe('closed')
  })

  test('opens again when the probe fails, and tries again when it was given up', () => {
    const { breaker, clock } = breakerAfter(BREAKER_FAILURES_MAX)
    clock.time_ms += BREAKER_OPEN_MS
    breaker.enter().fail()
    expect(breaker.state()).toBe('open')
    clock.time_ms += BREAKER_OPEN_MS
    breaker.enter().abandon()
    expect(breaker.state()).toBe('half_open')
    breaker.enter().succeed()
    expect(breaker.state()).toBe('closed')
  })

  test('what ends late, after the circuit has opened, changes nothing', () => {
    const { breaker, clock } = breakerAfter(BREAKER_FAILURES_MAX - 1)
    const [slow, slower, last] = [breaker.enter(), breaker.enter(), breaker.enter()]
    last.fail()
    clock.time_ms += BREAKER_OPEN_MS / 2
    slow.succeed()
    slower.fail()
    expect(breaker.state()).toBe('open')
    clock.time_ms += BREAKER_OPEN_MS / 2
    expect(breaker.state()).toBe('half_open')
  })
})
