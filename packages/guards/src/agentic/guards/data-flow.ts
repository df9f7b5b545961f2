import { type Action, actionRank } from '@gatehouse/contracts/verdicts'
import { yieldAfter } from '@gatehouse/kernel'
import { type ApprovableCall, requestApproval } from '../approval/ask.ts'
import { type FlowClasses, labelsOf, sinksOf } from '../data-flow/classes.ts'
import { maySendOutside } from '../data-flow/outside.ts'
import {
  copiedSources,
  compileFlow,
  type FlowRule,
  type FlowSource,
  rulesOf,
  strictestRule,
} from '../data-flow/rules.ts'
import { recordSessionLabels, labelSources } from '../data-flow/session-outputs.ts'
import { DataFlowSettings } from '../data-flow/settings.ts'
import { textsIn } from '../data-flow/texts.ts'
import { type AgenticContext, type AgenticOutcome, defineAgenticGuard, fine, refuse } from '../engine/guard.ts'
import { shown } from '../shown.ts'

const FLOWS_SHOWN_MAX = 10

interface FlowDecision {
  readonly action: Action
  readonly message: string
  readonly category: string
}

/** Runs before the approvals, since it may request one. */
export default defineAgenticGuard({
  name: 'data_flow',
  title: 'Data flow between tools',
  description:
    'Compares the arguments of calls that mail, pay, delete, run code or reach an external address with ' +
    'earlier tool output of the session. It detects seven informative words in a row (more of long outputs), ' +
    'an address, a link, a long number or an identifier from that output. `rules` define which source may ' +
    'reach which sink. Without rules, untrusted text in any of these calls, and private text to an external ' +
    'address, require an approval. The guard reads outputs from tool/output and `input_sources`. It does not ' +
    'recognize reworded text; use `approve_external_after_untrusted_and_private` for this case.',
  owasp: ['LLM01:2025', 'LLM02:2025', 'ASI01:2026', 'ASI02:2026'],
  defaults: { enabled: false, action: 'require_approval' },
  settings: DataFlowSettings,
  async check(
    call: ApprovableCall & { readonly inputSources: readonly string[] },
    settings,
    context,
  ): Promise<AgenticOutcome> {
    const { classes, rules } = compileFlow(settings)
    const started_ms = performance.now()
    const texts = textsIn(call.args)
    const turn_ms = await yieldAfter(started_ms)
    const sinks = sinksOf(call.tool, texts, classes)
    await yieldAfter(turn_ms)
    const declared = call.inputSources.map((source) => declaredSource(source, classes))
    if (settings.approve_external_after_untrusted_and_private) await markDeclared(call, declared, context)
    const reachable = rulesOf(rules, call.tool, sinks)
    const watchesAll =
      settings.approve_external_after_untrusted_and_private && maySendOutside(call.tool, call.args, classes)
    if (reachable.length === 0 && !watchesAll) return fine
    const carried = reachable.length === 0 ? [] : await copiedSources(call, texts, context)
    const flows = [...declared, ...carried]
    const rule = strictestRule(reachable, flows)
    const trifecta = watchesAll ? await trifectaOf(call, context) : undefined
    const details = {
      sinks: [...sinks],
      flows: flows.slice(0, FLOWS_SHOWN_MAX).map(({ matched, ...source }) => ({ ...source, ...matched })),
      ...(trifecta === undefined ? {} : { untrusted_and_private: trifecta }),
    }
    const judged = strictest(rule, trifecta, call.sessionId === undefined)
    if (judged === undefined) return flows.length === 0 ? fine : { flagged: false, details }
    return act(judged, call, context, details)
  },
})

async function act(
  { action, message, category }: FlowDecision,
  call: ApprovableCall,
  context: AgenticContext,
  details: Readonly<Record<string, unknown>>,
): Promise<AgenticOutcome> {
  const rest = { action, category, severity: 'high', details } as const
  if (action !== 'require_approval') return refuse(message, rest)
  const answer = await requestApproval(call, context, message)
  const all = { ...details, ...answer.details }
  return answer.flagged ? { category, ...answer, details: all } : { ...answer, details: all }
}

function strictest(
  rule: { readonly rule: FlowRule; readonly source: FlowSource } | undefined,
  sessionLabels: SessionLabels | undefined,
  isNameless: boolean,
): FlowDecision | undefined {
  const isTrifecta = sessionLabels !== undefined
  const trifecta: FlowDecision = {
    action: 'require_approval',
    category: 'untrusted_private_external',
    message: isNameless
      ? 'The call may send data outside and has no session, so content read earlier is unknown.'
      : 'The session contains untrusted and private content, and the call may send data outside.',
  }
  if (rule === undefined) return isTrifecta ? trifecta : undefined
  const { action } = rule.rule
  const label = rule.source.untrusted ? 'an untrusted' : rule.source.private ? 'a private' : 'a'
  const message = `The call contains content from ${label} source, "${shown(rule.source.source)}".`
  const carried: FlowDecision = { action, category: 'data_flow', message }
  return isTrifecta && actionRank(action) < actionRank(trifecta.action) ? trifecta : carried
}

function declaredSource(source: string, classes: FlowClasses): FlowSource {
  return { source, declared: true, ...labelsOf(source, classes) }
}

/** Marks sources that the caller declares as read, regardless of this call's result. */
async function markDeclared(
  call: ApprovableCall,
  declared: readonly FlowSource[],
  { config, ports }: AgenticContext,
): Promise<void> {
  const labels = {
    untrusted: declared.find(({ untrusted }) => untrusted),
    private: declared.find((item) => item.private),
  }
  const mark = (source: FlowSource | undefined, label: { readonly untrusted: boolean; readonly private: boolean }) =>
    source === undefined ? undefined : recordSessionLabels(ports.state, config.tenantId, call, source.source, label)
  await Promise.all([
    mark(labels.untrusted, { untrusted: true, private: false }),
    mark(labels.private, { untrusted: false, private: true }),
  ])
}

interface SessionLabels {
  readonly untrusted: string
  readonly private: string
}

const NOT_KNOWN = '(no session_id)'

/**
 * Returns the sources of untrusted and of private content in the session, if it has both. Content without a session may belong to any of
 * the agent's sessions; a call without a session may belong to any of them.
 */
async function trifectaOf(call: ApprovableCall, { config, ports }: AgenticContext): Promise<SessionLabels | undefined> {
  const [own, unnamed] = await Promise.all(
    [call, { ...call, sessionId: undefined }].map((session) => labelSources(ports.state, config.tenantId, session)),
  )
  const untrusted = own?.untrusted ?? unnamed?.untrusted
  const hidden = own?.private ?? unnamed?.private
  if (call.sessionId === undefined) return { untrusted: untrusted ?? NOT_KNOWN, private: hidden ?? NOT_KNOWN }
  return untrusted === undefined || hidden === undefined ? undefined : { untrusted, private: hidden }
}
