import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { migrate, openStore, readMigrations, startEmbedded, type Store } from '@gatehouse/store'
import { type DatabaseTarget, EMBEDDED_TARGET } from './database-targets.ts'
import { testFolder } from './test-folder.ts'

/** Connections of one test's store: many stores exist concurrently in a run. */
const TEST_POOL_MAX = 4

/** Timeout for a thread that waits for another to start the server. */
const SERVER_WAIT_MS = 60_000

/** Key of the advisory lock for creating the template database. */
const TEMPLATE_LOCK = 0x54504c54

export interface TemporaryDatabase {
  readonly store: Store
  readonly url: string
  /** Closes the store and removes the database. */
  readonly drop: () => Promise<void>
}

/** Durability is for the tests that kill the server; the others need not wait for the disk. */
const FAST_SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '200',
  autovacuum: 'off',
} as const

/**
 * A fresh, migrated database on a server that all tests of the process share. The embedded server starts at the first
 * call, does not sync to disk, and is stopped by the global setup.
 */
export async function temporaryDatabase(target: DatabaseTarget = EMBEDDED_TARGET): Promise<TemporaryDatabase> {
  const serverUrl = target.url ?? (await embeddedUrl())
  const template = await templateOf(serverUrl)
  const name = `gatehouse_t_${randomUUID().replaceAll('-', '')}`
  // A file copy takes 30 ms; the default, through the write-ahead log, takes 140.
  await onServer(serverUrl, (run) => run(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`))
  const url = withDatabase(serverUrl, name)
  const store = await openStore({ url, poolMax: TEST_POOL_MAX })
  return {
    store,
    url,
    async drop() {
      await store.close()
      await onServer(serverUrl, (run) => run(`DROP DATABASE ${name} WITH (FORCE)`))
    },
  }
}

let embedded: Promise<string> | undefined

/** URL of the process's embedded test server; starts it if no other thread has. */
export function embeddedUrl(): Promise<string> {
  return (embedded ??= sharedServer())
}

/** Stops the server of this process, if it was started. For runs without the global setup. */
export function stopTestServer(folder: string = testFolder()): void {
  const file = join(folder, 'server.json')
  if (!existsSync(file)) return
  const { pid } = JSON.parse(readFileSync(file, 'utf8')) as { pid: number }
  try {
    // Nothing in it is worth a checkpoint.
    process.kill(pid, 'SIGQUIT')
  } catch {
    // It is gone already.
  }
}

async function sharedServer(): Promise<string> {
  const folder = testFolder()
  const file = join(folder, 'server.json')
  const turn = join(folder, 'starting')
  const deadline = Date.now() + SERVER_WAIT_MS
  while (!existsSync(file)) {
    if (acquireTurn(turn)) return startServer(folder, file).finally(() => rmdirSync(turn))
    if (Date.now() > deadline) throw new Error('another thread did not get the test database started')
    await sleep(10)
  }
  return (JSON.parse(readFileSync(file, 'utf8')) as { url: string }).url
}

function acquireTurn(path: string): boolean {
  try {
    mkdirSync(path)
    return true
  } catch {
    return false
  }
}

async function startServer(folder: string, file: string): Promise<string> {
  if (existsSync(file)) return (JSON.parse(readFileSync(file, 'utf8')) as { url: string }).url
  const { url, pid } = await startEmbedded({
    dataDir: join(folder, 'data'),
    log: () => undefined,
    settings: FAST_SETTINGS,
    // The global setup stops it from another thread.
    restart: false,
  })
  writeFileSync(`${file}.new`, JSON.stringify({ url, pid }))
  renameSync(`${file}.new`, file)
  return url
}

const templates = new Map<string, Promise<string>>()

function templateOf(serverUrl: string): Promise<string> {
  let template = templates.get(serverUrl)
  if (template === undefined) {
    template = makeTemplate(serverUrl)
    templates.set(serverUrl, template)
  }
  return template
}

/** Named after the migrations, so that a server that outlives this run never lends an old schema to the next. */
async function makeTemplate(serverUrl: string): Promise<string> {
  const checksums = readMigrations().map(({ checksum }) => checksum.slice(0, 8))
  const name = `gatehouse_template_${checksums.length}_${checksums.join('').slice(-32)}`
  await onServer(serverUrl, async (run) => {
    await run(`SELECT pg_advisory_lock(${TEMPLATE_LOCK})`)
    if ((await run(`SELECT FROM pg_database WHERE datname = '${name}'`)) > 0) return
    const unfinished = `${name}_new`
    await run(`DROP DATABASE IF EXISTS ${unfinished} WITH (FORCE)`)
    await run(`CREATE DATABASE ${unfinished}`)
    const store = await openStore({ url: withDatabase(serverUrl, unfinished) })
    try {
      await migrate(store)
    } finally {
      await store.close()
    }
    await run(`ALTER DATABASE ${unfinished} RENAME TO ${name}`)
  })
  return name
}

/** Runs statements on one connection to the server's own database; `run` returns the number of rows. */
async function onServer(
  serverUrl: string,
  use: (run: (sql: string) => Promise<number>) => Promise<unknown>,
): Promise<void> {
  const store = await openStore({ url: serverUrl, poolMax: 1 })
  try {
    await store.withConnection((client) => use(async (sql) => (await client.query(sql)).rowCount ?? 0))
  } finally {
    await store.close()
  }
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}
