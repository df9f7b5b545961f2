import { setImmediate } from 'node:timers/promises'
import { type Action, actionRank, type GuardrailResult } from '@gatehouse/contracts/verdicts'
import { type RunContext, runPolicy, type StageVerdict } from '@gatehouse/guards'
import { stops } from '@gatehouse/guards/agentic'
import { openPayload, type OpenPayload } from '@gatehouse/guards/data-policy'
import type { McpPorts } from '../ports.ts'
import { applyPolicies, modelPorts, partsOf, screenPayload, tokensOf } from '@gatehouse/screening'
import type { McpExchange } from '../exchange.ts'
import { routedName } from '../policy/route-view.ts'
import { linesIn } from '../screening/words.ts'
import { screeningEntry } from './audit-entry.ts'
import { isRequest, type TextDecision, type UntrustedKind } from './enforcement.ts'

/** Result of a text. */
export interface ScreenedText {
  readonly action: Action
  readonly would?: { readonly action: Action; readonly block: boolean }
  readonly results: readonly GuardrailResult[]
  readonly text: string
}

/** Screening long text takes milliseconds, so that other requests run in between. */
const LONG_CHARS = 16_384

/**
 * Runs data policies and output guards. Also runs the input guards for incoming content, which detect instructions to the model, and for
 * client texts to a server, which are user text.
 */
export async function screenText(
  json: string,
  kind: UntrustedKind,
  path: 'arriving' | 'leaving',
  exchange: McpExchange,
  ports: McpPorts,
): Promise<TextDecision> {
  const { tenant, view, route, context } = exchange
  // The request was already admitted. This is a part of its usage.
  ports.usage.spend(tenant.tenantId, tokensOf(json))
  const run = runOf('output', exchange, ports)
  const isSaid = path === 'leaving' && isRequest(kind)
  const byData = async (text: string, stage: 'input' | 'output'): Promise<ScreenedText> => {
    const data = await applyPolicies(
      { tool: routedName(route, kind), stage },
      text,
      { role: run.userRole, redact: false },
      view,
      modelPorts(context, ports),
      ports,
    )
    const would = data.would === undefined ? {} : { would: data.would }
    const results = data.result === undefined ? [] : [data.result]
    return { action: data.action, results, text: data.sanitized ?? text, ...would }
  }
  const requests: ((text: string) => Promise<ScreenedText>)[] = [
    ...(isSaid ? [(text: string) => byData(text, 'input')] : []),
    (text) => byData(text, 'output'),
    (text) => withOutputGuards(text, run, exchange, ports),
    ...(isSaid ? [(text: string) => asRecord(text, run, exchange, ports)] : []),
    ...(path === 'leaving' ? [] : [(text: string) => asDocument(text, run, exchange, ports)]),
  ]
  const steps: ScreenedText[] = []
  for (const step of requests) {
    if (json.length > LONG_CHARS) await setImmediate()
    // oxlint-disable-next-line no-await-in-loop -- each reads what the one before it left
    steps.push(await step(steps.at(-1)?.text ?? json))
    if (stops(steps.at(-1)!.action)) break
  }
  const judged = joined(steps)
  await audited(kind, judged, json, exchange, ports)
  return stops(judged.action) ? stopOf(judged.action, judged.results) : { kind: 'passes', text: judged.text }
}

/**
 * Runs the input guards on a record. Sentence guards read its texts, one per line, without protocol fields: they are not trained on
 * fragments, and classify every tenth of them ("after the key") as an instruction.
 */
async function asRecord(
  text: string,
  run: RunContext,
  { tenant }: McpExchange,
  ports: McpPorts,
): Promise<ScreenedText> {
  const { perText } = partsOf(ports.policies.policyFor('input', tenant, undefined, []))
  const payload = await openPayload(text, tenant.tenantId, ports.agentic.worker)
  const read = payload.isJson ? withValues(payload, linesIn(text)) : payload
  const verdict = await screenPayload(perText, read, { ...run, stage: 'input', sessionId: undefined })
  const { action, results, redactions, would } = verdict
  const rewritten = redactions.length === 0 ? text : await payload.rewrite(redactions)
  return { action, results, text: rewritten, ...(would === undefined ? {} : { would }) }
}

/** Returns a payload with these values. */
function withValues(payload: OpenPayload, values: string): OpenPayload {
  return {
    raw: payload.raw,
    isJson: payload.isJson,
    values,
    text: payload.text,
    fromRaw: (spans) => payload.fromRaw(spans),
    rewrite: (spans) => payload.rewrite(spans),
  }
}

async function withOutputGuards(
  text: string,
  run: RunContext,
  { tenant }: McpExchange,
  ports: McpPorts,
): Promise<ScreenedText> {
  const verdict = await runPolicy(ports.policies.policyFor('output', tenant, undefined, []), { text }, run)
  const withoutSpans = async (spans: StageVerdict['redactions']): Promise<string> => {
    const payload = await openPayload(text, tenant.tenantId, ports.agentic.worker)
    return payload.rewrite(await payload.fromRaw(spans))
  }
  const rewritten = verdict.redactions.length === 0 ? text : await withoutSpans(verdict.redactions)
  const would = verdict.would === undefined ? {} : { would: verdict.would }
  return { action: verdict.action, results: verdict.results, text: rewritten, ...would }
}

/** Runs the input guards on server content: it is not a turn of the conversation, and its instructions are not the user's. */
export async function asDocument(
  text: string,
  run: RunContext,
  exchange: McpExchange,
  ports: McpPorts,
): Promise<ScreenedText> {
  if (text.length > LONG_CHARS) await setImmediate()
  const mime_type = 'application/json'
  return asRecord(
    text,
    { ...run, file: { mime_type, size_bytes: Buffer.byteLength(text), sha256: '', problems: [] } },
    exchange,
    ports,
  )
}

export function runOf(
  stage: RunContext['stage'],
  { tenant, caller, context }: McpExchange,
  { clock }: McpPorts,
): RunContext {
  return {
    tenantId: tenant.tenantId,
    stage,
    agentKey: caller.agentKey,
    userRole: caller.userRole,
    sessionId: undefined,
    prompt: undefined,
    contextDocs: [],
    file: undefined,
    clock,
    onGuardError: (guard, thrown) => context.log.error({ guard, err: thrown }, 'a guard failed'),
  }
}

function joined(steps: readonly ScreenedText[]): ScreenedText {
  const worst = (actions: readonly Action[]): Action =>
    actions.reduce<Action>((most, action) => (actionRank(action) > actionRank(most) ? action : most), 'pass')
  const action = worst(steps.map((step) => step.action))
  const would = worst(steps.map((step) => step.would?.action ?? step.action))
  const isMonitored = steps.some((step) => step.would !== undefined)
  return {
    action,
    results: steps.flatMap(({ results }) => results),
    text: steps.at(-1)!.text,
    ...(isMonitored ? { would: { action: would, block: stops(would) } } : {}),
  }
}

export async function audited(
  kind: UntrustedKind | 'tool_result',
  judged: ScreenedText,
  text: string,
  exchange: McpExchange,
  ports: McpPorts,
): Promise<void> {
  const stopped = stops(judged.action)
  if (stopped) ports.usage.blocked(exchange.tenant.tenantId)
  ports.meter.count('mcp', { action: judged.action, results: judged.results })
  await ports.audit.append(screeningEntry(kind, judged, text.length, exchange))
}

export function stopOf(action: Action, results: readonly GuardrailResult[]): TextDecision {
  const decisive = results.find((result) => result.action === action && !result.passed)
  return {
    kind: 'blocked',
    guardrail: decisive?.guardrail ?? 'output',
    message: decisive?.message ?? 'It is not allowed.',
  }
}
