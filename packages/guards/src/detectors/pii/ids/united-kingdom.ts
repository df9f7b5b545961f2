import { weighted } from '../checksums.ts'
import { identifier } from './identifier.ts'
import { closedBy, closes, countdown, hasDay, to11 } from './rules.ts'

/** Prefixes that HMRC never issues; letters D F I Q U V never occur, nor O as the second. */
const NINO = /^(?!BG|GB|NK|KN|TN|NT|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z]\d{6}[A-D]$/

export const unitedKingdom = [
  identifier({
    name: 'UK_NHS',
    aliases: 'NHS_NUMBER NHS',
    title: 'UK National Health Service number',
    source: 'NHS Data Dictionary, NHS number: modulo 11, a check digit of 10 is never issued',
    words: 'nhs, nhs number, national health service, health service, patient',
    forms: { '###~###~####': 0.35, '##########': 0.25 },
    valid: closedBy(countdown(10, 2), to11),
    finds: ['NHS number {943 476 5919}', 'Patient {9434765919} was seen'],
    ignores: ['NHS number 943 476 5918', 'order 9434765919', 'row 943 476 5919'],
  }),
  identifier({
    name: 'UK_NINO',
    aliases: 'NINO NATIONAL_INSURANCE_NUMBER UK_NATIONAL_INSURANCE',
    title: 'UK national insurance number',
    source: 'HMRC, National Insurance Manual NIM39110',
    words: 'nino, ni, national insurance, national insurance number, ni number, insurance number, hmrc',
    forms: { '@@######@': 0.55, '@@##~##~##~@': 0.75, '@@ ## ## ## @': 0.8 },
    valid: (c) => NINO.test(c),
    finds: ['National insurance number {AB123456C}', '{AB12 34 56 C}'],
    ignores: ['GB123456A', 'QQ123456C', 'model AB123456C', 'AB123456E'],
  }),
  identifier({
    name: 'UK_CHI',
    aliases: 'CHI_NUMBER SCOTTISH_CHI',
    title: 'Scottish community health index number',
    source: 'Public Health Scotland, CHI number: date of birth and modulo 11',
    words: 'chi, chi number, community health index, chi no',
    forms: { '##########': 0.3, '###### ####': 0.3 },
    valid: (c) => hasDay(c, 2, 0) && closes(c, countdown(10, 2), to11),
    finds: ['CHI number {0101901232}'],
    ignores: ['CHI number 0113901239', '0101901239'],
  }),
  identifier({
    name: 'UK_UTR',
    aliases: 'UTR UNIQUE_TAXPAYER_REFERENCE',
    title: 'UK unique taxpayer reference',
    source: 'HMRC, Unique Taxpayer Reference: check digit first, weights 6 7 8 9 10 5 4 3 2',
    words: 'utr, unique taxpayer reference, self assessment, taxpayer reference, utr number',
    forms: { '##########': 0.25, '##### #####': 0.4 },
    valid: (c) => '21987654321'[weighted(c.slice(1), [6, 7, 8, 9, 10, 5, 4, 3, 2]) % 11] === c[0],
    finds: ['UTR {19558 39661}', 'self assessment {2234567890}'],
    ignores: ['UTR 29558 39661', 'order 1955839661', '1955839661'],
  }),
  identifier({
    name: 'UK_VAT',
    aliases: 'GB_VAT VAT_NUMBER',
    title: 'UK VAT number',
    source: 'HMRC, VAT registration number: modulus 97 and 9755',
    words: 'vat, vat number, vat no, vat reg, vat registration',
    forms: { 'GB#########': 0.65, 'GB ### #### ##': 0.75, '### #### ##': 0.3 },
    valid: (c) => {
      const digits = c.replace('GB', '')
      const sum = weighted(digits, countdown(8, 2)) + Number(digits.slice(7))
      return sum % 97 === 0 || (sum + 55) % 97 === 0
    },
    finds: ['VAT no. {GB 980 7806 84}', '{GB123456629}'],
    ignores: ['VAT no. GB 980 7806 85', 'order GB980780684'],
  }),
  identifier({
    name: 'UK_DRIVER_LICENSE',
    aliases: 'UK_DRIVING_LICENCE DVLA_NUMBER',
    title: 'UK driving licence number',
    source: 'DVLA, driver number: five of the surname, decade, month and day, year, initials, check',
    words: 'driving licence, driver licence, driving license, driver number, licence, dvla',
    forms: { '[A-Z9]{5}#[0156]#[0-3]##[A-Z9][A-Z9]#@@': 0.75 },
    valid: (c) => {
      const month = Number(c.slice(6, 8)) % 50
      return /^[A-Z]+9*\d/.test(c) && month >= 1 && month <= 12 && Number(c.slice(8, 10)) <= 31
    },
    finds: ['UK licence {MORGA657054SM9IJ}', '{MORGA657054SM9IJ}'],
    ignores: ['MORGA697054SM9IJ', 'serial MORGA657054SM9IJ'],
  }),
  identifier({
    name: 'UK_PASSPORT',
    aliases: 'BRITISH_PASSPORT',
    title: 'UK passport number, named as such',
    source: 'HM Passport Office: nine digits, no check digit outside the machine-readable zone',
    words: 'uk passport, british passport, uk passport number',
    boost: 0.5,
    forms: { '#########': 0.3 },
    finds: ['My UK passport is {925665416}'],
    ignores: ['my passport expires in 2031', 'order 925665416'],
  }),
  identifier({
    name: 'UK_COMPANY_NUMBER',
    aliases: 'COMPANIES_HOUSE_NUMBER CRN',
    title: 'UK company number',
    source: 'Companies House, company registration number: eight digits or a prefix and six',
    words: 'company number, company no, companies house, company registration, crn, registered number',
    forms: { '########': 0.15, '[NSO][CIOF]######': 0.3 },
    finds: ['Company number {SC123456}', 'company no. {01234567}'],
    ignores: ['order 01234567', 'SC123456'],
  }),
  identifier({
    name: 'UK_VEHICLE_REGISTRATION',
    aliases: 'UK_NUMBER_PLATE UK_LICENCE_PLATE',
    title: 'UK vehicle registration',
    source: 'DVLA, INF104: two letters, two digits, three letters since 2001',
    group: 'personal',
    words: 'registration, reg, number plate, plate, vrm, licence plate, car, vehicle',
    forms: { '[A-HJ-PR-Y][A-HJ-PR-Y][0-7]# [A-HJ-PR-Z]{3}': 0.45, '[A-HJ-PR-Y][A-HJ-PR-Y][0-7]#[A-HJ-PR-Z]{3}': 0.2 },
    finds: ['number plate {AB51 ABC}'],
    ignores: ['AB51ABC', 'order AB51 ABC'],
  }),
  identifier({
    name: 'IE_PPS',
    aliases: 'PPSN IRISH_PPS PPS_NUMBER',
    title: 'Irish personal public service number',
    source: 'Department of Social Protection, PPS number: modulo 23',
    words: 'pps, ppsn, pps number, pps no, personal public service, revenue',
    forms: { '#######@': 0.45, '#######@[A-IW]': 0.6 },
    valid: isPps,
    finds: ['PPS number {1234567T}', 'PPSN {6433435OA}'],
    ignores: ['PPS number 1234567A', 'order 6433435F', '6433435F'],
  }),
  identifier({
    name: 'IE_EIRCODE',
    aliases: 'EIRCODE',
    title: 'Irish Eircode',
    source: 'Eircode, technical product guide: routing key and a unique identifier of one address',
    group: 'contact',
    words: 'eircode, address, postcode, post code, dublin, ireland, co',
    forms: { '[AC-FHKNPRTV-Y]#[0-9W] [0-9AC-FHKNPRTV-Y]{4}': 0.3 },
    valid: (c) => /\d/.test(c.slice(3)) && /[A-Z]/.test(c.slice(3)),
    finds: ['Eircode {D02 X285}'],
    ignores: ['order D02 X285', 'D02 ABCD'],
  }),
]

/** Weights 8 to 2, and 9 for a second letter. */
function isPps(compact: string): boolean {
  const second = compact.length > 8 && compact[8] !== 'W' ? compact.charCodeAt(8) - 64 : 0
  return 'WABCDEFGHIJKLMNOPQRSTUV'[(weighted(compact, countdown(8, 2)) + 9 * second) % 23] === compact[7]
}
