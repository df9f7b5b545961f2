import type { CompiledAgentic } from '../engine/compile.ts'
import type { AgenticConfig } from '../engine/config.ts'
import type { AgentCall } from '../engine/guard.ts'
import type { TextWorker } from '../../threads/text-tasks.ts'
import type { SharedState } from '../engine/ports.ts'
import type { DataFlowSettings } from './settings.ts'
import { type Labels, labelsOf } from './classes.ts'
import { compileFlow, passagesFrom } from './rules.ts'
import { keepOutput } from './session-outputs.ts'

/** A tool result. */
export interface ToolOutput extends Pick<AgentCall, 'agentKey' | 'headerAgentKey' | 'sessionId'> {
  readonly tool: string
  /** As the tool returned it: redacted content must not appear in a later call either. */
  readonly text: string
}

/** Dependencies for recording an output. */
export interface FlowContext {
  readonly config: AgenticConfig
  /** The tenant's agentic guards. */
  readonly entries: CompiledAgentic
  readonly state: SharedState
  /** Reads long outputs; default: in the calling thread. */
  readonly worker?: TextWorker | undefined
}

/**
 * Labels an output by its source and by copied passages, and stores its fingerprint for an hour, for comparison with later calls of the
 * session. Stores hashes, never the text, and nothing if the guard `data_flow` is disabled.
 * @returns the labels; undefined if the guard is disabled
 * @throws {Failure} `unavailable` if storage fails: an unrecorded output would later pass as harmless
 */
export async function noteToolOutput(
  { config, entries, state, worker }: FlowContext,
  { tool, text, ...session }: ToolOutput,
): Promise<Labels | undefined> {
  const entry = entries.get('data_flow')
  if (entry?.enabled !== true) return undefined
  // This guard has parsed its own settings.
  const { classes, rules } = compileFlow(entry.settings as DataFlowSettings)
  const own = labelsOf(tool, classes)
  // A repeated passage keeps the labels of its original source, for example in notes that are written and read again.
  const quoted =
    own.untrusted && own.private ? [] : await passagesFrom(session, text, config.tenantId, { state, worker })
  const labels = {
    untrusted: own.untrusted || quoted.some(({ untrusted }) => untrusted),
    private: own.private || quoted.some((output) => output.private),
  }
  const isNamed = rules.some(({ from }) => from !== 'untrusted' && from !== 'private')
  // Outputs that no rule can match do not need storage.
  if (labels.untrusted || labels.private || isNamed) {
    await keepOutput(state, config.tenantId, session, tool, text, labels, worker)
  }
  return labels
}
