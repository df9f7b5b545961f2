import { digitAt, mod11_10 } from '../checksums.ts'
import { identifier } from './identifier.ts'
import { base36, weighted36 } from './rules.ts'

export const germany = [
  identifier({
    name: 'DE_TAX_ID',
    aliases: 'DE_STEUER_ID STEUER_ID STEUERIDENTIFIKATIONSNUMMER DE_IDNR',
    title: 'German tax identification number',
    source: 'Bundeszentralamt für Steuern, Steueridentifikationsnummer; ISO 7064 MOD 11,10',
    words:
      'steuer, steuerid, steuer id, steueridentifikationsnummer, idnr, identifikationsnummer, finanzamt, steuernummer, steuer idnr',
    forms: { '###########': 0.35, '## ### ### ###': 0.55 },
    valid: isTaxId,
    finds: ['Steuer-ID {86095742719}', '{86 095 742 719}'],
    ignores: ['Steuer-ID 86095742718', 'Rechnung 86095742719', '86095742719'],
  }),
  identifier({
    name: 'DE_ID_CARD',
    aliases: 'DE_PERSONALAUSWEIS PERSONALAUSWEIS DE_ID',
    title: 'German identity card number',
    source: 'Personalausweisverordnung; check digit of ICAO Doc 9303 part 3',
    words: 'personalausweis, personalausweisnummer, ausweis, ausweisnummer, ausweis nr, identity card, id card',
    forms: { '[LMNPRTVWXY][0-9CFGHJKLMNPRTVWXYZ]{8}#': 0.4 },
    valid: (c) => /\d.*\d.*\d/.test(c) && isIcaoChecked(c),
    finds: ['Personalausweisnummer {L01X00T471}'],
    ignores: ['key L01X00T471', 'L01X00T472'],
  }),
  identifier({
    name: 'DE_VAT',
    aliases: 'DE_UST_ID UST_ID UMSATZSTEUER_ID',
    title: 'German VAT number',
    source: 'Bundeszentralamt für Steuern, USt-IdNr.; ISO 7064 MOD 11,10',
    words: 'ust, ust id, ust idnr, umsatzsteuer, umsatzsteuer id, umsatzsteueridentifikationsnummer, vat, vat id, mwst',
    forms: { 'DE#########': 0.6, 'DE ### ### ###': 0.7 },
    valid: (c) => c[2] !== '0' && mod11_10(c.slice(2)),
    finds: ['USt-IdNr. {DE136695976}', '{DE 136 695 976}'],
    ignores: ['USt-IdNr. DE136695977', 'ticket DE136695978'],
  }),
  identifier({
    name: 'DE_SOCIAL_SECURITY',
    aliases: 'DE_SV_NUMMER SOZIALVERSICHERUNGSNUMMER RENTENVERSICHERUNGSNUMMER DE_RVNR',
    title: 'German pension insurance number',
    source: 'Verordnung über die Versicherungsnummer (VKVV), § 2',
    words:
      'sozialversicherungsnummer, rentenversicherungsnummer, sv nummer, svnr, rvnr, versicherungsnummer, sozialversicherung, rentenversicherung',
    forms: { '########@###': 0.6, '## ###### @ ###': 0.8 },
    valid: isPensionNumber,
    finds: ['Sozialversicherungsnummer {15070649C103}', '{65 170839 J 003}'],
    ignores: ['Sozialversicherungsnummer 15070649C104', 'build 15073249C103'],
  }),
  identifier({
    name: 'DE_HEALTH_INSURANCE',
    aliases: 'DE_KVNR KVNR KRANKENVERSICHERTENNUMMER',
    title: 'German health insurance number (KVNR)',
    source: 'GKV-Spitzenverband, Richtlinie zur Krankenversichertennummer (§ 290 SGB V)',
    words: 'krankenversichertennummer, kvnr, krankenkasse, versichertennummer, gesundheitskarte, krankenversicherung',
    forms: { '@#########': 0.25 },
    valid: isHealthNumber,
    finds: ['Krankenversichertennummer {A123456780}'],
    ignores: ['Krankenversichertennummer A123456781', 'A123456780'],
  }),
]

/** Since 2016 one digit occurs twice or three times among the first ten, never three in a row. */
function isTaxId(compact: string): boolean {
  if (compact[0] === '0' || !mod11_10(compact)) return false
  const counts = new Uint8Array(10)
  for (let at = 0; at < 10; at++) (counts[digitAt(compact, at)] as number)++
  const repeated = [...counts].filter((count) => count > 1)
  return repeated.length === 1 && (repeated[0] as number) <= 3 && !/(\d)\1\1/.test(compact.slice(0, 10))
}

const ICAO_WEIGHTS = [7, 3, 1, 7, 3, 1, 7, 3, 1] as const

function isIcaoChecked(compact: string): boolean {
  return weighted36(compact, ICAO_WEIGHTS) % 10 === digitAt(compact, 9)
}

const PENSION_WEIGHTS = [2, 1, 2, 5, 7, 1, 2, 1, 2, 1, 2, 1] as const

/** The letter counts as its two-digit position in the alphabet; digits of all products are added. */
function isPensionNumber(compact: string): boolean {
  const day = Number(compact.slice(2, 4)) % 50
  const month = Number(compact.slice(4, 6))
  if (day < 1 || day > 31 || month < 1 || month > 12) return false
  const spread = compact.slice(0, 8) + String(base36(compact, 8) - 9).padStart(2, '0') + compact.slice(9)
  let sum = 0
  for (const [at, weight] of PENSION_WEIGHTS.entries()) {
    const product = digitAt(spread, at) * weight
    sum += Math.floor(product / 10) + (product % 10)
  }
  return sum % 10 === digitAt(spread, 12)
}

function isHealthNumber(compact: string): boolean {
  const spread = String(base36(compact, 0) - 9).padStart(2, '0') + compact.slice(1)
  let sum = 0
  for (let at = 0; at < 10; at++) {
    const product = digitAt(spread, at) * (at % 2 === 0 ? 1 : 2)
    sum += Math.floor(product / 10) + (product % 10)
  }
  return sum % 10 === digitAt(spread, 10)
}
