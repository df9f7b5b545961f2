import { openStore } from '@gatehouse/store'
import { describe, expect, test } from 'vitest'
import { patient_ms } from '@gatehouse/testkit'
import { temporaryDatabase } from '../src/database.ts'
import { databaseTargets } from '../src/database-targets.ts'

describe('temporaryDatabase', () => {
  test('is migrated, and nobody else writes to it', async () => {
    const [one, other] = await Promise.all([temporaryDatabase(), temporaryDatabase()])
    await one.store.db.updateTable('tenants').set({ name: 'changed' }).execute()
    const names = await other.store.db.selectFrom('tenants').select('name').execute()
    expect(names).toEqual([{ name: 'Default' }])
    await Promise.all([one.drop(), other.drop()])
  })

  test('is gone after drop, whoever still uses it', async () => {
    const { url, drop } = await temporaryDatabase()
    const second = await openStore({ url })
    await drop()
    await expect(second.ping()).rejects.toMatchObject({ code: 'unavailable' })
    await second.close()
  })

  test('takes a fraction of a second once the server runs', async () => {
    await (await temporaryDatabase()).drop()
    const from = performance.now()
    const { drop } = await temporaryDatabase()
    expect(performance.now() - from).toBeLessThan(patient_ms(2_000))
    await drop()
  })
})

describe('databaseTargets', () => {
  test('names the embedded server first and then the server of the machine, there or not', () => {
    const targets = databaseTargets()
    expect(targets[0]).toEqual({ name: 'embedded server' })
    expect(targets).toHaveLength(2)
    // Either a URL to test on or the reason why not.
    expect([targets[1]!.url, targets[1]!.absent].filter((text) => text !== undefined)).toHaveLength(1)
  })
})
