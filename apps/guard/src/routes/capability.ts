import {
  type CapabilityDecision,
  type capabilityEndpoints,
  type CapabilityMint,
  type CapabilityVerify,
  type guardEndpoints,
  type Handlers,
  JWKS_MAX_AGE_S,
} from '@gatehouse/contracts'
import {
  type AgentCall,
  type AgenticConfig,
  type CapabilityClaims,
  decideCapability,
  useProblem,
} from '@gatehouse/guards'
import type { RequestContext } from '@gatehouse/http'
import { canonicalHash, Failure } from '@gatehouse/kernel'
import type { z } from 'zod'
import { changeEntry, DEPLOYMENT } from '../administration/audited.ts'
import { actorOf } from '../audit-entry.ts'
import type { AskedBy } from '../capability/capabilities.ts'
import { callerOf } from '../checks/run-check.ts'
import type { TenantSnapshot } from '../policies.ts'
import type { GuardHandler, GuardPorts } from './handler.ts'

const MINT_PATH = '/v1/shield/cap/mint'

const mintCapability: GuardHandler<'mintCapability'> =
  (ports) =>
  async ({ body, context }) => {
    const tenant = await admitted(context, ports)
    const call = callerOf(body, context)
    if (call.agentKey !== undefined && !tenant.agentic.agents.has(call.agentKey)) {
      ports.unregistered.note(tenant.tenantId, call.agentKey, MINT_PATH, call.userRole)
    }
    const decision = decide(tenant.agentic, body, call)
    if (!decision.allowed) {
      ports.usage.blocked(tenant.tenantId)
      await ports.capabilities.deny(tenant.tenantId, decision, askedBy(context))
      throw new Failure('authz_denied', decision.reason, { extra: { decision } })
    }
    const issued = await ports.capabilities.issue(tenant.tenantId, {
      agent: decision.agent ?? undefined,
      role: decision.role ?? undefined,
      tool: body.tool,
      resource: body.resource,
      dataScope: body.data_scope,
      scopeConstraints: body.scope_constraints,
      clearanceMax: body.clearance_max,
      argsHash: body.args_hash,
      ttl_s: body.ttl,
      by: askedBy(context),
    })
    return { ...issued, decision }
  }

const verifyCapability: GuardHandler<'verifyCapability'> =
  (ports) =>
  async ({ body, context }) => {
    const tenant = await admitted(context, ports)
    const checked = await ports.capabilities.verify(tenant.tenantId, body.cap_token ?? body.token ?? '', {
      tool: body.expected_tool,
      resource: body.expected_resource,
      argsHash: argumentsHash(body),
      burn: body.burn_nonce,
      withdrawn: (claims) => withdrawn(tenant.agentic, claims, body.expected_tool),
      by: askedBy(context),
    })
    return checked.valid
      ? { valid: true, claims: claimsOf(checked.claims) }
      : { valid: false, error: checked.error, message: checked.message }
  }

const readCapabilityKeys: GuardHandler<'readCapabilityKeys'> =
  ({ capabilities }) =>
  async ({ context }) => {
    const jwks = await capabilities.jwks()
    context.header('cache-control', `public, max-age=${JWKS_MAX_AGE_S}`)
    return jwks
  }

const rotateCapabilityKeys: GuardHandler<'rotateCapabilityKeys'> =
  ({ capabilities, audit }) =>
  async ({ body: { revoke }, context }) => {
    const rotated = await capabilities.rotate(revoke)
    const keys = rotated.map(({ kid, state, signsFrom }) => ({ kid, state, signs_from: signsFrom.toISOString() }))
    const kid = keys[0]!.kid
    await audit.append(changeEntry('capability_key.rotate', DEPLOYMENT, context, { kid, revoke, keys: keys.length }))
    return { kid, keys }
  }

/** The hash of the arguments that a token is checked against, as a check of a tool makes it. */
function argumentsHash({ expected_args_hash: given, expected_arguments: args }: VerifyBody): string | undefined {
  return given ?? (args === undefined ? undefined : canonicalHash(args))
}

type VerifyBody = z.output<typeof CapabilityVerify>

/** The handlers of capability tokens and of the keys that they are signed under. */
export function capabilityHandlers(ports: GuardPorts): CapabilityHandlers {
  return {
    mintCapability: mintCapability(ports),
    verifyCapability: verifyCapability(ports),
    readCapabilityKeys: readCapabilityKeys(ports),
    rotateCapabilityKeys: rotateCapabilityKeys(ports),
  }
}

type CapabilityHandlers = Pick<Handlers<typeof guardEndpoints, RequestContext>, keyof typeof capabilityEndpoints>

/** The tenant, after the request was counted against its quota. */
async function admitted(context: RequestContext, { tenants, usage }: GuardPorts): Promise<TenantSnapshot> {
  const tenant = await tenants.snapshot(context.tenantId)
  await usage.admit(tenant.tenantId, tenant.quota, 0)
  return tenant
}

function decide(config: AgenticConfig, body: z.output<typeof CapabilityMint>, call: AgentCall): CapabilityDecision {
  const { agentKey, headerAgentKey, userRole } = call
  const { tool, resource, clearance_max } = body
  const decision = decideCapability(config, { agentKey, userRole, tool, resource, clearance_max })
  if (agentKey === headerAgentKey || headerAgentKey === undefined) return decision
  // Document 1 §4 rule 6.
  const reason = 'X-Agent-Key and the agent of the body differ: one agent may not act as another.'
  return { ...decision, allowed: false, guardrail: 'cert_identity', reason }
}

/**
 * Why agent and role of a token may not use the tool any more: what was allowed when it was made may have been taken back.
 * A token for several tools says nothing about one of them until that one is named.
 */
function withdrawn(config: AgenticConfig, claims: CapabilityClaims, tool = claims.tool): string | undefined {
  return useProblem(config, { agentKey: claims.agent, userRole: claims.role, tool })?.reason
}

function claimsOf({ scope_constraints, ...claims }: CapabilityClaims) {
  return { ...claims, ...(scope_constraints === undefined ? {} : { scope_constraints: { ...scope_constraints } }) }
}

function askedBy(context: RequestContext): AskedBy {
  return { actor: actorOf(context), requestId: context.requestId }
}
