/** Ours: how long what a session has done is remembered from its first call on; an agent's task takes hours, not days. */
export const SESSION_TTL_MS = 24 * 3_600_000

/** A key of what a tenant's session has done. The parts are JSON-quoted: no name can imitate another key. */
export function sessionKey(tenantId: string, sessionId: string, what: string, ...names: readonly string[]): string {
  return JSON.stringify([tenantId, 'tool_session', sessionId, what, ...names])
}
