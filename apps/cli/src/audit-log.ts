import { resolve } from 'node:path'
import { uuidv7 } from '@gatehouse/kernel'
import { openMasterKey, openSeals } from '@gatehouse/platform'
import type { Store } from '@gatehouse/store'
import { type AuditLog, type ChainSeals, createAuditLog } from '@gatehouse/store/audit'
import type { Io } from './command.ts'
import { readSettings } from './settings.ts'

/** Runs a command with the audit log. Signs the heads as the services do. */
export async function withAuditLog<T>(io: Io, store: Store, use: (audit: AuditLog) => Promise<T>): Promise<T> {
  return withSeals(io, store, true, async (seals) => {
    const audit = createAuditLog(store, { instanceId: uuidv7(), seals })
    try {
      return await use(audit)
    } finally {
      await audit.close()
    }
  })
}

/** Runs a command with the verifier of head signatures. @param mayWrite  whether the command also writes to the log */
export async function withSeals<T>(
  io: Io,
  store: Store,
  mayWrite: boolean,
  use: (seals: ChainSeals) => Promise<T>,
): Promise<T> {
  const settings = readSettings(io)
  const dataDir = resolve(settings.dataDir)
  const keys = await openMasterKey({ store, configured: settings.masterKey, dataDir })
  const onProblem = (reason: string): void => void io.stderr.write(`warning: ${reason}\n`)
  const opened = await openSeals({ store, keys, dataDir, onProblem, mayWrite })
  try {
    return await use(opened.seals)
  } finally {
    await opened.close()
  }
}
