import { digitAt, weighted } from '../checksums.ts'
import { identifier } from './identifier.ts'
import { countdown, hasDay } from './rules.ts'

const SG_WEIGHTS = [2, 7, 6, 5, 4, 3, 2] as const
const SG_LETTERS: Readonly<Record<string, string>> = {
  S: 'JZIHGFEDCBA',
  T: 'JZIHGFEDCBA',
  F: 'XWUTRQPNMLK',
  G: 'XWUTRQPNMLK',
  M: 'XWUTRQPNJLK',
}
const SG_OFFSETS: Readonly<Record<string, number>> = { S: 0, T: 4, F: 0, G: 4, M: 3 }

export const southEastAsia = [
  identifier({
    name: 'SG_NRIC_FIN',
    aliases: 'SG_NRIC NRIC SG_FIN FIN',
    title: 'Singapore identity number (NRIC, FIN)',
    source: 'Immigration and Checkpoints Authority, NRIC and FIN: weights 2 7 6 5 4 3 2, modulo 11',
    words: 'nric, fin, nric number, identity card, ic number',
    forms: { '[STFGM]#######@': 0.65 },
    valid: (c) => {
      const series = c[0] as string
      const sum = weighted(c.slice(1), SG_WEIGHTS) + (SG_OFFSETS[series] as number)
      return SG_LETTERS[series]?.[sum % 11] === c[8]
    },
    finds: ['NRIC {S1234567D}'],
    ignores: ['S1234567A', 'serial S1234567D'],
  }),
  identifier({
    name: 'SG_UEN',
    aliases: 'UEN',
    title: 'Singapore unique entity number (UEN)',
    source: 'ACRA, UEN of businesses: eight or nine digits and a check letter',
    words: 'uen, acra, company registration, gst reg',
    forms: { '########@': 0.3, '[12]########@': 0.35 },
    valid: (c) =>
      c.length === 9
        ? 'XMKECAWLJDB'[weighted(c, [10, 4, 9, 3, 8, 2, 7, 1]) % 11] === c[8]
        : /^(?:19|20)/.test(c) && 'ZKCMDNERGWH'[weighted(c, [10, 8, 6, 4, 9, 7, 5, 3, 1]) % 11] === c[9],
    finds: ['UEN {00192200M}', 'UEN {197401143C}'],
    ignores: ['order 00192200M', '00192200M'],
  }),
  identifier({
    name: 'MY_NRIC',
    aliases: 'MYKAD MALAYSIAN_NRIC MY_IC',
    title: 'Malaysian identity card number (MyKad)',
    source: 'Jabatan Pendaftaran Negara, MyKad: date, place of birth, serial; no check digit',
    words: 'mykad, nric, kad pengenalan, ic, no kp, ic number, malaysia, no ic',
    forms: { '######-##-####': 0.6, '############': 0.2 },
    valid: (c) => hasDay(c, 2, 4) && !/^(?:00|17|18|19|20|69|7[03]|8[01])/.test(c.slice(6)),
    finds: ['MyKad {770305-02-1234}', 'no. KP {770305021234}'],
    ignores: ['771305-02-1234', 'order 770305-02-1234', '770305021234'],
  }),
  identifier({
    name: 'ID_NIK',
    aliases: 'NIK KTP INDONESIAN_NIK',
    title: 'Indonesian identity number (NIK)',
    source: 'Dukcapil, UU 24/2013: region, date (women + 40), serial; no check digit',
    words: 'nik, ktp, e ktp, nomor induk kependudukan, kependudukan, kartu tanda penduduk',
    forms: { '#{16}': 0.3 },
    valid: (c) => {
      const day = Number(c.slice(6, 8)) % 40
      const province = Number(c.slice(0, 2))
      return province >= 11 && province <= 96 && hasDay(c.slice(8, 10) + String(day).padStart(2, '0'), 0, 2)
    },
    finds: ['NIK {3171011708450001}'],
    ignores: ['NIK 3171011713450001', 'pesanan 3171011708450001', '3171011708450001'],
  }),
  identifier({
    name: 'ID_NPWP',
    aliases: 'NPWP',
    title: 'Indonesian tax number (NPWP)',
    source: 'Direktorat Jenderal Pajak, NPWP of 15 digits; Luhn over the first nine',
    words: 'npwp, pajak, nomor pokok, wajib pajak',
    forms: { '##.###.###.#-###.###': 0.75, '#{15}': 0.2 },
    finds: ['NPWP {01.312.166.0-091.000}'],
    ignores: ['order 013121660091000', '013121660091000'],
  }),
  identifier({
    name: 'TH_TNIN',
    aliases: 'THAI_ID TNIN',
    title: 'Thai national identity number',
    source: 'Department of Provincial Administration: weights 13 to 2, modulo 11',
    words: 'บัตรประชาชน, ประจำตัวประชาชน, thai id, national id, id card',
    forms: { '#-####-#####-##-#': 0.8, '#{13}': 0.25 },
    valid: (c) => c[0] !== '0' && (11 - (weighted(c, countdown(13, 2)) % 11)) % 10 === digitAt(c, 12),
    finds: ['Thai ID {1-1017-00230-70-8}'],
    ignores: ['1-1017-00230-70-9', '1101700230708'],
  }),
  identifier({
    name: 'VN_CCCD',
    aliases: 'CCCD VIETNAMESE_ID CMND',
    title: 'Vietnamese citizen identity number (CCCD)',
    source: 'Nghị định 137/2015/NĐ-CP: province, century and sex, year, serial; no check digit',
    words: 'cccd, căn cước, căn cước công dân, cmnd, chứng minh nhân dân, số định danh',
    forms: { '0###########': 0.2 },
    valid: (c) => Number(c.slice(0, 3)) >= 1 && Number(c.slice(0, 3)) <= 96,
    finds: ['CCCD {001085012345}'],
    ignores: ['đơn 001085012345', 'CCCD 097085012345', '001085012345'],
  }),
  identifier({
    name: 'VN_TAX_CODE',
    aliases: 'MST VIETNAMESE_TAX_CODE',
    title: 'Vietnamese tax code (MST)',
    source: 'Thông tư 105/2020/TT-BTC, mã số thuế: primes as weights, modulo 11',
    words: 'mst, mã số thuế, thuế, tax code',
    forms: { '##########': 0.25, '##########-###': 0.5 },
    valid: (c) => 10 - (weighted(c, [31, 29, 23, 19, 17, 13, 7, 5, 3]) % 11) === digitAt(c, 9),
    finds: ['Mã số thuế {0100233488}'],
    ignores: ['Mã số thuế 0100233489', '0100233488'],
  }),
  identifier({
    name: 'PH_UMID',
    aliases: 'PH_CRN UMID',
    title: 'Philippine common reference number (UMID)',
    source: 'Government Service Insurance System, UMID: 4-7-1 digits; no published check digit',
    words: 'umid, crn, common reference number, gsis',
    forms: { '####-#######-#': 0.35 },
    finds: ['UMID CRN {0111-1234567-8}'],
    ignores: ['order 0111-1234567-8', '0111-1234567-8'],
  }),
  identifier({
    name: 'PH_SSS',
    aliases: 'SSS_NUMBER',
    title: 'Philippine social security number (SSS)',
    source: 'Social Security System: 2-7-1 digits; no published check digit',
    words: 'sss, sss number, sss no, social security system',
    forms: { '##-#######-#': 0.3 },
    finds: ['SSS number {34-1234567-8}'],
    ignores: ['order 34-1234567-8', '34-1234567-8'],
  }),
  identifier({
    name: 'PH_TIN',
    aliases: 'PHILIPPINE_TIN',
    title: 'Philippine tax identification number (TIN)',
    source: 'Bureau of Internal Revenue: 3-3-3 digits and branch; no published check digit',
    words: 'tin, tax identification, bir',
    forms: { '###-###-###-###': 0.3, '###-###-###': 0.15, '###-###-###-#####': 0.35 },
    finds: ['TIN {123-456-789-000}'],
    ignores: ['order 123-456-789-000', '123-456-789-000'],
  }),
  identifier({
    name: 'PH_PHILHEALTH',
    aliases: 'PHILHEALTH PIN_PHILHEALTH',
    title: 'Philippine health insurance number (PhilHealth)',
    source: 'PhilHealth: 2-9-1 digits; no published check digit',
    words: 'philhealth, phil health, philhealth number, philhealth id, philhealth no',
    forms: { '##-#########-#': 0.35 },
    finds: ['PhilHealth {12-345678901-2}'],
    ignores: ['order 12-345678901-2', '12-345678901-2'],
  }),
]
