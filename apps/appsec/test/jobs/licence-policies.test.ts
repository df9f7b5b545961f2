import { insertSecurityPolicy } from '@gatehouse/store/projects'
import { temporaryDatabase } from '@gatehouse/testkit'
import { expect, test } from 'vitest'
import { LICENCES_LISTED_MAX, licencePolicyOf, readLicenceRules } from '../../src/jobs/licence-policies.ts'
import { makeOrganization } from '../serve.ts'

test.each([
  ['deny: GPL-3.0-only', { deny: ['GPL-3.0-only'] }],
  ['Nothing viral.\n  DENY : GPL-*, ,AGPL-* \nALLOW:MIT', { deny: ['GPL-*', 'AGPL-*'], allow: ['MIT'] }],
  ['deny: a\ndeny: b', { deny: ['a', 'b'] }],
  ['We allow: nothing else', undefined],
  ['deny:   ,', undefined],
  ['Only licences that our lawyers know', undefined],
])('the rule %j lists %j', (rule, lists) => {
  expect(licencePolicyOf({ rule, severity: 'HIGH' })).toEqual(lists && { severity: 'HIGH', ...lists })
})

test('policy lists above the cost limit are ignored and reported', async () => {
  const database = await temporaryDatabase()
  try {
    const { store } = database
    const organizationId = await makeOrganization(store)
    const rule = `deny: ${Array.from({ length: 900 }, () => 'A').join(',')}`
    const policy = { description: '', rule, severity: 'LOW', category: 'licence', enabled: true } as const
    for (const name of ['one', 'two', 'three']) await insertSecurityPolicy(store, organizationId, { ...policy, name })
    const { policies, gaps } = await readLicenceRules(store, organizationId)
    expect([policies.length, gaps.map(({ detail }) => detail)]).toEqual([
      2,
      [expect.stringContaining(`"three" was not applied: the policies list more than ${LICENCES_LISTED_MAX} licenses`)],
    ])
  } finally {
    await database.drop()
  }
})
