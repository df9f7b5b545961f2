/**
 * State model between client and server.
 * - `sessions`: `initialize`, `Mcp-Session-Id`, server requests on a stream.
 * - `stateless`: every request is independent; `server/discover`, `input_required` results.
 */
export type Era = 'sessions' | 'stateless'

/** Versions of the session protocol, newest first. docs/spec/guard.md "Gateways". */
export const SESSION_VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const

/** Versions of the stateless protocol, newest first. */
export const STATELESS_VERSIONS = ['2026-07-28'] as const
