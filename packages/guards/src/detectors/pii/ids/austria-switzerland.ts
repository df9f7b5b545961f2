import { digitAt, luhn, weighted } from '../checksums.ts'
import { identifier } from './identifier.ts'
import { closes, to11 } from './rules.ts'

export const austriaSwitzerland = [
  identifier({
    name: 'AT_SOCIAL_SECURITY',
    aliases: 'AT_SVNR AT_SV_NUMMER',
    title: 'Austrian social insurance number',
    source: 'Dachverband der Sozialversicherungsträger, Aufbau der Versicherungsnummer (§ 30c ASVG)',
    words: 'sozialversicherungsnummer, svnr, sv nummer, versicherungsnummer, e card, ecard, sozialversicherung',
    forms: { '##########': 0.25, '#### ######': 0.4 },
    valid: (c) => {
      const [day, month] = [Number(c.slice(4, 6)), Number(c.slice(6, 8))]
      if (c[0] === '0' || day < 1 || day > 31 || month < 1 || month > 15) return false
      return weighted(c, [3, 7, 9, 0, 5, 8, 4, 2, 1, 6]) % 11 === digitAt(c, 3)
    },
    finds: ['SVNR {1237 010180}', 'Sozialversicherungsnummer {1239010280}'],
    ignores: ['SVNR 1238 010180', 'Rechnung 1237 010180', '1237010180'],
  }),
  identifier({
    name: 'AT_VAT',
    aliases: 'AT_UID ATU',
    title: 'Austrian VAT number (UID)',
    source: 'Bundesministerium für Finanzen, UID-Nummer, Prüfziffernverfahren',
    words: 'uid, uid nummer, ust, umsatzsteuer, vat, vat id',
    forms: { 'ATU########': 0.75 },
    valid: (c) => {
      let sum = 4
      for (let at = 3; at < 10; at++) {
        const digit = digitAt(c, at)
        sum += at % 2 === 1 ? digit : Math.floor(digit / 5) + ((digit * 2) % 10)
      }
      return (10 - (sum % 10)) % 10 === digitAt(c, 10)
    },
    finds: ['UID {ATU13585627}'],
    ignores: ['UID ATU13585628', 'order ATU13585627'],
  }),
  identifier({
    name: 'AT_TAX_ID',
    aliases: 'AT_STEUERNUMMER',
    title: 'Austrian tax number',
    source: 'Bundesministerium für Finanzen, Abgabenkontonummer; Luhn',
    words: 'steuernummer, abgabenkontonummer, finanzamt, steuer nr',
    forms: { '##-###/####': 0.6, '#########': 0.2 },
    valid: luhn,
    finds: ['Steuernummer {59-119/9013}'],
    ignores: ['Steuernummer 59-119/9014', '591199013'],
  }),
  identifier({
    name: 'CH_AHV',
    aliases: 'CH_SSN AHV AVS AHV_NUMMER SWISS_AHV',
    title: 'Swiss social insurance number (AHV, AVS)',
    source: 'Zentrale Ausgleichsstelle, AHV-Nummer; EAN-13 check digit with prefix 756',
    words: 'ahv, avs, ahv nummer, ahv nr, numéro avs, numero avs, sozialversicherungsnummer, no avs',
    forms: { '756.####.####.##': 0.95, '756 #### #### ##': 0.8, '756##########': 0.45 },
    valid: (c) => closes(c, [1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3], (sum) => (10 - (sum % 10)) % 10),
    finds: ['AHV-Nr. {756.9217.0769.85}', '{756.1234.5678.97}'],
    ignores: ['756.9217.0769.84', 'EAN 7569217076985'],
  }),
  identifier({
    name: 'CH_UID',
    aliases: 'CH_VAT CHE_UID SWISS_UID',
    title: 'Swiss business identification number (UID)',
    source: 'Bundesamt für Statistik, Unternehmens-Identifikationsnummer, Ziffernaufbau',
    words: 'uid, mwst, tva, iva, handelsregister, unternehmens identifikationsnummer, ide',
    forms: { 'CHE-###.###.###': 0.85, 'CHE#########': 0.7 },
    valid: (c) => closes(c.slice(3), [5, 4, 3, 2, 7, 6, 5, 4], to11),
    finds: ['UID {CHE-107.787.577}'],
    ignores: ['UID CHE-107.787.578', 'order CHE107787578'],
  }),
  identifier({
    name: 'LI_PEID',
    aliases: 'LIECHTENSTEIN_PEID',
    title: 'Liechtenstein personal identification number (PEID)',
    source: 'Steuerverwaltung Liechtenstein, PEID: up to twelve digits without a check digit',
    words: 'peid, personenidentifikationsnummer, pe id',
    forms: { '#{8}': 0.1, '#{12}': 0.1 },
    finds: ['PEID {000001234567}'],
    ignores: ['Bestellung 000001234567', 'PEIDs 000001234567'],
  }),
]
