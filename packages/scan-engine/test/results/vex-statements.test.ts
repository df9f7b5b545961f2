import { VEX_JUSTIFICATIONS } from '@gatehouse/formats/artifacts'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type VexFinding, vexStatementsOf } from '../../src/results/index.ts'
import { proves } from '../../../../spec/proves.ts'
import { vulnerable } from './finding.ts'

const at = new Date('2026-05-01T00:00:00Z')
const statementOf = (change: Partial<VexFinding>, facts: object = {}) =>
  vexStatementsOf([{ ...vulnerable, ...change, metadata: { ...vulnerable.metadata, ...facts } }], { at })[0]

test('a statement names the vulnerability by its CVE, the others as aliases, and the package by its purl', () => {
  expect(statementOf({})).toEqual({
    vulnerability: {
      id: 'CVE-2026-1111',
      aliases: ['GHSA-aaaa-bbbb-cccc'],
      description: vulnerable.title,
      cwes: ['CWE-94'],
    },
    component: 'pkg:npm/inner@3.1.4',
    status: 'under_investigation',
    notes: 'Whether the code uses the package is not known. Upgrade to 3.2.0 or later.',
    since: at,
  })
})

describe('imports in the code', () => {
  test('without the package result in not_affected', () => {
    expect(statementOf({}, { reachable: false })).toMatchObject({
      status: 'not_affected',
      justification: 'vulnerable_code_not_in_execute_path',
    })
  })

  test('with the package result in affected, with the location and the smallest safe upgrade', () => {
    const facts = { reachable: true, importedAt: { path: 'src/a.ts', line: 3 }, importedThrough: 'pkg:npm/outer@1.0.0' }
    expect(statementOf({}, facts)).toMatchObject({
      status: 'affected',
      action: 'Upgrade to 3.2.0 or later.',
      notes: 'The code imports pkg:npm/outer@1.0.0, which depends on the package (src/a.ts, line 3).',
    })
  })

  test('does not clear a malicious package, which acts when it is installed', () => {
    expect(statementOf({}, { reachable: false, malicious: true })).toMatchObject({ status: 'affected' })
    expect(statementOf({ ruleId: 'MAL-2026-1', cveId: null }, { reachable: false })).toMatchObject({
      status: 'affected',
      vulnerability: { id: 'MAL-2026-1' },
    })
  })
})

describe('manual triage', () => {
  proves('appsec:finer.not-affected', 'of a false positive becomes not_affected, with the reason', () => {
    expect(statementOf({ status: 'FALSE_POSITIVE', statusNote: 'We ship without it.' })).toMatchObject({
      status: 'not_affected',
      impact: 'We ship without it.',
    })
  })

  test.each(VEX_JUSTIFICATIONS)('may use the justification %s', (word) => {
    expect(statementOf({ status: 'FALSE_POSITIVE', statusNote: `${word}: Patched by us.` })).toMatchObject({
      justification: word,
      impact: 'Patched by us.',
    })
    expect(statementOf({ status: 'FALSE_POSITIVE', statusNote: `${word}ish` })).not.toHaveProperty('justification')
  })

  test('overrides imports in the code', () => {
    expect(statementOf({ status: 'ACCEPTED_RISK', statusNote: 'Until May.' }, { reachable: false })).toMatchObject({
      status: 'affected',
      action: 'The risk was accepted. Until May. Upgrade to 3.2.0 or later.',
    })
    expect(statementOf({ status: 'IN_PROGRESS' }, { reachable: false })).toMatchObject({ status: 'affected' })
    expect(statementOf({ status: 'RESOLVED', statusNote: 'Backported.' })).toMatchObject({
      status: 'fixed',
      notes: 'A person has marked this as resolved. Backported.',
    })
  })
})

test('secrets, licences and coverage create no statements', () => {
  for (const ruleId of ['secrets/github-token', 'sca/licence-denied', 'coverage/no-advisories']) {
    expect(statementOf({ ruleId })).toBeUndefined()
  }
  expect(vexStatementsOf([{ ...vulnerable, metadata: {} }], { at })).toEqual([])
})

test('any metadata and note satisfy the OpenVEX rules for each status', () => {
  const facts = fc.dictionary(
    fc.constantFrom('aliases', 'cwes', 'reachable', 'importedAt', 'importedThrough', 'safeVersion', 'malicious'),
    fc.anything(),
  )
  const status = fc.constantFrom('OPEN', 'IN_PROGRESS', 'RESOLVED', 'FALSE_POSITIVE', 'ACCEPTED_RISK' as const)
  fc.assert(
    fc.property(facts, status, fc.option(fc.string()), (some, word, statusNote) => {
      const statement = statementOf({ status: word, statusNote }, some)!
      const isClear = statement.status === 'not_affected'
      expect(statement.justification !== undefined || statement.impact !== undefined).toBe(isClear)
      expect(statement.action !== undefined).toBe(statement.status === 'affected')
    }),
  )
})
