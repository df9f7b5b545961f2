import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type DatabaseTarget, type TemporaryDatabase, temporaryDatabase } from '@gatehouse/testkit'
import { migrate, readMigrations } from '../../src/migrate.ts'

/** A database with the migrations before one of them. The caller drops it. */
export async function databaseBefore(target: DatabaseTarget, migration: string): Promise<TemporaryDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-before-'))
  try {
    const all = readMigrations()
    const earlier = all.slice(
      0,
      all.findIndex((item) => item.name === migration),
    )
    for (const { name, sql } of earlier) writeFileSync(join(folder, `${name}.sql`), sql)
    const database = await temporaryDatabase(target)
    await database.store.withConnection((client) => client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public'))
    await migrate(database.store, folder)
    return database
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
