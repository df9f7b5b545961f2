import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { databaseTargets, temporaryDatabase } from '@gatehouse/testkit'
import { afterAll, describe, expect, test } from 'vitest'
import { migrate, pendingMigrations, readMigrations } from '../src/migrate.ts'

const folders: string[] = []

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** A migrations folder with the real files first, so that a migrated database accepts it. */
function folderWith(files: Readonly<Record<string, string>>, base = readMigrations()): string {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-migrations-'))
  folders.push(folder)
  for (const { name, sql } of base) writeFileSync(join(folder, `${name}.sql`), sql)
  for (const [name, sql] of Object.entries(files)) writeFileSync(join(folder, name), sql)
  return folder
}

const next = String(readMigrations().length + 1).padStart(4, '0')
const afterNext = String(readMigrations().length + 2).padStart(4, '0')

for (const target of databaseTargets()) {
  describe.skipIf(target.absent !== undefined)(`migrate on the ${target.name}`, () => {
    test('applies each file a single time and returns its name', async () => {
      const { store, drop } = await temporaryDatabase(target)
      const folder = folderWith({ [`${next}-more.sql`]: 'CREATE TABLE more (id int)' })
      expect(await pendingMigrations(store, folder)).toEqual([`${next}-more`])
      expect(await migrate(store, folder)).toEqual({ applied: [`${next}-more`] })
      expect(await migrate(store, folder)).toEqual({ applied: [] })
      expect(await pendingMigrations(store, folder)).toEqual([])
      await drop()
    })

    test('serializes concurrent processes', async () => {
      const { store, drop } = await temporaryDatabase(target)
      const folder = folderWith({ [`${next}-more.sql`]: 'SELECT pg_sleep(0.05); CREATE TABLE more (id int)' })
      const all = await Promise.all([migrate(store, folder), migrate(store, folder), migrate(store, folder)])
      expect(all.flatMap(({ applied }) => applied)).toEqual([`${next}-more`])
      await drop()
    })

    test('rolls back a failed file, and preserves earlier files', async () => {
      const { store, drop } = await temporaryDatabase(target)
      const folder = folderWith({
        [`${next}-good.sql`]: 'CREATE TABLE good (id int)',
        [`${afterNext}-bad.sql`]: 'CREATE TABLE half (id int); SELECT no_such_function()',
      })
      await expect(migrate(store, folder)).rejects.toThrow(/no_such_function/)
      expect(await pendingMigrations(store, folder)).toEqual([`${afterNext}-bad`])
      await store.withConnection(async (client) => {
        const { rows } = await client.query(`SELECT to_regclass('good') AS good, to_regclass('half') AS half`)
        expect(rows).toEqual([{ good: 'good', half: null }])
      })
      await drop()
    })

    test('refuses an applied file that was changed', async () => {
      const { store, drop } = await temporaryDatabase(target)
      const [first, ...rest] = readMigrations()
      const folder = folderWith({}, [{ ...first!, sql: `${first!.sql}\n-- one more line` }, ...rest])
      await expect(migrate(store, folder)).rejects.toMatchObject({
        code: 'invalid_setting',
        message: expect.stringContaining(first!.name) as unknown,
      })
      await drop()
    })

    test('refuses a database that a newer version migrated', async () => {
      const { store, drop } = await temporaryDatabase(target)
      await migrate(store, folderWith({ [`${next}-future.sql`]: 'CREATE TABLE future (id int)' }))
      await expect(migrate(store)).rejects.toMatchObject({
        code: 'invalid_setting',
        message: expect.stringContaining(`${next}-future`) as unknown,
      })
      await drop()
    })
  })
}

describe('readMigrations', () => {
  test.each([
    ['a gap in the numbers', { '0003-c.sql': '' }],
    ['a number used twice', { '0001-b.sql': '' }],
    ['a name of another form', { '2-second.sql': '' }],
  ])('refuses %s', (_title, files) => {
    expect(() => readMigrations(folderWith({ '0001-a.sql': '', ...files }, []))).toThrow(/should be number 0002/)
  })

  test('ignores line endings of the checkout', () => {
    const unix = readMigrations(folderWith({ '0001-a.sql': 'SELECT 1;\nSELECT 2;\n' }, []))
    const windows = readMigrations(folderWith({ '0001-a.sql': 'SELECT 1;\r\nSELECT 2;\r\n' }, []))
    expect(windows).toEqual(unix)
  })
})
