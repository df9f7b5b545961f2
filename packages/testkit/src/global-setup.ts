import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { openStore, stopEmbedded } from '@gatehouse/store'
import { stopTestServer } from './database.ts'
import { type DatabaseTarget, targetsFile } from './database-targets.ts'
import { abandonedRuns, testFolder } from './test-folder.ts'

const USUAL_PORT = 5432

/** Common credentials of a test server on the default local port. */
const USUAL_CREDENTIALS = ['postgres:postgres', 'gatehouse:gatehouse', 'postgres:'] as const

const PROBE_TIMEOUT_MS = 500

/**
 * Called by Vitest once before all tests: removes remains of a killed run, and finds the server of the machine. The only place in the
 * tests that reads the environment: `TEST_DATABASE_URL`.
 */
export async function setup(): Promise<void> {
  for (const pid of abandonedRuns()) {
    const folder = testFolder(pid)
    await stopEmbedded(join(folder, 'data')).catch(() => false)
    removeRun(folder)
  }
  writeFileSync(targetsFile(), JSON.stringify(await machineServer(process.env['TEST_DATABASE_URL'])))
}

/** Vitest calls this once after all tests. */
export function teardown(): void {
  const folder = testFolder()
  stopTestServer(folder)
  removeRun(folder)
}

function removeRun(folder: string): void {
  // If the server's account cannot access the temporary folder, this file names the cluster's location.
  const location = join(folder, 'data', 'postgres', 'location')
  if (existsSync(location)) remove(readFileSync(location, 'utf8').trim())
  remove(folder)
}

/** The server may still be writing for a moment. */
function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 25 })
}

/** @throws {Failure} when a URL was given and the server does not answer: a configured target is never skipped */
async function machineServer(url: string | undefined): Promise<DatabaseTarget> {
  if (url !== undefined && url !== '') {
    await answers(url)
    return { name: 'PostgreSQL server of TEST_DATABASE_URL', url }
  }
  const name = `PostgreSQL server on localhost:${USUAL_PORT}`
  if (!(await isListening(USUAL_PORT))) return { name, absent: 'none listens there and TEST_DATABASE_URL is not set' }
  for (const credentials of USUAL_CREDENTIALS) {
    const candidate = `postgresql://${credentials}@localhost:${USUAL_PORT}/postgres`
    if (await answers(candidate).catch(() => false)) return { name, url: candidate }
  }
  return { name, absent: 'it takes none of the usual test passwords; set TEST_DATABASE_URL' }
}

async function answers(url: string): Promise<boolean> {
  const store = await openStore({ url, poolMax: 1 })
  try {
    return await store.withConnection(async (client) => {
      const { rows } = await client.query<{ able: boolean }>(
        'SELECT rolcreatedb OR rolsuper AS able FROM pg_roles WHERE rolname = current_user',
      )
      return rows[0]?.able === true
    })
  } finally {
    await store.close()
  }
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: 'localhost', timeout: PROBE_TIMEOUT_MS })
    const end = (listening: boolean) => (): void => {
      socket.destroy()
      resolve(listening)
    }
    socket.once('connect', end(true)).once('error', end(false)).once('timeout', end(false))
  })
}
