import { isRepeated, luhn } from '../checksums.ts'
import { identifier } from './identifier.ts'

export const italy = [
  identifier({
    name: 'IT_FISCAL_CODE',
    aliases: 'CODICE_FISCALE IT_CF ITALIAN_FISCAL_CODE',
    title: 'Italian tax code (codice fiscale)',
    source: 'Decreto ministeriale 23 dicembre 1976; letters for digits tell people of equal data apart',
    words: 'codice fiscale, fiscale, cf',
    immune: true,
    forms: {
      '@@@@@@[0-9LMNP-V][0-9LMNP-V][A-EHLMPR-T][0-9LMNP-V][0-9LMNP-V]@[0-9LMNP-V]{3}@': 0.95,
    },
    valid: isCodiceFiscale,
    finds: ['codice fiscale {RSSMRA85T10A562S}'],
    ignores: ['RSSMRA85T10A562A', 'ABCDEF85Z10A562S'],
  }),
  identifier({
    name: 'IT_VAT_CODE',
    aliases: 'PARTITA_IVA IT_VAT',
    title: 'Italian VAT number (partita IVA)',
    source: 'D.P.R. 633/1972; Luhn',
    words: 'partita iva, iva, p iva, piva, vat',
    forms: { '###########': 0.25, 'IT###########': 0.6 },
    valid: (c) => luhn(c.replace('IT', '')) && !isRepeated(c.replace('IT', '')),
    finds: ['Partita IVA {00743110157}'],
    ignores: ['Partita IVA 00743110158', '00743110157'],
  }),
  identifier({
    name: 'IT_IDENTITY_CARD',
    aliases: 'CARTA_DI_IDENTITA IT_CIE',
    title: 'Italian identity card number',
    source: 'Ministero dell’Interno, carta d’identità elettronica: CA00000AA; paper: AA0000000',
    words: 'carta didentità, carta didentita, carta di identità, identità, cie, documento',
    forms: { 'C@#####@@': 0.3, '@@#######': 0.15 },
    finds: ['Carta d’identità {CA12345AB}', 'carta di identità n. {AX1234567}'],
    ignores: ['ordine CA12345AB', 'AX1234567'],
  }),
  identifier({
    name: 'IT_HEALTH_CARD',
    aliases: 'TESSERA_SANITARIA TEAM_CARD',
    title: 'Italian health card number',
    source: 'Sistema Tessera Sanitaria: twenty digits with the prefix 80380 of EN 1867; Luhn',
    words: 'tessera sanitaria, team, tessera europea',
    forms: { '80380#{15}': 0.6 },
    valid: luhn,
    finds: ['Tessera sanitaria {80380000123456789014}'],
    ignores: ['Tessera sanitaria 80380000123456789010', 'ordine 80380000123456789011'],
  }),
  identifier({
    name: 'IT_DRIVER_LICENSE',
    aliases: 'PATENTE_DI_GUIDA',
    title: 'Italian driving licence number',
    source: 'Motorizzazione civile: U1 and seven characters and a letter, or two letters and seven digits and a letter',
    words: 'patente, patente di guida, patente n, numero patente',
    forms: { 'U1*{7}@': 0.2, '@@#######@': 0.2 },
    valid: (c) => /\d.*\d.*\d/.test(c.slice(2)),
    finds: ['Patente di guida {U1A34B567C}', 'patente {MI1234567X}'],
    ignores: ['ordine U1A34B567C', 'MI1234567X'],
  }),
]

/** Values of characters in odd positions, digits then letters (decree of 23 December 1976). */
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
