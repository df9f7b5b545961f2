import type { AgenticConfig } from '@gatehouse/guards/agentic'
import { agenticEntries } from '@gatehouse/screening'

/** Returns whether the tenant's configuration enforces a guard of the tool chain. */
export function isEnforced(config: AgenticConfig, guard: string): boolean {
  const entry = agenticEntries(config).get(guard)
  return entry?.enabled === true && entry.mode === 'enforce'
}
