import { createHash, randomBytes } from 'node:crypto'
import type { SharedState } from './engine/ports.ts'

/** docs/spec/guard.md "Agents: confirmation". */
export const CONFIRMATION_TTL_MS = 300_000

const TOKEN_BYTES = 32

/** Subject of a confirmation. */
export interface ConfirmedAction {
  readonly agentKey: string | undefined
  /** The sensitive action: the tool's name, or an argument value. */
  readonly action: string
  readonly tool: string
  readonly argumentsHash: string
}

export type Burned =
  | { readonly outcome: 'confirmed'; readonly tool: string }
  | { readonly outcome: 'unknown' | 'mismatch' }

interface StoredConfirmation {
  readonly agent_key: string | null
  readonly action: string
  readonly tool: string
  readonly arguments_hash: string
}

/**
 * Creates a token for one action: returning it within 300 s confirms the action.
 * @throws {Failure} `unavailable` when it cannot be stored
 */
export async function createConfirmation(
  state: SharedState,
  tenantId: string,
  { agentKey, action, tool, argumentsHash }: ConfirmedAction,
): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const storedConfirmation: StoredConfirmation = {
    agent_key: agentKey ?? null,
    action,
    tool,
    arguments_hash: argumentsHash,
  }
  await state.set(keyOf(tenantId, token), storedConfirmation, CONFIRMATION_TTL_MS)
  return token
}

/**
 * Spends a token: exactly one of several concurrent uses, on any instances, is `confirmed`. A token for another action stays valid.
 * @param use without tool and arguments if they are unknown, as at `tool/confirm`: the tool may then be the action
 */
export async function burnConfirmation(
  state: SharedState,
  tenantId: string,
  token: string,
  use: Pick<ConfirmedAction, 'agentKey' | 'action'> & Partial<Pick<ConfirmedAction, 'tool' | 'argumentsHash'>>,
): Promise<Burned> {
  const key = keyOf(tenantId, token)
  const found = await state.get(key)
  if (typeof found !== 'object' || found === null) return { outcome: 'unknown' }
  // Only `askConfirmation` writes this key.
  const storedConfirmation = found as StoredConfirmation
  const fits =
    storedConfirmation.agent_key === (use.agentKey ?? null) &&
    (storedConfirmation.action === use.action || (use.tool === undefined && storedConfirmation.tool === use.action)) &&
    (use.tool === undefined || storedConfirmation.tool === use.tool) &&
    (use.argumentsHash === undefined || storedConfirmation.arguments_hash === use.argumentsHash)
  if (!fits) return { outcome: 'mismatch' }
  return (await state.take(key)) === undefined
    ? { outcome: 'unknown' }
    : { outcome: 'confirmed', tool: storedConfirmation.tool }
}

/** Returns the storage key, a hash: read access to the store is not enough to confirm. */
function keyOf(tenantId: string, token: string): string {
  return `${tenantId}:confirm:${createHash('sha256').update(token).digest('base64url')}`
}
