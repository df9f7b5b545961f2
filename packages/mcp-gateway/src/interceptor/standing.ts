import type { Pin, PinState } from '../pins/pin-store.ts'
import { UNREADABLE } from '../pins/judge.ts'
import type { StoredRoute } from '../routes/stored-route.ts'
import type { Stop } from '../enforcement/enforcement.ts'
import type { InterceptorParts } from './parts.ts'

/** Returns whether the route's settings hide a tool with this pin status from the client. */
export function isHidden(state: PinState, { pin_tools, scan_descriptions }: StoredRoute): boolean {
  if (state === 'pinned') return false
  return state === 'poisoned' ? scan_descriptions : pin_tools
}

/** Messages to the caller about a hidden tool. */
const SAID: Readonly<Record<Exclude<PinState, 'pinned'>, string>> = {
  changed: 'its definition has changed since it was accepted',
  renamed: 'its definition was accepted under another name',
  shadowed: 'it has the same name as a tool of another server',
  poisoned: 'its definition contains instructions to the model',
}

/**
 * Returns the pin status of a tool with the reason of a denial. An unlisted tool is looked up first. A tool that its server does not list
 * is unknown.
 * @returns the pin of the tool, and the problem: `unknown` for a tool that the server does not list
 */
export async function pinStatus(tool: string, parts: InterceptorParts): Promise<PinStatus> {
  const { exchange, ports, lookUp } = parts
  const { tenant, route, stored, context } = exchange
  const { pins } = ports.mcp
  let pin = await pins.standing(tenant.tenantId, route, tool)
  if (!stored.pin_tools && !stored.scan_descriptions) return { pin, problem: undefined }
  if (pin === undefined) {
    const looked = await lookUp((tools) => pins.judge(tenant, route, { tools, complete: true }, context.requestId))
    if (!looked) {
      const message = `The definition of tool "${tool}" cannot be checked at the moment.`
      return { pin, problem: { guardrail: 'mcp_guard', message } }
    }
    pin = await pins.standing(tenant.tenantId, route, tool)
    if (pin === undefined) return { pin, problem: 'unknown' }
  }
  const { state, reason } = pin
  if (state === 'pinned' || !isHidden(state, stored)) return { pin, problem: undefined }
  const said = reason.startsWith(UNREADABLE) ? 'its definition cannot be fully analyzed' : SAID[state]
  const message = `Tool "${tool}" is blocked until an administrator accepts it: ${said}.`
  return { pin, problem: { guardrail: 'mcp_guard', message } }
}

export interface PinStatus {
  readonly pin: Pin | undefined
  readonly problem: Stop | 'unknown' | undefined
}
