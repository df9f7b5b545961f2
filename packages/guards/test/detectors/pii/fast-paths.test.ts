import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buildAutomaton } from '@gatehouse/kernel/match'
import { AnchorIndex } from '../../../src/detectors/pii/anchors.ts'
import { PII_ENTITIES } from '../../../src/detectors/pii/catalogue.ts'
import { continues } from '../../../src/detectors/pii/short-runs.ts'
import { scanTokens } from '../../../src/detectors/pii/tokens.ts'
import { readUnits } from '../../../src/detectors/pii/units.ts'

const anchors = PII_ENTITIES.flatMap((entity) => (entity.atAnchor === undefined ? [] : (entity.anchors ?? [])))
const index = new AnchorIndex(anchors)
const reference = buildAutomaton(anchors, { ignoreCase: true })

/** Parts of anchors, with characters that fold to them or are similar. */
const piece = fc.oneof(
  fc.constantFrom(...anchors),
  fc.constantFrom(...anchors.map((anchor) => anchor.toUpperCase())),
  fc.constantFrom(...anchors.map((anchor) => anchor.slice(1)), ...anchors.map((anchor) => anchor.slice(0, -1))),
  fc.constantFrom('ſecret', 'to\u212aen', 'ICH HEIẞE ', 'é', '𝒜', ' ', '-', '_', 'name', '\ud800'),
)

function hitsOf(text: string): (readonly [number, number])[] {
  const units = readUnits(text)
  const hits: (readonly [number, number])[] = []
  index.match(text, units, scanTokens(units, text.length, index.filter).marks, (pattern, end) => {
    hits.push([pattern, end])
  })
  return hits
}

describe('the single pass over the text', () => {
  test('finds the anchors that an automaton finds, in its order', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('')
        const expected: (readonly [number, number])[] = []
        reference.scan(text, (pattern, end) => {
          expected.push([pattern, end])
        })
        expect(hitsOf(text)).toEqual(expected)
      }),
      { numRuns: 500 },
    )
  })

  test('finds an anchor across the border of its batches', () => {
    for (let before = 4_080; before <= 4_100; before++) {
      expect(hitsOf(`${'x'.repeat(before)} my password=`).some(([, end]) => end === before + 12)).toBe(true)
    }
  })

  test('records runs with a digit and capitalized word starts, and nothing of an earlier text', () => {
    readUnits('9'.repeat(64))
    const text = 'Ab1 éX Ünd x:2 a@b 12'
    const units = readUnits(text)
    const table = scanTokens(units, text.length, index.filter)
    expect(table.starts.map((start, at) => text.slice(start, table.ends[at]))).toEqual(['Ab1', '2', '12'])
    expect(table.capitals.map((at) => text.charAt(at))).toEqual(['A', 'Ü'])
    expect(table.ats).toEqual([text.indexOf('@')])
  })
})

test.each([
  ['a space and a digit', '4111 1111', 4, true],
  ['a space and a word, as numbers in prose do', '312 of 340', 3, false],
  ['a hyphen and a letter', '1EG4-TE5-MK73', 4, true],
  ['two spaces', '4111  1111', 4, true],
  ['the end of a sentence', '340. Then', 3, true],
  ['a comma', '2,300 jobs', 1, false],
  ['the end of the text', '312', 3, false],
])('a short run and its successor: %s', (_title, text, end, expected) => {
  expect(continues(readUnits(text), end)).toBe(expected)
})
