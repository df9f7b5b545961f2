import { digitAt, isRepeated, luhn, mod97 } from '../checksums.ts'
import { identifier } from './identifier.ts'
import { base36 } from './rules.ts'

const PASSPORT_WORDS =
  'passport, passports, passport number, passport no, reisepass, reisepassnummer, passnummer, passeport, pasaporte, passaporto, ' +
  'passaporte, paspoort, paspoortnummer, paszport, pass no, travel document, паспорт, паспорта, pasaport, 护照, パスポート, 旅券, 여권'

export const worldwide = [
  identifier({
    name: 'PASSPORT',
    aliases: 'PASSPORT_NUMBER IT_PASSPORT DE_PASSPORT FR_PASSPORT ES_PASSPORT INTL_PASSPORT',
    title: 'Passport number of any country, named as such',
    source: 'ICAO Doc 9303 part 4: up to nine letters and digits',
    words: PASSPORT_WORDS,
    decoded: false,
    boost: 0.5,
    // Letters then digits (most countries), digits then letters then digits (France), or letters mixed in (Germany).
    forms: {
      '@@?@?######': 0.15,
      '@@?@?#######': 0.15,
      '@########': 0.15,
      '##@@#####': 0.15,
      '[CFGHJK][0-9CFGHJKLMNPRTVWXYZ]{8}#?': 0.15,
      '########': 0.1,
      '#########': 0.1,
      '##~?## ######': 0.15,
    },
    valid: (c) => /\d.*\d/.test(c),
    finds: ['Reisepassnummer {C01X00T47}', 'Mon passeport est le {12AB34567}', 'pasaporte {AAB123456}'],
    ignores: ['flight AB123456', 'my passport expires in 2031', 'See page 12AB34567'],
  }),
  identifier({
    name: 'VIN',
    aliases: 'VEHICLE_IDENTIFICATION_NUMBER CHASSIS_NUMBER FIN_VEHICLE',
    title: 'Vehicle identification number',
    source: 'ISO 3779; check digit of 49 CFR 565 for North America',
    group: 'personal',
    words:
      'vin, vin number, vehicle identification, chassis, chassis number, vehicle, fahrgestellnummer, fin, numéro de châssis, ' +
      'número de bastidor, bastidor, telaio, chassi, 车架号, 車台番号',
    forms: { '[A-HJ-NPR-Z0-9]{17}': 0.55 },
    valid: isVin,
    finds: ['VIN {1M8GDM9AXKP042788}', 'Fahrgestellnummer {1HGCM82633A004352}'],
    ignores: ['VIN 1M8GDM9A1KP042788', 'hash 1M8GDM9AXKP042788', 'ABCDEFGHJKLMNPRST'],
  }),
  identifier({
    name: 'IMEI',
    aliases: 'IMEI_NUMBER',
    title: 'Mobile equipment identity (IMEI)',
    source: '3GPP TS 23.003, clause 6; Luhn',
    group: 'network',
    words: 'imei, imei number, imei no, device id, handset, 串号',
    forms: { '#{15}': 0.3, '##-######-######-#': 0.7, '## ###### ###### #': 0.6 },
    valid: (c) => luhn(c) && !isRepeated(c),
    finds: ['IMEI {490154203237518}', '{49-015420-323751-8}'],
    ignores: ['IMEI 490154203237519', 'order 490154203237518', '490154203237518'],
  }),
  identifier({
    name: 'ICCID',
    aliases: 'SIM_NUMBER SIM_SERIAL',
    title: 'SIM card number (ICCID)',
    source: 'ITU-T E.118: prefix 89, Luhn',
    group: 'network',
    words: 'iccid, sim, sim card, sim number, esim, sim karte, sim serial',
    forms: { '89#{17}': 0.45, '89#{18}': 0.45 },
    valid: luhn,
    finds: ['ICCID {8949020000123456788}'],
    ignores: ['order 8949020000123456784', '8949020000123456785'],
  }),
  identifier({
    name: 'IMSI',
    aliases: 'SUBSCRIBER_IDENTITY',
    title: 'Mobile subscriber identity (IMSI)',
    source: 'ITU-T E.212: country 2xx to 7xx, network, subscriber; no check digit',
    group: 'network',
    words: 'imsi, subscriber identity, mobile subscriber',
    forms: { '[2-7]#{14}': 0.2 },
    finds: ['IMSI {262011234567890}'],
    ignores: ['order 262011234567890', '262011234567890'],
  }),
  identifier({
    name: 'ORCID',
    aliases: 'ORCID_ID ISNI',
    title: 'Researcher identifier (ORCID, ISNI)',
    source: 'ISO 27729; ISO 7064 MOD 11-2',
    group: 'personal',
    words: 'orcid, orcid id, isni, researcher',
    immune: true,
    forms: { '####-####-####-###[0-9X]': 0.45 },
    valid: (c) => {
      let sum = 0
      for (let at = 0; at < 15; at++) sum = (sum + digitAt(c, at)) * 2
      return '0123456789X'[(12 - (sum % 11)) % 11] === c[15]
    },
    finds: ['ORCID {0000-0002-1825-0097}', 'orcid.org/{0000-0001-5109-3700}'],
    ignores: ['ORCID 0000-0002-1825-0098', '0000-0002-1825-0097'],
  }),
  identifier({
    name: 'LEI',
    aliases: 'LEGAL_ENTITY_IDENTIFIER',
    title: 'Legal entity identifier',
    source: 'ISO 17442; ISO 7064 MOD 97-10',
    group: 'financial',
    words: 'lei, legal entity identifier, lei code',
    forms: { '####[A-Z0-9]{14}##': 0.6 },
    valid: (c) => mod97(c) === 1 && /[A-Z]/.test(c),
    finds: ['LEI {213800KUD8LAJWSQ9D15}'],
    ignores: ['LEI 213800KUD8LAJWSQ9D16', 'hash 213800KUD8LAJWSQ9D15'],
  }),
  identifier({
    name: 'SWIFT_BIC',
    aliases: 'BIC SWIFT SWIFT_CODE BIC_CODE',
    title: 'Bank identifier code (BIC, SWIFT)',
    source: 'ISO 9362: four letters, country, location, branch',
    group: 'financial',
    words: 'bic, swift, swift code, bic code, swift bic, bank identifier',
    forms: { '@@@@@@[A-Z2-9]#[0-9A-Z]{3}': 0.3, '@@@@@@#[A-NP-Z0-9]': 0.3, '@@@@@@#[A-NP-Z0-9][0-9A-Z]{3}': 0.3 },
    valid: (c) => BIC_COUNTRIES.has(c.slice(4, 6)),
    finds: ['BIC {BYLADEM1001}', 'SWIFT code {CHASUS33}'],
    ignores: ['order BYLADEM1001', 'BIC ABCDZZ33', 'CHASUS33'],
  }),
  identifier({
    name: 'MRZ',
    aliases: 'PASSPORT_MRZ MACHINE_READABLE_ZONE',
    title: 'Machine-readable line of a travel document',
    source: 'ICAO Doc 9303 parts 3 to 6: number, birth date and expiry with weights 7 3 1',
    words: 'mrz, passport, machine readable',
    immune: true,
    forms: { '[A-Z0-9]{9}#[A-Z]{3}#{7}[MFX]#{7}': 0.9, '[A-Z0-9]{8}<#[A-Z]{3}#{7}[MFX]#{7}': 0.95 },
    valid: (c) => isIcao(c.slice(0, 10)) && isIcao(c.slice(13, 20)) && isIcao(c.slice(21, 28)),
    finds: ['{L898902C36UTO7408122F1204159}'],
    ignores: ['L898902C36UTO7408123F1204159'],
  }),
]

/** Countries with banks that have a BIC: ISO 3166 codes. */
const BIC_COUNTRIES = new Set(
  (
    'AD AE AF AG AI AL AM AO AR AT AU AW AZ BA BB BD BE BF BG BH BI BJ BM BN BO BR BS BT BW BY BZ CA CD CF CG CH CI CL CM CN CO ' +
    'CR CU CV CW CY CZ DE DJ DK DM DO DZ EC EE EG ER ES ET FI FJ FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GT GU GW GY HK ' +
    'HN HR HT HU ID IE IL IM IN IQ IR IS IT JE JM JO JP KE KG KH KM KN KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME ' +
    'MG MK ML MM MN MO MR MS MT MU MV MW MX MY MZ NA NC NE NG NI NL NO NP NZ OM PA PE PF PG PH PK PL PR PS PT PY QA RE RO RS RU ' +
    'RW SA SB SC SD SE SG SI SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TG TH TJ TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC ' +
    'VE VG VI VN VU WS XK YE ZA ZM ZW'
  ).split(' '),
)

const VIN_WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2] as const
/** Values of A to Z; I, O and Q never occur. */
const VIN_LETTERS = [1, 2, 3, 4, 5, 6, 7, 8, 0, 1, 2, 3, 4, 5, 0, 7, 0, 9, 2, 3, 4, 5, 6, 7, 8, 9] as const

function isVin(compact: string): boolean {
  if (!/[A-Z]/.test(compact) || !/\d{4}$/.test(compact)) return false
  let sum = 0
  for (let at = 0; at < 17; at++) {
    const code = compact.charCodeAt(at)
    sum += (code < 58 ? code - 48 : (VIN_LETTERS[code - 65] as number)) * (VIN_WEIGHTS[at] as number)
  }
  return '0123456789X'[sum % 11] === compact[8]
}

function isIcao(field: string): boolean {
  let sum = 0
  for (let at = 0; at < field.length - 1; at++) {
    sum += (field[at] === '<' ? 0 : base36(field, at)) * ([7, 3, 1][at % 3] as number)
  }
  return sum % 10 === digitAt(field, field.length - 1)
}
