import type { GuardrailResult } from '@gatehouse/contracts/verdicts'
import type { RunContext } from '@gatehouse/guards'
import { type AgenticConfig, type AgenticPorts, type Attacker, noteAttack } from '@gatehouse/guards/agentic'
import type { RequestContext } from '@gatehouse/http'
import type { Clock } from '@gatehouse/kernel'
import { agenticEntries } from '../policies.ts'

interface Ports {
  readonly agentic: AgenticPorts
  readonly clock: Clock
}

/** Counts a verdict for the guard `attack_budget`. Failures are logged and do not affect the verdict. */
export function countAttempt(
  config: AgenticConfig,
  attacker: Attacker,
  results: readonly GuardrailResult[],
  context: RequestContext,
  ports: Ports,
): Promise<void> {
  return count(config, attacker, results, context, ports, false)
}

/** Counts a blocked prompt or response. */
export function countContentAttempt(
  config: AgenticConfig,
  { agentKey, sessionId }: RunContext,
  results: readonly GuardrailResult[],
  context: RequestContext,
  ports: Ports,
): Promise<void> {
  return count(config, { agentKey, headerAgentKey: undefined, sessionId }, results, context, ports, true)
}

async function count(
  config: AgenticConfig,
  attacker: Attacker,
  results: readonly GuardrailResult[],
  { log, requestId }: RequestContext,
  { agentic: { state }, clock }: Ports,
  isContent: boolean,
): Promise<void> {
  try {
    const entries = agenticEntries(config)
    const at = { tenantId: config.tenantId, entries, state, now_ms: clock.now(), requestId }
    await noteAttack(at, attacker, results, isContent)
  } catch (err) {
    log.error({ err }, 'counting an attempt failed')
  }
}
