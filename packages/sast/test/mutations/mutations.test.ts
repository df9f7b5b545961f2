import { expect, test } from 'vitest'
import { audit } from './audit.ts'
import { FOLDERS, groupOf, ruleFilesOf } from './group.ts'
import { MUTATIONS } from './mutations.ts'
import { testPairs } from './pairs.ts'

await testPairs(1)

test.each(Object.keys(MUTATIONS))('%s changes a program that a rule finds something in', async (mutation) => {
  for (const path of FOLDERS.flatMap(ruleFilesOf))
    // oxlint-disable-next-line no-await-in-loop -- until the first
    for await (const { findings } of audit(await groupOf(path), MUTATIONS[mutation]!)) if (findings.size > 0) return
  expect.unreachable(`${mutation} changes nothing`)
})
