import { afterAll, beforeAll, expect, test } from 'vitest'
import { rematch } from '../../src/jobs/rematch.ts'
import { scanned } from '../scans.ts'
import { send } from '../serve.ts'
import { advisory, know, MINIMIST, NPM } from './known.ts'
import { type Ground, openGround, titles } from './rematch-ground.ts'

let ground: Ground
beforeAll(async () => {
  ground = await openGround()
})
afterAll(() => ground.close())

const OLD = 'GHSA-vh95-rmgr-6w4m'

test('a rescan for new advisories is not the baseline of later incremental scans', async () => {
  const ann = await ground.someone()
  const ports = await ground.portsOfProcess()
  const main = await scanned(ground.served, ann, { 'README.md': 'A shop.' }, { scanType: 'FULL', branch: 'main' })
  const projectId = String(main['projectId'])
  const gate = { maxCritical: -1, maxHigh: -1, maxMedium: -1, failOnNew: true }
  await send(`${ground.served.url}/api/settings/build-gates?projectId=${projectId}`, 'PUT', gate, ann.session)
  const change = { scanType: 'INCREMENTAL', branch: 'feature', projectId }
  const files = { 'README.md': 'A shop.', ...NPM }
  const first = await scanned(ground.served, ann, files, change)
  expect([first['gateResult'], titles(await ground.found(ann, first))]).toEqual(['FAILED', [`${OLD} new`]])

  await know(ground.dataDir, [MINIMIST, advisory('GHSA-made-otherone-1', 'npm', 'mkdirp', '0.5.2')])
  expect((await rematch(ports)).queued).toHaveLength(1)
  expect(await ground.rematched(ann, projectId)).toMatchObject({
    status: 'COMPLETED',
    scanType: 'INCREMENTAL',
    branch: 'feature',
    gateResult: 'FAILED',
  })
  expect((await rematch(ports)).queued).toEqual([])

  const second = await scanned(ground.served, ann, files, change)
  expect([second['gateResult'], titles(await ground.found(ann, second)).toSorted()]).toEqual([
    'FAILED',
    ['GHSA-made-otherone-1 new', `${OLD} new`],
  ])
})
