import { isRepeated } from './checksums.ts'
import type { PiiEntity } from './entity.ts'

/** Numbers printed in advertisements and forms, which the Social Security Administration voided. */
const VOID_SSN = new Set(['078051120', '219099999', '457555462', '123456780'])

/** Area 000, 666 and 900–999, group 00 and serial 0000 are never issued. */
function isSsn(compact: string): boolean {
  const area = compact.slice(0, 3)
  if (area === '000' || area === '666' || area >= '900') return false
  if (compact.slice(3, 5) === '00' || compact.slice(5) === '0000') return false
  return !VOID_SSN.has(compact) && !isRepeated(compact)
}

const judgeSsn = (base: number) => (compact: string) => (isSsn(compact) ? base : 0)

export const usSsn: PiiEntity = {
  name: 'US_SSN',
  aliases: ['SSN', 'SOCIAL_SECURITY_NUMBER', 'SOCIAL_SECURITY', 'US_SOCIAL_SECURITY_NUMBER'],
  title: 'US social security number',
  group: 'government',
  context: [
    'ssn',
    'ssns',
    'social security',
    'social security number',
    'soc sec',
    'social',
    'ss',
    'taxpayer',
    'itin',
    'ssa',
    'seguro social',
    'numéro de sécurité sociale',
    'sozialversicherungsnummer',
  ],
  decoded: true,
  shapes: [
    { leads: [3], form: /\d{3}-\d{2}-\d{4}/y, judge: judgeSsn(0.65) },
    { leads: [3], form: /\d{3}([ .])\d{2}\1\d{4}/y, judge: judgeSsn(0.4) },
    { leads: [9], form: /\d{9}/y, judge: judgeSsn(0.15) },
  ],
  examples: {
    finds: [
      ["Here's my SSN: 566-64-4119", '566-64-4119'],
      ['social security number is 661490133', '661490133'],
      ['566-64-4119', '566-64-4119'],
    ],
    ignores: [
      '000-12-3456',
      'call 666-12-3456',
      '912-34-5678 is no SSN',
      'part 123-00-6789',
      'order 566-64-4119',
      '566644119 rows',
    ],
  },
}

export const usItin: PiiEntity = {
  name: 'US_ITIN',
  aliases: ['ITIN', 'INDIVIDUAL_TAXPAYER_ID'],
  title: 'US individual taxpayer identification number',
  group: 'government',
  context: ['itin', 'taxpayer', 'tax id', 'irs', 'individual taxpayer', 'tax'],
  decoded: true,
  shapes: [
    { leads: [3], form: /9\d{2}-(?:5\d|6[0-5]|7\d|8[0-8]|9[0-24-9])-\d{4}/y, judge: () => 0.6 },
    { leads: [9], form: /9\d{2}(?:5\d|6[0-5]|7\d|8[0-8]|9[0-24-9])\d{4}/y, judge: () => 0.15 },
  ],
  examples: {
    finds: [['ITIN 912-70-1234', '912-70-1234']],
    ignores: ['912-93-1234', '912701234 units sold', 'invoice 912-70-1234'],
  },
}

const PASSPORT_TERMS = [
  'passport',
  'passports',
  'passport number',
  'passport no',
  'reisepass',
  'reisepassnummer',
  'passnummer',
  'passeport',
  'pasaporte',
  'passaporto',
  'passaporte',
  'paspoort',
  'paspoortnummer',
  'paszport',
  'pass no',
  'travel document',
  'паспорт',
  'паспорта',
  'pasaport',
  '护照',
  'パスポート',
  '旅券',
  '여권',
]

export const usPassport: PiiEntity = {
  name: 'US_PASSPORT',
  aliases: [],
  title: 'US passport number, named as such',
  group: 'government',
  context: ['us passport', 'american passport', 'us passport number', 'passport', 'passport number', 'passport no'],
  decoded: false,
  boost: 0.5,
  shapes: [
    { leads: [9], form: /\d{9}/y, judge: () => 0.2 },
    { leads: [9], form: /[A-Z]\d{8}/y, judge: () => 0.25 },
  ],
  examples: {
    finds: [
      ['My US passport number is 912803456', '912803456'],
      ['passport no. A12345678', 'A12345678'],
    ],
    ignores: ['part A12345678', 'passportized 912803456 rows', 'version 912803456'],
  },
}

export const passport: PiiEntity = {
  name: 'PASSPORT',
  aliases: ['PASSPORT_NUMBER', 'UK_PASSPORT', 'IT_PASSPORT', 'IN_PASSPORT', 'DE_PASSPORT', 'INTL_PASSPORT'],
  title: 'Passport number of any country, named as such',
  group: 'government',
  context: PASSPORT_TERMS,
  decoded: false,
  boost: 0.5,
  shapes: [
    // Letters then digits (most countries), digits then letters then digits (France), or letters mixed in (Germany).
    { leads: [7, 8, 9], form: /[A-Z]{1,3}\d{6,8}/iy, judge: () => 0.15 },
    { leads: [9], form: /\d{2}[A-Z]{2}\d{5}/iy, judge: () => 0.15 },
    { leads: [9, 10], form: /[CFGHJK][0-9CFGHJKLMNPRTVWXYZ]{8}\d?/y, judge: (c) => (/\d.*\d/.test(c) ? 0.15 : 0) },
    { leads: [8, 9], form: /\d{8,9}/y, judge: () => 0.1 },
    { leads: [2], form: /\d{2} ?\d{2} \d{6}/y, judge: () => 0.15 },
  ],
  examples: {
    finds: [
      ['Reisepassnummer C01X00T47', 'C01X00T47'],
      ['Mon passeport est le 12AB34567', '12AB34567'],
      ['pasaporte AAB123456', 'AAB123456'],
    ],
    ignores: ['flight AB123456', 'my passport expires in 2031', 'See page 12AB34567'],
  },
}

const LICENSE_TERMS = [
  'driver license',
  'drivers license',
  'driver licence',
  'drivers licence',
  'driving license',
  'driving licence',
  // "License" alone is mostly about software, so it takes a person or an office beside it.
  'my license',
  'my licence',
  'his license',
  'her license',
  'dl',
  'dvla',
  'dln',
  'dmv',
  'driving permit',
  'führerschein',
  'führerscheinnummer',
  'permis de conduire',
  'permiso de conducir',
  'licencia de conducir',
  'licencia',
  'patente',
  'patente di guida',
  'rijbewijs',
  'rijbewijsnummer',
  'prawo jazdy',
  'körkort',
  '驾驶证',
  '运転免許',
]

export const usDriverLicense: PiiEntity = {
  name: 'US_DRIVER_LICENSE',
  aliases: [
    'DRIVER_LICENSE',
    'DRIVERS_LICENSE',
    'DRIVER_LICENCE',
    'DRIVERS_LICENSE_NUMBER',
    'UK_DRIVER_LICENSE',
    'IT_DRIVER_LICENSE',
  ],
  title: 'Driving licence number, named as such',
  group: 'government',
  context: LICENSE_TERMS,
  counter: ['software', 'activation', 'plate', 'key', 'copyright', 'expires'],
  boost: 0.45,
  decoded: false,
  shapes: [
    // One or two letters and digits (CA, FL, NY, TX, …), plain digits of 7 to 9, and hyphenated forms (WI, MI, IL, MN).
    { leads: [6, 7, 8, 9, 10, 11, 12, 13, 14], form: /[A-Z]{1,2}\d{5,12}/y, judge: () => 0.15 },
    { leads: [7, 8, 9, 10], form: /\d{7,10}/y, judge: () => 0.1 },
    { leads: [4], form: /(?:[A-Z]\d{3}|\d{4})([- ])\d{2,4}\1\d{3,4}(?:\1\d{2,4})?(?:\1\d{2,3})?/y, judge: () => 0.12 },
    // United Kingdom: five of the surname, decade, month and day, year, initials, check.
    { leads: [16], form: /[A-Z9]{5}\d[0156]\d[0-3]\d\d[A-Z9]{2}\d[A-Z]{2}/y, judge: () => 0.75 },
  ],
  examples: {
    finds: [
      ["My driver's license number is F162823540116", 'F162823540116'],
      ['DL: D1234567 (California)', 'D1234567'],
      ['UK licence MORGA657054SM9IJ', 'MORGA657054SM9IJ'],
    ],
    ignores: [
      'The public key D1234567 was replicated.',
      'published under MIT license 20231117',
      'click A1234567 to relicense',
      'software license number 1234567890',
    ],
  },
}
