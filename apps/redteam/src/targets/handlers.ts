import { egressPort, egressSocketPort, prepareTrial, type TargetTrial } from '@gatehouse/attacks'
import type { Handlers } from '@gatehouse/contracts'
import type { TargetTest, targetTestEndpoints } from '@gatehouse/contracts/redteam'
import { type RequestContext, testerOf } from '@gatehouse/http'
import { Failure } from '@gatehouse/kernel'
import { testerEntry } from '../audited.ts'
import type { RedteamPorts } from '../routes/handler.ts'
import { checkAddresses } from '../runs/check-addresses.ts'

/** Maximum number of concurrent tests per tenant. Own limit: each may wait a minute for an external machine. */
const TESTS_AT_ONCE = 4
const RETRY_AFTER_S = 5

type Ports = Pick<RedteamPorts, 'egress' | 'audit'>

/** Handlers that send one harmless message to a target. Decision 0081. */
export function targetHandlers({ egress, audit }: Ports): Handlers<typeof targetTestEndpoints, RequestContext> {
  const running = new Map<string, number>()
  const way = { http: egressPort(egress), socket: egressSocketPort(egress) }
  return {
    async testTarget({ body: { target }, context }): Promise<TargetTest> {
      const { tenantId } = testerOf(context)
      const count = running.get(tenantId) ?? 0
      if (count >= TESTS_AT_ONCE) {
        const detail = `${TESTS_AT_ONCE} targets are being tested: wait for one of them.`
        throw new Failure('rate_limited', detail, { retryAfter_s: RETRY_AFTER_S })
      }
      running.set(tenantId, count + 1)
      try {
        const { url, can, run } = prepareTrial(target, way)
        await checkAddresses(target, egress)
        // An action without an audit entry must not happen.
        const details = { type: target.type, targetUrl: url }
        await audit.append(
          testerEntry({ action: 'target.tested', resource: 'target', resourceId: context.requestId, details }, context),
        )
        return { targetUrl: url, abilities: [...can], ...shownTrial(await run(context.signal)) }
      } finally {
        const left = running.get(tenantId)! - 1
        if (left === 0) running.delete(tenantId)
        else running.set(tenantId, left)
      }
    },
  }
}

function shownTrial(trial: TargetTrial): Omit<TargetTest, 'targetUrl' | 'abilities'> {
  const { problem, message, statusCode, responseTime_ms, reply, toolCalls, requests, answer, places } = trial
  return {
    ok: problem === undefined,
    problem: problem ?? null,
    message,
    statusCode: statusCode ?? null,
    responseTimeMs: responseTime_ms === undefined ? null : Math.round(responseTime_ms),
    reply: reply ?? null,
    toolCalls: [...toolCalls],
    requests: requests.map((request) => ({ ...request, headers: { ...request.headers } })),
    answer,
    places: places.map(({ path, sample }) => ({ path, sample })),
  }
}
