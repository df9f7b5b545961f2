import type { Fields } from '@gatehouse/mcp'
import type { Stop, UntrustedKind } from '../enforcement/enforcement.ts'
import { withSafeAddresses } from '../screening/addresses.ts'
import { envelopeOf } from '../screening/envelope.ts'
import type { InterceptorParts } from './parts.ts'
import { UNREADABLE } from './tools-call.ts'

/** The released part of a message, or the reason of a block. */
export type ForwardDecision = { readonly message: Fields } | { readonly stop: Stop }

/** Returns a message with the guards' redactions. */
export async function forwardDecision(
  fields: Fields,
  kind: UntrustedKind,
  { enforcement }: InterceptorParts,
  path: 'arriving' | 'leaving' = 'arriving',
): Promise<ForwardDecision> {
  const message = path === 'arriving' ? withSafeAddresses(fields) : fields
  // Form input is user text in all fields.
  const envelope = envelopeOf(message, kind === 'elicitation' ? 'content' : undefined)
  const decided = await (path === 'arriving'
    ? enforcement.screenUntrusted(envelope.json, kind)
    : enforcement.screenLeaving(envelope.json, kind))
  if (decided.kind === 'blocked') return { stop: { guardrail: decided.guardrail, message: decided.message } }
  if (decided.text === envelope.json) return { message }
  const opened = envelope.open(decided.text)
  return opened === undefined ? { stop: UNREADABLE } : { message: opened }
}
