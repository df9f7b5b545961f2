import { isRepeated, luhn, verhoeff } from '../checksums.ts'
import { identifier } from './identifier.ts'
import { base36 } from './rules.ts'

/** The fourth letter is the kind of holder: person, company, trust and so on. */
const PAN = /^[A-Z]{3}[ABCFGHJLPT][A-Z]\d{4}[A-Z]$/

export const southAsia = [
  identifier({
    name: 'IN_AADHAAR',
    aliases: 'AADHAAR AADHAR AADHAAR_NUMBER',
    title: 'Indian Aadhaar number',
    source: 'UIDAI, A UID Numbering Scheme; Verhoeff',
    words: 'aadhaar, aadhar, adhaar, uidai, uid, आधार',
    forms: { '####~####~####': 0.55, '############': 0.25 },
    valid: (c) => c >= '2' && verhoeff(c) && !isRepeated(c.slice(0, 11)),
    finds: ['Aadhaar {2341 2341 2346}'],
    ignores: ['Aadhaar 2341 2341 2347', 'order 2341 2341 2346', '234123412346'],
  }),
  identifier({
    name: 'IN_PAN',
    aliases: 'PAN_CARD INDIAN_PAN PERMANENT_ACCOUNT_NUMBER',
    title: 'Indian permanent account number (PAN)',
    source: 'Income Tax Department, structure of PAN',
    words: 'pan, permanent account number, pan card, income tax, pan no, pan number',
    forms: { '@{5}####@': 0.5 },
    valid: (c) => PAN.test(c),
    finds: ['PAN {ABCPE1234F}'],
    ignores: ['ABCDE1234F', 'serial ABCPE1234F'],
  }),
  identifier({
    name: 'IN_GSTIN',
    aliases: 'GSTIN GST_NUMBER',
    title: 'Indian goods and services tax number (GSTIN)',
    source: 'GST Network, GSTIN: state, PAN, entity, Z, Luhn modulo 36',
    words: 'gstin, gst, gst no, gst number',
    forms: { '[0-3]#@{5}####@[1-9A-Z]Z*': 0.65 },
    valid: (c) => {
      let sum = 0
      for (let at = 0; at < 14; at++) {
        const product = base36(c, at) * (at % 2 === 0 ? 1 : 2)
        sum += Math.floor(product / 36) + (product % 36)
      }
      return (36 - (sum % 36)) % 36 === base36(c, 14) && PAN.test(c.slice(2, 12))
    },
    finds: ['GSTIN {27AAPFU0939F1ZV}'],
    ignores: ['GSTIN 27AAPFU0939F1ZA', 'invoice 27AAPFU0939F1ZO'],
  }),
  identifier({
    name: 'IN_VOTER_ID',
    aliases: 'EPIC VOTER_ID INDIAN_VOTER_ID',
    title: 'Indian voter identity number (EPIC)',
    source: 'Election Commission of India, EPIC: three letters, seven digits, Luhn',
    words: 'epic, voter, voter id, voter card, election card, मतदाता',
    forms: { '@@@#######': 0.3 },
    valid: (c) => luhn(c.slice(3)),
    finds: ['Voter ID {WKH1186253}'],
    ignores: ['Voter ID WKH1186252', 'order WKH1186253', 'WKH1186253'],
  }),
  identifier({
    name: 'IN_PASSPORT',
    aliases: 'INDIAN_PASSPORT',
    title: 'Indian passport number, named as such',
    source: 'Passport Seva: a letter without Q X Z, seven digits of which the last is not 0',
    words: 'indian passport, पासपोर्ट',
    boost: 0.5,
    forms: { '[A-PR-WY][1-9]#####[1-9]': 0.3, '[A-PR-WY][1-9]# ####[1-9]': 0.3 },
    finds: ['Indian passport {K8345671}'],
    ignores: ['seat K834567', 'order K8345671'],
  }),
  identifier({
    name: 'IN_DRIVER_LICENSE',
    aliases: 'INDIAN_DRIVING_LICENCE',
    title: 'Indian driving licence number',
    source: 'Ministry of Road Transport, Sarathi: state, office, year, seven digits',
    words: 'driving licence, driving license, dl, dl no, licence no, licence',
    forms: { '@@## ?[12]#{10}': 0.5, '@@##-[12]#{10}': 0.5 },
    valid: (c) => IN_STATES.has(c.slice(0, 2)) && /^(?:19|20)/.test(c.slice(4)),
    finds: ['Driving licence {MH14 20110062821}'],
    ignores: ['order MH14 20110062821', 'MH14 35110062821'],
  }),
  identifier({
    name: 'IN_VEHICLE_REGISTRATION',
    aliases: 'INDIAN_VEHICLE_NUMBER',
    title: 'Indian vehicle registration',
    source: 'Central Motor Vehicles Rules 1989, rule 50: state, district, series, number',
    group: 'personal',
    words: 'vehicle, registration, car, number plate, vehicle number, rc, bike',
    forms: { '@@##@@####': 0.2, '@@ ## @@ ####': 0.4, '@@##@####': 0.2, '@@-##-@@-####': 0.4 },
    valid: (c) => IN_STATES.has(c.slice(0, 2)),
    finds: ['vehicle number {MH 12 AB 1234}'],
    ignores: ['vehicle number XX 12 AB 1234', 'order MH12AB1234', 'MH12AB1234'],
  }),
  identifier({
    name: 'IN_IFSC',
    aliases: 'IFSC',
    title: 'Indian bank branch code (IFSC)',
    source: 'Reserve Bank of India, IFSC: four letters, 0, six characters',
    group: 'financial',
    words: 'ifsc, ifsc code, neft, rtgs, imps, branch, bank',
    forms: { '@@@@0******': 0.3 },
    finds: ['IFSC {SBIN0005943}'],
    ignores: ['order SBIN0005943', 'SBIN0005943'],
  }),
  identifier({
    name: 'PK_CNIC',
    aliases: 'CNIC NADRA PAKISTANI_CNIC',
    title: 'Pakistani identity number (CNIC)',
    source: 'NADRA: province to union council, family, sex in the last digit; no check digit',
    words: 'cnic, nicop, nadra, شناختی کارڈ, national identity',
    forms: { '[1-7]####-#######-#': 0.6, '[1-7]############': 0.15 },
    finds: ['CNIC {35202-1234567-1}', 'CNIC {3520212345671}'],
    ignores: ['order 35202-1234567-1', '3520212345671', '85202-1234567-1'],
  }),
  identifier({
    name: 'LK_NIC',
    aliases: 'SRI_LANKAN_NIC NIC',
    title: 'Sri Lankan identity number (NIC)',
    source: 'Department for Registration of Persons: year, day of the year (women + 500), serial',
    words: 'nic, nic number, national identity card, national id, sri lanka',
    forms: { '#########[VX]': 0.35, '[12]###########': 0.2 },
    valid: (c) => {
      const day = Number(c.length === 10 ? c.slice(2, 5) : c.slice(4, 7)) % 500
      return day >= 1 && day <= 366 && (c.length === 10 || /^(?:19|20)/.test(c))
    },
    finds: ['NIC {853400937V}', 'NIC {198534000937}'],
    ignores: ['NIC 854000937V', 'order 853400937V', '853400937V'],
  }),
  identifier({
    name: 'BD_NID',
    aliases: 'BANGLADESHI_NID',
    title: 'Bangladeshi national identity number',
    source: 'Election Commission Bangladesh: 10, 13 or 17 digits; no check digit',
    words: 'nid, national id, জাতীয় পরিচয়পত্র, পরিচয়পত্র, smart card, voter id',
    forms: { '##########': 0.12, '#{13}': 0.15, '[12]#{16}': 0.3 },
    finds: ['NID {19852691234567890}', 'NID {1234567890}'],
    ignores: ['order 19852691234567890', '1234567890123'],
  }),
  identifier({
    name: 'NP_CITIZENSHIP',
    aliases: 'NEPALI_CITIZENSHIP NAGARIKTA',
    title: 'Nepali citizenship certificate number',
    source: 'Ministry of Home Affairs, नागरिकता: district, office, year, serial',
    words: 'नागरिकता, citizenship, citizenship number, citizenship certificate, nagarikta',
    forms: { '##-##-##-#####': 0.25 },
    finds: ['citizenship number {27-01-75-01234}'],
    ignores: ['order 27-01-75-01234', '27-01-75-01234'],
  }),
]

/** Codes of states and union territories on number plates. */
const IN_STATES = new Set(
  'AN AP AR AS BR CG CH DD DL GA GJ HP HR JH JK KA KL LA LD MH ML MN MP MZ NL OD OR PB PY RJ SK TN TR TS UK UP WB'.split(
    ' ',
  ),
)
