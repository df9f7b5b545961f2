import { createHash, randomBytes } from 'node:crypto'
import type { SharedState } from './engine/ports.ts'

/** Decisions §1 "Confirmation". */
export const CONFIRMATION_TTL_MS = 300_000

const TOKEN_BYTES = 32

/** What a confirmation is for. */
export interface ConfirmedAction {
  readonly agentKey: string | undefined
  readonly action: string
  readonly argumentsHash: string
}

/**
 * Makes a token for one action: whoever sends it back within 300 s has confirmed it.
 * @throws {Failure} `unavailable` when it cannot be kept
 */
export async function askConfirmation(
  state: SharedState,
  tenantId: string,
  { agentKey, action, argumentsHash }: ConfirmedAction,
): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const kept = { agent_key: agentKey ?? null, action, arguments_hash: argumentsHash }
  await state.set(keyOf(tenantId, token), kept, CONFIRMATION_TTL_MS)
  return token
}

/**
 * Burns a token: of any number of uses at once, on any number of instances, exactly one is `confirmed`. One that is for
 * something else stays as it is.
 * @param argumentsHash absent: the arguments are not known where the token is burned, e.g. at `tool/confirm`
 */
export async function burnConfirmation(
  state: SharedState,
  tenantId: string,
  token: string,
  { agentKey, action, argumentsHash }: Omit<ConfirmedAction, 'argumentsHash'> & { readonly argumentsHash?: string },
): Promise<'confirmed' | 'unknown' | 'mismatch'> {
  const key = keyOf(tenantId, token)
  const kept = await state.get(key)
  if (typeof kept !== 'object' || kept === null) return 'unknown'
  // Only `askConfirmation` writes under such a key.
  const bound = kept as { readonly agent_key: string | null; readonly action: string; readonly arguments_hash: string }
  const fits =
    bound.agent_key === (agentKey ?? null) &&
    bound.action === action &&
    (argumentsHash === undefined || bound.arguments_hash === argumentsHash)
  if (!fits) return 'mismatch'
  return (await state.take(key)) === undefined ? 'unknown' : 'confirmed'
}

/** The store holds a hash: whoever reads it cannot confirm. */
function keyOf(tenantId: string, token: string): string {
  return `${tenantId}:confirm:${createHash('sha256').update(token).digest('base64url')}`
}
