import type { AgenticConfig } from '../engine/config.ts'
import { entriesOf } from './entries.ts'

/** A rule that refuses, and why. */
export interface Problem {
  readonly guardrail: string
  readonly reason: string
}

/** A problem of a token: a denial, or a monitored one. */
export interface Finding extends Problem {
  readonly refuses: boolean
}

/** Returns the deciding problem: the first denial, else the first monitored problem. */
export function decisive(config: AgenticConfig, problems: readonly Problem[]): Finding | undefined {
  const refusing = problems.find(({ guardrail }) => !isMonitored(config, guardrail))
  if (refusing !== undefined) return { ...refusing, refuses: true }
  return problems[0] === undefined ? undefined : { ...problems[0], refuses: false }
}

function isMonitored(config: AgenticConfig, guardrail: string): boolean {
  return entriesOf(config).get(guardrail)?.mode === 'monitor'
}
