/** Own limit: lifetime of session state from its first call on. An agent's task takes hours, not days. */
export const SESSION_TTL_MS = 24 * 3_600_000

/** Returns a key for session state of a tenant. The parts are JSON-quoted: no name can imitate another key. */
export function sessionKey(tenantId: string, sessionId: string, subject: string, ...names: readonly string[]): string {
  return JSON.stringify([tenantId, 'tool_session', sessionId, subject, ...names])
}
