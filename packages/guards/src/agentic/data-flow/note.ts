import type { CompiledAgentic } from '../engine/compile.ts'
import type { AgenticConfig } from '../engine/config.ts'
import type { AgentCall } from '../engine/guard.ts'
import type { TextWorker } from '../../threads/text-tasks.ts'
import type { SharedState } from '../engine/ports.ts'
import type { DataFlowSettings } from './settings.ts'
import { type Labels, labelsOf } from './classes.ts'
import { compileFlow, passagesFrom } from './rules.ts'
import { keepOutput } from './session-outputs.ts'

/** What a tool answered. */
export interface ToolOutput extends Pick<AgentCall, 'agentKey' | 'headerAgentKey' | 'sessionId'> {
  readonly tool: string
  /** As the tool answered: what was redacted must not turn up in a later call either. */
  readonly text: string
}

/** What noting an output needs. */
export interface FlowContext {
  readonly config: AgenticConfig
  /** The tenant's agentic guards. */
  readonly entries: CompiledAgentic
  readonly state: SharedState
  /** Reads long outputs; absent: the calling thread does. */
  readonly worker?: TextWorker | undefined
}

/**
 * Labels an output by where it comes from and by what it holds a passage of, and keeps for an hour by what it can be told in later calls of the session: hashes,
 * never the text. Nothing is kept where the guard `data_flow` is switched off.
 * @returns the labels; undefined where the guard is off
 * @throws {Failure} `unavailable` when it cannot be kept: what is not noted would later pass as harmless
 */
export async function noteToolOutput(
  { config, entries, state, worker }: FlowContext,
  { tool, text, ...session }: ToolOutput,
): Promise<Labels | undefined> {
  const entry = entries.get('data_flow')
  if (entry?.enabled !== true) return undefined
  // Settings are those of this guard: they were parsed by it.
  const { classes, rules } = compileFlow(entry.settings as DataFlowSettings)
  const own = labelsOf(tool, classes)
  // What a tool gives back of another's words is still that other's: notes that were written down and are read again.
  const quoted =
    own.untrusted && own.private ? [] : await passagesFrom(session, text, config.tenantId, { state, worker })
  const labels = {
    untrusted: own.untrusted || quoted.some(({ untrusted }) => untrusted),
    private: own.private || quoted.some((output) => output.private),
  }
  const isNamed = rules.some(({ from }) => from !== 'untrusted' && from !== 'private')
  // What no rule can ask for takes no room from what one can.
  if (labels.untrusted || labels.private || isNamed) {
    await keepOutput(state, config.tenantId, session, tool, text, labels, worker)
  }
  return labels
}
