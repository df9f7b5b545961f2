import { createLogger } from '@gatehouse/http'
import { runningEmbedded, openStore, startEmbedded, type Store } from '@gatehouse/store'
import type { Io } from './command.ts'
import { readSettings } from './settings.ts'

/** Opens the configured database for one command: a server, the running embedded database, or a new embedded one. */
export async function withStore<T>(io: Io, use: (store: Store) => Promise<T>): Promise<T> {
  const settings = readSettings(io)
  const logger = createLogger({
    service: 'cli',
    level: 'warn',
    stream: { write: (line) => void io.stderr.write(line) },
  })
  if (settings.databaseUrl !== undefined) return using(settings.databaseUrl.reveal(), use)
  const running = await runningEmbedded(settings.dataDir)
  if (running !== undefined) return using(running, use)
  const embedded = await startEmbedded({ dataDir: settings.dataDir, log: (line) => logger.debug(line) })
  try {
    return await using(embedded.url, use)
  } finally {
    await embedded.stop()
  }
}

async function using<T>(url: string, use: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore({ url })
  try {
    return await use(store)
  } finally {
    await store.close()
  }
}
