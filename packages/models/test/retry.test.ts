import { describe, expect, test } from 'vitest'
import { RETRY_DELAY_MS_MAX, RETRY_DELAY_MS_MIN, retryAfterOf, retryDelay_ms } from '../src/retry.ts'

const clock = { now: () => Date.parse('2026-01-01T00:00:00Z') }

describe('the wait before a further try', () => {
  test.each([
    [1, 0, 0, 0],
    [1, 1, 0, RETRY_DELAY_MS_MIN],
    [2, 1, 0, RETRY_DELAY_MS_MIN * 2],
    [3, 0.5, 0, RETRY_DELAY_MS_MIN * 2],
    [50, 1, 0, RETRY_DELAY_MS_MAX],
    [1, 0, 3000, 3000],
    [1, 1, 3000, 3000 + RETRY_DELAY_MS_MIN],
  ])('after %d tries, with chance %d and %d ms asked for, is %d ms', (tries, random, asked_ms, expected) => {
    expect(retryDelay_ms(tries, random, asked_ms)).toBe(expected)
  })
})

describe('the delay requested by the provider', () => {
  test.each([
    [{ 'retry-after': '3' }, 3000],
    [{ 'retry-after': '1.5' }, 1500],
    [{ 'retry-after': 'Thu, 01 Jan 2026 00:00:10 GMT' }, 10_000],
    [{ 'retry-after': 'Wed, 31 Dec 2025 23:00:00 GMT' }, 0],
    [{ 'retry-after-ms': '20', 'retry-after': '9' }, 20],
    [{ 'retry-after-ms': '-1', 'retry-after': '9' }, 9000],
    [{ 'retry-after': 'soon' }, 0],
    [{ 'retry-after': '' }, 0],
    [{}, 0],
  ])('%o is %d ms', (headers, expected) => {
    expect(retryAfterOf(new Headers(headers), clock)).toBe(expected)
  })

  test('is undefined without headers', () => {
    expect(retryAfterOf(undefined, clock)).toBe(0)
  })
})
