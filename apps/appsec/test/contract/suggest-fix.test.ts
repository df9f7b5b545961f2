import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startScriptedModel } from '@gatehouse/testkit/model'
import { saveModelSettings } from '@gatehouse/store/organizations'
import { proves } from '../../../../spec/proves.ts'
import { MODEL_SETTINGS_DEFAULT } from '../../src/settings/model-settings.ts'
import { findingsOf, scanned, type ShownFinding } from '../scans.ts'
import { makeOrganization, makePerson, type Person, send, serve, type Served } from '../serve.ts'

/** Two requests without certificate verification, and a shell call with arbitrary text, for which no fix is suggested. */
const CLIENT = 'import requests\n\n\ndef get(address):\n    return requests.get(address, verify=False)\n'
const LOADER = 'import os\n\n\ndef read(text):\n    os.system(text)\n'

let service: Served
let organizationId: string
let ann: Person
let scanId: string
let found: readonly ShownFinding[]
beforeAll(async () => {
  service = await serve({ worker: { idle_ms: 20, hold_ms: 50, lanes: 2 } })
  organizationId = await makeOrganization(service.store)
  ann = await makePerson(service.store, organizationId, 'DEVELOPER')
  const files = { 'src/client.py': CLIENT, 'src/loader.py': LOADER }
  scanId = String((await scanned(service, ann, files, { scanType: 'SAST_ONLY' }))['id'])
  found = (await findingsOf(service, ann, scanId, '?severity=HIGH')).findings
})
afterAll(() => service.close())

const suggest = (filePath: string, person = ann) => {
  const { id } = found.find((item) => item.filePath === filePath)!
  return send(`${service.url}/api/scans/${scanId}/findings/${id}/suggest-fix`, 'POST', undefined, person.key)
}

/** Applies a diff to a file with git. */
function applied(path: string, text: string, diff: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-fix-'))
  try {
    const at = join(folder, path.replace(/.*\//, ''))
    writeFileSync(at, text)
    execFileSync('git', ['apply', '-p2', '-'], { cwd: folder, input: diff, stdio: ['pipe', 'pipe', 'pipe'] })
    return readFileSync(at, 'utf8')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

proves(
  [
    'appsec:endpoints.suggest-fix',
    'appsec:fix.answer',
    'appsec:fix.applies',
    'appsec:fix.without-model',
    'appsec:service.suggested-diff',
  ],
  'the rule of a finding generates the repair, and the diff applies to the scanned file',
  async () => {
    const { status, body } = await suggest('src/client.py')
    expect([status, body]).toEqual([
      200,
      {
        diff: expect.any(String),
        optionalUnifiedDiff: body['diff'],
        summary: expect.stringContaining('src/client.py:5'),
        developerFix: '    return requests.get(address, verify=True)',
        verificationSteps: expect.arrayContaining([
          expect.stringMatching(/^Before you apply it: Connections to servers with self-signed certificates/),
          expect.stringContaining('there are no new findings'),
        ]),
        source: 'rule',
      },
    ])
    const fixed = CLIENT.replace('verify=False', 'verify=True')
    expect(applied('src/client.py', CLIENT, String(body['diff']))).toBe(fixed)
    // The extracted files are removed.
    const left = readdirSync(join(service.dataDir, 'workspaces'), { recursive: true, encoding: 'utf8' })
    expect(left.filter((name) => name.endsWith('.py'))).toEqual([])
  },
)

test('a missing source or safe fix is reported with the reason', async () => {
  const none = await suggest('src/loader.py')
  expect([none.status, none.body['error'], none.body['reason']]).toEqual([409, 'conflict', 'no_safe_fix'])
  await service.store.db.updateTable('scans').set({ source_file: null }).where('id', '=', scanId).execute()
  const answer = await suggest('src/client.py')
  expect([answer.status, answer.body['reason'], answer.body['detail']]).toEqual([
    409,
    'source_removed',
    'The source of this scan was deleted. Scan again.',
  ])
})

test('read-only members cannot request fixes', async () => {
  const viewer = await makePerson(service.store, organizationId, 'VIEWER')
  expect((await suggest('src/client.py', viewer)).status).toBe(403)
})

test('findings of packages, configuration and secrets are fixed with all scanners as judges', async () => {
  const workflow = 'on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: ./build.sh\n'
  const files = { '.github/workflows/a.yml': workflow, 'src/client.py': CLIENT }
  const id = String((await scanned(service, ann, files, { scanType: 'FULL' }))['id'])
  const { findings } = await findingsOf(service, ann, id)
  const one = findings.find(({ ruleId }) => ruleId === 'iac/gha-missing-permissions')!
  const { status, body } = await send(
    `${service.url}/api/scans/${id}/findings/${one.id}/suggest-fix`,
    'POST',
    undefined,
    ann.key,
  )
  expect([status, body['source']]).toEqual([200, 'rule'])
  const path = '.github/workflows/a.yml'
  expect(applied(path, workflow, String(body['diff']).replaceAll('.github/workflows/', 'x/'))).toBe(
    workflow.replace('jobs:', 'permissions:\n  contents: read\n\njobs:'),
  )
})

test('a model writes a fix where no other exists, and the scan decides whether it is offered', async () => {
  const answerOf = (code: string): string =>
    JSON.stringify({ title: 'Print the text.', replacements: [{ startLine: 5, endLine: 5, code }] })
  const model = await startScriptedModel([answerOf('    os.system(text + "x")'), answerOf('    print(text)')])
  try {
    const settings = { baseUrl: model.baseUrl, model: 'm', enableLlmSast: true }
    await saveModelSettings(service.store, organizationId, () => ({ ...MODEL_SETTINGS_DEFAULT, ...settings }))
    const id = String((await scanned(service, ann, { 'src/loader.py': LOADER }, { scanType: 'SAST_ONLY' }))['id'])
    const { findings } = await findingsOf(service, ann, id, '?severity=HIGH')
    const url = `${service.url}/api/scans/${id}/findings/${findings[0]!.id}/suggest-fix`
    const refused = await send(url, 'POST', undefined, ann.key)
    expect([refused.status, refused.body['detail']]).toEqual([409, expect.stringContaining('would still report')])
    const { status, body } = await send(url, 'POST', undefined, ann.key)
    expect([status, body['source'], body['developerFix']]).toEqual([200, 'llm', '    print(text)'])
    expect(applied('src/loader.py', LOADER, String(body['diff']))).toBe(
      LOADER.replace('os.system(text)', 'print(text)'),
    )
  } finally {
    await model.close()
  }
})
