import { isDayOfMonth, luhn, weighted } from '../checksums.ts'
import { identifier } from './identifier.ts'
import { closedBy, closes, hasDay, to11 } from './rules.ts'

export const nordic = [
  identifier({
    name: 'SE_PERSONNUMMER',
    aliases: 'PERSONNUMMER SWEDISH_PERSONAL_ID SE_SSN',
    title: 'Swedish personal identity number',
    source: 'Skatteverket, SKV 704: Luhn; a coordination number adds 60 to the day',
    words: 'personnummer, personnr, pnr, samordningsnummer, person nr, personal identity number',
    forms: { '######[-+]####': 0.6, '########[-+]####': 0.6, '############': 0.4, '##########': 0.25 },
    valid: isPersonnummer,
    finds: ['Personnummer: {811228-9874}'],
    ignores: ['811228-9875', '811328-9874', 'order 811228-9874'],
  }),
  identifier({
    name: 'SE_ORGNR',
    aliases: 'SE_ORGANISATIONSNUMMER SE_VAT',
    title: 'Swedish organisation number',
    source: 'Skatteverket, SKV 709: Luhn, third digit 2 or more',
    words: 'organisationsnummer, orgnr, org nr, momsnummer, moms, momsregistreringsnummer',
    forms: { '##[2-9]###-####': 0.45, 'SE#{10}01': 0.65 },
    valid: (c) => luhn(c.replace('SE', '').slice(0, 10)),
    finds: ['Organisationsnummer {556036-0793}'],
    ignores: ['Organisationsnummer 556036-0794', 'faktura 556036-0793'],
  }),
  identifier({
    name: 'FI_HETU',
    aliases: 'FI_PERSONAL_IDENTITY_CODE HETU HENKILOTUNNUS',
    title: 'Finnish personal identity code',
    source: 'Digital and Population Data Services Agency, personal identity code: modulo 31',
    words: 'hetu, henkilötunnus, henkilötunnukseni, sosiaaliturvatunnus, personbeteckning, identity code',
    forms: { '######[-+]###*': 0.75, '######[A-FU-Y]###*': 0.75 },
    valid: isHetu,
    finds: ['Henkilötunnus {131052-308T}'],
    ignores: ['131052-308U', '131352-308T'],
  }),
  identifier({
    name: 'FI_Y_TUNNUS',
    aliases: 'FI_BUSINESS_ID FI_VAT',
    title: 'Finnish business identity code',
    source: 'Patentti- ja rekisterihallitus, Y-tunnus: modulo 11',
    words: 'y tunnus, ytunnus, business id, fo nummer, alv, yritys',
    forms: { '#######-#': 0.35, 'FI########': 0.6 },
    valid: (c) => closes(c.replace('FI', ''), [7, 9, 10, 5, 8, 4, 2], to11),
    finds: ['Y-tunnus {2077474-0}'],
    ignores: ['Y-tunnus 2077474-1', 'tilaus 2077474-0'],
  }),
  identifier({
    name: 'NO_FODSELSNUMMER',
    aliases: 'NO_FNR FODSELSNUMMER NORWEGIAN_ID',
    title: 'Norwegian birth number',
    source: 'Skatteetaten, fødselsnummer: two modulo 11 digits; D-numbers add 4 to the first digit',
    words: 'fødselsnummer, fodselsnummer, fnr, personnummer, d nummer, fødselsnr',
    forms: { '###### #####': 0.65, '###########': 0.4 },
    valid: isFodselsnummer,
    finds: ['Fødselsnummer {151086 95088}', 'fnr {15108695088}'],
    ignores: ['Fødselsnummer 151086 95089', 'faktura 15108695088', '15138695088'],
  }),
  identifier({
    name: 'NO_ORGNR',
    aliases: 'NO_ORGANISASJONSNUMMER NO_VAT',
    title: 'Norwegian organisation number',
    source: 'Brønnøysundregistrene, organisasjonsnummer: modulo 11',
    words: 'organisasjonsnummer, orgnr, org nr, foretaksregisteret, mva',
    forms: { '[89]########': 0.25, '[89]## ### ###': 0.4 },
    valid: closedBy([3, 2, 7, 6, 5, 4, 3, 2], to11),
    finds: ['Organisasjonsnummer {988 077 917}'],
    ignores: ['Organisasjonsnummer 988 077 918', '988077917'],
  }),
  identifier({
    name: 'DK_CPR',
    aliases: 'CPR CPR_NUMMER DANISH_CPR',
    title: 'Danish personal identification number (CPR)',
    source: 'CPR-kontoret, Personnummeret i CPR: a date; modulo 11 no longer holds since 2007',
    words: 'cpr, cpr nummer, cprnummer, cpr nr, personnummer',
    forms: { '######-####': 0.45, '##########': 0.2, '###### ####': 0.25 },
    valid: (c) => hasDay(c, 2, 0),
    finds: ['CPR-nummer {211062-5629}'],
    ignores: ['CPR-nummer 211362-5629', 'ordre 211062-5629', '2110625629'],
  }),
  identifier({
    name: 'DK_CVR',
    aliases: 'DK_VAT CVR CVR_NUMMER',
    title: 'Danish company number (CVR)',
    source: 'Erhvervsstyrelsen, CVR-nummer: modulo 11',
    words: 'cvr, cvr nummer, cvr nr, se nummer, virksomhed, moms',
    forms: { '[1-9]#######': 0.2, 'DK########': 0.6, '## ## ## ##': 0.2 },
    valid: (c) => weighted(c.replace('DK', ''), [2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0,
    finds: ['CVR-nr. {13585628}'],
    ignores: ['CVR-nr. 13585627', '13585628 rækker'],
  }),
  identifier({
    name: 'IS_KENNITALA',
    aliases: 'KENNITALA ICELANDIC_ID',
    title: 'Icelandic identification number',
    source: 'Þjóðskrá, kennitala: modulo 11 in the ninth digit',
    words: 'kennitala, kt, kennitölu',
    forms: { '######-####': 0.45, '##########': 0.25 },
    valid: (c) => {
      const day = Number(c.slice(0, 2))
      if (!isDayOfMonth(Number(c.slice(2, 4)), day > 40 ? day - 40 : day) || !'890'.includes(c[9] as string))
        return false
      return closes(c, [3, 2, 7, 6, 5, 4, 3, 2], to11)
    },
    finds: ['Kennitala {120174-3399}'],
    ignores: ['Kennitala 120174-3499', 'pöntun 450401-3150', '1201743389'],
  }),
]

/** Ten digits: the date and three serial digits, closed by Luhn. */
function isPersonnummer(compact: string): boolean {
  const plain = compact.replace('+', '')
  if (plain.length === 12 && !/^(?:19|20)/.test(plain)) return false
  const digits = plain.length === 12 ? plain.slice(2) : plain
  const day = Number(digits.slice(4, 6))
  return isDayOfMonth(Number(digits.slice(2, 4)), day > 60 ? day - 60 : day) && luhn(digits)
}

const HETU_CHECK = '0123456789ABCDEFHJKLMNPRSTUVWXY'

function isHetu(compact: string): boolean {
  if (!hasDay(compact, 2, 0)) return false
  const serial = compact.slice(-4, -1)
  return HETU_CHECK[Number(compact.slice(0, 6) + serial) % 31] === compact.at(-1)
}

function isFodselsnummer(compact: string): boolean {
  const day = Number(compact.slice(0, 2)) % 40
  if (!isDayOfMonth(Number(compact.slice(2, 4)) % 40, day)) return false
  if (!closes(compact, [3, 7, 6, 1, 8, 9, 4, 5, 2], to11)) return false
  return closes(compact, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2], to11)
}
