import type { Action } from '@gatehouse/contracts/verdicts'

/** Returns whether a call with this action must not run now. */
export function stops(action: Action): boolean {
  return action === 'block' || action === 'require_approval'
}
