import { isRepeated, luhn } from '../checksums.ts'
import { identifier } from './identifier.ts'
import { closes, hasDay, to11 } from './rules.ts'

const CURP = '0123456789ABCDEFGHIJKLMNÑOPQRSTUVWXYZ'
const RFC = '0123456789ABCDEFGHIJKLMN&OPQRSTUVWXYZ Ñ'

export const canadaMexico = [
  identifier({
    name: 'CA_SIN',
    aliases: 'SIN SOCIAL_INSURANCE_NUMBER CANADIAN_SIN',
    title: 'Canadian social insurance number',
    source: 'Service Canada, SIN Code of Practice; Luhn',
    words:
      'sin, social insurance, social insurance number, numéro dassurance sociale, assurance sociale, nas, sin number',
    forms: { '###~###~###': 0.4, '#########': 0.2 },
    valid: (c) => c[0] !== '8' && luhn(c) && !isRepeated(c),
    finds: ['My SIN is {046 454 286}'],
    ignores: ['SIN 046 454 287', 'batch 046 454 286', '046454286'],
  }),
  identifier({
    name: 'CA_BUSINESS_NUMBER',
    aliases: 'CA_BN CANADIAN_BN',
    title: 'Canadian business number',
    source: 'Canada Revenue Agency, business number and program accounts; Luhn',
    words: 'business number, bn, gst, hst, payroll, cra, numéro dentreprise',
    forms: { '#########~?R[CMPTZ]~?####': 0.75 },
    valid: (c) => luhn(c.slice(0, 9)),
    finds: ['BN {123026635 RC 0001}', 'GST {123026635RT0001}'],
    ignores: ['BN 123026636 RC 0001', 'order 123026634RT0001'],
  }),
  identifier({
    name: 'CA_ON_HEALTH',
    aliases: 'OHIP ONTARIO_HEALTH_CARD',
    title: 'Ontario health card number',
    source: 'Ontario Ministry of Health, health card number; Luhn, version code',
    words: 'ohip, health card, ontario health, health number, health card number',
    forms: { '####~###~###': 0.35, '####~###~###~@@': 0.55, '##########': 0.25 },
    valid: (c) => luhn(c.slice(0, 10)),
    finds: ['OHIP {1234-567-897}', 'health card {9876543217}'],
    ignores: ['OHIP 1234-567-890', 'order 1234-567-897'],
  }),
  identifier({
    name: 'CA_BC_PHN',
    aliases: 'BC_PHN PERSONAL_HEALTH_NUMBER',
    title: 'British Columbia personal health number',
    source: 'BC Ministry of Health, PHN: 9, eight digits, modulo 11',
    words: 'phn, personal health number, bc services card, care card, carecard, msp',
    forms: { '9### ### ###': 0.4, '9#########': 0.3 },
    valid: (c) => closes(c.slice(1), [2, 4, 8, 5, 10, 9, 7, 3], to11),
    finds: ['PHN {9123 456 780}'],
    ignores: ['PHN 9123 456 789', '9123456785'],
  }),
  identifier({
    name: 'CA_QC_RAMQ',
    aliases: 'RAMQ QUEBEC_HEALTH_CARD NAM',
    title: 'Quebec health insurance number',
    source: 'Régie de l’assurance maladie du Québec, NAM: name, year, month (women + 50), day, serial',
    words: 'ramq, nam, assurance maladie, carte soleil, health insurance',
    // A word of four letters before a number, or a date, has this form too: a nearby context word is required.
    forms: { '@@@@~####~####': 0.4, '@@@@########': 0.4 },
    valid: (c) => hasDay(`00${String(Number(c.slice(6, 8)) % 50).padStart(2, '0')}${c.slice(8, 10)}`, 2, 4),
    finds: ['RAMQ {TREM 8501 1512}', 'carte soleil {ROYM85611512}'],
    ignores: ['RAMQ TREM 8513 1512', 'model TREM85011512', 'USER 1001 1001', 'BASE 1912 1231', 'DUMP20110115'],
  }),
  identifier({
    name: 'CA_PASSPORT',
    aliases: 'CANADIAN_PASSPORT',
    title: 'Canadian passport number, named as such',
    source: 'Immigration, Refugees and Citizenship Canada: two letters and six digits, no check digit',
    words: 'canadian passport, passeport canadien',
    boost: 0.5,
    forms: { '@@######': 0.3, '@######@@': 0.3 },
    finds: ['Canadian passport {AB123456}'],
    ignores: ['flight AB123456', 'AB123456'],
  }),
  identifier({
    name: 'MX_CURP',
    aliases: 'CURP',
    title: 'Mexican population registry code (CURP)',
    source: 'RENAPO, Instructivo normativo para la asignación de la CURP: base 37, modulo 10',
    words: 'curp, clave única, registro de población',
    immune: true,
    forms: { '@[AEIOUX]@@######[HMX]@@[B-DF-HJ-NP-TV-Z]{3}*#': 0.8 },
    valid: (c) => {
      if (!hasDay(c, 6, 8)) return false
      let sum = 0
      for (let at = 0; at < 17; at++) sum += CURP.indexOf(c[at] as string) * (18 - at)
      return (10 - (sum % 10)) % 10 === Number(c[17])
    },
    finds: ['CURP {BOXW310820HNERXN09}'],
    ignores: ['BOXW310820HNERXN08', 'CURP BOXW311320HNERXN09'],
  }),
  identifier({
    name: 'MX_RFC',
    aliases: 'RFC_MX REGISTRO_FEDERAL',
    title: 'Mexican taxpayer code (RFC)',
    source: 'SAT, Anexo 20, homoclave y dígito verificador: modulo 11',
    words: 'rfc, registro federal, contribuyentes, sat, factura',
    forms: { '@@@@######***': 0.55, '@@@######***': 0.45, '@@@@-######-***': 0.65 },
    valid: (c) => {
      const body = c.padStart(13, ' ')
      if (!hasDay(body, 6, 8)) return false
      let sum = 0
      for (let at = 0; at < 12; at++) sum += RFC.indexOf(body[at] as string) * (13 - at)
      return '0123456789A'[(11 - (sum % 11)) % 11] === body[12]
    },
    finds: ['RFC {GODE561231GR8}'],
    ignores: ['RFC GODE561231GR9', 'sku GODE561331GR8'],
  }),
  identifier({
    name: 'MX_NSS',
    aliases: 'IMSS_NSS MX_IMSS',
    title: 'Mexican social security number (NSS)',
    source: 'IMSS, número de seguridad social; Luhn',
    words: 'nss, imss, seguro social, número de seguridad social, seguridad social',
    forms: { '###########': 0.3, '##-##-##-####-#': 0.65 },
    valid: luhn,
    finds: ['NSS {12345678903}'],
    ignores: ['NSS 12345678904', 'pedido 12345678903'],
  }),
  identifier({
    name: 'MX_CLABE',
    aliases: 'CLABE',
    title: 'Mexican bank account number (CLABE)',
    source: 'Asociación de Bancos de México, CLABE: weights 3 7 1 of products modulo 10',
    group: 'financial',
    words: 'clabe, clabe interbancaria, interbancaria, cuenta, transferencia, spei',
    forms: { '#{18}': 0.45 },
    valid: (c) => {
      let sum = 0
      for (let at = 0; at < 17; at++) sum += (Number(c[at]) * ([3, 7, 1][at % 3] as number)) % 10
      return (10 - (sum % 10)) % 10 === Number(c[17]) && !isRepeated(c)
    },
    finds: ['CLABE {032180000118359719}'],
    ignores: ['CLABE 032180000118359718', 'pedido 032180000118359719'],
  }),
]
