import { setTimeout as delay } from 'node:timers/promises'
import { createLogger } from '@gatehouse/http'
import { systemClock } from '@gatehouse/kernel'
import { temporaryDatabase } from '@gatehouse/testkit'
import { expect, test } from 'vitest'
import { startSweep } from '../src/sweep.ts'

test('a failed chore is logged, and the next chores run', async () => {
  const database = await temporaryDatabase()
  const log: string[] = []
  const logger = createLogger({ service: 'guard', stream: { write: (line) => void log.push(line) } })
  await database.store.withConnection((client) =>
    client.query('ALTER TABLE vault_entries RENAME TO away; ALTER TABLE approvals RENAME TO gone'),
  )
  const sweeper = startSweep(database.store, systemClock, logger, 10)
  try {
    for (let tries = 0; tries < 200 && !log.some((line) => line.includes('approvals')); tries += 1) await delay(20)
    // The first and the last of the tasks: those between were tried too.
    expect(log.some((line) => line.includes('deleting expired vault values failed'))).toBe(true)
    expect(log.some((line) => line.includes('deleting approvals that ended long ago failed'))).toBe(true)
    expect(log.some((line) => line.includes('deleting contents of requests failed'))).toBe(false)
  } finally {
    await sweeper.close()
    await database.drop()
  }
})
