import { uuidv7 } from '@gatehouse/kernel'
import { findScan, insertScan } from '@gatehouse/store/scans'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rematch } from '../../src/jobs/rematch.ts'
import { scanned } from '../scans.ts'
import type { Person } from '../serve.ts'
import { advisory, know, MINIMIST, NPM } from './known.ts'
import { type Ground, openGround } from './rematch-ground.ts'

let ground: Ground
beforeAll(async () => {
  ground = await openGround()
})
afterAll(() => ground.close())

const scan = (person: Person) => scanned(ground.served, person, NPM, { scanType: 'SCA_ONLY', branch: 'main' })
/** The organizations of scans that were queued. */
const ownersOf = async (ids: readonly string[]) =>
  (await Promise.all(ids.map((id) => findScan(ground.served.store, id)))).map((item) => item?.organizationId)

test('an organization with many packages or a slow service does not delay the others', async () => {
  await know(ground.dataDir, [MINIMIST])
  const people = [await ground.someone(), await ground.someone()]
  const scans = [await scan(people[0]!), await scan(people[1]!)]
  const ports = await ground.portsOfProcess()
  await rematch(ports)
  await know(ground.dataDir, [MINIMIST, advisory('GHSA-made-turns-1', 'npm', 'mkdirp', '0.5.2')])

  // Claimed scans that never end.
  const { store } = ground.served
  const like = (await findScan(store, String(scans[0]!['id'])))!
  await store.db.transaction().execute(async (transaction) => {
    for (let at = 0; at < 26; at += 1) {
      const source = { kind: 'inventory', scanId: like.id, scannedAt: new Date().toISOString() } as const
      await insertScan({ db: transaction }, { ...like, id: uuidv7(), branch: 'other', source, sourceFile: null })
    }
    const claimed = { status: 'RUNNING', planned: true, settled: true }
    await transaction.updateTable('scans').set(claimed).where('branch', '=', 'other').execute()
  })
  const { queued, isDone } = await rematch(ports)
  expect([isDone, await ownersOf(queued)]).toEqual([false, [people[1]!.organizationId]])
  await store.db.deleteFrom('scans').where('branch', '=', 'other').execute()
  // After a timeout the rest continues at the next turn.
  expect(await rematch({ ...ports, turn_ms: -1 })).toEqual({ queued: [], isDone: false })
  expect(await ownersOf((await rematch(ports)).queued)).toEqual([people[0]!.organizationId])
})
