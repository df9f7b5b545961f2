import { randomBytes } from 'node:crypto'
import { findRedis, startGatehouse, startRedis, temporaryDatabase, temporaryFolder } from '@gatehouse/testkit'
import { ADMIN_KEY } from '../serve.ts'

/** Two processes start within this time on a machine that does other things too. */
export const START_MS = 60_000

/** A Redis for processes that share state. */
export interface SharedRedis {
  /** Absent where no Redis is available: the tests are skipped then. */
  readonly url: string | undefined
  close(): Promise<void>
}

/** Returns the Redis of the environment, else one on the default port, else one that it starts. */
export async function sharedRedis(): Promise<SharedRedis> {
  const found = await findRedis(process.env['CACHE_URL'])
  const own = found === undefined ? await startRedis() : undefined
  return {
    url: found ?? own?.url,
    async close() {
      await own?.close()
    },
  }
}

/** Two processes of the service on one database and one Redis. */
export interface Pair {
  /** Returns the address of one process, in rotation. */
  at(index: number): string
  close(): Promise<void>
}

/** @param env additional settings */
export async function startPair(cacheUrl: string, env: Readonly<Record<string, string>> = {}): Promise<Pair> {
  const database = await temporaryDatabase()
  const folders = [temporaryFolder(), temporaryFolder()]
  const settings = {
    DATABASE_URL: database.url,
    CACHE_URL: cacheUrl,
    SHIELD_ADMIN_KEY: ADMIN_KEY,
    GATEHOUSE_MASTER_KEY: randomBytes(32).toString('hex'),
    ...env,
  }
  const processes = await Promise.all(folders.map(({ path }) => startGatehouse(path, settings)))
  return {
    at: (index) => processes[index % processes.length]!.url,
    async close() {
      await Promise.all(processes.map((process) => process.stop()))
      for (const folder of folders) folder.remove()
      await database.drop()
    },
  }
}
