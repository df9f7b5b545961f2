import { digitAt, isDayOfMonth, isRepeated, luhn, mod11_10, weighted } from './checksums.ts'
import type { PiiEntity } from './entity.ts'

const NIF_LETTERS = 'TRWAGMYFPDXBNJZSQVHLCKE'

/** The control letter of a DNI is its number modulo 23. */
function isNif(compact: string): boolean {
  return NIF_LETTERS[Number(compact.slice(0, 8)) % 23] === compact[8]
}

export const esNif: PiiEntity = {
  name: 'ES_NIF',
  aliases: ['ES_DNI', 'DNI', 'NIF', 'SPANISH_NIF'],
  title: 'Spanish tax and identity number (NIF, DNI)',
  group: 'government',
  context: ['nif', 'dni', 'identidad', 'documento', 'documento nacional', 'identificación', 'identificacion', 'fiscal'],
  decoded: true,
  shapes: [
    { leads: [9], form: /\d{8}[A-Z]/iy, judge: (c, m) => (isNif(c) ? (m === c ? 0.55 : 0.4) : 0) },
    { leads: [8], form: /\d{8}-[A-Z]/iy, judge: (c) => (isNif(c) ? 0.6 : 0) },
    { leads: [2], form: /\d{2}\.\d{3}\.\d{3}-?[A-Z]/iy, judge: (c) => (isNif(c) ? 0.8 : 0) },
  ],
  examples: {
    finds: [
      ['Mi DNI es 12345678Z', '12345678Z'],
      ['12.345.678-Z', '12.345.678-Z'],
    ],
    ignores: ['12345678A', 'sku 12345678Z', '2345678Z'],
  },
}

export const esNie: PiiEntity = {
  name: 'ES_NIE',
  aliases: ['NIE', 'SPANISH_NIE'],
  title: 'Spanish foreigner identity number (NIE)',
  group: 'government',
  context: ['nie', 'extranjero', 'identidad', 'identificación', 'residencia', 'documento'],
  decoded: true,
  shapes: [
    { leads: [9], form: /[XYZ]\d{7}[A-Z]/iy, judge: (c, m) => (isNie(c) ? (m === c ? 0.65 : 0.4) : 0) },
    { leads: [8], form: /[XYZ]\d{7}-[A-Z]/iy, judge: (c) => (isNie(c) ? 0.7 : 0) },
  ],
  examples: { finds: [['Su NIE: X1234567L', 'X1234567L']], ignores: ['X1234567A', 'part Y1234567L'] },
}

function isNie(compact: string): boolean {
  return isNif('XYZ'.indexOf(compact[0] as string) + compact.slice(1))
}

/** Values of characters in odd positions of an Italian tax code, digits then letters (decree of 23 December 1976). */
const ODD_VALUES = [
  1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23,
] as const

function isCodiceFiscale(compact: string): boolean {
  let sum = 0
  for (let at = 0; at < 15; at++) {
    const code = compact.charCodeAt(at)
    const value = code < 58 ? code - 48 : code - 65
    sum += at % 2 === 0 ? (ODD_VALUES[value] as number) : value
  }
  return sum % 26 === compact.charCodeAt(15) - 65
}

export const itFiscalCode: PiiEntity = {
  name: 'IT_FISCAL_CODE',
  aliases: ['CODICE_FISCALE', 'IT_CF', 'ITALIAN_FISCAL_CODE'],
  title: 'Italian tax code (codice fiscale)',
  group: 'government',
  context: ['codice fiscale', 'fiscale', 'cf'],
  immune: true,
  decoded: true,
  shapes: [
    {
      leads: [16],
      // Digits may be replaced by letters to tell people of equal data apart.
      form: /[A-Z]{6}[\dLMNP-V]{2}[A-EHLMPR-T][\dLMNP-V]{2}[A-Z][\dLMNP-V]{3}[A-Z]/iy,
      judge: (compact) => (isCodiceFiscale(compact) ? 0.95 : 0),
    },
  ],
  examples: {
    finds: [['codice fiscale RSSMRA85T10A562S', 'RSSMRA85T10A562S']],
    ignores: ['RSSMRA85T10A562A', 'ABCDEF85Z10A562S'],
  },
}

/** The key is 97 minus the number modulo 97; Corsica's 2A and 2B count as 19 and 18. */
function isNir(compact: string): boolean {
  const body = compact.slice(0, 13).replace('2A', '19').replace('2B', '18')
  const month = Number(compact.slice(3, 5))
  if (!(month >= 1 && month <= 12) && !(month >= 20 && month <= 42) && month < 50) return false
  return 97 - Number(BigInt(body) % 97n) === Number(compact.slice(13))
}

const NIR_FORM = /[12] ?\d{2} ?\d{2} ?\d[\dAB] ?\d{3} ?\d{3}[ -]?\d{2}/y

export const frNir: PiiEntity = {
  name: 'FR_NIR',
  aliases: ['NIR', 'FR_INSEE', 'INSEE', 'FR_SSN', 'NUMERO_SECURITE_SOCIALE'],
  title: 'French social security number (NIR)',
  group: 'government',
  context: ['nir', 'insee', 'sécurité sociale', 'securite sociale', 'sécu', 'secu', 'vitale'],
  decoded: true,
  shapes: [{ leads: [1, 13, 15], form: NIR_FORM, judge: (c, m) => (isNir(c) ? (m === c ? 0.7 : 0.85) : 0) }],
  examples: {
    finds: [
      ['Sécurité sociale : 2 55 08 14 168 025 38', '2 55 08 14 168 025 38'],
      ['255081416802538', '255081416802538'],
    ],
    ignores: ['255081416802539', 'commande 255081416802538'],
  },
}

/** Since 2016 one digit occurs twice or three times among the first ten, never three in a row. */
function isGermanTaxId(compact: string): boolean {
  if (compact[0] === '0' || !mod11_10(compact)) return false
  const counts = new Uint8Array(10)
  for (let at = 0; at < 10; at++) (counts[digitAt(compact, at)] as number)++
  const repeated = [...counts].filter((count) => count > 1)
  return repeated.length === 1 && (repeated[0] as number) <= 3 && !/(\d)\1\1/.test(compact.slice(0, 10))
}

export const deTaxId: PiiEntity = {
  name: 'DE_TAX_ID',
  aliases: ['DE_STEUER_ID', 'STEUER_ID', 'STEUERIDENTIFIKATIONSNUMMER', 'DE_IDNR'],
  title: 'German tax identification number',
  group: 'government',
  context: [
    'steuer',
    'steuerid',
    'steuer id',
    'steueridentifikationsnummer',
    'idnr',
    'identifikationsnummer',
    'finanzamt',
    'steuernummer',
  ],
  decoded: true,
  shapes: [
    { leads: [11], form: /\d{11}/y, judge: (c) => (isGermanTaxId(c) ? 0.35 : 0) },
    { leads: [2], form: /\d{2} \d{3} \d{3} \d{3}/y, judge: (c) => (isGermanTaxId(c) ? 0.55 : 0) },
  ],
  examples: {
    finds: [['Steuer-ID 86095742719', '86095742719']],
    ignores: ['Steuer-ID 86095742718', 'Rechnung 86095742719', '86095742719'],
  },
}

/** Check digit of machine-readable documents: weights 7, 3, 1 over digits and letters (ICAO 9303). */
function isIcaoChecked(compact: string): boolean {
  let sum = 0
  for (let at = 0; at < compact.length - 1; at++) {
    const code = compact.charCodeAt(at)
    sum += (code < 58 ? code - 48 : code - 55) * ([7, 3, 1][at % 3] as number)
  }
  return sum % 10 === digitAt(compact, compact.length - 1)
}

export const deIdCard: PiiEntity = {
  name: 'DE_ID_CARD',
  aliases: ['DE_PERSONALAUSWEIS', 'PERSONALAUSWEIS', 'DE_ID'],
  title: 'German identity card number',
  group: 'government',
  context: [
    'personalausweis',
    'personalausweisnummer',
    'ausweis',
    'ausweisnummer',
    'ausweis nr',
    'identity card',
    'id card',
  ],
  decoded: true,
  shapes: [
    {
      leads: [10],
      form: /[LMNPRTVWXY][0-9CFGHJKLMNPRTVWXYZ]{8}\d/y,
      judge: (c) => (/\d.*\d.*\d/.test(c) && isIcaoChecked(c) ? 0.4 : 0),
    },
    { leads: [9], form: /[LMNPRTVWXY][0-9CFGHJKLMNPRTVWXYZ]{8}/y, judge: (c) => (/\d.*\d/.test(c) ? 0.15 : 0) },
  ],
  examples: {
    finds: [['Personalausweisnummer L01X00T471', 'L01X00T471']],
    ignores: ['key L01X00T471', 'L01X00T472'],
  },
}

const BSN_WEIGHTS = [9, 8, 7, 6, 5, 4, 3, 2, -1] as const

function isBsn(compact: string): boolean {
  return weighted(compact, BSN_WEIGHTS) % 11 === 0 && !isRepeated(compact)
}

export const nlBsn: PiiEntity = {
  name: 'NL_BSN',
  aliases: ['BSN', 'BURGERSERVICENUMMER'],
  title: 'Dutch citizen service number (BSN)',
  group: 'government',
  context: ['bsn', 'burgerservicenummer', 'sofinummer', 'sofi', 'burger service nummer', 'citizen service number'],
  decoded: true,
  shapes: [
    { leads: [9], form: /\d{9}/y, judge: (c) => (isBsn(c) ? 0.25 : 0) },
    { leads: [4], form: /\d{4}\.\d{2}\.\d{3}/y, judge: (c) => (isBsn(c) ? 0.5 : 0) },
  ],
  examples: {
    finds: [['BSN: 111222333', '111222333']],
    ignores: ['BSN: 111222334', 'artikel 111222333', '111222333'],
  },
}

const PESEL_WEIGHTS = [1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1] as const

function isPesel(compact: string): boolean {
  const month = Number(compact.slice(2, 4)) % 20
  if (!isDayOfMonth(month, Number(compact.slice(4, 6)))) return false
  return weighted(compact, PESEL_WEIGHTS) % 10 === 0
}

export const plPesel: PiiEntity = {
  name: 'PL_PESEL',
  aliases: ['PESEL'],
  title: 'Polish identity number (PESEL)',
  group: 'government',
  context: ['pesel', 'numer pesel', 'peselu'],
  decoded: true,
  shapes: [{ leads: [11], form: /\d{11}/y, judge: (c) => (isPesel(c) ? 0.45 : 0) }],
  examples: {
    finds: [['PESEL 44051401359', '44051401359']],
    ignores: ['PESEL 44051401358', '44051401359 rows', 'zamówienie 44051401359'],
  },
}

/** Ten digits: the date and three serial digits, closed by Luhn; a coordination number adds 60 to the day. */
function isPersonnummer(compact: string): boolean {
  const digits = compact.length === 12 ? compact.slice(2) : compact
  const day = Number(digits.slice(4, 6))
  return isDayOfMonth(Number(digits.slice(2, 4)), day > 60 ? day - 60 : day) && luhn(digits)
}

export const sePersonnummer: PiiEntity = {
  name: 'SE_PERSONNUMMER',
  aliases: ['PERSONNUMMER', 'SWEDISH_PERSONAL_ID', 'SE_SSN'],
  title: 'Swedish personal identity number',
  group: 'government',
  context: ['personnummer', 'personnr', 'pnr', 'samordningsnummer', 'person nr', 'personal identity number'],
  decoded: true,
  shapes: [
    { leads: [6, 8], form: /(?:19|20)?\d{6}[-+]\d{4}/y, judge: (c) => (isPersonnummer(c.replace('+', '')) ? 0.6 : 0) },
    { leads: [12], form: /(?:19|20)\d{10}/y, judge: (c) => (isPersonnummer(c) ? 0.4 : 0) },
    { leads: [10], form: /\d{10}/y, judge: (c) => (isPersonnummer(c) ? 0.25 : 0) },
  ],
  examples: {
    finds: [['Personnummer: 811228-9874', '811228-9874']],
    ignores: ['811228-9875', '811328-9874', 'order 811228-9874'],
  },
}

const HETU_CHECK = '0123456789ABCDEFHJKLMNPRSTUVWXY'

export const fiHetu: PiiEntity = {
  name: 'FI_HETU',
  aliases: ['FI_PERSONAL_IDENTITY_CODE', 'HETU', 'HENKILOTUNNUS'],
  title: 'Finnish personal identity code',
  group: 'government',
  context: ['hetu', 'henkilötunnus', 'henkilötunnukseni', 'sosiaaliturvatunnus', 'personbeteckning', 'identity code'],
  decoded: true,
  shapes: [
    {
      leads: [6, 11],
      form: /\d{6}[-+A-FU-Y]\d{3}[0-9A-Y]/y,
      judge: (_, match) => {
        if (!isDayOfMonth(Number(match.slice(2, 4)), Number(match.slice(0, 2)))) return 0
        return HETU_CHECK[Number(match.slice(0, 6) + match.slice(7, 10)) % 31] === match[10] ? 0.75 : 0
      },
    },
  ],
  examples: { finds: [['Henkilötunnus 131052-308T', '131052-308T']], ignores: ['131052-308U', '131352-308T'] },
}
