import { digitAt, isRepeated, luhn } from '../checksums.ts'
import { identifier } from './identifier.ts'

/** Numbers printed in advertisements and forms, which the Social Security Administration voided. */
const VOID_SSN = new Set(['078051120', '219099999', '457555462', '123456780'])

const MBI = '[1-9][AC-HJKMNP-RT-Y][0-9AC-HJKMNP-RT-Y]#-?[AC-HJKMNP-RT-Y][0-9AC-HJKMNP-RT-Y]#-?[AC-HJKMNP-RT-Y]{2}##'

export const unitedStates = [
  identifier({
    name: 'US_SSN',
    aliases: 'SSN SOCIAL_SECURITY_NUMBER SOCIAL_SECURITY US_SOCIAL_SECURITY_NUMBER',
    title: 'US social security number',
    source: 'Social Security Administration, SSN randomization: what is never issued',
    words:
      'ssn, ssns, social security, social security number, soc sec, social, ss, taxpayer, itin, ssa, seguro social, ' +
      'numéro de sécurité sociale, sozialversicherungsnummer',
    forms: { '###-##-####': 0.65, '### ## ####': 0.4, '###.##.####': 0.4, '#########': 0.15 },
    valid: isSsn,
    finds: ["Here's my SSN: {566-64-4119}", 'social security number is {661490133}', '{566-64-4119}'],
    ignores: [
      '000-12-3456',
      'call 666-12-3456',
      '912-34-5678 is no SSN',
      'part 123-00-6789',
      'order 566-64-4119',
      '566644119 rows',
    ],
  }),
  identifier({
    name: 'US_ITIN',
    aliases: 'ITIN INDIVIDUAL_TAXPAYER_ID',
    title: 'US individual taxpayer identification number',
    source: 'IRS, ITIN: 9, and 50–65, 70–88, 90–92 or 94–99 in the middle',
    words: 'itin, taxpayer, tax id, irs, individual taxpayer, tax',
    forms: { '9##-##-####': 0.6, '9########': 0.15 },
    valid: (c) => /^9\d\d(?:5\d|6[0-5]|7\d|8[0-8]|9[0-24-9])/.test(c),
    finds: ['ITIN {912-70-1234}'],
    ignores: ['912-93-1234', '912701234 units sold', 'invoice 912-70-1234'],
  }),
  identifier({
    name: 'US_EIN',
    aliases: 'EIN FEIN EMPLOYER_IDENTIFICATION_NUMBER',
    title: 'US employer identification number',
    source: 'IRS, How EINs are assigned and valid EIN prefixes',
    words: 'ein, fein, employer identification, employer id, tax id, federal tax, irs',
    forms: { '##-#######': 0.3, '#########': 0.1 },
    valid: (c) => !INVALID_EIN.has(c.slice(0, 2)),
    finds: ['EIN {91-1234567}'],
    ignores: ['EIN 07-1234567', 'part 91-1234567', '91-1234567'],
  }),
  identifier({
    name: 'US_PASSPORT',
    title: 'US passport number, named as such',
    source: 'US Department of State: nine digits, or a letter and eight digits since 2021',
    words: 'us passport, american passport, us passport number, passport, passport number, passport no',
    decoded: false,
    boost: 0.5,
    forms: { '#########': 0.2, '@########': 0.25 },
    finds: ['My US passport number is {912803456}', 'passport no. {A12345678}'],
    ignores: ['part A12345678', 'passportized 912803456 rows', 'version 912803456'],
  }),
  identifier({
    name: 'MEDICAL_LICENSE',
    aliases: 'DEA_NUMBER DEA US_DEA',
    title: 'US prescriber registration (DEA number)',
    source: 'Drug Enforcement Administration, registration number: kind, initial, six digits and their check',
    words: 'dea, dea number, medical license, prescriber, certificate',
    forms: { '[ABCDEFGHJKLMPRSTUX][A-Z9]#######': 0.4 },
    valid: (c) =>
      (digitAt(c, 2) + digitAt(c, 4) + digitAt(c, 6) + 2 * (digitAt(c, 3) + digitAt(c, 5) + digitAt(c, 7))) % 10 ===
      digitAt(c, 8),
    finds: ['DEA number {AB1234563}'],
    ignores: ['DEA number AB1234564', 'part AB1234563', 'AB1234563'],
  }),
  identifier({
    name: 'US_NPI',
    aliases: 'NPI NATIONAL_PROVIDER_IDENTIFIER',
    title: 'US national provider identifier',
    source: 'CMS, NPI check digit: Luhn with the prefix 80840 of US health applications',
    words: 'npi, national provider, provider identifier, npi number',
    forms: { '[12]#########': 0.25 },
    valid: (c) => luhn(`80840${c}`),
    finds: ['NPI {1234567893}'],
    ignores: ['NPI 1234567894', 'order 1234567893', '1234567893'],
  }),
  identifier({
    name: 'US_MBI',
    aliases: 'MBI MEDICARE_BENEFICIARY_IDENTIFIER',
    title: 'US Medicare beneficiary identifier',
    source: 'CMS, Understanding the MBI format: since 2018, no S L O I B Z',
    words: 'mbi, medicare, beneficiary, medicare number',
    forms: { [MBI]: 0.6 },
    finds: ['Medicare {1EG4-TE5-MK73}'],
    ignores: ['0EG4-TE5-MK73', 'serial 1EG4TE5MK73'],
  }),
  identifier({
    name: 'US_MEDICAID',
    aliases: 'US_NY_CIN NY_CIN',
    title: 'New York Medicaid client number (CIN)',
    source: 'New York State Department of Health, eMedNY: two letters, five digits, a letter',
    words: 'medicaid, cin, client identification, medicaid id',
    forms: { '@@#####@': 0.3 },
    finds: ['Medicaid ID {AB12345C}'],
    ignores: ['order AB12345C', 'AB12345C'],
  }),
  identifier({
    name: 'US_DRIVER_LICENSE',
    aliases: 'DRIVER_LICENSE DRIVERS_LICENSE DRIVER_LICENCE DRIVERS_LICENSE_NUMBER',
    title: 'Driving licence number, named as such',
    source: 'AAMVA, licence formats by state: letters and digits, mostly without a check digit',
    // "License" alone is mostly about software, so it requires a person or an authority next to it.
    words:
      'driver license, drivers license, driver licence, drivers licence, driving license, driving licence, my license, my licence, ' +
      'his license, her license, dl, dln, dmv, driving permit, führerschein, führerscheinnummer, permiso de conducir, ' +
      'licencia de conducir, licencia, prawo jazdy, körkort, 驾驶证, 运転免許, 運転免許',
    counter: 'software, activation, plate, key, copyright, expires',
    boost: 0.45,
    decoded: false,
    forms: {
      '@@?#####': 0.15,
      '@@?######': 0.15,
      '@@?#######': 0.15,
      '@@?########': 0.15,
      '@@?#{9}': 0.15,
      '@@?#{11}': 0.15,
      '@@?#{12}': 0.15,
      '#######': 0.1,
      '########': 0.1,
      '#########': 0.1,
      '##########': 0.1,
      '@###~####~##?#?': 0.12,
      '@###~####~####~##?': 0.12,
      '@###~###~###~##?#?~?#?#?#?': 0.12,
      '@###~###~##~###~?#?': 0.12,
      '####~##~####': 0.12,
    },
    finds: ["My driver's license number is {F162823540116}", 'DL: {D1234567} (California)'],
    ignores: [
      'The public key D1234567 was replicated.',
      'published under MIT license 20231117',
      'click A1234567 to relicense',
      'software license number 1234567890',
    ],
  }),
]

/** Campus prefixes that the Internal Revenue Service never assigned. */
const INVALID_EIN = new Set('00 07 08 09 17 18 19 28 29 49 69 70 78 79 89 96 97'.split(' '))

/** Area 000, 666 and 900–999, group 00 and serial 0000 are never issued. */
function isSsn(compact: string): boolean {
  const area = compact.slice(0, 3)
  if (area === '000' || area === '666' || area >= '900') return false
  if (compact.slice(3, 5) === '00' || compact.slice(5) === '0000') return false
  return !VOID_SSN.has(compact) && !isRepeated(compact)
}
