import type { Handlers } from '@gatehouse/contracts'
import {
  type CapabilityDecision,
  type capabilityEndpoints,
  type CapabilityMint,
  type CapabilityVerify,
  JWKS_MAX_AGE_S,
} from '@gatehouse/contracts/agents'
import type { guardEndpoints } from '@gatehouse/contracts/guard'
import { type CapabilityClaims, decideCapability, withdrawal } from '@gatehouse/guards/capability'
import { makeToolCall } from '@gatehouse/guards/tools'
import type { RequestContext } from '@gatehouse/http'
import { Failure } from '@gatehouse/kernel'
import type { z } from 'zod'
import { changeEntry, DEPLOYMENT } from '../administration/audited.ts'
import { actorOf, type TenantSnapshot, tokensOf, toolCallOf } from '@gatehouse/screening'
import type { Requester } from '../capability/capabilities.ts'
import { type CapabilityRequest, checkCapabilityRequest } from '../capability/check-wish.ts'
import type { GuardHandler, GuardPorts } from './handler.ts'

const MINT_PATH = '/v1/shield/cap/mint'

const mintCapability: GuardHandler<'mintCapability'> =
  (ports) =>
  async ({ body, context }) => {
    const wish = mintRequestOf(body, context)
    const tenant = await admitted(context, ports, wish.hasArguments ? tokensOf(JSON.stringify(wish.call.args)) : 0)
    const { agentKey, userRole } = wish.call
    if (agentKey !== undefined && !tenant.agentic.agents.has(agentKey)) {
      ports.unregistered.note(tenant.tenantId, agentKey, MINT_PATH, userRole)
    }
    const decision = await decide(body, wish, tenant, context, ports)
    if (!decision.allowed) {
      ports.usage.blocked(tenant.tenantId)
      await ports.capabilities.deny(tenant.tenantId, decision, requesterOf(context))
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
      argsHash: wish.hasArguments ? wish.call.argumentsHash : body.args_hash,
      tenantSince: tenant.agentic.tenantSince,
      checked: tenant.mode === 'monitor' ? undefined : wish.checked,
      ttl_s: body.ttl,
      by: requesterOf(context),
    })
    return { ...issued, decision }
  }

const verifyCapability: GuardHandler<'verifyCapability'> =
  (ports) =>
  async ({ body, context }) => {
    const tenant = await admitted(context, ports, 0)
    const { agentic: config } = tenant
    const checked = await ports.capabilities.verify(tenant.tenantId, body.cap_token ?? body.token ?? '', {
      tool: body.expected_tool,
      resource: body.expected_resource,
      argsHash: argumentsHash(body),
      tenantSince: config.tenantSince,
      burn: body.burn_nonce,
      withdrawn: (claims) => withdrawal(config, claims, body.expected_tool, ports.agentic.state, ports.clock.now()),
      by: requesterOf(context),
    })
    if (!checked.valid) return { valid: false, error: checked.error, message: checked.message }
    const would = checked.would === undefined ? {} : { would_block: true, message: checked.would.reason }
    return { valid: true, claims: claimsOf(checked.claims), ...would }
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

/**
 * Returns the hash of the arguments for a token check, computed as in a tool check.
 * @throws {Failure} `invalid_request` for arguments that a tool check would reject, or with a different hash
 */
function argumentsHash({ expected_args_hash: given, expected_arguments: args }: VerifyBody): string | undefined {
  if (args === undefined) return given
  const { argumentsHash: own } = makeToolCall({ tool: 'any', args })
  if (given === undefined || given === own) return own
  throw refused('expected_args_hash', 'expected_args_hash does not match expected_arguments', 'contradiction')
}

type VerifyBody = z.output<typeof CapabilityVerify>

/** Handlers of capability tokens and their keys. */
export function capabilityHandlers(ports: GuardPorts): CapabilityHandlers {
  return {
    mintCapability: mintCapability(ports),
    verifyCapability: verifyCapability(ports),
    readCapabilityKeys: readCapabilityKeys(ports),
    rotateCapabilityKeys: rotateCapabilityKeys(ports),
  }
}

type CapabilityHandlers = Pick<Handlers<typeof guardEndpoints, RequestContext>, keyof typeof capabilityEndpoints>

/** Returns the tenant after counting the request against its quota. */
async function admitted(
  context: RequestContext,
  { tenants, usage }: GuardPorts,
  tokens: number,
): Promise<TenantSnapshot> {
  const tenant = await tenants.snapshot(context.tenantId)
  await usage.admit(tenant.tenantId, tenant.quota, tokens)
  return tenant
}

type MintBody = z.output<typeof CapabilityMint>

interface MintRequest extends CapabilityRequest {
  /** Scope of the check before the token is created: the call, the tool, or for a prefix only the permission. */
  readonly checked: 'call' | 'tool' | undefined
}

/** @throws {Failure} `invalid_request` for arguments of a prefix, or arguments with a different hash */
function mintRequestOf(body: MintBody, context: RequestContext): MintRequest {
  const { tool, args_hash } = body
  const hasArguments = ARGUMENT_NAMES.some((name) => (body[name] ?? undefined) !== undefined)
  const isPrefix = tool.endsWith('*')
  if (hasArguments && isPrefix) {
    throw refused('tool', 'arguments are allowed only for a single tool, not for a prefix', 'contradiction')
  }
  const call = toolCallOf({ ...body, tool_name: tool }, context, true)
  if (hasArguments && args_hash !== undefined && args_hash !== call.argumentsHash) {
    throw refused('args_hash', 'args_hash does not match the arguments', 'contradiction')
  }
  return { call, hasArguments, checked: hasArguments ? 'call' : isPrefix ? undefined : 'tool' }
}

const ARGUMENT_NAMES = ['tool_params', 'tool_args', 'arguments', 'tool_input'] as const

function refused(name: string, message: string, type: string): Failure {
  return new Failure('invalid_request', message, { violations: [{ path: ['body', name], message, type }] })
}

async function decide(
  { resource, clearance_max }: MintBody,
  wish: MintRequest,
  tenant: TenantSnapshot,
  context: RequestContext,
  ports: GuardPorts,
): Promise<CapabilityDecision> {
  const { agentKey, headerAgentKey, userRole, tool } = wish.call
  const asked = { agentKey, headerAgentKey, userRole, tool, resource, clearance_max, checked: wish.checked }
  const decision = decideCapability(tenant.agentic, asked)
  return decision.allowed ? checkCapabilityRequest(decision, wish, tenant, context, ports) : decision
}

function claimsOf({ scope_constraints, ...claims }: CapabilityClaims) {
  return { ...claims, ...(scope_constraints === undefined ? {} : { scope_constraints: { ...scope_constraints } }) }
}

function requesterOf(context: RequestContext): Requester {
  return { actor: actorOf(context), requestId: context.requestId }
}
