import { complaints } from '@gatehouse/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { document } from '../artifacts/artifacts.ts'
import { findingsOf, scanned } from '../scans.ts'
import { makeOrganization, makePerson, type Person, serve, type Served } from '../serve.ts'

let service: Served
let ann: Person
/** An approver: an upload in a session is the base of the next scan. */
let sam: Person
beforeAll(async () => {
  service = await serve({ worker: { idle_ms: 20, hold_ms: 50, lanes: 2 } })
  const organization = await makeOrganization(service.store)
  ann = await makePerson(service.store, organization, 'DEVELOPER')
  sam = await makePerson(service.store, organization, 'SECURITY')
})
afterAll(() => service.close())

const WEAK = 'import yaml\n\n\ndef read(text):\n    return yaml.unsafe_load(text)\n'
const FINE = 'import yaml\n\n\ndef read(text):\n    return yaml.safe_load(text)\n'
const SECRET = 'db_password = "hg7Tq-nVz4wLkXc-9pR"\n'

proves(
  ['appsec:scanners.only', 'appsec:scan.progress', 'appsec:findings.fields', 'appsec:findings.confidence'],
  'code is analysed by the built-in rules, and nothing else runs',
  async () => {
    const scan = await scanned(
      service,
      ann,
      { 'app/a.py': WEAK, 'app/b.py': FINE, 'package.json': '{}', 'env.py': SECRET, 'node_modules/m/a.py': WEAK },
      { scanType: 'SAST_ONLY' },
    )
    expect(scan).toMatchObject({ status: 'COMPLETED', filesScanned: 5, errorMessage: null })
    expect(scan['scannerProgress']).toMatchObject({
      SAST_PATTERN: { status: 'COMPLETED', filesCompleted: 4, filesTotal: 4, findingsCount: 1 },
    })
    const { findings } = await findingsOf(service, ann, scan['id'])
    expect(findings).toMatchObject([
      {
        scanner: 'SAST_PATTERN',
        ruleId: 'sast/python-insecure-deserialization-yaml',
        severity: 'HIGH',
        filePath: 'app/a.py',
        startLine: 5,
        startColumn: 12,
        endColumn: 33,
        cweId: 'CWE-502',
        owasp: ['A08:2021', 'A08:2025'],
        confidence: 0.9,
        snippet: '    return yaml.unsafe_load(text)',
      },
      { severity: 'INFO', description: expect.stringContaining('folder of installed packages') },
    ])
  },
)

proves(
  'appsec:scanners.incremental',
  'an incremental scan analyses changed files, with unchanged ignore files',
  async () => {
    const files = { 'a.py': WEAK, 'old.py': WEAK.replace('read', 'old'), '.semgrepignore': 'test/\n', 'z.py': SECRET }
    const approver = { ...sam, key: sam.session }
    const first = await scanned(service, approver, files, { scanType: 'FULL', newProjectName: 'Changes' })
    const weak = (id: unknown) => findingsOf(service, ann, id, '?scanner=SAST_PATTERN&severity=HIGH')
    expect((await weak(first['id'])).findings.map(({ filePath }) => filePath)).toEqual(['a.py', 'old.py'])
    const fields = { scanType: 'INCREMENTAL', projectId: String(first['projectId']) }
    const changed = { ...files, 'a.py': FINE, 'b.py': WEAK.replaceAll('text', 'body'), 'test/c.py': WEAK }
    const second = await scanned(service, ann, changed, fields)
    expect(second['status']).toBe('COMPLETED')
    const { findings } = await weak(second['id'])
    expect(findings.map(({ filePath, isNew }) => [filePath, isNew])).toEqual([['b.py', true]])
    const reported = await findingsOf(service, ann, second['id'], '?severity=INFO&scanner=SAST_PATTERN')
    expect(reported.findings).toMatchObject([{ description: expect.stringContaining('.semgrepignore') }])
  },
)

proves(
  'appsec:scanners.incremental',
  'an incremental scan detects data flow between changed and unchanged files, in both directions',
  async () => {
    const begin = "const { list } = require('./list.js')\nexports.show = (req, res) => res.end(list(req.query.name))\n"
    const end = "const { execSync } = require('child_process')\nexports.list = (name) => execSync(`ls ${name}`)\n"
    const [fineBegin, fineEnd] = [begin.replace('req.query.name', "'.'"), end.replace('${name}', '.')]
    const flowsIn = async (scan: Record<string, unknown>) => {
      const { findings } = await findingsOf(service, ann, scan['id'], '?scanner=SAST_PATTERN')
      const flows = findings.filter(({ ruleId }) => ruleId.endsWith('-command-injection'))
      return flows.map(({ filePath, startLine }) => [filePath, startLine])
    }
    const first = await scanned(
      service,
      ann,
      { 'show.js': begin, 'list.js': fineEnd },
      { scanType: 'FULL', newProjectName: 'Flows' },
    )
    expect(await flowsIn(first)).toEqual([])
    const fields = { scanType: 'INCREMENTAL', projectId: String(first['projectId']) }
    expect(await flowsIn(await scanned(service, ann, { 'show.js': begin, 'list.js': end }, fields))).toEqual([
      ['list.js', 2],
    ])
    await scanned(service, ann, { 'show.js': fineBegin, 'list.js': end }, { ...fields, scanType: 'FULL' })
    // The use in the unchanged file is reported.
    expect(await flowsIn(await scanned(service, ann, { 'show.js': begin, 'list.js': end }, fields))).toEqual([
      ['list.js', 2],
    ])
  },
)

test('the SARIF log contains the fix', async () => {
  const code = 'import hashlib\nkey = rsa.generate_private_key(public_exponent=65537, key_size=1024)\n'
  const tls = 'import requests\nrequests.get(address, verify=False)\n'
  const scan = await scanned(service, ann, { 'k.py': code, 't.py': tls }, { scanType: 'SAST_ONLY' })
  const log: { runs: [{ results: { ruleId: string; fixes?: unknown[] }[] }] } = await document(
    service,
    ann,
    scan['id'],
    'sarif',
  )
  expect(complaints.sarif(log)).toEqual([])
  const { runs } = log
  const fixed = runs[0].results.filter(({ fixes }) => fixes !== undefined)
  expect(fixed).toMatchObject([
    {
      ruleId: 'sast/python-tls-verification-disabled',
      fixes: [
        {
          artifactChanges: [
            {
              artifactLocation: { uri: 't.py' },
              replacements: [{ deletedRegion: { startLine: 2 }, insertedContent: { text: expect.any(String) } }],
            },
          ],
        },
      ],
    },
  ])
})

proves.each('appsec:scanners.only', [
  ['IAC_ONLY', 'IAC', 'Dockerfile', 'FROM node:24\nUSER root\n'],
  [
    'K8S_ONLY',
    'K8S',
    'pod.yaml',
    'apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec:\n  containers:\n    - {name: a, image: "a:1", securityContext: {privileged: true}}\n',
  ],
])('%s runs %s alone', async (scanType, scanner, path, text) => {
  const scan = await scanned(service, ann, { [path]: text, 'a.py': WEAK }, { scanType })
  expect(Object.keys(scan['scannerProgress'] as object)).toEqual([scanner])
  const { findings } = await findingsOf(service, ann, scan['id'], '?severity=CRITICAL,HIGH,MEDIUM,LOW')
  expect(new Set(findings.map(({ filePath }) => filePath))).toEqual(new Set([path]))
})
