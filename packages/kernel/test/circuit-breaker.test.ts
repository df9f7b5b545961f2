import { describe, expect, test } from 'vitest'
import { BREAKER_FAILURES_MAX, BREAKER_OPEN_MS, CircuitBreaker, Failure, type Refusal } from '../src/index.ts'

const refuse: Refusal = (predicate, retryAfter_s) =>
  new Failure('model_unavailable', `the model ${predicate}`, { retryAfter_s })

/** A breaker with its own clock, failed so many times in a row. */
function breakerAfter(failures: number) {
  const clock = { time_ms: 1_000_000, now: () => clock.time_ms }
  const breaker = new CircuitBreaker(clock)
  for (let failed = 0; failed < failures; failed += 1) breaker.enter(refuse).fail()
  return { breaker, clock }
}

describe('CircuitBreaker', () => {
  test('stays closed below the limit, and a success resets the count', () => {
    const { breaker } = breakerAfter(BREAKER_FAILURES_MAX - 1)
    breaker.enter(refuse).succeed()
    for (let failed = 0; failed < BREAKER_FAILURES_MAX - 1; failed += 1) breaker.enter(refuse).fail()
    expect(breaker.state()).toBe('closed')
  })

  test('opens at the limit and returns the retry delay', () => {
    const { breaker, clock } = breakerAfter(BREAKER_FAILURES_MAX)
    clock.time_ms += BREAKER_OPEN_MS - 1500
    expect(breaker.state()).toBe('open')
    expect(() => breaker.enter(refuse)).toThrow(
      new Failure('model_unavailable', 'the model failed repeatedly; calls are suspended', { retryAfter_s: 2 }),
    )
  })

  test('allows a single probe after the pause', () => {
    const { breaker, clock } = breakerAfter(BREAKER_FAILURES_MAX)
    clock.time_ms += BREAKER_OPEN_MS
    const probe = breaker.enter(refuse)
    expect(breaker.state()).toBe('half_open')
    expect(() => breaker.enter(refuse)).toThrow('a trial call is in progress')
    probe.succeed()
    expect(breaker.state()).toBe('closed')
    breaker.enter(refuse).fail()
    expect(breaker.state()).toBe('closed')
  })

  test('opens again after a failed probe, and allows another probe after an abandoned probe', () => {
    const { breaker, clock } = breakerAfter(BREAKER_FAILURES_MAX)
    clock.time_ms += BREAKER_OPEN_MS
    breaker.enter(refuse).fail()
    expect(breaker.state()).toBe('open')
    clock.time_ms += BREAKER_OPEN_MS
    breaker.enter(refuse).abandon()
    expect(breaker.state()).toBe('half_open')
    breaker.enter(refuse).succeed()
    expect(breaker.state()).toBe('closed')
  })

  test('ignores late results after the circuit has opened', () => {
    const { breaker, clock } = breakerAfter(BREAKER_FAILURES_MAX - 1)
    const [slow, slower, last] = [breaker.enter(refuse), breaker.enter(refuse), breaker.enter(refuse)]
    last.fail()
    clock.time_ms += BREAKER_OPEN_MS / 2
    slow.succeed()
    slower.fail()
    expect(breaker.state()).toBe('open')
    clock.time_ms += BREAKER_OPEN_MS / 2
    expect(breaker.state()).toBe('half_open')
  })

  test('uses the first result of a call', () => {
    const { breaker } = breakerAfter(BREAKER_FAILURES_MAX - 1)
    const passage = breaker.enter(refuse)
    passage.abandon()
    passage.fail()
    expect(breaker.state()).toBe('closed')
    const failed = breaker.enter(refuse)
    failed.fail()
    failed.succeed()
    expect(breaker.state()).toBe('open')
  })
})
