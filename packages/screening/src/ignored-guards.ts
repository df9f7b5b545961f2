import type { GuardBlock } from '@gatehouse/contracts/policies'
import type { CompiledPolicy } from '@gatehouse/guards'

/**
 * Returns the guards of a request's block that has no effect because the tenant has entries for the stage. docs/spec/guard.md §4 rule 2.
 */
export function ignoredGuards(block: GuardBlock | undefined, { source }: Pick<CompiledPolicy, 'source'>): string[] {
  return block === undefined || source !== 'tenant' ? [] : Object.keys(block)
}
