import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GateDecisionRecord } from '@gatehouse/contracts/scans'
import { complaints } from '@gatehouse/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { proves } from '../../../../spec/proves.ts'
import { JINJA, know, MINIMIST, NPM, PYTHON } from '../jobs/known.ts'
import { scanned } from '../scans.ts'
import { type Answer, makeOrganization, makePerson, type Person, serve, type Served } from '../serve.ts'
import { artifact, document } from './artifacts.ts'

/** In parts, so that scanners do not report this file as a leak. */
const LEAKED_KEY = ['AKIA', 'Q3EGRIJ7', 'Z4XN2VPL'].join('')
const CODE = { 'index.js': `import mkdirp from 'mkdirp'\nmkdirp('x')\nconst accessKeyId = '${LEAKED_KEY}'\n` }

let dataDir: string
let service: Served
let ann: Person
let snapshot: string
let scan: Answer['body']
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-artifacts-'))
  snapshot = await know(dataDir, [MINIMIST, JINJA])
  service = await serve({ worker: { idle_ms: 50 }, dataDir })
  ann = await makePerson(service.store, await makeOrganization(service.store), 'DEVELOPER')
  scan = await scanned(service, ann, { ...NPM, ...PYTHON, ...CODE }, { scanType: 'FULL', projectName: 'shop' })
})
afterAll(async () => {
  await service.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const of = (kind: string) => document(service, ann, scan['id'], kind)

test('the documents of real lock files are valid, and name vulnerable packages by the purls of the bill', async () => {
  const cyclonedx: { components: { purl: string }[] } = await of('cyclonedx')
  const spdx: { packages: { externalRefs?: { referenceLocator: string }[] }[] } = await of('spdx')
  const vex: { components: { purl: string }[] } = await of('cyclonedx-vex')
  expect(complaints.cycloneDx(cyclonedx)).toEqual([])
  expect(complaints.spdx(spdx)).toEqual([])
  expect(complaints.sarif(await of('sarif'))).toEqual([])
  expect(complaints.openVex(await of('openvex'))).toEqual([])
  expect(complaints.cycloneDx(vex)).toEqual([])
  const inBill = cyclonedx.components.map(({ purl }) => purl)
  expect(inBill).toEqual(expect.arrayContaining(['pkg:npm/minimist@0.0.8', 'pkg:pypi/jinja2@2.11.2']))
  expect(scan['depsScanned']).toBe(inBill.length)
  const inSpdx = spdx.packages.flatMap(({ externalRefs = [] }) =>
    externalRefs.map((externalRef) => externalRef.referenceLocator),
  )
  expect(inSpdx).toEqual(inBill)
  const stated = vex.components.map(({ purl }) => purl)
  expect(stated).toEqual(['pkg:npm/minimist@0.0.8', 'pkg:pypi/jinja2@2.11.2'])
})

test('the record of the gate and the log name the advisories that packages were looked up in', async () => {
  expect(GateDecisionRecord.parse(await of('gate-decision'))).toMatchObject({
    advisories: snapshot,
    gateResult: scan['gateResult'],
    gateReasons: scan['gateReasons'],
  })
  expect((await artifact(service, ann, scan['id'], 'log')).text).toContain(`"advisories":"${snapshot}"`)
})

proves(['appsec:findings.secrets-masked'], 'no artifact contains a secret of the source', async () => {
  for (const kind of ['cyclonedx', 'spdx', 'sarif', 'openvex', 'cyclonedx-vex', 'log', 'gate-decision', 'signature']) {
    const { text } = await artifact(service, ann, scan['id'], kind)
    expect([kind, text.includes(LEAKED_KEY)]).toEqual([kind, false])
  }
  expect((await artifact(service, ann, scan['id'], 'sarif')).text).toContain('secrets/')
})
