import type { Handlers } from '@gatehouse/contracts'
import type { dataPolicyEndpoints, guardEndpoints } from '@gatehouse/contracts/guard'
import { DataPolicy, type RuleBackend } from '@gatehouse/contracts/policies'
import {
  backendsOf,
  type CompiledDataPolicy,
  compileDataPolicy,
  FRAMEWORKS,
  frameworkPolicy,
  GLOBAL_DATA_POLICY,
  TOOL_DATA_POLICY_KIND,
  warningsOf,
  withFramework,
} from '@gatehouse/guards/data-policy'
import type { RequestContext } from '@gatehouse/http'
import { Failure } from '@gatehouse/kernel'
import {
  deleteItem,
  ITEMS_PER_KIND_MAX,
  type ItemKind,
  listItems,
  putItem,
  readItem,
  type TenantItem,
} from '@gatehouse/store/tenants'
import { actorOf, changeEntry } from '../../administration/audited.ts'
import { previewSanitization } from './preview-sanitization.ts'
import type { GuardHandler, GuardPorts } from '../handler.ts'

const listDataPolicies: GuardHandler<'listDataPolicies'> =
  ({ store }) =>
  async ({ context: { tenantId } }) => {
    const items = (await listItems(store, tenantId, TOOL_DATA_POLICY_KIND)).map(toolView)
    const policies = Object.fromEntries(items.map((item) => [item.tool_name, item]))
    return { tenant_id: tenantId, policies, items, total: items.length }
  }

const readDataPolicy: GuardHandler<'readDataPolicy'> =
  ({ store }) =>
  async ({ params: { tool }, context: { tenantId } }) => {
    const item = await readItem(store, tenantId, TOOL_DATA_POLICY_KIND, tool)
    if (item === undefined) throw unknownPolicy(tool)
    return { tenant_id: tenantId, tool_name: tool, exists: true, policy: toolView(item), ...served(compiledOf(item)) }
  }

const saveDataPolicy: GuardHandler<'createDataPolicy'> =
  (ports) =>
  async ({ params: { tool }, body, context }) =>
    saveTool(tool, () => body, context, ports)

const deleteDataPolicy: GuardHandler<'deleteDataPolicy'> =
  ({ store, audit }) =>
  async ({ params: { tool }, context }) => {
    const tenantItem = await deleteItem(store, context.tenantId, TOOL_DATA_POLICY_KIND, tool)
    if (tenantItem === undefined) throw unknownPolicy(tool)
    await audit.append(changeEntry('data_policy.delete', context.tenantId, context, { tool }))
    return { status: 'deleted', tenant_id: context.tenantId, tool_name: tool }
  }

const readGlobalDataPolicy: GuardHandler<'readGlobalDataPolicy'> =
  ({ store }) =>
  async ({ context: { tenantId } }) => {
    const item = await readItem(store, tenantId, GLOBAL_DATA_POLICY.kind, GLOBAL_DATA_POLICY.name)
    if (item === undefined) return { tenant_id: tenantId, exists: false, policy: {} }
    return { tenant_id: tenantId, exists: true, policy: globalView(item) }
  }

const saveGlobalDataPolicy: GuardHandler<'saveGlobalDataPolicy'> =
  (ports) =>
  async ({ body, context }) =>
    saveGlobal(() => body, context, ports)

const deleteGlobalDataPolicy: GuardHandler<'deleteGlobalDataPolicy'> =
  ({ store, audit }) =>
  async ({ context }) => {
    const { kind, name } = GLOBAL_DATA_POLICY
    const tenantItem = await deleteItem(store, context.tenantId, kind, name)
    if (tenantItem === undefined) throw new Failure('not_found', 'The tenant has no tenant-wide data policy.')
    await audit.append(changeEntry('data_policy.delete', context.tenantId, context, { scope: 'global' }))
    return { status: 'deleted', tenant_id: context.tenantId, exists: false }
  }

const validateDataPolicy: GuardHandler<'validateDataPolicy'> =
  ({ agentic: { model } }) =>
  ({ body }) => {
    // A policy may be the body itself, or under `policy`.
    const value = 'policy' in body ? body['policy'] : body
    try {
      const compiled = compileDataPolicy(value, { hasModel: model !== undefined, path: [] })
      return Promise.resolve({ valid: true, errors: [], ...served(compiled) })
    } catch (thrown) {
      if (!(thrown instanceof Failure)) throw thrown
      const errors = thrown.violations.map(({ path, message, type }) => ({ path: path.join('.'), message, type }))
      return Promise.resolve({ valid: false, errors, backends: [], warnings: [] })
    }
  }

const listFrameworks: GuardHandler<'listFrameworks'> = () => () => {
  frameworks ??= FRAMEWORKS.map(described)
  return Promise.resolve({ frameworks: [...frameworks], total: frameworks.length })
}

/** Compiled once, at first use: built-in frameworks never change, and compilation takes 0.1 s. */
let frameworks: readonly ReturnType<typeof described>[] | undefined

function described(framework: (typeof FRAMEWORKS)[number]) {
  const { id, name, description } = framework
  const policy = frameworkPolicy(framework)
  const backends = [...backendsOf(compileDataPolicy(policy, { hasModel: false }))]
  return { id, name, description, policy, sanitization_rules: policy.sanitization_rules, backends }
}

const applyFramework: GuardHandler<'applyFramework'> =
  (ports) =>
  async ({ params: { framework: id }, body: { tool_name: tool }, context }) => {
    const framework = FRAMEWORKS.find((item) => item.id === id)!
    const joined = (before: DataPolicy | undefined): DataPolicy =>
      withFramework(before ?? DataPolicy.parse({}), framework)
    return tool === undefined ? saveGlobal(joined, context, ports) : saveTool(tool, joined, context, ports)
  }

type DataPolicyHandlers = Pick<Handlers<typeof guardEndpoints, RequestContext>, keyof typeof dataPolicyEndpoints>

export function dataPolicyHandlers(ports: GuardPorts): DataPolicyHandlers {
  return {
    listDataPolicies: listDataPolicies(ports),
    readDataPolicy: readDataPolicy(ports),
    createDataPolicy: saveDataPolicy(ports),
    replaceDataPolicy: saveDataPolicy(ports),
    deleteDataPolicy: deleteDataPolicy(ports),
    readGlobalDataPolicy: readGlobalDataPolicy(ports),
    saveGlobalDataPolicy: saveGlobalDataPolicy(ports),
    deleteGlobalDataPolicy: deleteGlobalDataPolicy(ports),
    previewSanitization: previewSanitization(ports),
    validateDataPolicy: validateDataPolicy(ports),
    listFrameworks: listFrameworks(ports),
    applyFramework: applyFramework(ports),
  }
}

type Change = (before: DataPolicy | undefined) => DataPolicy

async function saveTool(tool: string, change: Change, context: RequestContext, ports: GuardPorts) {
  const saved = await save({ kind: TOOL_DATA_POLICY_KIND, name: tool }, change, context, ports, { tool_name: tool })
  await ports.audit.append(
    changeEntry('data_policy.update', context.tenantId, context, { tool, ...counts(saved.item) }),
  )
  return {
    status: saved.isNew ? ('created' as const) : ('updated' as const),
    tenant_id: context.tenantId,
    tool_name: tool,
    policy: toolView(saved.item),
    ...served(saved.compiled),
  }
}

async function saveGlobal(change: Change, context: RequestContext, ports: GuardPorts) {
  const saved = await save(GLOBAL_DATA_POLICY, change, context, ports, {})
  const details = { scope: 'global', ...counts(saved.item) }
  await ports.audit.append(changeEntry('data_policy.update', context.tenantId, context, details))
  return {
    status: saved.isNew ? ('created' as const) : ('updated' as const),
    tenant_id: context.tenantId,
    exists: true as const,
    policy: globalView(saved.item),
    ...served(saved.compiled),
  }
}

interface Saved {
  readonly item: TenantItem
  readonly isNew: boolean
  readonly compiled: CompiledDataPolicy
}

async function save(
  place: { readonly kind: ItemKind; readonly name: string },
  change: Change,
  context: RequestContext,
  { store, agentic: { model } }: GuardPorts,
  named: object,
): Promise<Saved> {
  let compiled: CompiledDataPolicy | undefined
  const done = await putItem(store, context.tenantId, { ...place, by: actorOf(context) }, (before) => {
    const policy = change(before === undefined ? undefined : DataPolicy.parse(before.document))
    compiled = compileDataPolicy(policy, { hasModel: model !== undefined })
    return { ...named, ...compiled.document }
  })
  if (done === 'full' || compiled === undefined) {
    throw new Failure('limit_reached', `A tenant can have at most ${ITEMS_PER_KIND_MAX} data policies.`)
  }
  return { ...done, compiled }
}

function served(compiled: CompiledDataPolicy): { backends: RuleBackend[]; warnings: string[] } {
  return { backends: [...backendsOf(compiled)], warnings: [...warningsOf(compiled)] }
}

/** Returns the compiled stored policy. A missing model is reported on save and in calls. */
function compiledOf({ document }: TenantItem): CompiledDataPolicy {
  return compileDataPolicy(document, { hasModel: true })
}

/** Returns names and numbers for the audit log. Patterns of rules may be confidential. */
function counts({ document }: TenantItem): Readonly<Record<string, unknown>> {
  const { enabled, mode, sanitization_mode, sanitization_rules, role_policies } = DataPolicy.parse(document)
  return {
    enabled,
    mode,
    sanitization_mode,
    rules: sanitization_rules.length,
    role_policies: role_policies.length,
  }
}

function toolView(item: TenantItem) {
  return { tool_name: item.name, ...globalView(item) }
}

function globalView({ document, createdAt, updatedAt, updatedBy }: TenantItem) {
  return {
    ...DataPolicy.parse(document),
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
    updated_by: updatedBy,
  }
}

function unknownPolicy(tool: string): Failure {
  return new Failure('not_found', `Data policy for tool "${tool.slice(0, 128)}" not found.`)
}
