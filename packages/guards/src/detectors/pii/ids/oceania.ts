import { digitAt, isRepeated, luhn, weighted } from '../checksums.ts'
import { identifier } from './identifier.ts'
import { closes, countdown, to10 } from './rules.ts'

const ABN_WEIGHTS = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19] as const
const NHI = 'ABCDEFGHJKLMNPQRSTUVWXYZ'

export const oceania = [
  identifier({
    name: 'AU_TFN',
    aliases: 'TFN TAX_FILE_NUMBER',
    title: 'Australian tax file number',
    source: 'Australian Taxation Office, TFN algorithm: weights 1 4 3 7 5 8 6 9 10, modulo 11',
    words: 'tfn, tax file, tax file number, ato',
    forms: { '###~###~###': 0.3, '#########': 0.2 },
    valid: (c) => weighted(c, [1, 4, 3, 7, 5, 8, 6, 9, 10]) % 11 === 0 && !isRepeated(c),
    finds: ['TFN {123 456 782}'],
    ignores: ['TFN 123 456 783', '123 456 782 rows'],
  }),
  identifier({
    name: 'AU_MEDICARE',
    aliases: 'MEDICARE MEDICARE_NUMBER',
    title: 'Australian Medicare number',
    source: 'Services Australia, Medicare card number: weights 1 3 7 9, modulo 10',
    words: 'medicare, medicare card, medicare number',
    forms: { '####~#####~#': 0.5, '##########': 0.2, '###########': 0.2 },
    valid: (c) => c >= '2' && c < '7' && closes(c, [1, 3, 7, 9, 1, 3, 7, 9], (sum) => sum % 10),
    finds: ['Medicare {2123 45670 1}'],
    ignores: ['Medicare 2123 45671 1', '2123456701 views'],
  }),
  identifier({
    name: 'AU_ABN',
    aliases: 'ABN AUSTRALIAN_BUSINESS_NUMBER',
    title: 'Australian business number',
    source: 'Australian Business Register, format of the ABN: modulo 89',
    words: 'abn, australian business number, business number',
    forms: { '## ### ### ###': 0.5, '###########': 0.3 },
    // One is subtracted from the first digit before weighting.
    valid: (c) => (weighted(c, ABN_WEIGHTS) - ABN_WEIGHTS[0]) % 89 === 0 && c[0] !== '0',
    finds: ['ABN {51 824 753 556}'],
    ignores: ['ABN 51 824 753 557', '51824753556 bytes'],
  }),
  identifier({
    name: 'AU_ACN',
    aliases: 'ACN AUSTRALIAN_COMPANY_NUMBER',
    title: 'Australian company number',
    source: 'ASIC, Australian company number check: weights 8 to 1, modulo 10',
    words: 'acn, australian company number, company number, asic',
    forms: { '### ### ###': 0.3, '#########': 0.2 },
    valid: (c) => closes(c, countdown(8, 1), to10) && !isRepeated(c),
    finds: ['ACN {004 085 616}'],
    ignores: ['ACN 004 085 617', '004085616'],
  }),
  identifier({
    name: 'AU_IHI',
    aliases: 'AU_HEALTHCARE_IDENTIFIER',
    title: 'Australian individual healthcare identifier',
    source: 'Healthcare Identifiers Service: prefix 80036, Luhn',
    words: 'ihi, healthcare identifier, health identifier',
    forms: { '80036#{11}': 0.6, '8003 6### #### ####': 0.7 },
    valid: luhn,
    finds: ['IHI {8003 6081 6669 0032}'],
    ignores: ['IHI 8003 6081 6669 0030', 'order 8003608166690501'],
  }),
  identifier({
    name: 'AU_PASSPORT',
    aliases: 'AUSTRALIAN_PASSPORT',
    title: 'Australian passport number, named as such',
    source: 'Department of Foreign Affairs and Trade: one or two letters and seven digits; no check digit',
    words: 'australian passport',
    boost: 0.5,
    forms: { '[NEPRX]#######': 0.3, '[PR][A-FUWXZ]#######': 0.3 },
    finds: ['Australian passport {PA0940443}'],
    ignores: ['order PA0940443', 'PA0940443'],
  }),
  identifier({
    name: 'NZ_IRD',
    aliases: 'IRD IRD_NUMBER',
    title: 'New Zealand tax number (IRD)',
    source: 'Inland Revenue, RWT and NRWT specification: modulo 11 with two sets of weights',
    words: 'ird, ird number, inland revenue, ird no',
    forms: { '##~###~###': 0.35, '###~###~###': 0.35, '########': 0.15, '#########': 0.2 },
    valid: isIrd,
    finds: ['IRD {49-091-850}', 'IRD number {49091850}'],
    ignores: ['IRD 49-091-851', '49-091-850'],
  }),
  identifier({
    name: 'NZ_NHI',
    aliases: 'NHI NATIONAL_HEALTH_INDEX',
    title: 'New Zealand national health index number',
    source: 'HISO 10046: modulo 11, or modulo 24 in the form that ends in letters',
    words: 'nhi, national health index, nhi number, patient',
    forms: { '[A-HJ-NP-Z]{3}####': 0.3, '[A-HJ-NP-Z]{3}##[A-HJ-NP-Z]{2}': 0.35 },
    valid: isNhi,
    finds: ['NHI {ZZZ0016}', 'NHI {ZBN77VB}'],
    ignores: ['NHI ZZZ0017', 'model ZZZ0016', 'ZZZ0016'],
  }),
]

function isIrd(compact: string): boolean {
  const digits = compact.padStart(9, '0')
  const value = Number(digits)
  if (value < 10_000_000 || value > 150_000_000) return false
  const check = (weights: readonly number[]): number => (11 - (weighted(digits, weights) % 11)) % 11
  let closing = check([3, 2, 7, 6, 5, 4, 3, 2])
  if (closing === 10) closing = check([7, 4, 3, 2, 5, 2, 7, 6])
  return closing === digitAt(digits, 8)
}

/** Letters count from 1 without I and O. */
function isNhi(compact: string): boolean {
  let sum = 0
  for (let at = 0; at < 6; at++) {
    const letter = NHI.indexOf(compact[at] as string)
    sum += (letter >= 0 ? letter + 1 : digitAt(compact, at)) * (7 - at)
  }
  if (/\d/.test(compact[6] as string)) return sum % 11 !== 0 && (11 - (sum % 11)) % 10 === digitAt(compact, 6)
  return NHI[(24 - (sum % 24)) % 24 === 0 ? 23 : 23 - (sum % 24)] === compact[6]
}
