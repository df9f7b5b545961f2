import { DataPolicy } from '@gatehouse/contracts/policies'
import { stops } from '@gatehouse/guards/agentic'
import {
  type CompiledDataPolicy,
  compileDataPolicy,
  dataLayers,
  type Layer,
  layerOf,
  sanitizeText,
} from '@gatehouse/guards/data-policy'
import { effectiveRole } from '@gatehouse/guards/tools'
import { Failure } from '@gatehouse/kernel'
import type { GuardHandler } from '../handler.ts'
import { actingAgent, type TenantSnapshot, tokensOf } from '@gatehouse/screening'

/** `POST /v1/data-policies/preview-sanitization`. Can call a model, and therefore counts as a request. */
export const previewSanitization: GuardHandler<'previewSanitization'> =
  ({ tenants, usage, agentic: { model, worker } }) =>
  async ({ body, context }) => {
    const { stage, tool_name: tool, intent, policy: draft } = body
    const tenant = await tenants.snapshot(context.tenantId)
    const output = typeof body.payload === 'string' ? body.payload : JSON.stringify(body.payload)
    await usage.admit(tenant.tenantId, tenant.quota, tokensOf(output))
    const role = effectiveRole(tenant.agentic, {
      agentKey: actingAgent(undefined, context),
      userRole: body.user_role ?? context.userRole,
    })
    const hasModel = model !== undefined
    const stored = dataLayers(tenant.agentic, { tool, stage, role, restricted: false })
    const layers: Layer[] = draft === undefined ? [...stored] : stored.filter(({ source }) => source === 'global')
    const about = { stage, role }
    if (draft !== undefined) layers.push(draftLayer(draft, hasModel, about, tenant))
    if (intent !== undefined) layers.push(layerOf('tool', intentPolicy(intent, hasModel), about, tenant.mode))
    const request = {
      ...(model === undefined ? {} : { model }),
      signal: context.signal,
      onError: (thrown: unknown) => context.log.error({ err: thrown }, 'a preview failed'),
    }
    const verdict = await sanitizeText({ raw: output, tool, stage, role }, layers, request, tenant.tenantId, worker)
    const { action, would } = verdict
    return {
      tenant_id: context.tenantId,
      tool_name: tool,
      safe: !stops(action),
      action,
      ...(would === undefined ? {} : { would_action: would.action, would_block: would.block }),
      guardrail_results: verdict.result === undefined ? [] : [verdict.result],
      sanitization: verdict.sanitization,
      ...(verdict.sanitized === undefined ? {} : { sanitized_output: verdict.sanitized }),
    }
  }

function draftLayer(
  draft: Readonly<Record<string, unknown>>,
  hasModel: boolean,
  about: Parameters<typeof layerOf>[2],
  { mode }: TenantSnapshot,
): Layer {
  return layerOf('tool', compileDataPolicy(draft, { hasModel, path: ['body', 'policy'] }), about, mode)
}

/**
 * Returns the policy of an intent. Intents that local detectors support become a rule for all roles. Others require a model, and without a
 * model the preview reports that.
 */
function intentPolicy(intent: string, hasModel: boolean): CompiledDataPolicy {
  const rules = { role_policies: [{ role: '*', input_rules: [intent], output_rules: [intent] }] }
  if (intent.length <= RULE_CHARS_MAX) {
    try {
      return compileDataPolicy(DataPolicy.parse(rules), { hasModel: false })
    } catch (thrown) {
      if (!(thrown instanceof Failure)) throw thrown
    }
  }
  const request = { sanitization_mode: 'ai', sanitization_intent: intent, on_error: hasModel ? 'closed' : 'open' }
  return compileDataPolicy(request, { hasModel: true })
}

/** The limit of a rule in a role policy. */
const RULE_CHARS_MAX = 500
