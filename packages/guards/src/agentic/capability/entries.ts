import { allAgenticGuards } from '../../agentic.gen.ts'
import { type CompiledAgentic, compileAgentic } from '../engine/compile.ts'
import { type AgenticConfig, perConfig } from '../engine/config.ts'

/** Returns the tenant's entries of agentic guards, as used in tool checks. */
export const entriesOf: (config: AgenticConfig) => CompiledAgentic = perConfig((config) =>
  compileAgentic(config.guardrails, allAgenticGuards, config.mode),
)
