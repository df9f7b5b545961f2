/**
 * Appends to the audit log of a data folder at full speed, and prints the id of each acknowledged entry. Runs until it is killed: `node
 * --conditions=gatehouse writer.ts <data folder>`.
 */
import { writeSync } from 'node:fs'
import { createAuditLog } from '../../src/audit/log.ts'
import { openStore } from '../../src/connect.ts'
import { startEmbedded } from '../../src/embedded/start.ts'
import { migrate } from '../../src/migrate.ts'

const WRITERS = 64
const TENANTS = ['default', 'acme', 'other'] as const

const dataDir = process.argv[2] ?? ''
const server = await startEmbedded({ dataDir, log: () => undefined })
const store = await openStore({ url: server.url })
await migrate(store)
writeSync(1, `server ${server.pid} ${server.attached ? 'attached' : 'started'}\n`)

const log = createAuditLog(store, { instanceId: String(process.pid) })
await Promise.all(
  Array.from({ length: WRITERS }, async (_, writer) => {
    const tenant_id = TENANTS[writer % TENANTS.length]!
    for (;;) {
      try {
        const { id } = await log.append({ tenant_id, actor: 'test', action: 'durability', details: { writer } })
        // Unbuffered: an acknowledgement is printed before the next entry is written.
        writeSync(1, `${id}\n`)
      } catch {
        // The server was killed first; unacknowledged entries are not printed.
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
    }
  }),
)
