import { luhn } from '../checksums.ts'
import { identifier } from './identifier.ts'

export const france = [
  identifier({
    name: 'FR_NIR',
    aliases: 'NIR FR_INSEE INSEE FR_SSN NUMERO_SECURITE_SOCIALE',
    title: 'French social security number (NIR)',
    source: 'INSEE, numéro d’inscription au répertoire (décret 82-103)',
    words: 'nir, insee, sécurité sociale, securite sociale, sécu, secu, vitale',
    forms: { '[12]####[0-9][0-9AB]########': 0.7, '[12] ?## ?## ?#[0-9AB] ?### ?###[ -]?##': 0.85 },
    valid: isNir,
    finds: ['Sécurité sociale : {2 55 08 14 168 025 38}', '{255081416802538}'],
    ignores: ['255081416802539', 'commande 255081416802538', '207291A37568941', '1 02 11 4B 567 890 12'],
  }),
  identifier({
    name: 'FR_TAX_ID',
    aliases: 'FR_SPI FR_NIF NUMERO_FISCAL',
    title: 'French tax number (SPI)',
    source: 'Direction générale des finances publiques, numéro fiscal de référence: key modulo 511',
    words: 'numéro fiscal, numero fiscal, spi, impôts, impots, avis dimposition, référence fiscale',
    forms: { '[0123]############': 0.3, '[0123]# ## ### ### ###': 0.55 },
    valid: (c) => Number(c.slice(0, 10)) % 511 === Number(c.slice(10)),
    finds: ['Numéro fiscal {30 23 217 600 053}', 'numéro fiscal : {3023217600053}'],
    ignores: ['Numéro fiscal 30 23 217 600 054', 'facture 3023217600053', '3023217600053'],
  }),
  identifier({
    name: 'FR_SIREN',
    aliases: 'SIREN',
    title: 'French company number (SIREN)',
    source: 'INSEE, Sirene; Luhn',
    words: 'siren, rcs, numéro siren, numero siren, n siren',
    forms: { '#########': 0.2, '### ### ###': 0.25 },
    valid: luhn,
    finds: ['SIREN {732 829 320}', 'RCS Paris {552008443}'],
    ignores: ['SIREN 732 829 321', 'facture 732 829 320', '732829320'],
  }),
  identifier({
    name: 'FR_SIRET',
    aliases: 'SIRET',
    title: 'French establishment number (SIRET)',
    source: 'INSEE, Sirene; Luhn',
    words: 'siret, numéro siret, numero siret, établissement',
    forms: { '##############': 0.3, '### ### ### #####': 0.5 },
    valid: luhn,
    finds: ['SIRET {732 829 320 00074}'],
    ignores: ['SIRET 732 829 320 00075', 'facture 73282932000074'],
  }),
  identifier({
    name: 'FR_VAT',
    aliases: 'FR_TVA TVA_INTRACOMMUNAUTAIRE',
    title: 'French VAT number',
    source: 'Code général des impôts, ann. III art. 41; key (12 + 3 × SIREN) modulo 97',
    words: 'tva, tva intracommunautaire, numéro de tva, vat',
    forms: { 'FR###########': 0.65, 'FR ## ### ### ###': 0.8 },
    valid: (c) => (12 + 3 * (Number(c.slice(4)) % 97)) % 97 === Number(c.slice(2, 4)) && luhn(c.slice(4)),
    finds: ['TVA {FR44732829320}'],
    ignores: ['TVA FR45732829320', 'ref FR00732829320'],
  }),
  identifier({
    name: 'FR_DRIVER_LICENSE',
    aliases: 'FR_PERMIS_DE_CONDUIRE',
    title: 'French driving licence number',
    source: 'Arrêté du 20 avril 2012: twelve digits, year, month, department, serial',
    words: 'permis de conduire, permis, permis numéro, driving licence',
    forms: { '############': 0.15 },
    valid: (c) => Number(c.slice(2, 4)) >= 1 && Number(c.slice(2, 4)) <= 12,
    finds: ['permis de conduire {911091204312}'],
    ignores: ['permis de conduire 911391204312', 'commande 911091204312'],
  }),
]

/** The key is 97 minus the number modulo 97; Corsica's 2A and 2B count as 19 and 18. */
function isNir(compact: string): boolean {
  const body = compact.slice(0, 13).replace('2A', '19').replace('2B', '18')
  const month = Number(compact.slice(3, 5))
  if (!(month >= 1 && month <= 12) && !(month >= 20 && month <= 42) && month < 50) return false
  // A letter anywhere else than in Corsica's departments is no number.
  if (/\D/.test(body)) return false
  return 97 - Number(BigInt(body) % 97n) === Number(compact.slice(13))
}
