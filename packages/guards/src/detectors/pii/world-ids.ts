import { digitAt, isDayOfMonth, isRepeated, luhn, verhoeff, weighted } from './checksums.ts'
import type { PiiEntity } from './entity.ts'

/** Brazil's modulo 11: a remainder below 2 gives 0. */
function brazilDigit(digits: string, weights: readonly number[]): number {
  const rest = weighted(digits, weights) % 11
  return rest < 2 ? 0 : 11 - rest
}

const CPF_FIRST = [10, 9, 8, 7, 6, 5, 4, 3, 2] as const
const CPF_SECOND = [11, ...CPF_FIRST] as const
const CNPJ_FIRST = [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2] as const
const CNPJ_SECOND = [6, ...CNPJ_FIRST] as const

function isCpf(compact: string): boolean {
  if (isRepeated(compact)) return false
  return (
    brazilDigit(compact, CPF_FIRST) === digitAt(compact, 9) && brazilDigit(compact, CPF_SECOND) === digitAt(compact, 10)
  )
}

function isCnpj(compact: string): boolean {
  if (isRepeated(compact)) return false
  return (
    brazilDigit(compact, CNPJ_FIRST) === digitAt(compact, 12) &&
    brazilDigit(compact, CNPJ_SECOND) === digitAt(compact, 13)
  )
}

export const brCpf: PiiEntity = {
  name: 'BR_CPF',
  aliases: ['CPF'],
  title: 'Brazilian individual taxpayer number (CPF)',
  group: 'government',
  context: ['cpf', 'contribuinte', 'cadastro de pessoas'],
  decoded: true,
  shapes: [
    { leads: [3], form: /\d{3}\.\d{3}\.\d{3}-\d{2}/y, judge: (c) => (isCpf(c) ? 0.9 : 0) },
    { leads: [9], form: /\d{9}-\d{2}/y, judge: (c) => (isCpf(c) ? 0.6 : 0) },
    { leads: [11], form: /\d{11}/y, judge: (c) => (isCpf(c) ? 0.45 : 0) },
  ],
  examples: {
    finds: [
      ['529.982.247-25', '529.982.247-25'],
      ['CPF 52998224725', '52998224725'],
    ],
    ignores: ['529.982.247-26', '111.111.111-11', 'pedido 52998224725'],
  },
}

export const brCnpj: PiiEntity = {
  name: 'BR_CNPJ',
  aliases: ['CNPJ'],
  title: 'Brazilian company number (CNPJ)',
  group: 'government',
  context: ['cnpj', 'empresa', 'pessoa jurídica'],
  decoded: true,
  shapes: [
    { leads: [2], form: /\d{2}\.\d{3}\.\d{3}\/\d{4}-\d{2}/y, judge: (c) => (isCnpj(c) ? 0.9 : 0) },
    { leads: [14], form: /\d{14}/y, judge: (c) => (isCnpj(c) ? 0.45 : 0) },
  ],
  examples: {
    finds: [['CNPJ 11.222.333/0001-81', '11.222.333/0001-81']],
    ignores: ['11.222.333/0001-82', 'nota 11222333000181'],
  },
}

function isAadhaar(compact: string): boolean {
  return compact >= '2' && verhoeff(compact) && !isRepeated(compact.slice(0, 11))
}

export const inAadhaar: PiiEntity = {
  name: 'IN_AADHAAR',
  aliases: ['AADHAAR', 'AADHAR', 'AADHAAR_NUMBER'],
  title: 'Indian Aadhaar number',
  group: 'government',
  context: ['aadhaar', 'aadhar', 'adhaar', 'uidai', 'uid', 'आधार'],
  decoded: true,
  shapes: [
    { leads: [4], form: /\d{4}([ -])\d{4}\1\d{4}/y, judge: (c) => (isAadhaar(c) ? 0.55 : 0) },
    { leads: [12], form: /\d{12}/y, judge: (c) => (isAadhaar(c) ? 0.25 : 0) },
  ],
  examples: {
    finds: [['Aadhaar 2341 2341 2346', '2341 2341 2346']],
    ignores: ['Aadhaar 2341 2341 2347', 'order 2341 2341 2346', '234123412346'],
  },
}

/** The fourth letter tells the kind of holder: person, company, trust and so on. */
const PAN = /^[A-Z]{3}[ABCFGHJLPT][A-Z]\d{4}[A-Z]$/

export const inPan: PiiEntity = {
  name: 'IN_PAN',
  aliases: ['PAN_CARD', 'INDIAN_PAN', 'PERMANENT_ACCOUNT_NUMBER'],
  title: 'Indian permanent account number (PAN)',
  group: 'government',
  context: ['pan', 'permanent account number', 'pan card', 'income tax', 'pan no', 'pan number'],
  decoded: true,
  shapes: [{ leads: [10], form: /[A-Z]{5}\d{4}[A-Z]/iy, judge: (c, m) => (PAN.test(c) ? (m === c ? 0.55 : 0.3) : 0) }],
  examples: { finds: [['PAN ABCPE1234F', 'ABCPE1234F']], ignores: ['ABCDE1234F', 'serial ABCPE1234F'] },
}

export const caSin: PiiEntity = {
  name: 'CA_SIN',
  aliases: ['SIN', 'SOCIAL_INSURANCE_NUMBER', 'CANADIAN_SIN'],
  title: 'Canadian social insurance number',
  group: 'government',
  context: [
    'sin',
    'social insurance',
    'social insurance number',
    'numéro dassurance sociale',
    'assurance sociale',
    'nas',
    'sin number',
  ],
  decoded: true,
  shapes: [
    { leads: [3], form: /\d{3}([ -])\d{3}\1\d{3}/y, judge: (c) => (isSin(c) ? 0.4 : 0) },
    { leads: [9], form: /\d{9}/y, judge: (c) => (isSin(c) ? 0.2 : 0) },
  ],
  examples: {
    finds: [['My SIN is 046 454 286', '046 454 286']],
    ignores: ['SIN 046 454 287', 'batch 046 454 286', '046454286'],
  },
}

function isSin(compact: string): boolean {
  return compact[0] !== '8' && luhn(compact) && !isRepeated(compact)
}

const TFN_WEIGHTS = [1, 4, 3, 7, 5, 8, 6, 9, 10] as const

function isTfn(compact: string): boolean {
  return weighted(compact, TFN_WEIGHTS) % 11 === 0 && !isRepeated(compact)
}

export const auTfn: PiiEntity = {
  name: 'AU_TFN',
  aliases: ['TFN', 'TAX_FILE_NUMBER'],
  title: 'Australian tax file number',
  group: 'government',
  context: ['tfn', 'tax file', 'tax file number', 'ato'],
  decoded: true,
  shapes: [
    { leads: [3], form: /\d{3}([ -])\d{3}\1\d{3}/y, judge: (c) => (isTfn(c) ? 0.3 : 0) },
    { leads: [9], form: /\d{9}/y, judge: (c) => (isTfn(c) ? 0.2 : 0) },
  ],
  examples: { finds: [['TFN 123 456 782', '123 456 782']], ignores: ['TFN 123 456 783', '123 456 782 rows'] },
}

const MEDICARE_WEIGHTS = [1, 3, 7, 9, 1, 3, 7, 9] as const

function isMedicare(compact: string): boolean {
  return compact >= '2' && compact < '7' && weighted(compact, MEDICARE_WEIGHTS) % 10 === digitAt(compact, 8)
}

export const auMedicare: PiiEntity = {
  name: 'AU_MEDICARE',
  aliases: ['MEDICARE', 'MEDICARE_NUMBER'],
  title: 'Australian Medicare number',
  group: 'government',
  context: ['medicare', 'medicare card', 'medicare number'],
  decoded: true,
  shapes: [
    { leads: [4], form: /\d{4}([ -])\d{5}\1\d(?:\/\d)?/y, judge: (c) => (isMedicare(c) ? 0.5 : 0) },
    { leads: [10, 11], form: /\d{10,11}/y, judge: (c) => (isMedicare(c) ? 0.2 : 0) },
  ],
  examples: {
    finds: [['Medicare 2123 45670 1', '2123 45670 1']],
    ignores: ['Medicare 2123 45671 1', '2123456701 views'],
  },
}

const CN_WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2] as const

export const cnId: PiiEntity = {
  name: 'CN_ID',
  aliases: ['CN_ID_CARD', 'CHINESE_ID', 'CN_RESIDENT_ID'],
  title: 'Chinese resident identity number',
  group: 'government',
  context: ['身份证', '身份證', '证件号', 'resident id', 'identity card', 'id card', 'id number'],
  decoded: true,
  shapes: [
    {
      leads: [18],
      form: /[1-8]\d{5}(?:19|20)\d{9}[\dX]/iy,
      judge: (c) => {
        if (!isDayOfMonth(Number(c.slice(10, 12)), Number(c.slice(12, 14)))) return 0
        return '10X98765432'[weighted(c, CN_WEIGHTS) % 11] === c[17] ? 0.85 : 0
      },
    },
  ],
  examples: {
    finds: [['身份证号11010519491231002X', '11010519491231002X']],
    ignores: ['110105194912310021', 'order 11010519491331002X'],
  },
}

const KR_WEIGHTS = [2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5] as const

export const krRrn: PiiEntity = {
  name: 'KR_RRN',
  aliases: ['KOREAN_RRN', 'RRN'],
  title: 'South Korean resident registration number',
  group: 'government',
  context: ['주민등록번호', '주민번호', 'rrn', 'resident registration'],
  decoded: true,
  shapes: [
    {
      leads: [6],
      form: /\d{6}-[1-8]\d{6}/y,
      judge: (c) => {
        if (!isDayOfMonth(Number(c.slice(2, 4)), Number(c.slice(4, 6)))) return 0
        // Numbers issued since October 2020 end at random, so a wrong check digit only weakens the reading.
        return (11 - (weighted(c, KR_WEIGHTS) % 11)) % 10 === digitAt(c, 12) ? 0.75 : 0.35
      },
    },
  ],
  examples: {
    finds: [['주민등록번호 900101-1234568', '900101-1234568']],
    ignores: ['901301-1234568', 'build 900101-1234567'],
  },
}

const SG_WEIGHTS = [2, 7, 6, 5, 4, 3, 2] as const
const SG_LETTERS: Readonly<Record<string, string>> = {
  S: 'JZIHGFEDCBA',
  T: 'JZIHGFEDCBA',
  F: 'XWUTRQPNMLK',
  G: 'XWUTRQPNMLK',
  M: 'XWUTRQPNJLK',
}
const SG_OFFSETS: Readonly<Record<string, number>> = { S: 0, T: 4, F: 0, G: 4, M: 3 }

export const sgNric: PiiEntity = {
  name: 'SG_NRIC_FIN',
  aliases: ['SG_NRIC', 'NRIC', 'SG_FIN', 'FIN'],
  title: 'Singapore identity number (NRIC, FIN)',
  group: 'government',
  context: ['nric', 'fin', 'nric number', 'identity card', 'ic number'],
  decoded: true,
  shapes: [
    {
      leads: [9],
      form: /[STFGM]\d{7}[A-Z]/y,
      judge: (c) => {
        const series = c[0] as string
        const sum = weighted(c.slice(1), SG_WEIGHTS) + (SG_OFFSETS[series] as number)
        return SG_LETTERS[series]?.[sum % 11] === c[8] ? 0.65 : 0
      },
    },
  ],
  examples: { finds: [['NRIC S1234567D', 'S1234567D']], ignores: ['S1234567A', 'serial S1234567D'] },
}
