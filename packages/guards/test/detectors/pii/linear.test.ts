import { expect, test } from 'vitest'
import { PII_ENTITIES } from '../../../src/detectors/pii/catalogue.ts'
import { createPiiDetector } from '../../../src/detectors/pii/detect.ts'
import { SCORE_THRESHOLD_DEFAULT } from '../../../src/detectors/pii/entity.ts'
import type { TextViews } from '../../../src/text/views.ts'

const detector = createPiiDetector(PII_ENTITIES, SCORE_THRESHOLD_DEFAULT)

/** The detector alone is measured: the views have their own test. */
function original(text: string): TextViews {
  const view = {
    name: 'original',
    encodings: [],
    text,
    toOriginal: (start: number, end: number) => [start, end],
  } as const
  return { original: text, views: () => [view] }
}

/** The best of several runs, so that a busy machine does not count. */
function bestTime_ms(text: string): number {
  const views = original(text)
  let best = Number.POSITIVE_INFINITY
  for (let run = 0; run < 5; run++) {
    const start = performance.now()
    detector.detect(views)
    best = Math.min(best, performance.now() - start)
  }
  return best
}

/** Four times the text may take four times as long; twelve leaves room for caches, where a quadratic scan takes sixteen. */
const RATIO_MAX = 12
/** Below this the clock and the collector decide, not the algorithm. */
const FLOOR_MS = 2

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
])('100 KB of %j take time in proportion to their length', (unit) => {
  const short = unit.repeat(Math.ceil((25 * 1024) / unit.length))
  const long = unit.repeat(Math.ceil((100 * 1024) / unit.length))
  bestTime_ms(short)
  const before_ms = Math.max(bestTime_ms(short), FLOOR_MS)
  expect(bestTime_ms(long) / before_ms).toBeLessThan(RATIO_MAX)
})
