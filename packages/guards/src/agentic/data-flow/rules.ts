import { type Action, actionRank } from '@gatehouse/contracts/verdicts'
import { type TextWorker, workOnText } from '../../threads/text-tasks.ts'
import type { AgentCall, AgenticContext } from '../engine/guard.ts'
import type { AgenticPorts } from '../engine/ports.ts'
import { namesWithin } from '../engine/tool-names.ts'
import type { DataFlowSettings } from './settings.ts'
import type { FlowClasses, Labels, Sink } from './classes.ts'
import type { SourceOverlap } from './fingerprint.ts'
import { recentOutputs, seedOf } from './session-outputs.ts'

/** A tenant's rule for a source and a sink. */
export interface FlowRule {
  readonly from: string
  readonly to: string
  readonly action: Action
}

/** A source with content in a call. */
export interface FlowSource extends Labels {
  readonly source: string
  /** Whether the caller declares it. */
  readonly declared?: true
  /** How much of it was found in the arguments. */
  readonly matched?: SourceOverlap
}

type WrittenRule = DataFlowSettings['rules'][number]

/** Defaults without tenant rules: sending private content by mail is common, and a link does not expose it to readers. */
const DEFAULTS: readonly WrittenRule[] = [
  { from: 'untrusted', to: '*', action: 'require_approval' },
  { from: 'private', to: 'external_url', action: 'require_approval' },
]

const compiled = new WeakMap<
  DataFlowSettings,
  { readonly classes: FlowClasses; readonly rules: readonly WrittenRule[] }
>()

/** Returns the classes and rules of settings; cached. */
export function compileFlow(settings: DataFlowSettings): {
  readonly classes: FlowClasses
  readonly rules: readonly WrittenRule[]
} {
  let created = compiled.get(settings)
  if (created === undefined) {
    const classes: FlowClasses = {
      sources: new Map(settings.sources.map((source) => [source.tool, source])),
      sinks: new Map(settings.sinks.map((sink) => [sink.tool, sink])),
      unknownUntrusted: settings.unknown_sources === 'untrusted',
      internalDomains: settings.internal_domains,
    }
    created = { classes, rules: settings.rules.length === 0 ? DEFAULTS : settings.rules }
    compiled.set(settings, created)
  }
  return created
}

/** Returns the rules for each action of a call, in order; empty if no action has a rule. */
export function rulesOf(
  rules: readonly WrittenRule[],
  tool: string,
  sinks: ReadonlySet<Sink>,
): readonly (readonly FlowRule[])[] {
  const does: readonly (Sink | undefined)[] = sinks.size === 0 ? [undefined] : [...sinks]
  return does
    .map((sink) =>
      rules
        .filter(({ to, action }) => (to === '*' ? sink !== undefined : to === sink || matchesTool(to, tool, action)))
        .map(({ from, to, action }): FlowRule => ({ from, to, action: action === 'allow' ? 'pass' : action })),
    )
    .filter(({ length }) => length > 0)
}

/** Returns the strictest rule for each source and action; none if all are allowed. */
export function strictestRule(
  reachable: readonly (readonly FlowRule[])[],
  sources: readonly FlowSource[],
): { readonly rule: FlowRule; readonly source: FlowSource } | undefined {
  let found: { readonly rule: FlowRule; readonly source: FlowSource } | undefined
  for (const rules of reachable) {
    for (const source of sources) {
      const rule = rules.find(({ from, action }) => matchesSource(from, action, source))
      if (rule !== undefined && actionRank(rule.action) > actionRank(found?.rule.action ?? 'pass')) {
        found = { rule, source }
      }
    }
  }
  return found
}

/** Returns session outputs with content in the texts, each tool once. */
export async function copiedSources(
  call: AgentCall,
  texts: readonly string[],
  { config: { tenantId }, ports }: AgenticContext,
): Promise<readonly FlowSource[]> {
  const outputs = await recentOutputs(ports.state, tenantId, call)
  if (outputs.length === 0) return []
  const chars = texts.reduce((sum, { length }) => sum + length, 0)
  const seed = seedOf(tenantId, call)
  const carried = await workOnText(ports.worker, 'carriedFrom', { texts, seed, sources: outputs }, { tenantId, chars })
  const byTool = new Map<string, FlowSource>()
  for (const [index, output] of outputs.entries()) {
    const { isCarried, ...matched } = carried[index]!
    if (!isCarried) continue
    const { tool: source, untrusted } = output
    const key = `${String(untrusted)}${String(output.private)}${source}`
    byTool.set(key, { source, untrusted, private: output.private, matched })
  }
  return [...byTool.values()]
}

/** Returns session outputs with a passage in a text. A name alone does not count, because records of one customer share it. */
export async function passagesFrom(
  session: Pick<AgentCall, 'agentKey' | 'headerAgentKey' | 'sessionId'>,
  text: string,
  tenantId: string,
  { state, worker }: Pick<AgenticPorts, 'state'> & { readonly worker?: TextWorker | undefined },
): Promise<readonly Labels[]> {
  const outputs = await recentOutputs(state, tenantId, session)
  if (outputs.length === 0) return []
  const input = { texts: [text], seed: seedOf(tenantId, session), sources: outputs }
  const carried = await workOnText(worker, 'carriedFrom', input, { tenantId, chars: text.length })
  return outputs.filter((_output, index) => carried[index]!.isPassage)
}

function matchesSource(from: string, action: string, { source, untrusted, private: isPrivate }: FlowSource): boolean {
  if (from === '*') return true
  if (from === 'untrusted') return untrusted
  if (from === 'private') return isPrivate
  return matchesTool(from, source, action)
}

/** Returns whether a rule matches a tool. A deny rule also matches names with the prefix of a route or a server. */
function matchesTool(pattern: string, tool: string, action: string): boolean {
  const isAbout = (name: string): boolean =>
    pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : pattern === name
  const isAllowing = action === 'allow' || action === 'pass'
  return isAbout(tool) || (!isAllowing && namesWithin(tool).some(isAbout))
}
