import type { AgenticConfig } from '@gatehouse/guards'
import { agenticEntries } from '@gatehouse/screening'

/** Whether what a guard of the tool chain refuses is refused, as the tenant has it. */
export function holds(config: AgenticConfig, guard: string): boolean {
  const entry = agenticEntries(config).get(guard)
  return entry?.enabled === true && entry.mode === 'enforce'
}
