import { digitAt, luhn, mod11_10, weighted } from '../checksums.ts'
import { identifier } from './identifier.ts'
import { closedBy, closes, hasDay, mod11mod10, to11Zero } from './rules.ts'

export const balkans = [
  identifier({
    name: 'RO_CNP',
    aliases: 'CNP ROMANIAN_CNP',
    title: 'Romanian personal numeric code (CNP)',
    source: 'OUG 97/2005, codul numeric personal; weights 279146358279',
    words: 'cnp, cod numeric personal, codul numeric',
    forms: { '[1-8]############': 0.45 },
    valid: (c) =>
      hasDay(c, 3, 5) &&
      closes(c, [2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9], (sum) => (sum % 11 === 10 ? 1 : sum % 11)) &&
      Number(c.slice(7, 9)) <= 52,
    finds: ['CNP {1630615123457}'],
    ignores: ['CNP 1630615123458', 'comanda 1631615123457'],
  }),
  identifier({
    name: 'RO_CUI',
    aliases: 'RO_VAT RO_CIF',
    title: 'Romanian company tax code (CUI)',
    source: 'Codul fiscal, cod unic de înregistrare; weights 753217532 from the right',
    words: 'cui, cif, cod fiscal, cod unic, tva',
    forms: { 'RO########': 0.6, 'RO#######': 0.55, '########': 0.2 },
    valid: (c) => {
      const digits = c.replace('RO', '').padStart(10, '0')
      return ((weighted(digits, [7, 5, 3, 2, 1, 7, 5, 3, 2]) * 10) % 11) % 10 === digitAt(digits, 9)
    },
    finds: ['CUI {RO18547290}'],
    ignores: ['CUI RO18547291', 'comanda RO18547291'],
  }),
  identifier({
    name: 'BG_EGN',
    aliases: 'EGN BULGARIAN_EGN',
    title: 'Bulgarian uniform civil number (EGN)',
    source: 'Наредба РД-02-20-9/2012, ЕГН; weights 2 4 8 5 10 9 7 3 6',
    words: 'егн, egn, единен граждански номер, граждански номер',
    forms: { '##########': 0.35 },
    valid: (c) => {
      const month = Number(c.slice(2, 4)) % 20
      return (
        month >= 1 && month <= 12 && Number(c.slice(4, 6)) <= 31 && closes(c, [2, 4, 8, 5, 10, 9, 7, 3, 6], mod11mod10)
      )
    },
    finds: ['ЕГН {7523169263}'],
    ignores: ['ЕГН 7523169264', 'поръчка 7523169263'],
  }),
  identifier({
    name: 'HR_OIB',
    aliases: 'OIB CROATIAN_OIB',
    title: 'Croatian personal identification number (OIB)',
    source: 'Zakon o osobnom identifikacijskom broju; ISO 7064 MOD 11,10',
    words: 'oib, osobni identifikacijski broj, identifikacijski broj',
    forms: { '###########': 0.35, 'HR###########': 0.65 },
    valid: (c) => mod11_10(c.replace('HR', '')),
    finds: ['OIB {33392005961}'],
    ignores: ['OIB 33392005962', 'račun 33392005961', '33392005961'],
  }),
  identifier({
    name: 'SI_EMSO',
    aliases: 'EMSO SLOVENIAN_EMSO',
    title: 'Slovenian personal identification number (EMŠO)',
    source: 'Zakon o centralnem registru prebivalstva; region 50 to 59, modulo 11',
    words: 'emšo, emso, enotna matična številka, matična številka',
    forms: { '#{7}5#{5}': 0.45 },
    valid: isJmbg,
    finds: ['EMŠO {0101006500006}'],
    ignores: ['EMŠO 0101006500007', 'naročilo 0113006500006'],
  }),
  identifier({
    name: 'RS_JMBG',
    aliases: 'JMBG BA_JMBG ME_JMBG MK_EMBG EMBG',
    title: 'Personal number of Serbia, Bosnia, Montenegro and North Macedonia (JMBG)',
    source: 'Zakon o jedinstvenom matičnom broju građana; modulo 11',
    words: 'jmbg, јмбг, embg, ембг, matični broj, maticni broj, матични број, матичен број',
    forms: { '#{7}[0-46-9]#{5}': 0.45 },
    valid: isJmbg,
    finds: ['JMBG {0101006710000}'],
    ignores: ['JMBG 0101006710001', 'račun 0113006710006'],
  }),
  identifier({
    name: 'GR_AFM',
    aliases: 'AFM EL_VAT GREEK_AFM',
    title: 'Greek tax number (AFM)',
    source: 'ΑΑΔΕ, Αριθμός Φορολογικού Μητρώου; powers of two, modulo 11',
    words: 'αφμ, afm, α φ μ, φορολογικού μητρώου, φορολογικό μητρώο, αφμ μου',
    forms: { '#########': 0.25, 'EL#########': 0.6 },
    valid: (c) => closedBy([256, 128, 64, 32, 16, 8, 4, 2], mod11mod10)(c.replace('EL', '')),
    finds: ['ΑΦΜ {094259216}'],
    ignores: ['ΑΦΜ 094259217', '094259216'],
  }),
  identifier({
    name: 'GR_AMKA',
    aliases: 'AMKA GREEK_AMKA',
    title: 'Greek social security number (AMKA)',
    source: 'ΗΔΙΚΑ, ΑΜΚΑ: date of birth and Luhn',
    words: 'αμκα, amka, α μ κ α',
    forms: { '###########': 0.35 },
    valid: (c) => hasDay(c, 2, 0) && luhn(c),
    finds: ['ΑΜΚΑ {01013099997}'],
    ignores: ['ΑΜΚΑ 01013099998', '01013099997'],
  }),
  identifier({
    name: 'CY_TIC',
    aliases: 'CY_VAT CYPRIOT_TIC',
    title: 'Cypriot tax identification code',
    source: 'Τμήμα Φορολογίας: eight digits and a letter modulo 26',
    words: 'tic, φπα, vat, α φ τ, tax identification code',
    forms: { '########@': 0.3, 'CY########@': 0.65 },
    valid: (c) => {
      const id = c.replace('CY', '')
      const odd = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21]
      let sum = 0
      for (let at = 0; at < 8; at++) sum += at % 2 === 0 ? (odd[digitAt(id, at)] as number) : digitAt(id, at)
      return String.fromCharCode(65 + (sum % 26)) === id[8]
    },
    finds: ['VAT {CY10259033P}'],
    ignores: ['VAT CY10259033Q', 'order 10259033P'],
  }),
  identifier({
    name: 'AL_NID',
    aliases: 'AL_NIPT ALBANIAN_ID',
    title: 'Albanian personal number (NID)',
    source: 'Gjendja civile, numri personal: decade letter, year, month, day, serial, letter',
    words: 'nid, numri personal, nr personal, letërnjoftim, karta e identitetit',
    forms: { '[A-T]########@': 0.3 },
    valid: (c) => Number(c.slice(2, 4)) % 50 >= 1 && Number(c.slice(2, 4)) % 50 <= 12 && Number(c.slice(4, 6)) <= 31,
    finds: ['Numri personal {J01203045K}'],
    ignores: ['Numri personal J03203045K', 'order J01203045K', 'J01203045K'],
  }),
  identifier({
    name: 'MT_ID_CARD',
    aliases: 'MALTESE_ID MT_IDENTITY_CARD',
    title: 'Maltese identity card number',
    source: 'Identità Malta: seven digits and a letter of the register',
    words: 'id card, identity card, karta tal identità, karta tal identita, malta',
    forms: { '#######[MGAPLHBZ]': 0.15 },
    finds: ['Malta ID card {0123456M}'],
    ignores: ['size 0123456M', '0123456M'],
  }),
]

/** Date, region, serial and modulo 11 with the weights 7 to 2 twice. */
function isJmbg(compact: string): boolean {
  return hasDay(compact, 2, 0) && closes(compact, [7, 6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2], to11Zero)
}
