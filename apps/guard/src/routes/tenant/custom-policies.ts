import type { Handlers } from '@gatehouse/contracts'
import type { guardEndpoints } from '@gatehouse/contracts/guard'
import {
  CUSTOM_POLICY_ACTIONS,
  CUSTOM_POLICY_LIMITS,
  CUSTOM_POLICY_STAGES,
  type CustomPolicy,
  type customPolicyEndpoints,
  type CustomPolicyLimits,
  type CustomPolicyValidation,
  NewCustomPolicy,
} from '@gatehouse/contracts/policies'
import { workAside } from '@gatehouse/guards/data-policy'
import type { RequestContext } from '@gatehouse/http'
import { Failure, uuidv7 } from '@gatehouse/kernel'
import {
  changeCustomPolicy as changeRow,
  CUSTOM_POLICIES_PER_STAGE_MAX,
  type CustomPolicyRow,
  deleteCustomPolicy as deleteRow,
  insertCustomPolicy,
  listCustomPolicies as listRows,
  readCustomPolicy as readRow,
} from '@gatehouse/store/tenants'
import { actorOf, changeEntry } from '../../administration/audited.ts'
import type { GuardHandler, GuardPorts } from '../handler.ts'

const listCustomPolicies: GuardHandler<'listCustomPolicies'> =
  ({ store }) =>
  async ({ query: { enabled_only }, context: { tenantId } }) => {
    const all = (await listRows(store, tenantId)).map(customPolicyView)
    return {
      tenant_id: tenantId,
      policies: enabled_only ? all.filter(({ enabled }) => enabled) : all,
      stats: {
        total: all.length,
        enabled: all.filter(({ enabled }) => enabled).length,
        input: all.filter(({ stage }) => stage === 'input').length,
        output: all.filter(({ stage }) => stage === 'output').length,
      },
    }
  }

const createCustomPolicy: GuardHandler<'createCustomPolicy'> =
  (ports) =>
  async ({ body: { stage, ...definition }, context }) => {
    const { store, audit } = ports
    const validation = await validationOf(definition, context, ports)
    const id = uuidv7()
    const created = await insertCustomPolicy(store, context.tenantId, { id, stage, definition, by: actorOf(context) })
    if (created === 'full') throw tooManyPolicies(stage)
    await audit.append(changeEntry('custom_policy.create', context.tenantId, context, { policy_id: id, stage }))
    return { status: 'created', policy: customPolicyView(created), validation }
  }

const readCustomPolicy: GuardHandler<'readCustomPolicy'> =
  ({ store }) =>
  async ({ params: { policy_id: id }, context: { tenantId } }) => {
    const row = await readRow(store, tenantId, id)
    if (row === undefined) throw unknownPolicy(id)
    return { tenant_id: tenantId, policy: customPolicyView(row) }
  }

const changeCustomPolicy: GuardHandler<'changeCustomPolicy'> =
  (ports) =>
  async ({ params: { policy_id: id }, body, context }) => {
    const policy = await change(id, body, 'custom_policy.update', context, ports)
    return { status: 'updated', policy, validation: await validationOf(policy, context, ports) }
  }

const deleteCustomPolicy: GuardHandler<'deleteCustomPolicy'> =
  ({ store, audit }) =>
  async ({ params: { policy_id: id }, context }) => {
    if (!(await deleteRow(store, context.tenantId, id))) throw unknownPolicy(id)
    await audit.append(changeEntry('custom_policy.delete', context.tenantId, context, { policy_id: id }))
    return { status: 'deleted', policy_id: id }
  }

const enableCustomPolicy: GuardHandler<'enableCustomPolicy'> =
  (ports) =>
  async ({ params: { policy_id: id }, context }) => {
    await change(id, { enabled: true }, 'custom_policy.enable', context, ports)
    return { status: 'enabled', policy_id: id }
  }

const disableCustomPolicy: GuardHandler<'disableCustomPolicy'> =
  (ports) =>
  async ({ params: { policy_id: id }, context }) => {
    await change(id, { enabled: false }, 'custom_policy.disable', context, ports)
    return { status: 'disabled', policy_id: id }
  }

const validateCustomPrompt: GuardHandler<'validateCustomPrompt'> =
  (ports) =>
  async ({ body: { prompt, examples }, context }) => {
    const policy = { name: 'to be named', prompt, ...(examples === undefined ? {} : { examples }) }
    return { tenant_id: context.tenantId, prompt, validation: await validationOf(policy, context, ports) }
  }

const customPolicyLimits: GuardHandler<'customPolicyLimits'> = () => () => Promise.resolve(limits())

/** Handlers of custom policies, under both paths. */
export function customPolicyHandlers(ports: GuardPorts): CustomPolicyHandlers {
  return {
    listCustomPolicies: listCustomPolicies(ports),
    createCustomPolicy: createCustomPolicy(ports),
    readCustomPolicy: readCustomPolicy(ports),
    changeCustomPolicy: changeCustomPolicy(ports),
    deleteCustomPolicy: deleteCustomPolicy(ports),
    enableCustomPolicy: enableCustomPolicy(ports),
    disableCustomPolicy: disableCustomPolicy(ports),
    validateCustomPrompt: validateCustomPrompt(ports),
    customPolicyLimits: customPolicyLimits(ports),
    policyLimits: customPolicyLimits(ports),
    listCustomPoliciesAlso: listCustomPolicies(ports),
    createCustomPolicyAlso: createCustomPolicy(ports),
    readCustomPolicyAlso: readCustomPolicy(ports),
    changeCustomPolicyAlso: changeCustomPolicy(ports),
    deleteCustomPolicyAlso: deleteCustomPolicy(ports),
    enableCustomPolicyAlso: enableCustomPolicy(ports),
    disableCustomPolicyAlso: disableCustomPolicy(ports),
    validateCustomPromptAlso: validateCustomPrompt(ports),
    customPolicyLimitsAlso: customPolicyLimits(ports),
  }
}

type CustomPolicyHandlers = Pick<Handlers<typeof guardEndpoints, RequestContext>, keyof typeof customPolicyEndpoints>

function limits(): CustomPolicyLimits {
  const { name, description, prompt, confidence_threshold, priority, examples_max, per_stage_max } =
    CUSTOM_POLICY_LIMITS
  return {
    max_policies_per_stage: per_stage_max,
    valid_stages: [...CUSTOM_POLICY_STAGES],
    valid_actions: [...CUSTOM_POLICY_ACTIONS],
    min_name_length: name.min,
    max_name_length: name.max,
    max_description_length: description.max,
    min_prompt_length: prompt.min,
    max_prompt_length: prompt.max,
    max_examples: examples_max,
    confidence_threshold_range: { ...confidence_threshold },
    priority_range: { ...priority },
  }
}

/** Measures a policy classifier's error rates on its examples and on ordinary text, in another thread. */
async function validationOf(
  policy: object,
  { tenantId }: Pick<RequestContext, 'tenantId'>,
  { agentic: { worker } }: Pick<GuardPorts, 'agentic'>,
): Promise<CustomPolicyValidation> {
  const about = { tenantId, chars: JSON.stringify(policy).length }
  const { valid, issues, suggestions, ...measured } = await workAside(worker, 'validatePolicy', { policy }, about)
  return { valid, issues: [...issues], suggestions: [...suggestions], ...measured }
}

async function change(
  id: string,
  patch: Readonly<Record<string, unknown>>,
  action: 'custom_policy.update' | 'custom_policy.enable' | 'custom_policy.disable',
  context: RequestContext,
  { store, audit }: GuardPorts,
): Promise<CustomPolicy> {
  const changed = await changeRow(store, context.tenantId, id, actorOf(context), (row) => {
    const parsed = NewCustomPolicy.safeParse({ ...row.definition, stage: row.stage, ...patch })
    if (!parsed.success) {
      const violations = parsed.error.issues.map(({ path, message, code }) => ({
        path: ['body', ...path.map(String)],
        message,
        type: code,
      }))
      throw new Failure('invalid_request', 'The resulting policy is invalid.', { violations })
    }
    const { stage, ...definition } = parsed.data
    return { stage, definition }
  })
  if (changed === undefined) throw unknownPolicy(id)
  if (changed === 'full') throw tooManyPolicies(String(patch['stage']))
  await audit.append(changeEntry(action, context.tenantId, context, { policy_id: id, version: changed.version }))
  return customPolicyView(changed)
}

/** Returns a custom policy for a response. */
export function customPolicyView(row: CustomPolicyRow): CustomPolicy {
  return {
    ...NewCustomPolicy.parse({ ...row.definition, stage: row.stage }),
    policy_id: row.id,
    version: row.version,
    created_at: row.createdAt.toISOString(),
    created_by: row.createdBy,
    updated_at: row.updatedAt.toISOString(),
    updated_by: row.updatedBy,
  }
}

function unknownPolicy(id: string): Failure {
  return new Failure('not_found', `Custom policy "${id.slice(0, 64)}" not found.`)
}

function tooManyPolicies(stage: string): Failure {
  return new Failure(
    'limit_reached',
    `A tenant can have at most ${CUSTOM_POLICIES_PER_STAGE_MAX} custom policies for ${stage}.`,
  )
}
