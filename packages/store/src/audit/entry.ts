import { type Clock, Failure, uuidv7 } from '@gatehouse/kernel'

/** Actor, action, guardrail, verdict and request id: words and ids, cut beyond this. */
export const AUDIT_FIELD_CHARS_MAX = 256

/** Details beyond this are replaced by a note of their length: a verdict that is too long to explain still counts. */
export const AUDIT_DETAILS_CHARS_MAX = 64 * 1024

/** What a caller says of one event; id, time, sequence and hashes are added here. */
export interface AuditEntryInput {
  readonly tenant_id: string
  /** Who did it, e.g. `tenant:acme`, `admin:ops`, `system`. */
  readonly actor: string
  /** What was done, e.g. `guardrail.input`, `policy.update`. */
  readonly action: string
  readonly guardrail?: string | null
  readonly verdict?: string | null
  readonly request_id?: string | null
  /** Anything that JSON can hold. Secrets are the caller's to mask. */
  readonly details?: Readonly<Record<string, unknown>>
}

/** An entry in the form that is hashed and stored, before it has a place in its chain. */
export interface StampedEntry {
  /** UUIDv7. */
  readonly id: string
  /** Whole milliseconds since the Unix epoch. */
  readonly time_ms: number
  readonly tenant_id: string
  readonly actor: string
  readonly action: string
  readonly guardrail: string | null
  readonly verdict: string | null
  readonly request_id: string | null
  /** JSON text of an object. */
  readonly details: string
}

/** An entry as it is read and sent. */
export interface AuditEntry {
  readonly id: string
  /** ISO 8601, UTC, milliseconds. */
  readonly timestamp: string
  readonly tenant_id: string
  readonly seq: number
  readonly actor: string
  readonly action: string
  readonly guardrail: string | null
  readonly verdict: string | null
  readonly request_id: string | null
  readonly details: Readonly<Record<string, unknown>>
  /** SHA-256 of the entry before, hexadecimal; zeros for the first. */
  readonly prev_hash: string
  readonly hash: string
}

/**
 * Gives an entry its id and time and brings its texts into bounds.
 * @throws {Failure} `invalid_request` when it names no tenant
 */
export function stamp(input: AuditEntryInput, clock: Clock): StampedEntry {
  if (input.tenant_id === '') throw new Failure('invalid_request', 'an audit entry must name its tenant')
  const time_ms = Math.trunc(clock.now())
  return {
    id: uuidv7(time_ms),
    time_ms,
    tenant_id: storable(input.tenant_id),
    actor: storable(input.actor),
    action: storable(input.action),
    guardrail: storableOrNull(input.guardrail),
    verdict: storableOrNull(input.verdict),
    request_id: storableOrNull(input.request_id),
    details: input.details === undefined ? '{}' : boundedJson(input.details),
  }
}

function storable(text: string): string {
  const bounded = text.length > AUDIT_FIELD_CHARS_MAX ? text.slice(0, AUDIT_FIELD_CHARS_MAX) : text
  // PostgreSQL text holds neither a zero character nor half a surrogate pair.
  const whole = bounded.isWellFormed() ? bounded : bounded.toWellFormed()
  return whole.includes('\0') ? whole.replaceAll('\0', '\ufffd') : whole
}

function storableOrNull(text: string | null | undefined): string | null {
  return text === undefined || text === null ? null : storable(text)
}

function boundedJson(details: Readonly<Record<string, unknown>>): string {
  const text = JSON.stringify(details)
  return text.length <= AUDIT_DETAILS_CHARS_MAX ? text : JSON.stringify({ truncated: true, chars: text.length })
}
