import { type Agent, AgentFields } from '@gatehouse/contracts/agents'
import { Failure, type Violation } from '@gatehouse/kernel'
import type { AgentRow } from '@gatehouse/store/agents'
import { isObject, merged } from '../administration/merge.ts'

/** Maximum size of one agent's record as JSON. */
export const AGENT_BYTES_MAX = 64 * 1024

const NO_NULLS: ReadonlySet<string> = new Set()
/** Fields that the service sets, and the two spellings of the agent's name. */
const NOT_STORED: ReadonlySet<string> = new Set(['agent_id', 'agent_key', 'created_at', 'updated_at'])
const KNOWN: ReadonlySet<string> = new Set(Object.keys(AgentFields.shape))

/**
 * Returns the stored form of an agent: known fields, and all other fields under `metadata`.
 * @throws {Failure} `invalid_request` that names each invalid path
 */
export function recordOf(input: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const known: [string, unknown][] = []
  const free: [string, unknown][] = []
  for (const [name, value] of Object.entries(input)) {
    if (NOT_STORED.has(name) || name === 'metadata') continue
    if (KNOWN.has(name)) known.push([name, value])
    else free.push([name, value])
  }
  const parsed = AgentFields.safeParse(Object.fromEntries(known))
  if (!parsed.success) {
    const violations = parsed.error.issues.map(({ path, message, code }): Violation => ({
      path: ['body', ...path.map(String)],
      message,
      type: code,
    }))
    throw new Failure('invalid_request', 'The resulting agent is invalid.', { violations })
  }
  const metadata = input['metadata']
  if (metadata !== undefined && !isObject(metadata)) throw notAnObject()
  const record = { ...parsed.data, metadata: Object.fromEntries([...Object.entries(metadata ?? {}), ...free]) }
  const bytes = Buffer.byteLength(JSON.stringify(record))
  if (bytes > AGENT_BYTES_MAX) {
    throw tooMuch('metadata', `the agent has ${bytes} bytes; the maximum is ${AGENT_BYTES_MAX}`, 'too_long')
  }
  return record
}

/** Applies a patch to a record. Unknown fields are under `metadata` and are merged there. docs/spec/guard.md "Details". */
export function patchedRecord(
  record: Readonly<Record<string, unknown>>,
  patch: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const { metadata, ...named } = patch
  if (metadata !== undefined && metadata !== null && !isObject(metadata)) throw notAnObject()
  const free = Object.entries(named).filter(([name]) => !KNOWN.has(name) && !NOT_STORED.has(name))
  const known = Object.entries(named).filter(([name]) => KNOWN.has(name))
  const value = metadata === undefined ? Object.fromEntries(known) : { ...Object.fromEntries(known), metadata }
  const whole = merged(merged(record, value, NO_NULLS), { metadata: Object.fromEntries(free) }, NO_NULLS)
  return recordOf(isObject(whole) ? whole : {})
}

/** Returns an agent for a response. */
export function agentOf(row: AgentRow): Agent {
  const fields = AgentFields.parse(row.record)
  const { metadata } = row.record
  return {
    agent_id: row.id,
    name: fields.name ?? row.id,
    description: fields.description ?? '',
    tools: fields.tools ?? [],
    role_permissions: fields.role_permissions ?? {},
    agent_permissions: fields.agent_permissions ?? {},
    status: fields.status ?? 'active',
    metadata: isObject(metadata) ? metadata : {},
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  }
}

function notAnObject(): Failure {
  return tooMuch('metadata', 'metadata must be an object', 'invalid_type')
}

function tooMuch(field: string, message: string, type: string): Failure {
  return new Failure('invalid_request', message, { violations: [{ path: ['body', field], message, type }] })
}
