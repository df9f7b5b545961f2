import { afterAll, beforeAll, expect, test } from 'vitest'
import { rematch } from '../../src/jobs/rematch.ts'
import { scanned } from '../scans.ts'
import { send } from '../serve.ts'
import { advisory, know, MINIMIST, NPM } from './known.ts'
import { type Ground, openGround } from './rematch-ground.ts'

let ground: Ground
beforeAll(async () => {
  ground = await openGround()
})
afterAll(() => ground.close())

test('a malicious package found by two scanners counts once, even in different scans', async () => {
  const attack = advisory('MAL-2026-9001', 'npm', 'mkdirp', '99.0.0')
  await know(ground.dataDir, [attack])
  const ann = await ground.someone()
  const first = await scanned(ground.served, ann, NPM, { scanType: 'FULL', branch: 'main' })
  const card = async () => {
    const { body } = await send(
      `${ground.served.url}/api/projects/${String(first['projectId'])}`,
      'GET',
      undefined,
      ann.key,
    )
    return (body['card'] as { counts: { critical: number } }).counts.critical
  }
  expect([first['criticalCount'], await card()]).toEqual([1, 1])

  await know(ground.dataDir, [attack, MINIMIST])
  const ports = await ground.portsOfProcess()
  expect((await rematch(ports)).queued).toHaveLength(1)
  const second = await ground.rematched(ann, first['projectId'])
  expect([second['criticalCount'], Object.keys(second['scannerProgress'] as object)]).toEqual([2, ['SCA']])
  expect(await card()).toBe(2)
  // Triage applies to both scanners, and is removed once.
  const [found] = await ground.found(ann, second, '?search=MAL-2026')
  await send(`${ground.served.url}/api/findings/${found!.id}`, 'PATCH', { status: 'ACCEPTED_RISK' }, ann.key)
  expect(await card()).toBe(1)
})
