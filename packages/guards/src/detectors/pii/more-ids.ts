import { digitAt, isDayOfMonth, isRepeated, luhn, weighted } from './checksums.ts'
import type { PiiEntity } from './entity.ts'

const ABN_WEIGHTS = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19] as const

/** One is taken off the first digit before weighing; the sum divides by 89. */
function isAbn(compact: string): boolean {
  return (weighted(compact, ABN_WEIGHTS) - ABN_WEIGHTS[0]) % 89 === 0 && compact[0] !== '0'
}

export const auAbn: PiiEntity = {
  name: 'AU_ABN',
  aliases: ['ABN', 'AUSTRALIAN_BUSINESS_NUMBER'],
  title: 'Australian business number',
  group: 'government',
  context: ['abn', 'australian business number', 'business number'],
  decoded: true,
  shapes: [
    { leads: [2], form: /\d{2} \d{3} \d{3} \d{3}/y, judge: (c) => (isAbn(c) ? 0.5 : 0) },
    { leads: [11], form: /\d{11}/y, judge: (c) => (isAbn(c) ? 0.3 : 0) },
  ],
  examples: { finds: [['ABN 51 824 753 556', '51 824 753 556']], ignores: ['ABN 51 824 753 557', '51824753556 bytes'] },
}

/** Letters by kind of registrant, the surname's initial, and a check on six digits. */
function isDea(compact: string): boolean {
  const odd = digitAt(compact, 2) + digitAt(compact, 4) + digitAt(compact, 6)
  const even = digitAt(compact, 3) + digitAt(compact, 5) + digitAt(compact, 7)
  return (odd + 2 * even) % 10 === digitAt(compact, 8)
}

export const medicalLicense: PiiEntity = {
  name: 'MEDICAL_LICENSE',
  aliases: ['DEA_NUMBER', 'DEA', 'US_DEA'],
  title: 'US prescriber registration (DEA number)',
  group: 'government',
  context: ['dea', 'dea number', 'medical license', 'prescriber', 'certificate'],
  decoded: true,
  shapes: [{ leads: [9], form: /[ABCDEFGHJKLMPRSTUX][A-Z9]\d{7}/y, judge: (c) => (isDea(c) ? 0.4 : 0) }],
  examples: {
    finds: [['DEA number AB1234563', 'AB1234563']],
    ignores: ['DEA number AB1234564', 'part AB1234563', 'AB1234563'],
  },
}

export const usNpi: PiiEntity = {
  name: 'US_NPI',
  aliases: ['NPI', 'NATIONAL_PROVIDER_IDENTIFIER'],
  title: 'US national provider identifier',
  group: 'government',
  context: ['npi', 'national provider', 'provider identifier', 'npi number'],
  decoded: true,
  // Luhn over the number with the prefix of US health applications, 80840.
  shapes: [{ leads: [10], form: /[12]\d{9}/y, judge: (c) => (luhn(`80840${c}`) ? 0.25 : 0) }],
  examples: {
    finds: [['NPI 1234567893', '1234567893']],
    ignores: ['NPI 1234567894', 'order 1234567893', '1234567893'],
  },
}

/** Since 2018: no S L O I B Z, and letters and digits in fixed places. */
const MBI = String.raw`[1-9][AC-HJKMNP-RT-Y][\dAC-HJKMNP-RT-Y]\d-?[AC-HJKMNP-RT-Y][\dAC-HJKMNP-RT-Y]\d-?[AC-HJKMNP-RT-Y]{2}\d{2}`

export const usMbi: PiiEntity = {
  name: 'US_MBI',
  aliases: ['MBI', 'MEDICARE_BENEFICIARY_IDENTIFIER'],
  title: 'US Medicare beneficiary identifier',
  group: 'government',
  context: ['mbi', 'medicare', 'beneficiary', 'medicare number'],
  decoded: true,
  shapes: [{ leads: [4, 11], form: new RegExp(MBI, 'y'), judge: (c, m) => (m === c ? 0.55 : 0.7) }],
  examples: { finds: [['Medicare 1EG4-TE5-MK73', '1EG4-TE5-MK73']], ignores: ['0EG4-TE5-MK73', 'serial 1EG4TE5MK73'] },
}

export const itVat: PiiEntity = {
  name: 'IT_VAT_CODE',
  aliases: ['PARTITA_IVA', 'IT_VAT'],
  title: 'Italian VAT number (partita IVA)',
  group: 'government',
  context: ['partita iva', 'iva', 'p iva', 'piva', 'vat'],
  decoded: true,
  shapes: [{ leads: [11], form: /\d{11}/y, judge: (c) => (luhn(c) && !isRepeated(c) ? 0.25 : 0) }],
  examples: {
    finds: [['Partita IVA 00743110157', '00743110157']],
    ignores: ['Partita IVA 00743110158', '00743110157'],
  },
}

/** Two check digits: odd places weigh 7 against even ones, and the last is the sum of the first ten. */
function isTckn(compact: string): boolean {
  const odd = weighted(compact, [1, 0, 1, 0, 1, 0, 1, 0, 1])
  const even = weighted(compact, [0, 1, 0, 1, 0, 1, 0, 1])
  const tenth = (((odd * 7 - even) % 10) + 10) % 10
  return compact[0] !== '0' && tenth === digitAt(compact, 9) && (odd + even + tenth) % 10 === digitAt(compact, 10)
}

export const trTckn: PiiEntity = {
  name: 'TR_TCKN',
  aliases: ['TCKN', 'TC_KIMLIK'],
  title: 'Turkish identity number',
  group: 'government',
  context: ['tc kimlik', 'tckn', 'kimlik', 'kimlik no', 'vatandaşlık'],
  decoded: true,
  shapes: [{ leads: [11], form: /\d{11}/y, judge: (c) => (isTckn(c) ? 0.45 : 0) }],
  examples: {
    finds: [['TC Kimlik No: 10000000146', '10000000146']],
    ignores: ['TC Kimlik No: 10000000147', 'sipariş 10000000146'],
  },
}

const TNIN_WEIGHTS = [13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2] as const

function isTnin(compact: string): boolean {
  return compact[0] !== '0' && (11 - (weighted(compact, TNIN_WEIGHTS) % 11)) % 10 === digitAt(compact, 12)
}

export const thTnin: PiiEntity = {
  name: 'TH_TNIN',
  aliases: ['THAI_ID', 'TNIN'],
  title: 'Thai national identity number',
  group: 'government',
  context: ['บัตรประชาชน', 'ประจำตัวประชาชน', 'thai id', 'national id', 'id card'],
  decoded: true,
  shapes: [
    { leads: [1], form: /\d-\d{4}-\d{5}-\d{2}-\d/y, judge: (c) => (isTnin(c) ? 0.8 : 0) },
    { leads: [13], form: /\d{13}/y, judge: (c) => (isTnin(c) ? 0.25 : 0) },
  ],
  examples: {
    finds: [['Thai ID 1-1017-00230-70-8', '1-1017-00230-70-8']],
    ignores: ['1-1017-00230-70-9', '1101700230708'],
  },
}

/** Birth date, sex, citizenship, and Luhn over all. */
function isZaId(compact: string): boolean {
  return isDayOfMonth(Number(compact.slice(2, 4)), Number(compact.slice(4, 6))) && luhn(compact)
}

export const zaId: PiiEntity = {
  name: 'ZA_ID',
  aliases: ['SOUTH_AFRICAN_ID', 'RSA_ID'],
  title: 'South African identity number',
  group: 'government',
  context: ['id number', 'identity number', 'sa id', 'rsa id', 'south african id', 'id no'],
  decoded: true,
  shapes: [{ leads: [13], form: /\d{10}[012][89]\d/y, judge: (c) => (isZaId(c) ? 0.45 : 0) }],
  examples: {
    finds: [['ID number 8001015009087', '8001015009087']],
    ignores: ['ID number 8001015009088', '8001015009087 bytes'],
  },
}
