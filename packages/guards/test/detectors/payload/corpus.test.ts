import { describe, expect, test } from 'vitest'
import { PAYLOAD_CATEGORIES } from '../../../src/detectors/payload/categories.ts'
import { compilePayloadRules, findPayloads } from '../../../src/detectors/payload/find-payloads.ts'
import { makeViews } from '../../../src/text/views.ts'
import { corpora } from './corpus/all.ts'
import type { Family } from './corpus/corpus.ts'

/** Of the development families, which the rules were tuned on; `bench/detect-payload.ts` measures the others too. */
const RECALL_MIN = 0.95

/** Of all benign look-alikes, including held-out ones. */
const FALSE_HIGH_MAX = 0.03

const scanner = compilePayloadRules(PAYLOAD_CATEGORIES)

function textsOf(families: readonly Family[], heldOut: boolean | undefined): readonly string[] {
  return families
    .filter((family) => heldOut === undefined || family.heldOut === heldOut)
    .flatMap((family) => family.texts)
}

describe.each(corpora.map((corpus) => [corpus.category, corpus] as const))('%s', (category, corpus) => {
  test('holds enough attacks and look-alikes to say something', () => {
    expect(textsOf(corpus.attacks, undefined).length).toBeGreaterThanOrEqual(39)
    expect(textsOf(corpus.benign, undefined).length).toBeGreaterThanOrEqual(49)
  })

  test('finds the attacks of the development families under their own category', () => {
    const attacks = textsOf(corpus.attacks, false)
    const missed = attacks.filter(
      (text) => !findPayloads(makeViews(text), scanner).findings.some((finding) => finding.category === category),
    )
    expect(missed.slice(Math.floor(attacks.length * (1 - RECALL_MIN)))).toEqual([])
  })

  test('takes next to no look-alike for a serious attack', () => {
    const benign = textsOf(corpus.benign, undefined)
    const wrong = benign.filter((text) =>
      findPayloads(makeViews(text), scanner).findings.some(
        ({ severity }) => severity === 'high' || severity === 'critical',
      ),
    )
    expect(wrong.slice(Math.floor(benign.length * FALSE_HIGH_MAX))).toEqual([])
  })

  test('points at the original, inside its borders', () => {
    for (const text of textsOf(corpus.attacks, undefined)) {
      for (const { start, end } of findPayloads(makeViews(text), scanner).findings) {
        expect(start).toBeGreaterThanOrEqual(0)
        expect(end).toBeGreaterThan(start)
        expect(end).toBeLessThanOrEqual(text.length)
      }
    }
  })
})
