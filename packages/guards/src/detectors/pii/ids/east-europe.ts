import { digitAt, weighted } from '../checksums.ts'
import { identifier } from './identifier.ts'
import { closes, countdown, hasDay, mod10, mod11mod10 } from './rules.ts'

const INN_10 = [2, 4, 10, 3, 5, 9, 4, 6, 8] as const
const INN_11 = [7, 2, 4, 10, 3, 5, 9, 4, 6, 8] as const
const INN_12 = [3, ...INN_11] as const

export const eastEurope = [
  identifier({
    name: 'RU_INN',
    aliases: 'INN RUSSIAN_INN',
    title: 'Russian taxpayer number (INN)',
    source: 'ФНС, приказ ММВ-7-6/435@: one or two digits modulo 11',
    words: 'инн, inn, идентификационный номер, номер налогоплательщика, налогоплательщика',
    forms: { '##########': 0.25, '############': 0.35 },
    valid: (c) =>
      c.length === 10 ? closes(c, INN_10, mod11mod10) : closes(c, INN_11, mod11mod10) && closes(c, INN_12, mod11mod10),
    finds: ['ИНН {7707083893}', 'ИНН: {500100732259}'],
    ignores: ['ИНН 7707083894', 'заказ 7707083893', '7707083893'],
  }),
  identifier({
    name: 'RU_SNILS',
    aliases: 'SNILS',
    title: 'Russian pension insurance number (SNILS)',
    source: 'Постановление ПФР 192п: weights 9 to 1, modulo 101',
    words: 'снилс, snils, страховой номер, пенсионный',
    forms: { '###-###-### ##': 0.8, '###-###-###-##': 0.7, '###########': 0.3 },
    valid: (c) => (weighted(c, countdown(9, 1)) % 101) % 100 === Number(c.slice(9)),
    finds: ['СНИЛС {112-233-445 95}'],
    ignores: ['СНИЛС 112-233-445 96', 'заказ 11223344595'],
  }),
  identifier({
    name: 'RU_PASSPORT',
    aliases: 'RUSSIAN_PASSPORT',
    title: 'Russian internal passport number',
    source: 'Постановление Правительства РФ 828: region, year, six digits; no check digit',
    words: 'паспорт, паспорта, паспортные данные, серия, серия и номер',
    boost: 0.5,
    forms: { '## ## ######': 0.3, '#### ######': 0.25 },
    finds: ['Паспорт {45 08 123456}', 'паспорт серия {4508 123456}'],
    ignores: ['заказ 45 08 123456', '4508 123456'],
  }),
  identifier({
    name: 'RU_OGRN',
    aliases: 'OGRN OGRNIP',
    title: 'Russian registration number (OGRN)',
    source: 'Приказ Минфина 165н: remainder modulo 11, or 13 for sole traders',
    words: 'огрн, огрнип, ogrn, егрюл',
    forms: { '[1-9]############': 0.35, '[34]##############': 0.35 },
    valid: (c) => {
      const modulus = c.length === 13 ? 11 : 13
      return (Number(c.slice(0, -1)) % modulus) % 10 === digitAt(c, c.length - 1)
    },
    finds: ['ОГРН {1027700132195}'],
    ignores: ['ОГРН 1027700132196', '1027700132195'],
  }),
  identifier({
    name: 'UA_RNOKPP',
    aliases: 'UA_TAX_ID UA_IPN RNTRC',
    title: 'Ukrainian taxpayer card number (RNOKPP)',
    source: 'Державна податкова служба, РНОКПП: weights −1 5 7 9 4 6 10 5 7',
    words: 'рнокпп, ідентифікаційний код, іпн, ідентифікаційний номер, податковий номер, код платника',
    forms: { '##########': 0.3 },
    valid: (c) => closes(c, [-1, 5, 7, 9, 4, 6, 10, 5, 7], (sum) => (((sum % 11) + 11) % 11) % 10),
    finds: ['РНОКПП {1759013776}'],
    ignores: ['РНОКПП 1759013777', '1759013776'],
  }),
  identifier({
    name: 'KZ_IIN',
    aliases: 'IIN KZ_BIN KAZAKH_IIN',
    title: 'Kazakh individual identification number (IIN)',
    source: 'Закон о национальных реестрах идентификационных номеров: two-stage modulo 11',
    words: 'иин, жсн, iin, иин номер, бин',
    forms: { '############': 0.35 },
    valid: (c) => {
      if (!hasDay(c, 2, 4) || !'0123456'.includes(c[6] as string)) return false
      let rest = weighted(c, countdown(1, 11)) % 11
      if (rest === 10) rest = weighted(c, [3, 4, 5, 6, 7, 8, 9, 10, 11, 1, 2]) % 11
      return rest === digitAt(c, 11)
    },
    finds: ['ИИН {850101300124}'],
    ignores: ['ИИН 850101300129', 'заказ 851301300123'],
  }),
  identifier({
    name: 'MD_IDNP',
    aliases: 'IDNP',
    title: 'Moldovan personal code (IDNP)',
    source: 'Agenția Servicii Publice, IDNP: weights 7 3 1',
    words: 'idnp, cod personal, codul personal',
    forms: { '[02]############': 0.35 },
    valid: (c) => closes(c, [7, 3, 1, 7, 3, 1, 7, 3, 1, 7, 3, 1], mod10),
    finds: ['IDNP {2001001234566}'],
    ignores: ['IDNP 2001001234560', '2001001234567 lei'],
  }),
  identifier({
    name: 'GE_PERSONAL_NUMBER',
    aliases: 'GEORGIAN_ID',
    title: 'Georgian personal number',
    source: 'Public Service Development Agency: eleven digits, no published check digit',
    words: 'პირადი ნომერი, პირადი, georgian id, personal number',
    forms: { '[0-6]##########': 0.15 },
    finds: ['პირადი ნომერი {01008012345}'],
    ignores: ['order 01008012345', '01008012345'],
  }),
]
