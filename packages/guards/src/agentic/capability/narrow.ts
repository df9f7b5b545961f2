import { type Clearance, CLEARANCES } from '@gatehouse/contracts/agents'
import type { Narrowing } from './claims.ts'
import { stepsUpwards } from './upwards.ts'

/** The parts of a token that narrowings are about. */
export interface TokenScope {
  readonly tool: string
  readonly resource: string
  readonly clearance_max: Clearance
  readonly args_hash?: string | undefined
  readonly exp: number
}

/**
 * Returns the reach after a narrowing, or the field that would be widened.
 * @returns the field's name for an invalid narrowing
 */
export function narrowed<Held extends TokenScope>(current: Held, by: Narrowing): Held | keyof Narrowing {
  if (by.tool !== undefined && !isWithin(by.tool, current.tool)) return 'tool'
  if (by.resource !== undefined && !isWithin(by.resource, current.resource)) return 'resource'
  if (by.clearance_max !== undefined && !covers(current.clearance_max, by.clearance_max)) return 'clearance_max'
  if (by.args_hash !== undefined && current.args_hash !== undefined && by.args_hash !== current.args_hash)
    return 'args_hash'
  if (by.exp !== undefined && by.exp > current.exp) return 'exp'
  return {
    ...current,
    tool: by.tool ?? current.tool,
    resource: by.resource ?? current.resource,
    clearance_max: by.clearance_max ?? current.clearance_max,
    ...(by.args_hash === undefined ? {} : { args_hash: by.args_hash }),
    exp: by.exp ?? current.exp,
  }
}

/** Returns whether a clearance is at least as high as another. */
export function covers(clearance: Clearance, wanted: Clearance): boolean {
  return CLEARANCES.indexOf(clearance) >= CLEARANCES.indexOf(wanted)
}

/**
 * Returns whether a name or pattern is within an outer pattern. Below a prefix no name may contain a parent reference in any spelling:
 * `docs/../secrets` starts with `docs/` but is outside.
 */
export function isWithin(inner: string, outer: string): boolean {
  if (!outer.endsWith('*')) return inner === outer
  // Of two prefixes the longer one is narrower.
  return inner.startsWith(outer.slice(0, -1)) && !stepsUpwards(inner)
}
