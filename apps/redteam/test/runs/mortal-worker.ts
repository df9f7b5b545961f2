import { createLogger } from '@gatehouse/http'
import { systemClock, uuidv7 } from '@gatehouse/kernel'
import { createEgress } from '@gatehouse/kernel/egress'
import { type KeyRing } from '@gatehouse/kernel/sealing'
import { openStore } from '@gatehouse/store'
import { createAuditLog } from '@gatehouse/store/audit'
import { type RunWorker, startRunWorker } from '../../src/runs/worker.ts'

const logger = createLogger({ service: 'redteam', stream: { write: () => undefined } })

export interface Mortal {
  readonly worker: RunWorker
  /** Simulates `kill -9`: leases remain until they expire, and nothing more is written or sent. */
  readonly kill: () => Promise<void>
  /** Ends regularly: leases are released. */
  readonly close: () => Promise<void>
}

/** Starts a worker that looks like another process to the database and the target. */
export async function startMortal(databaseUrl: string, keys: KeyRing): Promise<Mortal> {
  const store = await openStore({ url: databaseUrl, poolMax: 4 })
  const audit = createAuditLog(store, { instanceId: uuidv7() })
  const egress = createEgress({ localMode: true })
  const options = { lease_ms: 700, hold_ms: 60, idle_ms: 30, lanes: 2 }
  const ports = { store, audit, egress, keys, clock: systemClock, logger, contentFor: () => undefined }
  const worker = startRunWorker(ports, options)
  let isOver = false
  const end = async (): Promise<void> => {
    await egress.close()
    await audit.close()
    await store.close()
    await worker.close()
  }
  return {
    worker,
    async kill() {
      if (isOver) return
      isOver = true
      await end()
    },
    async close() {
      if (isOver) return
      isOver = true
      await worker.close()
      await end()
    },
  }
}
