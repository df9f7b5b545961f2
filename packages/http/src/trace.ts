import { uuidv7 } from '@gatehouse/kernel'

import { REQUEST_ID_CHARS_MAX } from './limits.ts'

const SAFE_REQUEST_ID = new RegExp(`^[A-Za-z0-9._:/+=@-]{1,${REQUEST_ID_CHARS_MAX}}$`)
const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(-.{0,200})?$/
const NO_TRACE = '0'.repeat(32)
const NO_SPAN = '0'.repeat(16)

/** Returns the caller's X-Request-Id if it is safe to log and to echo, else a new id. */
export function requestIdOf(header: string | string[] | undefined, now_ms: number): string {
  return typeof header === 'string' && SAFE_REQUEST_ID.test(header) ? header : uuidv7(now_ms)
}

/**
 * Returns the trace id of a `traceparent` header, or undefined when it is absent or malformed.
 * @see https://www.w3.org/TR/trace-context/ section 3.2
 */
export function traceIdOf(header: string | string[] | undefined): string | undefined {
  if (typeof header !== 'string') return undefined
  const [, version, trace, span, rest] = TRACEPARENT.exec(header) ?? []
  // Version ff is invalid; version 00 has exactly four fields, later ones may have more.
  if (version === undefined || version === 'ff' || (version === '00' && rest !== undefined)) return undefined
  return trace === NO_TRACE || span === NO_SPAN ? undefined : trace
}
