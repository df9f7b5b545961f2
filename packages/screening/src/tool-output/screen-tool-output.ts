import type { GuardBlock } from '@gatehouse/contracts/policies'
import {
  type Action,
  actionRank,
  type DataStage,
  type GuardrailResult,
  type Sanitization,
} from '@gatehouse/contracts/verdicts'
import type { CompiledPolicy, RunContext, StageVerdict } from '@gatehouse/guards'
import { type AgentCall, noteToolOutput, stops } from '@gatehouse/guards/agentic'
import {
  ADVERSARIAL_RESULT,
  authorizeToolOutput,
  dataLayers,
  type DataVerdict,
  DATA_POLICY_RESULT,
  type OutputAuthorization,
  openPayload,
  type OpenPayload,
  type SanitizePorts,
  sanitizeText,
  screensForInjection,
  TOOL_AUTHORIZATION_RESULT,
} from '@gatehouse/guards/data-policy'
import type { RequestContext } from '@gatehouse/http'
import { Failure } from '@gatehouse/kernel'
import { screenPayload } from './screen-payload.ts'
import { countAttempt } from '../checks/count-attempt.ts'
import { agenticEntries, type TenantSnapshot } from '../policies.ts'
import { runContext, type ScreenPorts, tokensOf } from '../run-context.ts'
import { toolOutputEntry } from './audit-entry.ts'

export type ToolOutputPorts = ScreenPorts

/** A tool payload, from either endpoint. */
export interface ToolOutput {
  readonly call: AgentCall
  readonly tool: string
  readonly stage: DataStage
  readonly output: string
  readonly args: Readonly<Record<string, unknown>> | undefined
  readonly prompt: string | undefined
  readonly contextDocs: readonly string[]
  /** The request's own block of output guards, with its path. */
  readonly block: GuardBlock | undefined
  readonly path: readonly string[]
  readonly endpoint: string
  /** Name of the check in the audit log and metrics. */
  readonly name: 'output' | 'tool_output'
}

/** Decision about the output. */
export interface ToolOutputDecision {
  readonly action: Action
  readonly would?: { readonly action: Action; readonly block: boolean }
  readonly policy: CompiledPolicy
  readonly results: readonly GuardrailResult[]
  readonly sanitization: Sanitization
  /** The payload after all redactions; present only if it may pass and differs. */
  readonly sanitized?: string
  /** Guards that did not run because an earlier step denied. */
  readonly skipped: readonly string[]
  readonly role: string | undefined
  readonly latency_ms: number
}

/**
 * Screens a tool result or tool arguments: authorization, then data policies, then the standard output guards, until one denies. Audited
 * before it returns. docs/spec/guard.md §4 rules 3 and 4.
 */
export async function screenToolOutput(
  request: ToolOutput,
  context: RequestContext,
  ports: ToolOutputPorts,
): Promise<ToolOutputDecision> {
  const started = performance.now()
  const tenant = await ports.tenants.snapshot(context.tenantId)
  await ports.usage.admit(tenant.tenantId, tenant.quota, tokensOf(request.output))
  const policy = ports.policies.policyFor('output', tenant, request.block, request.path)
  const { agentKey, userRole } = request.call
  if (agentKey !== undefined && !tenant.agentic.agents.has(agentKey)) {
    ports.unregistered.note(tenant.tenantId, agentKey, request.endpoint, userRole)
  }
  const decision = await decideToolOutput(request, tenant, policy, context, ports, started)
  ports.meter.count(request.name, decision)
  if (stops(decision.action)) ports.usage.blocked(tenant.tenantId)
  else if (request.stage === 'output') {
    // The agent will read a passing output, so that its later calls are compared with it, including redacted content.
    const { state, worker } = ports.agentic
    await noteToolOutput(
      { config: tenant.agentic, entries: agenticEntries(tenant.agentic), state, worker },
      { ...request.call, tool: request.tool, text: request.output },
    )
  }
  // Using a forbidden tool counts as an attempt. The content of a tool result does not.
  const attempts = decision.results.filter(({ guardrail }) => guardrail === TOOL_AUTHORIZATION_RESULT)
  await Promise.all([
    ports.audit.append(toolOutputEntry(request, decision, tenant, context)),
    countAttempt(tenant.agentic, request.call, attempts, context, ports),
  ])
  return decision
}

/** Decides about a payload of an admitted request, without auditing. */
export async function decideToolOutput(
  request: ToolOutput,
  tenant: TenantSnapshot,
  policy: CompiledPolicy,
  context: RequestContext,
  ports: ToolOutputPorts,
  started: number = performance.now(),
): Promise<ToolOutputDecision> {
  const model = modelPorts(context, ports)
  const authorization = await authorizeToolOutput(tenant.agentic, { ...request, ...request.call }, model)
  const steps: Step[] = [stepOf(authorization, [authorization.result])]
  const data = stops(authorization.action)
    ? undefined
    : await applyPolicies(request, request.output, authorization, tenant, model, ports)
  if (data?.result !== undefined) steps.push(stepOf(data, [data.result]))
  const passes = data !== undefined && !stops(data.action)
  const after = passes
    ? await runGuards(request, data.sanitized ?? request.output, authorization.role, tenant, policy, context, ports)
    : undefined
  if (after !== undefined) steps.push(...after.steps)
  const action = worst(steps.map((step) => step.action))
  const monitored = policy.mode === 'monitor' || steps.some((step) => step.would !== undefined)
  const would = worst(steps.map((step) => step.would?.action ?? step.action))
  const sanitized = after?.text === request.output || stops(action) ? undefined : after?.text
  const nothing = { applied: false, stage: request.stage, mode: 'none', regex_violations: [], output_modified: false }
  return {
    action,
    ...(monitored ? { would: { action: would, block: stops(would) } } : {}),
    policy,
    results: steps.flatMap(({ results }) => results),
    sanitization: data?.sanitization ?? nothing,
    ...(sanitized === undefined ? {} : { sanitized }),
    skipped: after?.skipped ?? policy.tiers.flatMap((tier) => tier.map(({ guard }) => guard.name)),
    role: authorization.role,
    latency_ms: performance.now() - started,
  }
}

interface Step {
  readonly action: Action
  readonly would: { readonly action: Action; readonly block: boolean } | undefined
  readonly results: readonly GuardrailResult[]
}

function stepOf({ action, would }: Pick<DataVerdict, 'action' | 'would'>, results: readonly GuardrailResult[]): Step {
  return { action, would, results }
}

function worst(actions: readonly Action[]): Action {
  return actions.reduce<Action>((most, action) => (actionRank(action) > actionRank(most) ? action : most), 'pass')
}

export function modelPorts({ log, signal }: RequestContext, { agentic: { model } }: ToolOutputPorts): SanitizePorts {
  return {
    ...(model === undefined ? {} : { model }),
    signal,
    onError: (thrown) => log.error({ guard: DATA_POLICY_RESULT, err: thrown }, 'a guard failed'),
  }
}

/** Applies the data policies to a payload. Unreadable stored rules deny it. */
export async function applyPolicies(
  { tool, stage }: Pick<ToolOutput, 'tool' | 'stage'>,
  raw: string,
  { role, redact }: Pick<OutputAuthorization, 'role' | 'redact'>,
  { agentic, tenantId }: TenantSnapshot,
  model: SanitizePorts,
  { agentic: { worker } }: Pick<ToolOutputPorts, 'agentic'>,
): Promise<DataVerdict> {
  try {
    const layers = dataLayers(agentic, { tool, stage, role, restricted: redact })
    return await sanitizeText({ raw, tool, stage, role }, layers, model, tenantId, worker)
  } catch (thrown) {
    model.onError?.(thrown)
    return undecided(stage, agentic.mode === 'monitor', thrown)
  }
}

/** Unreadable stored rules never let a payload pass. */
function undecided(stage: DataStage, isMonitored: boolean, thrown: unknown): DataVerdict {
  const action: Action = isMonitored ? 'pass' : 'block'
  const error = thrown instanceof Failure ? thrown.message : 'internal error'
  return {
    action,
    ...(isMonitored ? { would: { action: 'block', block: true } as const } : {}),
    sanitization: { applied: false, stage, mode: 'none', regex_violations: [], output_modified: false },
    result: {
      guardrail: DATA_POLICY_RESULT,
      passed: false,
      action,
      message: 'The data policy could not decide.',
      details: { error, on_error: 'closed', stage },
      latency_ms: 0,
      ...(isMonitored ? { would_action: 'block', would_block: true } : {}),
    },
  }
}

interface AfterGuards {
  readonly steps: readonly Step[]
  readonly text: string
  readonly skipped: readonly string[]
}

/** Runs the standard output guards and, if a policy requires it, adversarial_detection: tool results are untrusted. */
async function runGuards(
  request: ToolOutput,
  text: string,
  role: string | undefined,
  tenant: TenantSnapshot,
  policy: CompiledPolicy,
  context: RequestContext,
  ports: ToolOutputPorts,
): Promise<AfterGuards> {
  const { call, prompt, contextDocs, stage, tool } = request
  const body = { session_id: call.sessionId, user_role: role }
  const run: RunContext = {
    ...runContext('output', { body, prompt, contextDocs }, context, ports.clock),
    agentKey: call.agentKey,
    userRole: role,
  }
  const payload = await openPayload(text, tenant.tenantId, ports.agentic.worker)
  const verdict = await screenPayload(policy, payload, run)
  ports.keeper.note(tenant, { text }, run, verdict, context.requestId)
  const steps = [stage === 'input' ? withoutRedaction(verdict) : stepOf(verdict, verdict.results)]
  if (stage === 'output' && screensForInjection(tenant.agentic, tool)) {
    steps.push(await screenForInjection(payload, run, tenant, ports))
  }
  const rewritten =
    stage === 'output' && verdict.redactions.length > 0 ? await payload.rewrite(verdict.redactions) : text
  return { steps, text: rewritten, skipped: verdict.skipped }
}

/** Arguments are never changed. Redactions are only reported. docs/spec/guard.md "Details". */
function withoutRedaction({ action, would, results }: StageVerdict): Step {
  const reported = (item: Action): Action => (item === 'redact' ? 'detect' : item)
  return {
    action: reported(action),
    would: would === undefined ? undefined : { ...would, action: reported(would.action) },
    results: results.map(({ would_action: other, ...result }) => ({
      ...result,
      action: reported(result.action),
      ...(other === undefined ? {} : { would_action: reported(other) }),
    })),
  }
}

/**
 * Runs adversarial_detection with the tenant's settings on a tool result. The result is evaluated as a document, because fetched content
 * may contain an instruction in one of many sentences.
 */
async function screenForInjection(
  payload: OpenPayload,
  run: RunContext,
  tenant: TenantSnapshot,
  ports: ToolOutputPorts,
): Promise<Step> {
  const policy = ports.policies.alone('input', tenant, 'adversarial_detection', {})
  const mime_type = payload.isJson ? 'application/json' : 'text/plain'
  const file = { mime_type, size_bytes: Buffer.byteLength(payload.raw), sha256: '', problems: [] }
  const verdict = await screenPayload(policy, payload, {
    ...run,
    stage: 'input',
    sessionId: undefined,
    file,
    isRecord: true,
  })
  const results = verdict.results.map((result) => ({
    ...result,
    guardrail: ADVERSARIAL_RESULT,
    details: { ...result.details, source: 'tool' },
  }))
  return stepOf(verdict, results)
}
