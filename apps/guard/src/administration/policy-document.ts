import { type PolicyView, StoredPolicies } from '@gatehouse/contracts/guard'
import type { GuardBlock } from '@gatehouse/contracts/policies'
import { type ContentStage, hasEntries, type Registry } from '@gatehouse/guards'
import { allAgenticGuards, compileAgentic } from '@gatehouse/guards/agentic'
import type { Policies } from '@gatehouse/screening'
import { maskedBlock, unmaskedBlock } from './secret-settings.ts'

/** Versioned part of a tenant's configuration: its policies. */
export interface PolicyPart {
  readonly mode: PolicyView['mode']
  readonly input_guardrails: GuardBlock
  readonly output_guardrails: GuardBlock
  readonly agentic_guardrails: GuardBlock
}

const STAGES = ['input', 'output'] as const satisfies ContentStage[]

export function policyPart(config: Readonly<Record<string, unknown>>): PolicyPart {
  const { mode, input_guardrails, output_guardrails, agentic_guardrails } = StoredPolicies.parse(config)
  return {
    mode: mode ?? 'enforce',
    input_guardrails: input_guardrails ?? {},
    output_guardrails: output_guardrails ?? {},
    agentic_guardrails: agentic_guardrails ?? {},
  }
}

/** Returns policies for a response. */
export function policyView(tenantId: string, version: number, part: PolicyPart, registry: Registry): PolicyView {
  return {
    tenant_id: tenantId,
    version,
    mode: part.mode,
    input_guardrails: maskedBlock('input', part.input_guardrails, registry),
    output_guardrails: maskedBlock('output', part.output_guardrails, registry),
    agentic_guardrails: part.agentic_guardrails,
  }
}

/** Returns received policies with masked settings replaced by the stored ones. */
export function withStoredSecrets(part: PolicyPart, stored: PolicyPart, registry: Registry): PolicyPart {
  return {
    ...part,
    input_guardrails: unmaskedBlock('input', part.input_guardrails, stored.input_guardrails, registry),
    output_guardrails: unmaskedBlock('output', part.output_guardrails, stored.output_guardrails, registry),
  }
}

/**
 * Compiles the policies like a request.
 * @throws {Failure} `invalid_request` that names the unknown guard or the invalid setting
 */
export function checkPolicies(part: PolicyPart, policies: Policies): void {
  for (const stage of STAGES) {
    const name = `${stage}_guardrails` as const
    if (hasEntries(part[name])) policies.validate(stage, part[name], ['body', name])
  }
  compileAgentic(part.agentic_guardrails, allAgenticGuards, part.mode, ['body', 'agentic_guardrails'])
}
