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
  test('stays closed below the limit, and a success starts the count anew', () => {
    const { breaker } = breakerAfter(BREAKER_FAILURES_MAX - 1)
    breaker.enter(refuse).succeed()
    for (let failed = 0; failed < BREAKER_FAILURES_MAX - 1; failed += 1) breaker.enter(refuse).fail()
    expect(breaker.state()).toBe('closed')
  })

  test('opens at the limit and says when to come back', () => {
    const { breaker, clock } = breakerAfter(BREAKER_FAILURES_MAX)
    clock.time_ms += BREAKER_OPEN_MS - 1500
    expect(breaker.state()).toBe('open')
    expect(() => breaker.enter(refuse)).toThrow(
      new Failure('model_unavailable', 'the model failed repeatedly; calls are suspended', { retryAfter_s: 2 }),
    )
  })

  test('lets one call try after the pause, and no other meanwhile', () => {
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

  test('opens again when the probe fails, and tries again when it was given up', () => {
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

  test('what ends late, after the circuit has opened, changes nothing', () => {
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

  test('of what became of a call, what is said first counts', () => {
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
