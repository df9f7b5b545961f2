import type { Handler } from '@gatehouse/contracts'
import type {
  dropInEndpoints,
  ModerationAnswer,
  ModerationRequest,
  ModerationResult,
} from '@gatehouse/contracts/content'
import { type RunContext, runPolicy, type StageVerdict } from '@gatehouse/guards'
import type { RequestContext } from '@gatehouse/http'
import { yieldAfter } from '@gatehouse/kernel'
import {
  countContentAttempt,
  runContext,
  type ScreenPorts,
  type TenantSnapshot,
  tokensOf,
  verdictEntry,
} from '@gatehouse/screening'
import { countKind } from '../chat/unscreened.ts'
import { findingsOf } from './findings.ts'
import { CATEGORIES_WITHOUT_DETECTOR, eachCategory, moderationCategories } from './moderation-categories.ts'
import { judgeToxicity, type Toxicity } from './toxicity.ts'

const PATH = '/v1/moderations'

/** Clients store this name. It must not look like another provider's model. */
const MODEL = 'gatehouse'

interface ModeratedText {
  readonly text: string
  readonly unscreened: Readonly<Record<string, number>>
}

/** `POST /v1/moderations`. */
export const moderate =
  (ports: ScreenPorts): Handler<(typeof dropInEndpoints)['moderate'], RequestContext> =>
  async ({ body, context }): Promise<ModerationAnswer> => {
    const inputs = inputsOf(body)
    const tenant = await ports.tenants.snapshot(context.tenantId)
    await ports.usage.admit(tenant.tenantId, tenant.quota, tokensOf(inputs.map(({ text }) => text).join('')))
    const run = runContext('input', { body: {}, prompt: undefined, contextDocs: [] }, context, ports.clock)
    if (run.agentKey !== undefined) ports.unregistered.note(tenant.tenantId, run.agentKey, PATH, run.userRole)
    const results: ModerationResult[] = []
    const written: Promise<unknown>[] = []
    let turn_ms = performance.now()
    for (const input of inputs) {
      const { verdict, toxicity } = await judge(input.text, tenant, run, ports)
      results.push(resultOf(verdict, toxicity, input.unscreened))
      written.push(record(input.text, verdict, tenant, run, context, ports))
      turn_ms = await yieldAfter(turn_ms)
    }
    await Promise.all(written)
    return {
      id: `modr-${context.requestId}`,
      model: MODEL,
      results,
      x_shield: { request_id: context.requestId, categories_without_detector: [...CATEGORIES_WITHOUT_DETECTOR] },
    }
  }

/** Returns the inputs: several texts are screened separately, the parts of a message together. */
function inputsOf({ input }: ModerationRequest): readonly ModeratedText[] {
  if (typeof input === 'string') return [{ text: input, unscreened: {} }]
  const texts: string[] = []
  const unscreened = new Map<string, number>()
  let hasParts = false
  for (const item of input) {
    if (typeof item === 'string') {
      texts.push(item)
      continue
    }
    hasParts = true
    if (item.text === undefined) countKind(unscreened, item.type)
    else texts.push(item.text)
  }
  if (hasParts) return [{ text: texts.join('\n\n'), unscreened: Object.fromEntries(unscreened) }]
  return texts.map((text) => ({ text, unscreened: {} }))
}

async function judge(
  text: string,
  tenant: TenantSnapshot,
  run: RunContext,
  ports: ScreenPorts,
): Promise<{ readonly verdict: StageVerdict; readonly toxicity: Toxicity | undefined }> {
  const policy = ports.policies.policyFor('input', tenant, undefined, [])
  const verdict = await runPolicy(policy, { text }, run)
  const toxicity = await judgeToxicity(text, tenant, verdict, run, ports.policies)
  if (toxicity === undefined || verdict.results.includes(toxicity.result)) return { verdict, toxicity }
  return { verdict: { ...verdict, results: [...verdict.results, toxicity.result] }, toxicity }
}

async function record(
  text: string,
  verdict: StageVerdict,
  tenant: TenantSnapshot,
  run: RunContext,
  context: RequestContext,
  ports: ScreenPorts,
): Promise<void> {
  const policy = ports.policies.policyFor('input', tenant, undefined, [])
  ports.meter.count('input', verdict)
  ports.keeper.note(tenant, { text }, run, verdict, context.requestId)
  const written = ports.audit.append(verdictEntry(verdict, policy, tenant, { text }, run, context))
  if (verdict.safe) {
    await written
    return
  }
  ports.usage.blocked(tenant.tenantId)
  await Promise.all([written, countContentAttempt(tenant.agentic, run, verdict.results, context, ports)])
}

function resultOf(
  verdict: StageVerdict,
  toxicity: Toxicity | undefined,
  unscreened: Readonly<Record<string, number>>,
): ModerationResult {
  const found = moderationCategories(toxicity?.flagged ?? [])
  const likely = moderationCategories(toxicity?.likely ?? [])
  const wouldFlag = found.size > 0 || !verdict.safe || verdict.would?.block === true
  // In monitor mode nothing is flagged, because clients reject flagged content.
  const isMonitored = toxicity?.result.would_action !== undefined || verdict.mode === 'monitor'
  const shown = isMonitored ? new Set() : found
  return {
    flagged: shown.size > 0 || !verdict.safe || (!isMonitored && failedClosed(toxicity)),
    categories: eachCategory((category) => shown.has(category)),
    category_scores: eachCategory((category) => scoreOf(category, found, likely, toxicity)),
    category_applied_input_types: eachCategory((category) =>
      toxicity === undefined || CATEGORIES_WITHOUT_DETECTOR.includes(category) ? [] : ['text'],
    ),
    x_shield: {
      safe: verdict.safe,
      action: verdict.action,
      mode: verdict.mode,
      findings: findingsOf(verdict.results),
      ...(isMonitored ? { would_flag: wouldFlag } : {}),
      ...(Object.keys(unscreened).length > 0 ? { unscreened: { ...unscreened } } : {}),
    },
  }
}

/** A guard that could not decide fails closed unless the tenant configured otherwise. */
function failedClosed(toxicity: Toxicity | undefined): boolean {
  return toxicity?.result.details['error'] !== undefined && toxicity.result.action === 'block'
}

function scoreOf<Category>(
  category: Category,
  found: ReadonlySet<Category>,
  likely: ReadonlySet<Category>,
  toxicity: Toxicity | undefined,
): number {
  if (toxicity === undefined) return 0
  const local = likely.has(category) ? toxicity.score : 0
  return found.has(category) ? Math.max(local, toxicity.result.score ?? 0) : local
}
