import { type Clock, Failure, uuidv7 } from '@gatehouse/kernel'

/** Maximum length of actor, action, guardrail, verdict and request id. */
export const AUDIT_FIELD_CHARS_MAX = 256

/** Maximum length of the details. Longer details are replaced by a note with their length, because the verdict must be logged anyway. */
export const AUDIT_DETAILS_CHARS_MAX = 64 * 1024

/** Audited event from the caller; id, time, sequence and hashes are added here. */
export interface AuditEntryInput {
  readonly tenant_id: string
  /** Actor, e.g. `tenant:acme`, `admin:ops`, `system`. */
  readonly actor: string
  /** Action, e.g. `guardrail.input`, `policy.update`. */
  readonly action: string
  readonly guardrail?: string | null
  readonly verdict?: string | null
  readonly request_id?: string | null
  /** Any JSON value. The caller must mask secrets. */
  readonly details?: Readonly<Record<string, unknown>>
}

/** Entry in its hashed and stored form, without a position in its chain. */
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

/** Entry as returned to callers. */
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
  /** SHA-256 of the previous entry, hexadecimal; zeros for the first. */
  readonly prev_hash: string
  readonly hash: string
}

/**
 * Assigns id and time to an entry and limits the length of its texts.
 * @throws {Failure} `invalid_request` without a tenant
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
  // PostgreSQL text supports neither NUL nor lone surrogates.
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
