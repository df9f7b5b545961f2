import type { InputCheck, OutputCheck } from '@gatehouse/contracts/content'
import type { GuardBlock } from '@gatehouse/contracts/policies'
import type { ContentVerdict, GuardrailResult } from '@gatehouse/contracts/verdicts'
import {
  type CompiledPolicy,
  type ContentStage,
  runPolicy,
  type StageVerdict,
  toContentVerdict,
} from '@gatehouse/guards'
import type { RequestContext } from '@gatehouse/http'
import { Failure } from '@gatehouse/kernel'
import { verdictEntry } from './audit-entry.ts'
import { countContentAttempt } from './checks/count-attempt.ts'
import { ignoredGuards } from './ignored-guards.ts'
import type { TenantSnapshot } from './policies.ts'
import { type Screened, screenedInput, screenedOutput } from './subject.ts'
import { screenOutputOfTool } from './tool-output/screen-output.ts'
import type { ToolOutputPorts } from './tool-output/screen-tool-output.ts'
import { type ScreenPorts, runContext, tokensOf } from './run-context.ts'
import type { About } from './run-context.ts'

/** `POST /guardrails/input` and `/v1/shield/classify`. */
export async function screenInput(
  body: InputCheck,
  context: RequestContext,
  ports: ScreenPorts,
): Promise<ContentVerdict> {
  const screened = screenedInput(body)
  const block = merged(body.input, body.guardrails)
  const path = ['body', body.input === undefined ? 'guardrails' : 'input']
  try {
    return await screen('input', screened, { body, block, path, prompt: undefined, contextDocs: [] }, context, ports)
  } catch (thrown) {
    throw body.guardrails === undefined ? thrown : relocated(thrown, body)
  }
}

/** `POST /guardrails/output` and `/v1/shield/classify_output`. */
export async function screenOutput(
  body: OutputCheck,
  context: RequestContext,
  ports: ToolOutputPorts,
): Promise<ContentVerdict> {
  const tool = body.context?.tool_name ?? body.tool_name
  if (tool !== undefined) return screenOutputOfTool(body, tool, context, ports)
  const screened = screenedOutput(body)
  const prompt = body.prompt ?? (typeof body.input === 'string' ? body.input : undefined)
  const about = {
    body,
    block: body.guardrails,
    path: ['body', 'guardrails'],
    prompt,
    contextDocs: body.context_docs ?? [],
  }
  return screen('output', screened, about, context, ports)
}

/** Screens prepared text, audits the verdict and returns it. */
export function screen(
  stage: ContentStage,
  screened: Screened,
  about: About,
  context: RequestContext,
  ports: ScreenPorts,
): Promise<ContentVerdict> {
  const found = ports.tenants.snapshot(context.tenantId)
  // Available data is not awaited, because each await costs a promise and a turn of the event loop.
  return found instanceof Promise
    ? found.then((tenant) => admitAndScreen(tenant, stage, screened, about, context, ports))
    : admitAndScreen(found, stage, screened, about, context, ports)
}

function admitAndScreen(
  tenant: TenantSnapshot,
  stage: ContentStage,
  screened: Screened,
  about: About,
  context: RequestContext,
  ports: ScreenPorts,
): Promise<ContentVerdict> {
  const admitted = ports.usage.admit(tenant.tenantId, tenant.quota, tokensScreened(screened, about))
  const go = (): Promise<ContentVerdict> => screenFor(tenant, stage, screened, about, context, ports)
  return admitted === undefined ? go() : admitted.then(go)
}

/** Returns the number of tokens that guards read: the text, the prompt and the documents. */
function tokensScreened({ subject }: Screened, { prompt, contextDocs }: About): number {
  const extra = prompt === undefined ? 0 : tokensOf(prompt)
  return contextDocs.reduce((sum, document) => sum + tokensOf(document), tokensOf(subject.text) + extra)
}

function screenFor(
  tenant: TenantSnapshot,
  stage: ContentStage,
  screened: Screened,
  about: About,
  context: RequestContext,
  ports: ScreenPorts,
): Promise<ContentVerdict> {
  const policy = ports.policies.policyFor(stage, tenant, about.block, about.path)
  const run = runContext(stage, about, context, ports.clock)
  if (run.agentKey !== undefined) {
    const endpoint = about.file === undefined ? stage : 'file'
    ports.unregistered.note(tenant.tenantId, run.agentKey, `/guardrails/${endpoint}`, run.userRole)
  }
  const conclude = (verdict: StageVerdict): Promise<ContentVerdict> => {
    ports.meter.count(stage, verdict)
    if (!verdict.safe) ports.usage.blocked(tenant.tenantId)
    ports.keeper.note(tenant, screened.subject, run, verdict, context.requestId)
    const written = ports.audit.append(verdictEntry(verdict, policy, tenant, screened.subject, run, context))
    const done = verdict.safe
      ? written
      : Promise.all([written, countContentAttempt(tenant.agentic, run, verdict.results, context, ports)])
    return done.then(() => answer(verdict, policy, screened, about.block, context))
  }
  const verdict = runPolicy(policy, screened.subject, run)
  return verdict instanceof Promise ? verdict.then(conclude) : conclude(verdict)
}

function answer(
  verdict: StageVerdict,
  policy: CompiledPolicy,
  { rebuild, unscreened }: Screened,
  block: GuardBlock | undefined,
  context: RequestContext,
): ContentVerdict {
  const body = toContentVerdict(verdict, policy, context.requestId)
  const ignored = ignoredGuards(block, policy)
  if (ignored.length > 0) body.ignored_guardrails = ignored
  if (Object.keys(unscreened).length > 0) {
    body.unscreened_parts = { ...unscreened }
    body.guardrail_results.push(partsResult(unscreened))
  }
  if (rebuild !== undefined && verdict.sanitized !== undefined) {
    const { messages, message } = rebuild(verdict.redactions)
    if (messages !== undefined) body.sanitized_messages = [...messages]
    // The joined text was created here. Callers can forward only their own texts.
    if (message === undefined) delete body.sanitized_output
    else body.sanitized_output = message
  }
  return body
}

/** Maps violations of the merged block to the block of the input check that contains the guard. */
export function relocated(thrown: unknown, { input = {} }: Pick<InputCheck, 'input'>): unknown {
  if (!(thrown instanceof Failure) || thrown.violations.length === 0) return thrown
  const violations = thrown.violations.map((violation) => {
    const [body, block, guard, ...rest] = violation.path
    const isElsewhere = block === 'input' && guard !== undefined && !Object.hasOwn(input, guard)
    return isElsewhere ? { ...violation, path: [body!, 'guardrails', guard, ...rest] } : violation
  })
  return new Failure(thrown.code, thrown.message, { violations })
}

/** Reports parts without text in the details for clients. docs/spec/guard.md "Verdicts". */
function partsResult(unscreened: Readonly<Record<string, number>>): GuardrailResult {
  const details = { unscreened_parts: { ...unscreened } }
  return { guardrail: 'message_parts', passed: true, action: 'pass', message: '', details, latency_ms: 0 }
}

/** Merges the two blocks of a check; `input` wins. */
export function merged(a: GuardBlock | undefined, b: GuardBlock | undefined): GuardBlock | undefined {
  return a === undefined || b === undefined ? (a ?? b) : { ...b, ...a }
}
