import { openStore } from '@gatehouse/store'
import { describe, expect, test } from 'vitest'
import { temporaryDatabase } from '../src/database.ts'
import { databaseTargets } from '../src/database-targets.ts'

describe('temporaryDatabase', () => {
  test('is migrated and isolated', async () => {
    const [one, other] = await Promise.all([temporaryDatabase(), temporaryDatabase()])
    await one.store.db.updateTable('tenants').set({ name: 'changed' }).execute()
    const names = await other.store.db.selectFrom('tenants').select('name').execute()
    expect(names).toEqual([{ name: 'Default' }])
    await Promise.all([one.drop(), other.drop()])
  })

  test('is deleted by drop, even with open connections', async () => {
    const { url, drop } = await temporaryDatabase()
    const second = await openStore({ url })
    await drop()
    await expect(second.ping()).rejects.toMatchObject({ code: 'unavailable' })
    await second.close()
  })

  test('is a copy of a template, which is migrated a single time', async () => {
    const [first, second] = [await temporaryDatabase(), await temporaryDatabase()]
    const { rows } = await first.store.withConnection((client) =>
      client.query("SELECT FROM pg_database WHERE datname LIKE 'gatehouse_template_%'"),
    )
    expect(rows).toHaveLength(1)
    await Promise.all([first.drop(), second.drop()])
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
