import { auditedBy } from '../audit/actor.ts'
import type { CapabilityDecision, Clearance } from '@gatehouse/contracts/agents'
import type { CapabilityIssuer } from '@gatehouse/guards/agentic'
import {
  type CapabilityClaims,
  type CapabilityError,
  type CapabilityTerms,
  jwkOf,
  judgeCapability,
  keyIdOfToken,
  mintCapability,
  readCapability,
} from '@gatehouse/guards/capability'
import type { Cache } from '@gatehouse/cache'
import { type Clock, Failure } from '@gatehouse/kernel'
import { type KeyRing } from '@gatehouse/kernel/sealing'
import type { Store } from '@gatehouse/store'
import type { AuditEntryInput } from '@gatehouse/store/audit'
import type { CapabilityKey } from './key-states.ts'
import { createCapabilityKeys } from './keys.ts'
import { createNonces, type Nonces } from './nonces.ts'

export interface CapabilityParts {
  readonly store: Store
  readonly keys: KeyRing
  readonly cache: Cache
  readonly clock: Clock
  /** Resolves when the entry is durable. */
  readonly audit: { append(entry: AuditEntryInput): Promise<unknown> }
}

/** Requester, for the audit log. */
export interface Requester {
  readonly actor: string
  readonly requestId: string | null
}

/** A token request. Absent fields have the narrowest value, except for the resource. */
export interface IssueRequest {
  readonly agent: string | undefined
  readonly role: string | undefined
  readonly tool: string
  /** A name, or a prefix with `*`; default: any resource. */
  readonly resource?: string
  readonly dataScope?: string | string[] | undefined
  readonly scopeConstraints?: Readonly<Record<string, unknown>> | undefined
  readonly clearanceMax?: Clearance
  /** SHA-256 of the arguments, hexadecimal. */
  readonly argsHash?: string | undefined
  /** Creation time of the tenant, in seconds since 1970. */
  readonly tenantSince: number | undefined
  /** Scope of the passed check: the call with these arguments, or only the tool. */
  readonly checked?: 'call' | 'tool' | undefined
  readonly ttl_s: number
  /** Default: the tenant's own service, as a step of the tool chain. */
  readonly by?: Requester
}

/** A use of a token; absent fields are not checked. */
export interface VerifyRequest {
  readonly tool?: string | undefined
  readonly resource?: string | undefined
  readonly argsHash?: string | undefined
  /** Creation time of the tenant, in seconds since 1970. */
  readonly tenantSince: number | undefined
  /** Whether to spend the token; otherwise it is only inspected. */
  readonly burn: boolean
  /** Returns why the token's permission was revoked; called before it is spent. */
  readonly withdrawn?: (claims: CapabilityClaims) => Promise<Withdrawal | undefined>
  readonly by: Requester
}

export interface Withdrawal {
  readonly guardrail: string
  readonly reason: string
  readonly refuses: boolean
}

export type CapabilityCheck =
  | {
      readonly valid: true
      readonly claims: CapabilityClaims
      /** Reason for a denial in enforcement mode. */
      readonly would?: Withdrawal
    }
  | {
      readonly valid: false
      readonly error: CapabilityError | 'authorization_withdrawn' | 'nonce_already_used' | 'nonce_unverifiable'
      readonly message: string
    }

/** Capability tokens of this deployment's tenants. Every action is durably audited before it returns. */
export interface Capabilities extends CapabilityIssuer {
  /**
   * Creates a token. The caller must have checked permission.
   * @throws {Failure} `invalid_request` for invalid terms; `unavailable` without database
   */
  issue(tenantId: string, request: IssueRequest): Promise<{ readonly cap_token: string; readonly expires_in: number }>
  /** Records a rejected token request. */
  deny(tenantId: string, decision: CapabilityDecision, by: Requester): Promise<void>
  /** Verifies a token for one use and spends it. Of several concurrent calls, on any instances, exactly one succeeds. */
  verify(tenantId: string, token: string, request: VerifyRequest): Promise<CapabilityCheck>
  /** Returns the public keys for token verification. */
  jwks(): Promise<{ readonly keys: ReturnType<typeof jwkOf>[] }>
  /** Rotates the signing key; see `CapabilityKeys.rotate`. */
  rotate(revoke: boolean): Promise<readonly CapabilityKey[]>
}

export function createCapabilities({ store, keys: master, cache, clock, audit }: CapabilityParts): Capabilities {
  const keys = createCapabilityKeys(store, master, clock)
  const nonces = createNonces(cache, clock)

  return {
    async issue(tenantId, request) {
      const signer = await keys.signer()
      await nonces.begin()
      const { token, claims } = mintCapability(
        { tenant: tenantId, tenant_since: request.tenantSince, ...termsOf(request), lifetime_s: request.ttl_s },
        signer,
        clock.now(),
      )
      const by = request.by ?? { actor: `tenant:${tenantId}`, requestId: null }
      await audit.append(entry('capability.mint', tenantId, by, 'pass', auditedClaims(claims)))
      return { cap_token: token, expires_in: request.ttl_s }
    },
    async deny(tenantId, decision, by) {
      const { allowed: _allowed, confirmation_token: _secret, guardrail = null, ...details } = decision
      await audit.append({ ...entry('capability.deny', tenantId, by, 'block', details), guardrail })
    },
    async verify(tenantId, token, request) {
      const kid = keyIdOfToken(token)
      const key = kid === undefined ? undefined : await keys.find(kid)
      const read = readCapability(token, () => key)
      const checked: CapabilityCheck =
        'error' in read ? { valid: false, ...read } : await judged(read, tenantId, request, nonces, clock)
      // For a foreign token, the tenant's log records only the rejection.
      const isOwn = !('error' in read) && read.tenant === tenantId && read.tenant_since === request.tenantSince
      const known = isOwn ? auditedClaims(read) : {}
      const details = {
        valid: checked.valid,
        error: checked.valid ? undefined : checked.error,
        burn_nonce: request.burn,
        expected_tool: request.tool,
        expected_resource: request.resource,
        would_block: checked.valid ? checked.would && true : undefined,
        ...known,
      }
      const verdict = checked.valid ? 'pass' : 'block'
      const guardrail = (checked.valid ? checked.would?.guardrail : undefined) ?? null
      await audit.append({ ...entry('capability.verify', tenantId, request.by, verdict, details), guardrail })
      return checked
    },
    jwks: async () => ({ keys: (await keys.list()).map(({ publicKey }) => jwkOf(publicKey)) }),
    rotate: (revoke) => keys.rotate(revoke),
  }
}

async function judged(
  claims: CapabilityClaims,
  tenantId: string,
  { tool, resource, argsHash, tenantSince, burn, withdrawn }: VerifyRequest,
  nonces: Nonces,
  clock: Clock,
): Promise<CapabilityCheck> {
  const use = { tenant: tenantId, tenant_since: tenantSince, tool, resource, args_hash: argsHash }
  const refused = judgeCapability(claims, use, clock.now())
  if (refused !== undefined) return { valid: false, ...refused }
  const found = await withdrawn?.(claims).catch(unlessAway)
  if (found === 'unknown') return unverifiable('whether the token is still valid')
  if (found?.refuses === true) return { valid: false, error: 'authorization_withdrawn', message: found.reason }
  // Burned last, so that a failed check does not spend the token.
  const spent = burn ? await nonces.burn(claims) : await nonces.look(claims)
  if (spent === 'used') {
    return {
      valid: false,
      error: 'nonce_already_used',
      message: 'The token, or one of its parent tokens, has already been used.',
    }
  }
  if (spent === 'unknown') {
    return unverifiable('whether the token has been used')
  }
  return { valid: true, claims, ...(found === undefined ? {} : { would: found }) }
}

/** Returns `unknown` if the cache is unavailable. Rethrows every other error. */
function unlessAway(thrown: unknown): 'unknown' {
  if (thrown instanceof Failure && thrown.code === 'unavailable') return 'unknown'
  throw thrown
}

function unverifiable(what: string): CapabilityCheck {
  const message = `Cannot determine ${what}; treated as used.`
  return { valid: false, error: 'nonce_unverifiable', message }
}

function termsOf(request: IssueRequest): CapabilityTerms {
  const {
    agent,
    role,
    tool,
    resource = '*',
    dataScope,
    scopeConstraints,
    clearanceMax = 'public',
    argsHash,
    checked,
  } = request
  return {
    ...(agent === undefined ? {} : { agent }),
    ...(role === undefined ? {} : { role }),
    tool,
    resource,
    ...(dataScope === undefined ? {} : { data_scope: dataScope }),
    ...(scopeConstraints === undefined ? {} : { scope_constraints: scopeConstraints }),
    clearance_max: clearanceMax,
    ...(argsHash === undefined ? {} : { args_hash: argsHash }),
    ...(checked === undefined ? {} : { checked }),
  }
}

/** Returns the audit details of a token: its permissions, without the token and its constraints, which may contain content. */
function auditedClaims(claims: CapabilityClaims): Readonly<Record<string, unknown>> {
  const { agent, role, tool, resource, clearance_max, args_hash, checked, exp, nonce, kid, attenuations } = claims
  const expires_at = new Date(exp * 1_000).toISOString()
  return { agent, role, tool, resource, clearance_max, args_hash, checked, expires_at, nonce, kid, attenuations }
}

function entry(
  action: 'capability.mint' | 'capability.deny' | 'capability.verify',
  tenantId: string,
  { actor: principal, requestId }: Requester,
  verdict: 'pass' | 'block',
  details: Readonly<Record<string, unknown>>,
): AuditEntryInput {
  const { actor, ...by } = auditedBy(tenantId, principal)
  return { tenant_id: tenantId, actor, action, verdict, request_id: requestId, details: { ...details, ...by } }
}
