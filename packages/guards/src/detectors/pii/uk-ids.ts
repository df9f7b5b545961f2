import { digitAt, isRepeated, weighted } from './checksums.ts'
import type { PiiEntity } from './entity.ts'

const NHS_WEIGHTS = [10, 9, 8, 7, 6, 5, 4, 3, 2] as const

/** Modulo 11 with a check digit of 10 never issued; NHS Data Dictionary. */
function isNhs(compact: string): boolean {
  const check = (11 - (weighted(compact, NHS_WEIGHTS) % 11)) % 11
  return check === digitAt(compact, 9) && !isRepeated(compact)
}

export const ukNhs: PiiEntity = {
  name: 'UK_NHS',
  aliases: ['NHS_NUMBER', 'NHS'],
  title: 'UK National Health Service number',
  group: 'government',
  context: ['nhs', 'nhs number', 'national health service', 'health service', 'patient', 'chi'],
  decoded: true,
  shapes: [
    { leads: [3], form: /\d{3}([ -])\d{3}\1\d{4}/y, judge: (compact) => (isNhs(compact) ? 0.35 : 0) },
    { leads: [10], form: /\d{10}/y, judge: (compact) => (isNhs(compact) ? 0.25 : 0) },
  ],
  examples: {
    finds: [
      ['NHS number 943 476 5919', '943 476 5919'],
      ['Patient 9434765919 was seen', '9434765919'],
    ],
    ignores: ['NHS number 943 476 5918', 'order 9434765919', 'row 943 476 5919'],
  },
}

/** Prefixes that HMRC never issues; letters D F I Q U V never occur, nor O as the second. */
const NINO = /^(?!BG|GB|NK|KN|TN|NT|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z]\d{6}[A-D]$/

export const ukNino: PiiEntity = {
  name: 'UK_NINO',
  aliases: ['NINO', 'NATIONAL_INSURANCE_NUMBER', 'UK_NATIONAL_INSURANCE'],
  title: 'UK national insurance number',
  group: 'government',
  context: ['nino', 'ni', 'national insurance', 'national insurance number', 'ni number', 'insurance number', 'hmrc'],
  decoded: true,
  shapes: [
    { leads: [9], form: /[A-Z]{2}\d{6}[A-Z]/iy, judge: (c, m) => (NINO.test(c) ? (m === c ? 0.55 : 0.3) : 0) },
    { leads: [4], form: /[A-Z]{2}\d{2}([ -])\d{2}\1\d{2}\1[A-Z]/iy, judge: (c) => (NINO.test(c) ? 0.75 : 0) },
  ],
  examples: {
    finds: [
      ['National insurance number AB123456C', 'AB123456C'],
      ['AB12 34 56 C', 'AB12 34 56 C'],
    ],
    ignores: ['GB123456A', 'QQ123456C', 'model AB123456C', 'AB123456E'],
  },
}
