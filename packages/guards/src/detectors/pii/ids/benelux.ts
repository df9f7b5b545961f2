import { isRepeated, luhn, mod97, verhoeff, weighted } from '../checksums.ts'
import { identifier } from './identifier.ts'
import { hasDay } from './rules.ts'

export const benelux = [
  identifier({
    name: 'NL_BSN',
    aliases: 'BSN BURGERSERVICENUMMER',
    title: 'Dutch citizen service number (BSN)',
    source: 'Logisch Ontwerp BSN, the test of eleven',
    words: 'bsn, burgerservicenummer, sofinummer, sofi, burger service nummer, citizen service number',
    forms: { '#########': 0.25, '####.##.###': 0.5 },
    valid: (c) => weighted(c, [9, 8, 7, 6, 5, 4, 3, 2, -1]) % 11 === 0 && !isRepeated(c),
    finds: ['BSN: {111222333}'],
    ignores: ['BSN: 111222334', 'artikel 111222333', '111222333'],
  }),
  identifier({
    name: 'NL_VAT',
    aliases: 'NL_BTW BTW_NUMMER',
    title: 'Dutch VAT number',
    source: 'Belastingdienst, btw-identificatienummer since 2020: modulo 97, letters as two digits',
    words: 'btw, btw nummer, btw id, vat, omzetbelasting',
    forms: { 'NL#########B##': 0.75 },
    valid: (c) => mod97(c) === 1,
    finds: ['BTW {NL123456782B76}'],
    ignores: ['BTW NL123456782B00', 'order NL123456789B01'],
  }),
  identifier({
    name: 'NL_DRIVER_LICENSE',
    aliases: 'NL_RIJBEWIJS RIJBEWIJSNUMMER',
    title: 'Dutch driving licence number',
    source: 'RDW, rijbewijsnummer: ten digits, no published check digit',
    words: 'rijbewijs, rijbewijsnummer, rijbewijs nummer',
    forms: { '##########': 0.15 },
    finds: ['Rijbewijsnummer {3251887263}'],
    ignores: ['factuur 3251887263', 'rijbewijs voor 2 personen'],
  }),
  identifier({
    name: 'NL_IDENTITY_DOCUMENT',
    aliases: 'NL_PASPOORT NL_ID_KAART',
    title: 'Dutch passport or identity card number',
    source: 'Paspoortuitvoeringsregeling: two letters without O, six letters or digits without O, a digit',
    words: 'paspoort, paspoortnummer, identiteitskaart, id kaart, documentnummer',
    forms: { '[A-NP-Z][A-NP-Z][A-NP-Z0-9]{6}#': 0.15 },
    valid: (c) => /\d.*\d/.test(c),
    finds: ['Mijn paspoortnummer is {SPECI2014}'],
    ignores: ['artikel SPECI2014', 'SPECI2014'],
  }),
  identifier({
    name: 'BE_NATIONAL_NUMBER',
    aliases: 'BE_NRN BE_RIJKSREGISTERNUMMER RIJKSREGISTERNUMMER BE_NISS',
    title: 'Belgian national register number',
    source: 'Koninklijk besluit van 3 april 1984, identificatienummer Rijksregister: modulo 97',
    words:
      'rijksregisternummer, rijksregister, nationaal nummer, registre national, numéro national, numero national, niss, insz, nrn',
    forms: { '##.##.##-###.##': 0.9, '######-###-##': 0.6, '###########': 0.35 },
    valid: isBelgian,
    finds: ['Rijksregisternummer {85.07.30-033.28}', 'numéro national {85073003328}'],
    ignores: ['85.07.30-033.29', 'factuur 85073003328', '85.13.30-033.28'],
  }),
  identifier({
    name: 'BE_VAT',
    aliases: 'BE_ENTERPRISE_NUMBER ONDERNEMINGSNUMMER BE_KBO',
    title: 'Belgian enterprise and VAT number',
    source: 'Kruispuntbank van Ondernemingen, ondernemingsnummer: modulo 97',
    words: 'btw, tva, ondernemingsnummer, kbo, bce, numéro dentreprise, vat',
    forms: { 'BE[01]#########': 0.7, 'BE [01]###.###.###': 0.85, '[01]###.###.###': 0.5 },
    valid: (c) => {
      const digits = c.replace('BE', '')
      return 97 - (Number(digits.slice(0, 8)) % 97) === Number(digits.slice(8))
    },
    finds: ['BTW {BE 0403.019.261}', 'ondernemingsnummer {0403.019.261}'],
    ignores: ['BTW BE 0403.019.262', 'order BE0403019262'],
  }),
  identifier({
    name: 'LU_MATRICULE',
    aliases: 'LU_NATIONAL_ID LU_CNS MATRICULE_LU',
    title: 'Luxembourg national identification number',
    source: 'Loi du 19 juin 2013, art. 1: Luhn and Verhoeff over eleven digits',
    words: 'matricule, numéro didentification, cns, identification nationale, luxembourg',
    forms: { '[12]############': 0.45, '[12]### ## ## #####': 0.7 },
    valid: (c) => hasDay(c, 4, 6) && luhn(c.slice(0, 12)) && verhoeff(c.slice(0, 11) + c[12]),
    finds: ['Matricule {1983110512319}'],
    ignores: ['Matricule 1983110512300', 'order 1983130512345'],
  }),
]

/** For births from 2000 on, a 2 precedes the nine digits. */
function isBelgian(compact: string): boolean {
  const month = Number(compact.slice(2, 4)) % 20
  if (month > 12 || Number(compact.slice(4, 6)) > 31) return false
  const check = Number(compact.slice(9))
  return [compact.slice(0, 9), `2${compact.slice(0, 9)}`].some((body) => 97 - (Number(body) % 97) === check)
}
