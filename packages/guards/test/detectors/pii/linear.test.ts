import { expect, test } from 'vitest'
import { startEffort } from '@gatehouse/testkit'
import { PII_ENTITIES } from '../../../src/detectors/pii/catalogue.ts'
import { createPiiDetector } from '../../../src/detectors/pii/detect.ts'
import { SCORE_THRESHOLD_DEFAULT } from '../../../src/detectors/pii/entity.ts'
import { makeViews, type TextViews, type View } from '../../../src/text/views.ts'

const detector = createPiiDetector(PII_ENTITIES, SCORE_THRESHOLD_DEFAULT)

/** The detector alone is measured: the views have their own test. */
function original(text: string): TextViews {
  const view: View = { name: 'original', encodings: [], text, toOriginal: (start, end) => [start, end] }
  return { ...makeViews(''), original: text, views: () => [view] }
}

function time_ms(text: string): number {
  const views = original(text)
  const effort_ms = startEffort()
  detector.detect(views)
  return effort_ms()
}

/**
 * Maximum time ratio for four times the text: a linear scan takes four times as long, with room for cache effects; a quadratic scan takes
 * sixteen times as long.
 */
const RATIO_MAX = 10
/** Below this the clock and the collector decide, not the algorithm. */
const FLOOR_MS = 2
/** Maximum number of attempts: a busy machine slows single runs; only the best run of each length counts, and a good pair ends the test. */
const ATTEMPTS_MAX = 15

test.each([
  'a@',
  'a@a.',
  'a.',
  '1-',
  '1.',
  '1 ',
  '1',
  '12:',
  'a:',
  '::',
  '1/',
  '(1) ',
  '+1 ',
  '4111 ',
  '4111-1111-1111-1111 ',
  'A1',
  'Aa ',
  'A A',
  'Anna ',
  'Anna Smith ',
  ' dot ',
  'a at a dot ',
  '(at)',
  'eyJ-',
  'eyJa.',
  '://a:',
  'sk-',
  'password=',
  'token: a1',
  '-----BEGIN PRIVATE KEY-----',
  '1 Aa ',
  '1 Rue de ',
  'Calle Aa 1 ',
  'P.O. Box 1',
  'my name is ',
  'born 1/1/1990 ',
  '0x0 ',
  'bc1',
  '1111111111111111111111111 ',
  '\u0661',
  'É',
  '\n',
  ' ',
  "'s",
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
