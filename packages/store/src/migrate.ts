import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Failure } from '@gatehouse/kernel'
import type { Client } from 'pg'
import type { Store } from './connect.ts'

const MIGRATIONS = fileURLToPath(new URL('../migrations/', import.meta.url))

const FILE_NAME = /^(\d{4})-([a-z0-9-]+)\.sql$/

/** Key of the advisory lock that serializes migrations: "GHMG" in ASCII. */
const MIGRATION_LOCK = 0x47484d47

export interface Migration {
  /** File name without `.sql`, e.g. `0001-tenants`. */
  readonly name: string
  readonly sql: string
  /** SHA-256 of the file, hexadecimal. */
  readonly checksum: string
}

/**
 * Migrates the database to the newest schema. Each file is one transaction. Concurrent processes are serialized.
 * @returns names of the newly applied files
 * @throws {Failure} `invalid_setting` if an applied file was changed, or the database is newer than this version
 */
export async function migrate(store: Store, folder: string = MIGRATIONS): Promise<{ applied: string[] }> {
  const migrations = readMigrations(folder)
  return store.withConnection(async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK])
    await client.query(`
      CREATE TABLE IF NOT EXISTS schema_migrations (
        name text PRIMARY KEY,
        checksum text NOT NULL,
        applied_at timestamptz NOT NULL DEFAULT now()
      )`)
    const pending = unapplied(migrations, await appliedMigrations(client))
    for (const migration of pending) await apply(client, migration)
    // The lock ends with the connection, even when a migration failed.
    return { applied: pending.map(({ name }) => name) }
  })
}

/** Returns the names of the files that `migrate` would apply. Changes nothing. */
export async function pendingMigrations(store: Store, folder: string = MIGRATIONS): Promise<string[]> {
  const migrations = readMigrations(folder)
  return store.withConnection(async (client) => {
    const { rows } = await client.query<{ present: boolean }>(
      `SELECT to_regclass('schema_migrations') IS NOT NULL AS present`,
    )
    const applied = rows[0]?.present === true ? await appliedMigrations(client) : new Map<string, string>()
    return unapplied(migrations, applied).map(({ name }) => name)
  })
}

/** @throws {Error} if a file name is not `0001-name.sql`, or a number is missing or duplicated */
export function readMigrations(folder: string = MIGRATIONS): Migration[] {
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
  return files.map((file, index) => {
    const number = FILE_NAME.exec(file)?.[1]
    if (Number(number) !== index + 1) {
      throw new Error(
        `migration ${file} should be number ${String(index + 1).padStart(4, '0')}, named like 0001-name.sql`,
      )
    }
    // Different line endings of a checkout must not change the checksum.
    const sql = readFileSync(`${folder}/${file}`, 'utf8').replaceAll('\r\n', '\n')
    return { name: file.slice(0, -'.sql'.length), sql, checksum: hash('sha256', sql) }
  })
}

async function appliedMigrations(client: Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'SELECT name, checksum FROM schema_migrations',
  )
  return new Map(rows.map(({ name, checksum }) => [name, checksum]))
}

function unapplied(migrations: readonly Migration[], applied: ReadonlyMap<string, string>): Migration[] {
  const known = new Set(migrations.map(({ name }) => name))
  const foreign = [...applied.keys()].find((name) => !known.has(name))
  if (foreign !== undefined) {
    throw new Failure(
      'invalid_setting',
      `the database contains migration ${foreign}, which this version does not include; start a newer version`,
    )
  }
  const changed = migrations.find(({ name, checksum }) => applied.has(name) && applied.get(name) !== checksum)
  if (changed !== undefined) {
    throw new Failure(
      'invalid_setting',
      `migration ${changed.name} was changed after it was applied; restore the file and put the change into a new one`,
    )
  }
  return migrations.filter(({ name }) => !applied.has(name))
}

async function apply(client: Client, migration: Migration): Promise<void> {
  await client.query('BEGIN')
  try {
    await client.query(migration.sql)
    await client.query('INSERT INTO schema_migrations (name, checksum) VALUES ($1, $2)', [
      migration.name,
      migration.checksum,
    ])
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  }
}
