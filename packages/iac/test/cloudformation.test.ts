import { describe, expect, test } from 'vitest'
import { renderTemplate } from '../src/cloudformation/render.ts'
import { sourceOf } from '../src/mapped.ts'
import { createIacScanner } from '../src/index.ts'
import { runScan } from '@gatehouse/scan-engine'
import { memoryTree as treeOf } from '@gatehouse/testkit/memory-tree'

const HEAD = `Parameters:
  Cidr: { Type: String, Default: 0.0.0.0/0 }
  Stage: { Type: String, Default: live }
  Password: { Type: String, NoEcho: true, Default: example }
  Unknown: { Type: String }
Mappings:
  ByStage: { live: { size: 3 } }
Conditions:
  IsLive: !Equals [!Ref Stage, live]
  IsTest: !Not [!Condition IsLive]
  Maybe: !Equals [!Ref Unknown, x]
  Both: !And [!Condition IsLive, !Condition Maybe]
  Either: { 'Fn::Or': [{ Condition: IsLive }, { Condition: Maybe }] }
Resources:
  A:
    Type: AWS::S3::Bucket
    Properties:
      X: `

const valueOf = (written: string): string | undefined => {
  const rendered = renderTemplate('a.yaml', `${HEAD}${written}\n      Y: !Ref Stage\n`, 'yaml')
  return rendered?.text.split('      X: ')[1]?.split('\n      Y: ')[0]
}

describe('resolved template values', () => {
  test.each([
    ['!Ref Cidr', '"0.0.0.0/0"'],
    ['{ Ref: Cidr }', '"0.0.0.0/0"'],
    ['\n        Ref: Stage', '\n        "live"'],
    ['!Ref Unknown', '!Ref Unknown'],
    ['!Ref Password', '!Ref Password'],
    ['!Ref AWS::Region', '!Ref AWS::Region'],
    ['!Sub "${Stage}-${AWS::Region}"', '"live-${AWS::Region}"'],
    ['!Sub ["${a}-${Stage}", { a: !Ref Stage }]', '"live-live"'],
    ["{ 'Fn::Sub': 'x-${Stage}' }", '"x-live"'],
    ['!Sub "${Unknown}"', '!Sub "${Unknown}"'],
    ['!Join ["-", [a, !Ref Stage, 1]]', '"a-live-1"'],
    ['!Join ["-", [a, !Ref Unknown]]', '!Join ["-", [a, !Ref Unknown]]'],
    ['!FindInMap [ByStage, !Ref Stage, size]', '3'],
    ['!FindInMap [ByStage, none, size]', '!FindInMap [ByStage, none, size]'],
    ['!If [IsLive, yes-it-is, no]', '"yes-it-is"'],
    ['!If [IsTest, true, false]', 'false'],
    ['!If [Either, a, b]', '"a"'],
    ['!If [Both, a, b]', '!If [Both, a, b]'],
    ['!If [Maybe, a, b]', '!If [Maybe, a, b]'],
    ['!GetAtt B.Arn', '!GetAtt B.Arn'],
    ['[!Ref Cidr, { b: !Ref Stage }]', '["0.0.0.0/0", { b: "live" }]'],
  ])('%j is %j', (written, value) => {
    expect(valueOf(written)).toBe(value)
  })

  test('values defined elsewhere stay unchanged', () => {
    const rendered = renderTemplate('a.yaml', `${HEAD}!Ref Stage\n`, 'yaml')
    expect(rendered?.text.startsWith(HEAD)).toBe(true)
  })

  test.each([
    ['no template', 'services:\n  a: !Ref b\n'],
    ['a template in which nothing is known', 'Resources:\n  A:\n    Type: AWS::S3::Bucket\n    Name: !Ref B\n'],
    ['a broken one', `${HEAD}[\n`],
  ])('%s stays unchanged', (_what, text) => {
    expect(renderTemplate('a.yaml', text, 'yaml')).toBeUndefined()
  })

  test('every location maps to its source', () => {
    const text = `${HEAD}!Ref Cidr\n      Y: 1\n`
    const rendered = renderTemplate('a.yaml', text, 'yaml')!
    const at = rendered.text.lastIndexOf('0.0.0.0/0')
    const place = sourceOf(rendered, at, at + 9)!
    expect(text.slice(place.from, place.to)).toBe('!Ref Cidr')
    const after = rendered.text.indexOf('Y: 1')
    const next = sourceOf(rendered, after, after + 4)!
    expect(text.slice(next.from, next.to)).toBe('Y: 1')
  })
})

test('findings in resolved values are reported at their source location', async () => {
  const stack = `Parameters:
  Public: { Type: String, Default: 'true' }
Resources:
  A:
    Type: AWS::RDS::DBInstance
    Properties:
      # nothing said
      PubliclyAccessible: !Ref Public
`
  const scan = await runScan({
    tree: treeOf({ 'stack.yaml': stack }),
    scanners: [createIacScanner({ rules: { own: true, files: [] } })],
  })
  expect(scan.observations.find(({ ruleId }) => ruleId === 'iac/cfn-rds-publicly-accessible')).toMatchObject({
    filePath: 'stack.yaml',
    startLine: 8,
    snippet: '      PubliclyAccessible: !Ref Public',
  })
})
