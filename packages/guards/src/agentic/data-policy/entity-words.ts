import { PII_ENTITIES } from '../../detectors/pii/catalogue.ts'
import type { PiiEntity, PiiGroup } from '../../detectors/pii/entity.ts'

/** Entities that are frequent in prose: redacted only if a rule names them. */
const NAMED_ONLY = new Set(['PERSON', 'LOCATION', 'ORGANIZATION', 'IP_ADDRESS'])

/** Default entities of a rule without specific entities: personal data and secrets, without names, places and host addresses. */
export const PERSONAL_DATA: readonly string[] = namesOf(({ name }) => !NAMED_ONLY.has(name))

/** Common phrases for entities, besides the names and aliases of the catalog. Plural and singular are equal. */
const OWN_WORDS: readonly (readonly [phrases: string, entities: readonly string[]])[] = [
  ['social security, social security number, social security no, ssn, social insurance number', socialSecurity()],
  ['credit card, card number, payment card, debit card, bank card, credit card data, cardholder data', ['CREDIT_CARD']],
  ['card detail, credit card detail, payment card detail, card data, payment card data', ['CREDIT_CARD']],
  ['primary account number, pan', ['CREDIT_CARD']],
  ['iban', ['IBAN_CODE']],
  ['bank account, bank detail, bank account detail, account number', bankAccounts()],
  // Amounts are financial data too, but have no detector: local detectors support identifiers only.
  ['financial identifier, financial identification number', inGroup('financial')],
  ['e mail, email, e mail address, email address, mail address', ['EMAIL_ADDRESS']],
  ['phone, phone number, telephone, mobile number, cell number, mobile phone, cell phone', ['PHONE_NUMBER']],
  ['telephone number, mobile phone number, cell phone number, fax number', ['PHONE_NUMBER']],
  ['name, full name, first name, last name, family name, surname, person, people', ['PERSON']],
  ['address, home address, postal address, street address, mailing address, physical address', ['STREET_ADDRESS']],
  ['contact detail, contact data, contact information', inGroup('contact')],
  ['date of birth, birth date, birthday, birthdate, dob', ['DATE_OF_BIRTH']],
  ['location, city, country, place', ['LOCATION']],
  ['company name, organisation, organization, organisation name, organization name', ['ORGANIZATION']],
  ['ip, ip address', ['IP_ADDRESS']],
  ['mac address, hardware address', ['MAC_ADDRESS']],
  ['passport, passport number', titled(/passport/i)],
  ['driver license, driver licence, driving licence, driving license, driver s license', titled(/driving licence/i)],
  [
    'driver license number, driver licence number, driving licence number, driver s license number',
    titled(/driving li/i),
  ],
  ['tax id, tax number, tax identification number, taxpayer number, vat number', titled(/\b(?:tax|taxpayer|VAT)\b/i)],
  ['health insurance number, health card number, medicare number', titled(/health|medic/i)],
  ['national id, national id number, id number, identity number, identification number', inGroup('government')],
  ['government id, identity card, id card, identity document, national identifier', inGroup('government')],
  ['personal data, personal information, personally identifiable information, pii, personal detail', personal()],
  ['secret, credential, password, api key, access key, private key, secret key, access token', ['SECRET']],
  [
    'token, api token, session token, auth token, authentication token, bearer token, connection string, passphrase',
    ['SECRET'],
  ],
  // Not names of people: without a detector, such a rule requires a model.
  ['user name, username, field name, tool name, agent name, model name, role name, record name, file name', []],
  ['crypto wallet, wallet address, bitcoin address, cryptocurrency address', ['CRYPTO']],
]

/** Minimum length of aliases. Shorter ones are also ordinary words. */
const ALIAS_CHARS_MIN = 4

/** Entities by common phrases, in lower case and singular, separated by one space. */
export const ENTITY_PHRASES: ReadonlyMap<string, readonly string[]> = phrases()

/** Maximum number of words per phrase. */
export const PHRASE_WORDS_MAX = Math.max(...[...ENTITY_PHRASES.keys()].map((phrase) => phrase.split(' ').length))

/** Returns a word without its plural ending. Both forms have the same result. */
export function singular(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (word.length > 4 && /(?:ss|sh|ch|x)es$/u.test(word)) return word.slice(0, -2)
  return word.length > 2 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word
}

function phrases(): ReadonlyMap<string, readonly string[]> {
  const all = new Map<string, readonly string[]>()
  for (const { name, aliases } of PII_ENTITIES) {
    for (const spelling of [name, ...aliases]) {
      if (spelling.length >= ALIAS_CHARS_MIN) all.set(phraseOf(spelling.replaceAll('_', ' ')), [name])
    }
  }
  for (const [spellings, entities] of OWN_WORDS) {
    for (const spelling of spellings.split(',')) all.set(phraseOf(spelling), entities)
  }
  return all
}

function phraseOf(text: string): string {
  return text.trim().toLowerCase().split(' ').map(singular).join(' ')
}

function namesOf(chosen: (entity: PiiEntity) => boolean): readonly string[] {
  return PII_ENTITIES.filter(chosen).map(({ name }) => name)
}

function titled(pattern: RegExp): readonly string[] {
  return namesOf(({ title }) => pattern.test(title))
}

function inGroup(group: PiiGroup): readonly string[] {
  return namesOf((entity) => entity.group === group)
}

function socialSecurity(): readonly string[] {
  return titled(/social (?:security|insurance)|pension insurance|national insurance/i)
}

function bankAccounts(): readonly string[] {
  return namesOf(({ name, title }) => /bank|account/i.test(title) && name !== 'IN_PAN')
}

function personal(): readonly string[] {
  return [...PERSONAL_DATA, 'PERSON']
}
