import { expect, test } from 'vitest'
import { licencePolicyOf } from '../../src/jobs/licence-policies.ts'

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
