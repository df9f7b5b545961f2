import type { Handlers } from '@gatehouse/contracts'
import type { ListedTool, toolEndpoints } from '@gatehouse/contracts/agents'
import type { guardEndpoints } from '@gatehouse/contracts/guard'
import type { ToolPolicy } from '@gatehouse/contracts/policies'
import { compileArgumentSchema, TOOLS_DOCUMENT } from '@gatehouse/guards/tools'
import type { RequestContext } from '@gatehouse/http'
import { Failure, type Violation, yieldAfter } from '@gatehouse/kernel'
import {
  deleteItem,
  ITEMS_PER_KIND_MAX,
  listItems,
  putItem,
  readItem,
  replaceItems,
  type TenantItem,
} from '@gatehouse/store/tenants'
import { actorOf, changeEntry } from '../../administration/audited.ts'
import { toolPoliciesOf, toolPolicyOf } from '../../agents/tool-policies.ts'
import type { GuardHandler, GuardPorts } from '../handler.ts'

const KIND = 'tool_policy'

const listToolPolicies: GuardHandler<'listToolPolicies'> =
  ({ store }) =>
  async ({ context: { tenantId } }) => ({
    success: true,
    ...shownPolicies(await listItems(store, tenantId, KIND)),
    tenant_id: tenantId,
  })

const replaceToolPolicies: GuardHandler<'replaceToolPolicies'> =
  ({ store, audit }) =>
  async ({ body, context }) => {
    const { policies, warnings } = await toolPoliciesOf(body)
    const by = actorOf(context)
    const items = await replaceItems(store, context.tenantId, { kind: KIND, by }, policies)
    await audit.append(
      changeEntry('tool_policy.replace', context.tenantId, context, { tools: [...policies.keys()].slice(0, 100) }),
    )
    const shown = shownPolicies(items)
    const message = `The tenant has ${shown.total} tool policies.`
    return { success: true, message, ...shown, tenant_id: context.tenantId, warnings: [...warnings] }
  }

const readToolPolicy: GuardHandler<'readToolPolicy'> =
  ({ store }) =>
  async ({ params: { tool_name: tool }, context: { tenantId } }) => {
    const item = await readItem(store, tenantId, KIND, tool)
    if (item === undefined) throw unknownPolicy(tool)
    return shownPolicy(item, tenantId)
  }

const saveToolPolicy: GuardHandler<'saveToolPolicy'> =
  ({ store, audit }) =>
  async ({ params: { tool_name: tool }, body, context }) => {
    const { policy, warnings } = toolPolicyOf(tool, body)
    const { tenantId } = context
    const put = await putItem(store, tenantId, { kind: KIND, name: tool, by: actorOf(context) }, () => policy)
    if (put === 'full')
      throw new Failure('limit_reached', `A tenant can have at most ${ITEMS_PER_KIND_MAX} tool policies.`)
    await audit.append(changeEntry('tool_policy.update', tenantId, context, { tool_name: tool }))
    const status = put.isNew ? ('created' as const) : ('updated' as const)
    return { ...shownPolicy(put.item, tenantId), status, warnings: [...warnings] }
  }

const deleteToolPolicy: GuardHandler<'deleteToolPolicy'> =
  ({ store, audit }) =>
  async ({ params: { tool_name: tool }, context }) => {
    if ((await deleteItem(store, context.tenantId, KIND, tool)) === undefined) throw unknownPolicy(tool)
    await audit.append(changeEntry('tool_policy.delete', context.tenantId, context, { tool_name: tool }))
    return { success: true, message: `Policy for tool "${tool}" removed.`, tool_name: tool }
  }

const readTools: GuardHandler<'readTools'> =
  ({ store }) =>
  async ({ context: { tenantId } }) => {
    const item = await readItem(store, tenantId, 'document', TOOLS_DOCUMENT)
    // Only the handler below writes this field.
    const tools = (item?.document['tools'] ?? []) as ListedTool[]
    return { success: true, tenant_id: tenantId, tools, total: tools.length }
  }

const replaceTools: GuardHandler<'replaceTools'> =
  ({ store, audit }) =>
  async ({ body: { tools }, context }) => {
    await checkTools(tools)
    const { tenantId } = context
    const by = actorOf(context)
    const put = await putItem(store, tenantId, { kind: 'document', name: TOOLS_DOCUMENT, by }, () => ({ tools }))
    if (put === 'full') throw new Failure('limit_reached', 'The tenant has reached its document limit.')
    await audit.append(changeEntry('tools.replace', tenantId, context, { total: tools.length }))
    return { success: true, tenant_id: tenantId, tools, total: tools.length }
  }

/** Handlers of tool policies and the tenant's tool list. */
export function toolHandlers(
  ports: GuardPorts,
): Pick<Handlers<typeof guardEndpoints, RequestContext>, keyof typeof toolEndpoints> {
  return {
    listToolPolicies: listToolPolicies(ports),
    replaceToolPolicies: replaceToolPolicies(ports),
    readToolPolicy: readToolPolicy(ports),
    saveToolPolicy: saveToolPolicy(ports),
    deleteToolPolicy: deleteToolPolicy(ports),
    readTools: readTools(ports),
    replaceTools: replaceTools(ports),
  }
}

/** @throws {Failure} `invalid_request` for duplicate tool names, and for schemas that do not compile */
async function checkTools(tools: readonly ListedTool[]): Promise<void> {
  let turn_ms = performance.now()
  const violations: Violation[] = []
  const names = new Set<string>()
  for (const [index, { function: definition }] of tools.entries()) {
    turn_ms = await yieldAfter(turn_ms)
    const path = ['body', 'tools', index, 'function']
    if (names.has(definition.name)) {
      violations.push({ path: [...path, 'name'], message: 'More than one tool has this name.', type: 'duplicate' })
    }
    names.add(definition.name)
    try {
      if (definition.parameters !== undefined) compileArgumentSchema(definition.parameters, [...path, 'parameters'])
    } catch (thrown) {
      if (!(thrown instanceof Failure)) throw thrown
      violations.push(...thrown.violations)
    }
  }
  if (violations.length > 0) throw new Failure('invalid_request', violations[0]!.message, { violations })
}

function shownPolicies(items: readonly TenantItem[]) {
  const policies = items.map(policyOf)
  return {
    tool_policies: Object.fromEntries(policies.map((policy) => [policy.tool_name, policy])),
    items: policies,
    total: policies.length,
  }
}

function shownPolicy(item: TenantItem, tenantId: string) {
  const policy = policyOf(item)
  return { success: true as const, tool_name: item.name, policy, tool_policy: policy, tenant_id: tenantId }
}

function policyOf({ name, document }: TenantItem): ToolPolicy {
  // The stored document was validated, with defaults applied.
  return { ...(document as ToolPolicy), tool_name: name }
}

function unknownPolicy(tool: string): Failure {
  return new Failure('not_found', `Policy for tool "${tool.slice(0, 128)}" not found.`)
}
