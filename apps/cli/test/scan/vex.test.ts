import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Workplace, workplace } from '../repository.ts'
import { gatehouse } from '../vulndb/support.ts'

let place: Workplace
beforeEach(() => {
  place = workplace()
  place.put({
    'app/package.json': { name: 'shop', dependencies: { used: '^1.0.0', unused: '^1.0.0' } },
    'app/package-lock.json': {
      name: 'shop',
      lockfileVersion: 3,
      packages: {
        '': { name: 'shop', dependencies: { used: '^1.0.0', unused: '^1.0.0' } },
        'node_modules/used': { version: '1.0.0' },
        'node_modules/unused': { version: '1.0.0', dependencies: { inner: '^3.0.0' } },
        'node_modules/inner': { version: '3.1.4' },
      },
    },
    'app/src/main.js': "import { run } from 'used'\nrun()\n",
    'advisories.jsonl': [vulnerability('GHSA-aaaa-aaaa-aaaa', 'used'), vulnerability('GHSA-bbbb-bbbb-bbbb', 'inner')]
      .map((item) => JSON.stringify(item))
      .join('\n'),
  })
})
afterEach(() => place.remove())

function vulnerability(id: string, name: string) {
  const ranges = [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '9.0.0' }] }]
  return {
    id,
    aliases: [id.replace('GHSA-', 'CVE-2026-').slice(0, 9) + (name === 'used' ? '1111' : '2222')],
    modified: '2026-01-01T00:00:00Z',
    severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' }],
    summary: `${name} runs what it is given`,
    affected: [{ package: { ecosystem: 'npm', name }, ranges }],
  }
}

const cli = (...args: string[]) =>
  gatehouse(place.folder, args, { env: { GATEHOUSE_DATA_DIR: join(place.folder, 'data') } })
const imported = () => cli('vulndb', 'import', 'advisories.jsonl')

interface OpenVex {
  readonly statements: readonly {
    readonly vulnerability: { readonly name: string; readonly aliases: readonly string[] }
    readonly products: readonly { readonly '@id': string; readonly subcomponents: readonly { '@id': string }[] }[]
    readonly status: string
    readonly justification?: string
  }[]
}
async function statements(...args: string[]) {
  const { out } = await cli('vex', 'app', ...args)
  return (JSON.parse(out) as OpenVex).statements.map(({ products, status, justification, ...rest }) => ({
    package: products[0]?.subcomponents[0]?.['@id'],
    status,
    ...(justification === undefined ? {} : { justification }),
    rest,
  }))
}

describe('a VEX document', () => {
  test('is not created without advisories', async () => {
    expect(await cli('vex', 'app')).toEqual({
      code: 2,
      out: '',
      err: expect.stringContaining('no advisories are imported. Run `gatehouse vulndb import --ecosystem npm`'),
    })
  })

  test('marks imported packages as affected and packages without an import as not affected', async () => {
    await imported()
    const { code, err } = await cli('vex', 'app', '--output', 'vex.json')
    expect([code, err]).toEqual([0, expect.stringMatching(/^2 statements from advisory snapshot /)])
    expect(await statements()).toMatchObject([
      {
        package: 'pkg:npm/used@1.0.0',
        status: 'affected',
        rest: { action_statement: 'Upgrade to 9.0.0 or later.', status_notes: expect.stringContaining('src/main.js') },
      },
      {
        package: 'pkg:npm/inner@3.1.4',
        status: 'not_affected',
        justification: 'vulnerable_code_not_in_execute_path',
      },
    ])
  })

  test('is the same if installed packages are ignored, but not if other files are ignored', async () => {
    await imported()
    place.put({ 'app/.gitignore': 'node_modules\n', 'app/node_modules/inner/index.js': "require('inner')\n" })
    expect((await statements()).map(({ status }) => status)).toEqual(['affected', 'not_affected'])
    place.put({ 'app/.gitignore': 'node_modules\ngenerated\n', 'app/generated/a.js': "require('inner')\n" })
    expect((await statements()).map(({ status }) => status)).toEqual(['affected', 'under_investigation'])
    const { findings, gaps } = JSON.parse((await cli('scan', 'app', '--format', 'json')).out) as Record<
      string,
      object[]
    >
    expect(findings).toHaveLength(2)
    expect(gaps).toMatchObject([
      { detail: '1 file or folder was excluded by ignore rules.' },
      { detail: 'Installed packages excluded by ignore rules of the folder: 1 folder node_modules (node_modules).' },
      { scanner: 'SCA', reason: 'few_advisories' },
      { scanner: 'CONTAINER', reason: 'not_run' },
      { scanner: 'ZERO_DAY', reason: 'not_run' },
    ])
  })

  test('applies triage decisions, as do a scan and its gate', async () => {
    await imported()
    expect((await cli('scan', 'app', '--write-baseline', 'triage.json')).code).toBe(1)
    const path = join(place.folder, 'triage.json')
    const triage = JSON.parse(readFileSync(path, 'utf8')) as { findings: Record<string, string>[] }
    for (const finding of triage.findings) {
      finding['status'] = finding['title']?.startsWith('used') === true ? 'FALSE_POSITIVE' : 'ACCEPTED_RISK'
      finding['reason'] =
        finding['status'] === 'FALSE_POSITIVE' ? 'inline_mitigations_already_exist: We filter.' : 'Until May.'
    }
    writeFileSync(path, JSON.stringify(triage))
    expect(await statements('--triage', 'triage.json')).toMatchObject([
      {
        status: 'not_affected',
        justification: 'inline_mitigations_already_exist',
        rest: { impact_statement: 'We filter.' },
      },
      { status: 'affected', rest: { action_statement: expect.stringContaining('The risk was accepted. Until May.') } },
    ])
    const judged = await cli('scan', 'app', '--triage', 'triage.json')
    expect(judged.code).toBe(0)
    expect(judged.out).toContain('2 triaged findings are not listed.')
    expect((await cli('scan', 'app', '--triage', 'triage.json', '--gate', '0,0,0,0')).code).toBe(0)

    await cli('scan', 'app', '--baseline', 'triage.json', '--write-baseline', 'again.json')
    const second = JSON.parse(readFileSync(join(place.folder, 'again.json'), 'utf8')) as typeof triage
    expect(new Set(second.findings.map(({ status }) => status))).toEqual(new Set(['ACCEPTED_RISK', 'FALSE_POSITIVE']))

    for (const finding of triage.findings) finding['until'] = '2026-01-31'
    writeFileSync(path, JSON.stringify(triage))
    expect((await cli('scan', 'app', '--baseline', 'triage.json')).code).toBe(1)
    for (const finding of triage.findings) finding['until'] = 'soon'
    writeFileSync(path, JSON.stringify(triage))
    expect(await cli('scan', 'app', '--triage', 'triage.json')).toMatchObject({
      code: 2,
      err: expect.stringContaining('triage.json is not a valid baseline: findings.0.until'),
    })
  })

  test('as CycloneDX names product, author and version', async () => {
    await imported()
    const options = ['--name', 'shop', '--project-version', '2.1.0', '--author', 'Shop team']
    const { out } = await cli('vex', 'app', '--format', 'cyclonedx', ...options)
    expect(JSON.parse(out)).toMatchObject({
      bomFormat: 'CycloneDX',
      metadata: { component: { name: 'shop', version: '2.1.0' }, authors: [{ name: 'Shop team' }] },
      vulnerabilities: [{ analysis: { state: 'exploitable' } }, { analysis: { state: 'not_affected' } }],
    })
  })
})
