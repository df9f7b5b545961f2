import type { AgenticConfig } from '@gatehouse/guards/agentic'
import { agenticEntries } from '@gatehouse/screening'

/** Whether a guard of the tool chain is enforced by the tenant's configuration. */
export function isEnforced(config: AgenticConfig, guard: string): boolean {
  const entry = agenticEntries(config).get(guard)
  return entry?.enabled === true && entry.mode === 'enforce'
}
