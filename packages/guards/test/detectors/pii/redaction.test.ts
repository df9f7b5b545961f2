import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PII_ENTITIES } from '../../../src/detectors/pii/catalogue.ts'
import { createPiiDetector, type PiiFinding } from '../../../src/detectors/pii/detect.ts'
import { SCORE_THRESHOLD_DEFAULT } from '../../../src/detectors/pii/entity.ts'
import { makeViews } from '../../../src/text/views.ts'

const detector = createPiiDetector(PII_ENTITIES, SCORE_THRESHOLD_DEFAULT)
const detect = (text: string): readonly PiiFinding[] => detector.detect(makeViews(text))

function redact(text: string, findings: readonly PiiFinding[]): string {
  let result = ''
  let at = 0
  for (const { start, end, type } of findings) {
    result += `${text.slice(at, start)}[${type}]`
    at = end
  }
  return result + text.slice(at)
}

const values = PII_ENTITIES.flatMap((entity) =>
  entity.examples.finds.map(([text, value]) => ({ type: entity.name, text, value })),
)
/** Values that are recognizable without context words. */
const strong = values.filter(({ value, type }) =>
  detect(value).some((finding) => finding.type === type && finding.end - finding.start === value.length),
)

/** Noise of any script that cannot join a number or word: a line of its own before and after. */
const noise = fc.string({ unit: 'binary', maxLength: 40 }).filter((text) => !/[\p{L}\p{N}@:+$€£%_./\\&=-]/u.test(text))

describe('redaction', () => {
  test('is tested with enough distinctive values', () => {
    expect(strong.length).toBeGreaterThan(50)
  })

  test.each(values)('removes $value completely from its sentence', ({ text, value, type }) => {
    const findings = detect(text)
    const redacted = redact(text, findings)
    expect(redacted).not.toContain(value)
    expect(detect(redacted).filter((finding) => finding.type === type)).toEqual([])
  })

  // Engines store and match strings with wider characters differently: detection must not depend on that.
  test.each(values)('finds $value in a text that also contains Chinese', ({ text, type }) => {
    const places = (found: readonly PiiFinding[]) =>
      found.filter((each) => each.type === type).map(({ start, end }) => [start, end])
    expect(places(detect(`${text}\n\u4e2d`))).toEqual(places(detect(`${text}\n.`)))
  })

  test('finds and covers every character of a value inside noise of any script', () => {
    fc.assert(
      fc.property(fc.constantFrom(...strong), noise, noise, ({ value }, before, after) => {
        const text = `${before}\n${value}\n${after}`
        const start = before.length + 1
        const covered = new Set<number>()
        for (const finding of detect(text)) for (let at = finding.start; at < finding.end; at++) covered.add(at)
        const places = Array.from({ length: value.length }, (_, at) => start + at)
        const bare = places.filter((at) => /[\p{L}\p{N}]/u.test(text.charAt(at)) && !covered.has(at))
        expect({ text, bare }).toEqual({ text, bare: [] })
      }),
      { numRuns: 300 },
    )
  })

  test('findings are inside the text, ordered, disjoint, and contain no value', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(fc.string({ unit: 'binary', maxLength: 20 }), fc.constantFrom(...values.map((each) => each.text))),
          { maxLength: 8 },
        ),
        (parts) => {
          const text = parts.join(' ')
          let end = 0
          for (const finding of detect(text)) {
            expect(finding.start).toBeGreaterThanOrEqual(end)
            expect(finding.end).toBeGreaterThan(finding.start)
            end = finding.end
            expect(Object.keys(finding).sort()).toEqual(['end', 'kind', 'score', 'start', 'type', 'view'])
          }
          expect(end).toBeLessThanOrEqual(text.length)
        },
      ),
      { numRuns: 300 },
    )
  })

  test.each([
    ['full-width digits', 'SSN ５６６-６４-４１１９', 'US_SSN'],
    ['a zero-width joiner inside the number', 'card 4111 11\u200d11 1111 1111', 'CREDIT_CARD'],
    ['a soft hyphen inside an address', 'jane.d\u00adoe@example.com', 'EMAIL_ADDRESS'],
    ['a percent-encoded e-mail address', 'to=jane.doe%40example.com&x=1', 'EMAIL_ADDRESS'],
    ['an HTML-encoded e-mail address', 'mail jane.doe&#64;example.com', 'EMAIL_ADDRESS'],
    ['a no-break space between groups', 'DE89\u00a03704\u00a00044\u00a00532\u00a00130\u00a000', 'IBAN_CODE'],
    ['base64', `note ${Buffer.from('my card is 4111 1111 1111 1111 thanks').toString('base64')} end`, 'CREDIT_CARD'],
  ])('finds personal data after %s', (_title, text, type) => {
    expect(detect(text).map((finding) => finding.type)).toContain(type)
  })
})
