import { expect, test } from 'vitest'
import { memoryTree } from '@gatehouse/testkit/memory-tree'
import { draftsFor, type FixTarget } from '../src/index.ts'

type Target = Partial<FixTarget> & Pick<FixTarget, 'ruleId' | 'filePath' | 'startLine'>

async function fixed(target: Target, files: Readonly<Record<string, string>>): Promise<string | undefined> {
  const scanner = target.ruleId.startsWith('k8s/')
    ? 'K8S'
    : target.ruleId.startsWith('secrets/')
      ? 'SECRETS_PATTERN'
      : 'IAC'
  const whole: FixTarget = { scanner, endLine: target.startLine, metadata: {}, ...target }
  for await (const draft of draftsFor(whole, memoryTree(files)))
    if (typeof draft !== 'string') return draft.edits.get(target.filePath)
  return undefined
}

const POD = `kind: Pod
spec:
  containers:
  - name: a # main
    image: a:1
    securityContext: { privileged: false }
  # last
  - image: "b:1"
`

test.each<readonly [what: string, target: Target, before: string, after: string | undefined]>([
  [
    'a container with a flow map',
    {
      ruleId: 'k8s/k8s-non-root-not-set',
      filePath: 'a.yaml',
      startLine: 5,
      description: 'Set securityContext: { runAsNonRoot: true } for the pod or container.',
    },
    POD,
    POD.replace('privileged: false }', 'privileged: false, runAsNonRoot: true }'),
  ],
  [
    'a container in a list without further keys',
    {
      ruleId: 'k8s/k8s-capabilities-not-dropped',
      filePath: 'a.yaml',
      startLine: 8,
      description: 'Drop all, and add back those required: securityContext: { capabilities: { drop: [ALL] } }.',
    },
    POD,
    `${POD}    securityContext:\n      capabilities:\n        drop: [ALL]\n`,
  ],
  [
    'a template is not changed',
    {
      ruleId: 'k8s/k8s-non-root-not-set',
      filePath: 'a.yaml',
      startLine: 2,
      description: 'Set securityContext: { runAsNonRoot: true }.',
    },
    '{{- if .Values.a }}\n    image: a:1\n{{- end }}\n',
    undefined,
  ],
  [
    'an argument of Terraform is aligned',
    {
      ruleId: 'iac/terraform-aws-sns-unencrypted',
      filePath: 'a.tf',
      startLine: 1,
      description: 'Set kms_master_key_id = "alias/aws/sns", or use your own key.',
    },
    'resource "aws_sns_topic" "a" {\r\n  name              = "a" # x\r\n\r\n  tags = {}\r\n}\r\n',
    'resource "aws_sns_topic" "a" {\r\n  name              = "a" # x\r\n  kms_master_key_id = "alias/aws/sns"\r\n\r\n  tags = {}\r\n}\r\n',
  ],
  [
    'a setting that would replace a database stays',
    {
      ruleId: 'iac/terraform-aws-rds-unencrypted',
      filePath: 'a.tf',
      startLine: 2,
      startColumn: 23,
      endColumn: 27,
      description: 'Set storage_encrypted = true when you create the database.',
    },
    'resource "aws_db_instance" "a" {\n  storage_encrypted = false\n}\n',
    undefined,
  ],
  [
    'expressions of a script become quoted variables',
    { ruleId: 'iac/gha-command-injection', filePath: '.github/workflows/a.yml', startLine: 4, endLine: 6 },
    'jobs:\n  a:\n    steps:\n      - run: |\n          # it\'s a comment\n          echo ${{ github.event.issue.title }} "by ${{ github.head_ref }}"\n',
    'jobs:\n  a:\n    steps:\n      - run: |\n          # it\'s a comment\n          echo "$ISSUE_TITLE" "by ${HEAD_REF}"\n        env:\n          ISSUE_TITLE: ${{ github.event.issue.title }}\n          HEAD_REF: ${{ github.head_ref }}\n',
  ],
  [
    'an expression in single quotes stays',
    { ruleId: 'iac/gha-command-injection', filePath: '.github/workflows/a.yml', startLine: 4 },
    "jobs:\n  a:\n    steps:\n      - run: echo '${{ github.event.issue.title }}'\n",
    undefined,
  ],
  [
    'a secret of Compose in a map',
    { ruleId: 'iac/compose-hardcoded-secret', filePath: 'compose.yaml', startLine: 2 },
    'environment:\n  POSTGRES_PASSWORD: "postgres" # db\n',
    'environment:\n  POSTGRES_PASSWORD: "${POSTGRES_PASSWORD:?}" # db\n',
  ],
  [
    'a secret of Compose in a list',
    { ruleId: 'iac/compose-hardcoded-secret-list', filePath: 'compose.yaml', startLine: 2 },
    'environment:\n  - DB_PASSWORD=abc\n',
    'environment:\n  - DB_PASSWORD=${DB_PASSWORD:?}\n',
  ],
  [
    'a property of CloudFormation',
    {
      ruleId: 'iac/cfn-rds-deletion-protection-disabled',
      filePath: 'a.yaml',
      startLine: 3,
      startColumn: 11,
      description: 'A single API call can delete the database. Add DeletionProtection: true.',
    },
    'Resources:\n  Db:\n    Type: AWS::RDS::DBInstance\n    Properties:\n      Engine: !Ref E # x\n',
    'Resources:\n  Db:\n    Type: AWS::RDS::DBInstance\n    Properties:\n      Engine: !Ref E # x\n      DeletionProtection: true\n',
  ],
  [
    'a user is set before the command of the last stage',
    { ruleId: 'iac/docker-missing-user', filePath: 'Dockerfile', startLine: 1 },
    'FROM a:1 AS b\nCMD ["x"]\nFROM a:1\nCOPY x /x\nENTRYPOINT ["/x"]\nCMD []\n',
    'FROM a:1 AS b\nCMD ["x"]\nFROM a:1\nCOPY x /x\nUSER 10001:10001\nENTRYPOINT ["/x"]\nCMD []\n',
  ],
  [
    'a password in the Kotlin constant of a program',
    { ruleId: 'secrets/password', filePath: 'A.kt', startLine: 1, startColumn: 26, endColumn: 32 },
    'const val DB_PASSWORD = "abcdefg"\n',
    'val DB_PASSWORD = System.getenv("DB_PASSWORD")\n',
  ],
  [
    'a password of Spring is named by its path',
    { ruleId: 'secrets/password', filePath: 'application-prod.yml', startLine: 4, startColumn: 15, endColumn: 21 },
    'spring:\n  other: 1\n  datasource: # db\n    password: abcdefg # x\n',
    'spring:\n  other: 1\n  datasource: # db\n    password: ${SPRING_DATASOURCE_PASSWORD} # x\n',
  ],
  [
    'a password in Python after a docstring and a future import',
    { ruleId: 'secrets/password', filePath: 'a.py', startLine: 5, startColumn: 13, endColumn: 19 },
    '#!/usr/bin/env python\n"""Doc."""\nfrom __future__ import annotations\nfrom x import y\nPASSWORD = "abcdefg"\n',
    '#!/usr/bin/env python\n"""Doc."""\nfrom __future__ import annotations\nimport os\nfrom x import y\nPASSWORD = os.environ["PASSWORD"]\n',
  ],
  [
    'a part of a text is not a secret of its own',
    { ruleId: 'secrets/password', filePath: 'a.js', startLine: 1, startColumn: 20, endColumn: 26 },
    'const u = "http://a:abcdefg@b"\n',
    undefined,
  ],
])('%s', async (_what, target, before, after) => {
  expect(await fixed(target, { [target.filePath]: before })).toBe(after)
})

test('an action is pinned to the only commit that the source names for its version', async () => {
  const target = { ruleId: 'iac/gha-unpinned-action', filePath: '.github/workflows/a.yml', startLine: 1 }
  const pin = (sha: string): string => `- uses: o/a@${sha.repeat(40)} # v1.2.0\n`
  const other = '.github/workflows/b.yml'
  const text = '- uses: o/a@v1.2.0 # x\n'
  expect(await fixed(target, { [target.filePath]: text, [other]: pin('a') })).toBe(
    `- uses: o/a@${'a'.repeat(40)} # v1.2.0 # x\n`,
  )
  expect(await fixed(target, { [target.filePath]: text, [other]: pin('a') + pin('b') })).toBeUndefined()
  expect(await fixed(target, { [target.filePath]: text })).toBeUndefined()
})

test('an image is pinned to the only digest that the source names for its tag', async () => {
  const target = { ruleId: 'iac/docker-image-without-digest', filePath: 'Dockerfile', startLine: 1 }
  const files = { Dockerfile: 'FROM a/b:1 AS c\n', 'k.yaml': `image: a/b:1@sha256:${'0'.repeat(64)}\n` }
  expect(await fixed(target, files)).toBe(`FROM a/b:1@sha256:${'0'.repeat(64)} AS c\n`)
})
