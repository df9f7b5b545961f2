import { describe, expect, test } from 'vitest'
import { PII_ENTITIES } from '../../../src/detectors/pii/catalogue.ts'
import { createPiiDetector } from '../../../src/detectors/pii/detect.ts'
import { SCORE_THRESHOLD_DEFAULT } from '../../../src/detectors/pii/entity.ts'
import { makeViews } from '../../../src/text/views.ts'

describe.each(PII_ENTITIES)('$name', (entity) => {
  const alone = createPiiDetector([entity], SCORE_THRESHOLD_DEFAULT)
  const all = createPiiDetector(PII_ENTITIES, SCORE_THRESHOLD_DEFAULT)
  const valuesIn = (text: string, detector = alone): string[] =>
    detector
      .detect(makeViews(text))
      .filter(({ type }) => type === entity.name)
      .map(({ start, end }) => text.slice(start, end))

  test.each(entity.examples.finds)('finds the value in %j', (text, value) => {
    expect(valuesIn(text)).toEqual([value])
  })

  test.each(entity.examples.finds)('finds it among all entities: %j', (text, value) => {
    expect(valuesIn(text, all)).toContain(value)
  })

  test.each(entity.examples.ignores)('ignores %j', (text) => {
    expect(valuesIn(text)).toEqual([])
  })
})
