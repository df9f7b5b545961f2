import { readdirSync } from 'node:fs'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createPiiDetector } from '../../../../src/detectors/pii/detect.ts'
import { SCORE_THRESHOLD_DEFAULT } from '../../../../src/detectors/pii/entity.ts'
import { IDENTIFIERS } from '../../../../src/detectors/pii/ids/all.ts'
import type { Identifier } from '../../../../src/detectors/pii/ids/identifier.ts'
import { makeViews } from '../../../../src/text/views.ts'

const HELPERS = ['all.ts', 'identifier.ts', 'mask.ts', 'rules.ts']
/** Validations without a checksum: a date, a region, a list, a character set. They accept more than one number in five. */
const STRUCTURE_ONLY = new Set(
  (
    'AL_NID BH_CPR CA_QC_RAMQ DK_CPR EG_NATIONAL_ID FR_DRIVER_LICENSE ID_NIK IE_EIRCODE IN_PAN IN_DRIVER_LICENSE ' +
    'IN_VEHICLE_REGISTRATION IT_DRIVER_LICENSE KR_DRIVER_LICENSE KR_FRN KR_RRN LK_NIC LV_PERSONAS_KODS MU_NIC MY_NRIC ' +
    'NL_IDENTITY_DOCUMENT PASSPORT SWIFT_BIC TZ_NIDA UK_DRIVER_LICENSE UK_NINO US_EIN US_ITIN US_SSN VN_CCCD'
  ).split(' '),
)

const checked = IDENTIFIERS.filter(({ name, valid }) => valid !== undefined && !STRUCTURE_ONLY.has(name))

function compactOf(value: string): string {
  return value.replaceAll(/[ .\-/_]/g, '').toUpperCase()
}

/** The value of an entity's first example. */
function example({ examples }: Identifier): string {
  return examples.finds[0]?.[1] as string
}

test('every file of the folder is in the list', () => {
  const folder = new URL('../../../../src/detectors/pii/ids/', import.meta.url)
  const sources = readdirSync(folder).filter((name) => name.endsWith('.ts') && !HELPERS.includes(name))
  expect(sources.length).toBeGreaterThanOrEqual(20)
  const all = readdirSync(folder).length
  expect(all).toBe(sources.length + HELPERS.length)
})

test('there are more than eighty, of more than twenty countries, most with a published checksum', () => {
  expect(IDENTIFIERS.length).toBeGreaterThan(80)
  const countries = IDENTIFIERS.map(({ name }) => /^([A-Z]{2})_/.exec(name)?.[1]).filter((code) => code !== undefined)
  expect(new Set(countries).size).toBeGreaterThan(20)
  expect(checked.length).toBeGreaterThan(80)
})

test('each names its source and its context words', () => {
  expect(IDENTIFIERS.filter(({ source, context }) => source.length < 10 || context.length === 0)).toEqual([])
})

describe.each(checked)('$name', (entity) => {
  const valid = entity.valid as (compact: string) => boolean
  const good = compactOf(example(entity))

  test('its checksum rejects most numbers with one changed digit', () => {
    let changed = 0
    let passed = 0
    for (let at = 0; at < good.length; at++) {
      if (!/\d/.test(good[at] as string)) continue
      for (const digit of '0123456789') {
        if (digit === good[at]) continue
        changed++
        if (valid(good.slice(0, at) + digit + good.slice(at + 1))) passed++
      }
    }
    expect(valid(good)).toBe(true)
    // Unchecked digits (a branch, an account) leave a third of the changes undetected.
    expect(passed / changed).toBeLessThan(0.35)
  })

  test('random digits in its form pass by chance at most', () => {
    const digits = good.replaceAll(/\d/g, '').length === good.length ? 0 : good.length
    let passed = 0
    const runs = 400
    fc.assert(
      fc.property(fc.array(fc.nat(9), { minLength: digits, maxLength: digits }), (list) => {
        if (valid(good.replaceAll(/\d/g, (_, at: number) => String(list[at])))) passed++
      }),
      { numRuns: runs, seed: 7 },
    )
    expect(passed / runs).toBeLessThan(0.25)
  })
})

describe.each(IDENTIFIERS)('$name among ordinary text', (entity) => {
  const detector = createPiiDetector([entity], SCORE_THRESHOLD_DEFAULT)
  const finds = (text: string): number => detector.detect(makeViews(text)).length

  test('an order or ticket number passes, unless its form is distinctive', () => {
    const value = example(entity)
    if (!/^[\d ]+$/.test(value)) return
    expect(finds(`order ${value}`)).toBe(0)
    expect(finds(`The invoice ${value} was paid.`)).toBe(0)
  })

  test('is not detected as part of a longer number', () => {
    expect(finds(`x7${example(entity)}33`)).toBe(0)
  })
})
