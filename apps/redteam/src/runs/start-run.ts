import { prepareRun } from '@gatehouse/attacks'
import type { RunRequest, StartedRun } from '@gatehouse/contracts/redteam'
import { type RequestContext, testerOf } from '@gatehouse/http'
import { uuidv7 } from '@gatehouse/kernel'
import { deleteRedteamRun, insertRedteamRun } from '@gatehouse/store/redteam'
import { testerEntry } from '../audited.ts'
import type { RedteamPorts } from '../routes/handler.ts'
import { checkAddresses } from './check-addresses.ts'
import { sealRequest } from './sealed-request.ts'

/**
 * Queues a run. The audit entry is written before a worker or an event sees the run.
 * @throws {Failure} `invalid_request` naming the invalid field; `target_refused`; `rate_limited` with too many runs in progress
 */
export async function startRun(body: RunRequest, ports: RedteamPorts, context: RequestContext): Promise<StartedRun> {
  const { store, audit, keys, egress, runs, contentFor, model } = ports
  const { tenantId, actor } = testerOf(context)
  const runId = uuidv7()
  const hasContentHost = contentFor(body.target, runId) !== undefined
  const { seed, targetUrl, estimatedTotal, categories } = prepareRun(body, {
    runId,
    hasContentHost,
    hasAttacker: model !== undefined,
  })
  await checkAddresses(body.target, egress)
  const request = sealRequest(body, { runId, tenantId }, keys)
  const run = await insertRedteamRun(store, {
    id: runId,
    tenantId,
    request,
    seed,
    targetUrl,
    startedBy: actor,
    estimatedTotal,
  })
  const details = { targetUrl, categories: categories.length, estimatedTotal }
  try {
    await audit.append(testerEntry({ action: 'run.started', resource: 'run', resourceId: runId, details }, context))
  } catch (error) {
    // An action without an audit entry must not happen.
    await deleteRedteamRun(store, tenantId, runId)
    throw error
  }
  runs.wake()
  return {
    id: runId,
    runId,
    status: 'queued',
    startedAt: run.createdAt.toISOString(),
    targetUrl,
    estimatedTotal,
    message: `The run is queued. GET /api/run/${runId} returns its status.`,
  }
}
