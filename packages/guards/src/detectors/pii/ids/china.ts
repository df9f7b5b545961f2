import { digitAt, weighted } from '../checksums.ts'
import { identifier } from './identifier.ts'
import { base36, countdown, hasDay } from './rules.ts'

const CN_WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2] as const
const USCC = '0123456789ABCDEFGHJKLMNPQRTUWXY'
const USCC_WEIGHTS = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28] as const

/** Two-digit values of the letters in a Taiwanese number, from A to Z. */
const TW_LETTERS = [
  10, 11, 12, 13, 14, 15, 16, 17, 34, 18, 19, 20, 21, 22, 35, 23, 24, 25, 26, 27, 28, 29, 32, 30, 31, 33,
] as const

export const china = [
  identifier({
    name: 'CN_ID',
    aliases: 'CN_ID_CARD CHINESE_ID CN_RESIDENT_ID',
    title: 'Chinese resident identity number',
    source: 'GB 11643-1999; ISO 7064 MOD 11-2',
    words: '身份证, 身份證, 证件号, resident id, identity card, id card, id number',
    forms: { '[1-8]#####[12]#{10}[0-9X]': 0.85 },
    valid: (c) =>
      /^(?:19|20)/.test(c.slice(6)) && hasDay(c, 10, 12) && '10X98765432'[weighted(c, CN_WEIGHTS) % 11] === c[17],
    finds: ['身份证号{11010519491231002X}'],
    ignores: ['110105194912310021', 'order 11010519491331002X'],
  }),
  identifier({
    name: 'CN_USCC',
    aliases: 'UNIFIED_SOCIAL_CREDIT_CODE',
    title: 'Chinese unified social credit code',
    source: 'GB 32100-2015: modulo 31',
    words: '统一社会信用代码, 信用代码, 社会信用代码, 税号, uscc, social credit code',
    forms: { '[159AY][1239]#{6}[0-9A-HJ-NP-RTUWXY]{10}': 0.6 },
    valid: (c) => {
      let sum = 0
      for (let at = 0; at < 17; at++) sum += USCC.indexOf(c[at] as string) * (USCC_WEIGHTS[at] as number)
      return USCC[(31 - (sum % 31)) % 31] === c[17]
    },
    finds: ['统一社会信用代码{91110000600037341L}'],
    ignores: ['统一社会信用代码 911100006000373410', 'order 91110000600037341M'],
  }),
  identifier({
    name: 'CN_PASSPORT',
    aliases: 'CHINESE_PASSPORT',
    title: 'Chinese passport number, named as such',
    source: '出入境管理局: E and eight digits, or E, a letter and seven digits; no check digit',
    words: '护照, 护照号, 護照, chinese passport',
    boost: 0.5,
    forms: { 'E########': 0.2, 'E[A-HJ-NP-Z]#######': 0.25, 'G########': 0.15 },
    finds: ['护照号{E12345678}'],
    ignores: ['order E12345678', 'E12345678'],
  }),
  identifier({
    name: 'HK_ID',
    aliases: 'HKID HONG_KONG_ID',
    title: 'Hong Kong identity card number',
    source: 'Hong Kong Immigration Department, HKID check digit: modulo 11',
    words: 'hkid, 身份證, 身份证, identity card, id card, hong kong id, hk id, 香港身份證',
    forms: { '@@?######([0-9A])': 0.8, '@@?######[0-9A]': 0.3 },
    valid: (c) => {
      const id = c.replaceAll(/[()]/g, '')
      const spaced = Array.from(id.slice(0, -1).padStart(8, ' '))
      let sum = 0
      for (const [at, char] of spaced.entries()) sum += (char === ' ' ? 36 : base36(char, 0)) * (9 - at)
      return '0123456789A'[(11 - (sum % 11)) % 11] === id.at(-1)
    },
    finds: ['HKID {A123456(3)}', 'HKID {G123456(A)}'],
    ignores: ['HKID A123456(4)', 'part A1234563'],
  }),
  identifier({
    name: 'MO_ID',
    aliases: 'MACAU_ID BIR',
    title: 'Macau resident identity card number',
    source: 'Direcção dos Serviços de Identificação: 1, 5 or 7, six digits, one in brackets',
    words: 'macau, 澳門, 居民身份證, bir, resident identity card, macau id',
    forms: { '[157]######(#)': 0.4, '[157]/######/#': 0.4 },
    finds: ['Macau ID {1234567(8)}'],
    ignores: ['f 1234567(8)', 'order 5123456(7)'],
  }),
  identifier({
    name: 'TW_NATIONAL_ID',
    aliases: 'TAIWAN_ID TW_ARC',
    title: 'Taiwanese national identity or resident number',
    source: '內政部, 國民身分證統一編號: weights 1, 9 to 1, modulo 10',
    words: '身分證, 身分證字號, 身份證字號, 統一編號, 居留證, taiwan id, national id, arc',
    forms: { '@[1289]########': 0.55 },
    valid: (c) => {
      const letter = TW_LETTERS[c.charCodeAt(0) - 65] as number
      const body = String(letter) + c.slice(1)
      return (weighted(body, [1, ...countdown(9, 1)]) + digitAt(body, 10)) % 10 === 0
    },
    finds: ['身分證字號{A123456789}'],
    ignores: ['身分證字號 A123456788', 'part A123456789'],
  }),
  identifier({
    name: 'TW_UBN',
    aliases: 'TW_VAT TW_BAN',
    title: 'Taiwanese unified business number',
    source: '財政部, 統一編號檢查碼: weights 1 2 1 2 1 2 4 1, divisible by 5',
    words: '統一編號, 統編, 公司統編, ubn',
    forms: { '########': 0.15 },
    valid: (c) => {
      let sum = 0
      for (const [at, weight] of [1, 2, 1, 2, 1, 2, 4, 1].entries()) {
        const product = digitAt(c, at) * weight
        sum += Math.floor(product / 10) + (product % 10)
      }
      return sum % 5 === 0 || (c[6] === '7' && (sum + 1) % 5 === 0)
    },
    finds: ['統編{04501961}'],
    ignores: ['統編 04501965', '04501962'],
  }),
]
