import { digitAt, isRepeated, luhn, weighted } from '../checksums.ts'
import { identifier } from './identifier.ts'
import { closes, countdown, hasDay } from './rules.ts'

export const middleEast = [
  identifier({
    name: 'TR_TCKN',
    aliases: 'TCKN TC_KIMLIK',
    title: 'Turkish identity number',
    source: 'Nüfus ve Vatandaşlık İşleri, T.C. kimlik numarası: two check digits',
    words: 'tc kimlik, tckn, kimlik, kimlik no, vatandaşlık',
    forms: { '###########': 0.45 },
    valid: isTckn,
    finds: ['TC Kimlik No: {10000000146}'],
    ignores: ['TC Kimlik No: 10000000147', 'sipariş 10000000146'],
  }),
  identifier({
    name: 'TR_VKN',
    aliases: 'VKN VERGI_KIMLIK',
    title: 'Turkish tax number (VKN)',
    source: 'Gelir İdaresi Başkanlığı, vergi kimlik numarası: powers of two, modulo 9',
    words: 'vkn, vergi, vergi no, vergi kimlik, vergi dairesi',
    forms: { '##########': 0.25 },
    valid: (c) => {
      let sum = 0
      for (let at = 0; at < 9; at++) {
        const shifted = (digitAt(c, at) + 9 - at) % 10
        const product = (shifted * 2 ** (9 - at)) % 9
        sum += shifted !== 0 && product === 0 ? 9 : product
      }
      return (10 - (sum % 10)) % 10 === digitAt(c, 9)
    },
    finds: ['Vergi no {4540536402}'],
    ignores: ['Vergi no 4540536409', '4540536406'],
  }),
  identifier({
    name: 'IL_ID',
    aliases: 'TEUDAT_ZEHUT ISRAELI_ID',
    title: 'Israeli identity number (teudat zehut)',
    source: 'Population and Immigration Authority: Luhn over nine digits',
    words: 'תעודת זהות, ת ז, מספר זהות, זהות, teudat zehut, israeli id, id number',
    forms: { '#########': 0.25, '########-#': 0.35 },
    valid: (c) => luhn(c) && !isRepeated(c),
    finds: ['תעודת זהות {039337423}'],
    ignores: ['תעודת זהות 039337422', '039337423'],
  }),
  identifier({
    name: 'AE_EMIRATES_ID',
    aliases: 'EMIRATES_ID UAE_ID',
    title: 'United Arab Emirates identity number',
    source: 'Federal Authority for Identity and Citizenship: 784, year of birth, seven digits, Luhn',
    words: 'emirates id, uae id, الهوية, هوية, رقم الهوية, eid',
    forms: { '784-####-#######-#': 0.85, '784############': 0.45 },
    valid: (c) => /^784(?:19|20)/.test(c) && luhn(c),
    finds: ['Emirates ID {784-1985-1234567-3}'],
    ignores: ['Emirates ID 784-1985-1234567-0', 'order 784198512345670'],
  }),
  identifier({
    name: 'SA_NATIONAL_ID',
    aliases: 'SAUDI_ID IQAMA',
    title: 'Saudi national identity or residence number',
    source: 'وزارة الداخلية: 1 for citizens, 2 for residents, Luhn',
    words: 'iqama, saudi id, national id, الهوية الوطنية, رقم الهوية, هوية, إقامة, الإقامة, اقامة',
    forms: { '[12]#########': 0.25 },
    valid: luhn,
    finds: ['رقم الهوية {1012345672}', 'Iqama {2345678904}'],
    ignores: ['Iqama 2345678900', 'order 1012345672', '1012345672'],
  }),
  identifier({
    name: 'KW_CIVIL_ID',
    aliases: 'KUWAITI_CIVIL_ID',
    title: 'Kuwaiti civil number',
    source: 'Public Authority for Civil Information: century, date, serial, modulo 11',
    words: 'civil id, kuwait, الرقم المدني, المدني, civil number, paci',
    forms: { '[23]###########': 0.35 },
    valid: (c) => hasDay(c, 3, 5) && 11 - (weighted(c, [2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]) % 11) === digitAt(c, 11),
    finds: ['Civil ID {285010112358}'],
    ignores: ['Civil ID 285130112345', '285010112345 rows'],
  }),
  identifier({
    name: 'QA_QID',
    aliases: 'QID QATARI_ID',
    title: 'Qatari identity number (QID)',
    source: 'Ministry of Interior: century, year, nationality, serial; no check digit',
    words: 'qid, qatar id, qatari, الرقم الشخصي, البطاقة الشخصية',
    forms: { '[23]##########': 0.15 },
    finds: ['QID {28563412345}'],
    ignores: ['order 28563412345', '28563412345'],
  }),
  identifier({
    name: 'BH_CPR',
    aliases: 'BAHRAINI_CPR',
    title: 'Bahraini personal number (CPR)',
    source: 'Information & eGovernment Authority: year, month, serial; no published check digit',
    words: 'cpr, bahrain, bahraini, الرقم السكاني, الشخصي',
    forms: { '#########': 0.15 },
    valid: (c) => Number(c.slice(2, 4)) >= 1 && Number(c.slice(2, 4)) <= 12,
    finds: ['Bahrain CPR {850112345}'],
    ignores: ['order 850112345', 'CPR 851312345'],
  }),
  identifier({
    name: 'IR_NATIONAL_CODE',
    aliases: 'KOD_MELLI IRANIAN_ID',
    title: 'Iranian national code',
    source: 'سازمان ثبت احوال, کد ملی: weights 10 to 2, modulo 11',
    words: 'کد ملی, کدملی, شماره ملی, national code, kod melli, code melli',
    forms: { '##########': 0.3, '###-######-#': 0.6 },
    valid: (c) => closes(c, countdown(10, 2), (sum) => (sum % 11 < 2 ? sum % 11 : 11 - (sum % 11))) && !isRepeated(c),
    finds: ['کد ملی {0499370899}'],
    ignores: ['کد ملی 0499370898', '0499370899'],
  }),
  identifier({
    name: 'EG_NATIONAL_ID',
    aliases: 'EGYPTIAN_ID',
    title: 'Egyptian national number',
    source: 'قطاع الأحوال المدنية: century, date, governorate, serial; the check digit is not published',
    words: 'الرقم القومي, رقم قومي, القومي, egyptian id, national id, بطاقة',
    forms: { '[23]#{13}': 0.35 },
    valid: (c) => hasDay(c, 3, 5) && EG_GOVERNORATES.has(Number(c.slice(7, 9))),
    finds: ['الرقم القومي {29001010112345}'],
    ignores: ['الرقم القومي 29013010112345', 'order 29001010112345'],
  }),
]

const EG_GOVERNORATES = new Set([
  1, 2, 3, 4, 11, 12, 13, 14, 15, 16, 17, 18, 19, 21, 22, 23, 24, 25, 26, 27, 28, 29, 31, 32, 33, 34, 35, 88,
])

/** Odd positions count 7 times minus even ones, and the last digit is the sum of the first ten. */
function isTckn(compact: string): boolean {
  const odd = weighted(compact, [1, 0, 1, 0, 1, 0, 1, 0, 1])
  const even = weighted(compact, [0, 1, 0, 1, 0, 1, 0, 1])
  const tenth = (((odd * 7 - even) % 10) + 10) % 10
  return compact[0] !== '0' && tenth === digitAt(compact, 9) && (odd + even + tenth) % 10 === digitAt(compact, 10)
}
