import { expect, test } from 'vitest'
import { startEffort } from '@gatehouse/testkit'
import { findSecrets } from '../../../src/detectors/secrets/find.ts'

/**
 * Maximum time ratio for four times the text: a linear scan takes four times as long, with room for cache effects; a quadratic scan takes
 * sixteen times as long.
 */
const RATIO_MAX = 10
/** Below this the clock and the collector decide, not the algorithm. */
const FLOOR_MS = 3
/** Maximum number of attempts: a busy machine slows single runs; only the best run of each length counts, and a good pair ends the test. */
const ATTEMPTS_MAX = 10

function time_ms(text: string): number {
  const effort_ms = startEffort()
  findSecrets(text)
  return effort_ms()
}

test.each([
  'a1',
  'a1-',
  'a1=',
  '1:',
  'a = "1b2c3d4e" ',
  'datadog_key=1a2b3c4d5 ',
  'secret token key = a1b2c3d4e5f6g7h8 ',
  'api_key="',
  'password value = ',
  'eyJhbGciOi.eyJ',
  'ZXlK',
  'curl ',
  'curl -u a:',
  ' -u a:b',
  '-----BEGIN',
  '-----BEGIN PRIVATE KEY-----',
  'PuTTY-User-Key-File-3: x ',
  '://a:b',
  'xoxb-1',
  'sk-',
  'AKIA',
  'SK00',
  'hooks.slack.com/services/',
  'Basic YTpi',
  'value: 1a2b3c4d\n',
  'value: 1a2b3c4d ',
  'k: string = 1a2b3c4d ',
  '%%%',
  'A',
  '\\n',
])('100 KB of %j take linear time', (unit) => {
  const short = unit.repeat(Math.ceil((25 * 1024) / unit.length))
  const long = unit.repeat(Math.ceil((100 * 1024) / unit.length))
  let short_ms = Number.POSITIVE_INFINITY
  let long_ms = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    short_ms = Math.min(short_ms, time_ms(short))
    long_ms = Math.min(long_ms, time_ms(long))
    if (long_ms / Math.max(short_ms, FLOOR_MS) < RATIO_MAX) break
  }
  expect(long_ms / Math.max(short_ms, FLOOR_MS)).toBeLessThan(RATIO_MAX)
})
