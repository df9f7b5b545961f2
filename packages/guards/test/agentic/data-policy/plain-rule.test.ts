import { describe, expect, test } from 'vitest'
import { PII_ENTITIES } from '../../../src/detectors/pii/catalogue.ts'
import { ENTITY_PHRASES } from '../../../src/agentic/data-policy/entity-words.ts'
import { readPlainRule } from '../../../src/agentic/data-policy/plain-rule.ts'

describe('a rule in plain English', () => {
  test.each([
    ['names', ['PERSON']],
    ['Customer names must never be shown', ['PERSON']],
    ['Hide e-mail addresses and phone numbers of our customers.', ['EMAIL_ADDRESS', 'PHONE_NUMBER']],
    ['No credit card numbers', ['CREDIT_CARD']],
    ['Never show passwords or API keys', ['SECRET']],
    ['The role must not see dates of birth', ['DATE_OF_BIRTH']],
    ['Mask IBANs', ['IBAN_CODE']],
    ["Don't reveal home addresses", ['STREET_ADDRESS']],
    ['Ensure that no credit card information is ever returned', ['CREDIT_CARD']],
    ['Strip out credentials and access tokens', ['SECRET']],
    ['Redact any email addresses found in the output', ['EMAIL_ADDRESS']],
  ])('%s is served by local detectors', (rule, entities) => {
    expect(readPlainRule(rule)).toEqual({ local: true, entities })
  })

  test('social security numbers cover every supported country', () => {
    expect(readPlainRule('Redact SSNs')).toMatchObject({
      local: true,
      entities: expect.arrayContaining(['US_SSN', 'UK_NINO', 'CH_AHV', 'CA_SIN']) as string[],
    })
  })

  test.each([
    ['salaries', 'salary'],
    ['Redact SSNs except the last four digits', 'except'],
    ['phone numbers of people outside Germany', 'outside'],
    ['Do not hide names', 'not'],
    ['Show phone numbers', 'show'],
    ['user names', 'user name'],
    ['medical diagnoses', 'medical'],
    ['Redact all financial information', 'financial'],
    ['names of minors', 'minor'],
    ['Customers should only see their own data', 'only'],
    ['Mask all but the last four digits of card numbers', 'but'],
    ['Hide everything', 'everything'],
    ['Хранить имена', 'хран'],
  ])('%s needs a model, because of "%s"', (rule, unknown) => {
    expect(readPlainRule(rule)).toMatchObject({
      local: false,
      unknown: expect.stringContaining(unknown.slice(0, 3)) as string,
    })
  })

  test('names only entities of the catalogue', () => {
    const known = new Set(PII_ENTITIES.map(({ name }) => name))
    const named = [...ENTITY_PHRASES.values()].flat()
    expect(named.filter((entity) => !known.has(entity))).toEqual([])
  })
})
