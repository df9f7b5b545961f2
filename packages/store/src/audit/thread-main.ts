import { parentPort, workerData } from 'node:worker_threads'
import { connectorTo } from '../connect.ts'
import { createAuditConnection } from './connection.ts'
import type { StampedEntry } from './entry.ts'
import { encodeOutcomes, type ThreadRequest, type ThreadStart } from './thread-message.ts'
import { AuditWriter } from './writer.ts'

/** The audit thread: takes a batch, writes it, answers, one at a time. See `thread.ts`. */
const { url, instanceId } = workerData as ThreadStart
const port = parentPort!
const connection = createAuditConnection(connectorTo(url), instanceId)
const writer = new AuditWriter(connection)
// The first batch finds it made; where it cannot be made, that batch will say so.
void connection.client().catch(() => undefined)

async function answer(request: ThreadRequest): Promise<void> {
  if ('close' in request) {
    await writer.close()
    port.close()
    return
  }
  // The batch was written by the other side of this very program.
  const entries = JSON.parse(request.batch) as StampedEntry[]
  port.postMessage(encodeOutcomes(await writer.write(entries)))
}

port.on('message', (request: ThreadRequest) => void answer(request))
