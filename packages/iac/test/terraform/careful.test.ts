import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createIacScanner } from '../../src/index.ts'
import { runScan } from '@gatehouse/scan-engine'
import { memoryTree as treeOf } from '@gatehouse/testkit/memory-tree'

const CAREFUL = join(import.meta.dirname, 'fixtures/careful')

/** Returns the files of a well-written configuration. */
function careful(): Record<string, string> {
  return Object.fromEntries(
    globSync('*/*', { cwd: CAREFUL }).map((path) => [path, readFileSync(join(CAREFUL, path), 'utf8')]),
  )
}

async function rulesOn(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const { observations, gaps } = await runScan({
    tree: treeOf(files),
    scanners: [createIacScanner({ rules: { own: true, files: [] } })],
  })
  expect(gaps).toEqual([])
  return observations.map(({ ruleId, filePath, startLine }) => `${ruleId} ${filePath}:${startLine}`)
}

test('secure configuration has no findings', async () => {
  expect(await rulesOn(careful())).toEqual([])
})

test.each([
  ['toset([80, 443])', 'toset([22, 443])', 'terraform-aws-security-group-open-admin-port'],
  [
    '"ecs-tasks.amazonaws.com"',
    '"*"',
    'terraform-aws-iam-role-any-principal',
    'type        = "Service"',
    'type        = "AWS"',
  ],
  [
    '"arn:aws:iam::${data.aws_caller_identity.me.account_id}:root"',
    '"*"',
    'terraform-aws-kms-key-policy-any-principal',
  ],
  [
    'Effect    = "Deny"',
    'Effect    = "Allow"',
    'terraform-aws-resource-policy-any-principal',
    'Condition = {',
    'Other = {',
  ],
])('%s is found as %s', async (from, to, rule, other = '', instead = '') => {
  const files = careful()
  const main = files['aws/main.tf']!
  expect(main).toContain(from)
  const changed = main.replace(from, () => to).replace(other, () => instead)
  expect((await rulesOn({ ...files, 'aws/main.tf': changed })).map((item) => item.split(' ')[0])).toContain(
    `iac/${rule}`,
  )
})
