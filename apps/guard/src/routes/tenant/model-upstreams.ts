import type { Handlers } from '@gatehouse/contracts'
import type { ListedModel, modelUpstreamEndpoints, ModelUpstreamWrite } from '@gatehouse/contracts/content'
import type { guardEndpoints } from '@gatehouse/contracts/guard'
import type { RequestContext } from '@gatehouse/http'
import type { Egress } from '@gatehouse/kernel/egress'
import { listItems, replaceItems, type TenantItem } from '@gatehouse/store/tenants'
import { actorOf, changeEntry } from '../../administration/audited.ts'
import { addressWarning } from '../../administration/saved-address.ts'
import type { GuardHandler, GuardPorts } from '../handler.ts'
import { documentsOf, documentsWith, documentsWithout, UPSTREAM_KIND, upstreamViews } from '@gatehouse/llm-gateway'

const readModelUpstreams: GuardHandler<'readModelUpstreams'> =
  ({ store }) =>
  async ({ context: { tenantId } }) => {
    return listed(tenantId, await listItems(store, tenantId, UPSTREAM_KIND))
  }

const replaceModelUpstreams: GuardHandler<'replaceModelUpstreams'> =
  ({ store, audit, egress, upstreams: { sealer } }) =>
  async ({ body: { upstreams: wanted }, context }) => {
    const { tenantId } = context
    const warning = await warningOf(wanted, egress)
    const items = await replaceItems(store, tenantId, { kind: UPSTREAM_KIND, by: actorOf(context) }, (before) =>
      documentsOf(tenantId, wanted, before, sealer),
    )
    const names = wanted.map(({ name }) => name)
    await audit.append(changeEntry('model_upstreams.replace', tenantId, context, { upstreams: names }))
    return { ...listed(tenantId, items), ...(warning === undefined ? {} : { warning }) }
  }

const saveModelUpstream: GuardHandler<'saveModelUpstream'> =
  ({ store, audit, egress, upstreams: { sealer } }) =>
  async ({ params: { name }, body, context }) => {
    const { tenantId } = context
    const warning = await addressWarning(body.base_url, ['body', 'base_url'], egress)
    const items = await replaceItems(store, tenantId, { kind: UPSTREAM_KIND, by: actorOf(context) }, (before) =>
      documentsWith(tenantId, { ...body, name }, before, sealer),
    )
    await audit.append(changeEntry('model_upstream.update', tenantId, context, { upstream: name }))
    return { ...listed(tenantId, items), ...(warning === undefined ? {} : { warning }) }
  }

const deleteModelUpstream: GuardHandler<'deleteModelUpstream'> =
  ({ store, audit }) =>
  async ({ params: { name }, context }) => {
    const { tenantId } = context
    const items = await replaceItems(store, tenantId, { kind: UPSTREAM_KIND, by: actorOf(context) }, (before) =>
      documentsWithout(name, before),
    )
    await audit.append(changeEntry('model_upstream.delete', tenantId, context, { upstream: name }))
    return listed(tenantId, items)
  }

const listModels: GuardHandler<'listModels'> =
  ({ tenants, upstreams }) =>
  async ({ headers, context: { tenantId } }) => {
    const { models, unanswered } = await upstreams.models(await tenants.snapshot(tenantId))
    const x_shield = { unanswered: [...unanswered] }
    if (!isAnthropic(headers)) return { object: 'list', data: [...models], x_shield }
    const [first_id, last_id] = [models[0]?.id ?? null, models.at(-1)?.id ?? null]
    return { data: models.map((model) => anthropicView(model)), has_more: false, first_id, last_id, x_shield }
  }

const readModel: GuardHandler<'readModel'> =
  ({ tenants, upstreams }) =>
  async ({ params: { model }, headers, context: { tenantId } }) => {
    const found = await upstreams.model(await tenants.snapshot(tenantId), model)
    return isAnthropic(headers) ? anthropicView(found) : found
  }

type ModelUpstreamHandlers = Pick<Handlers<typeof guardEndpoints, RequestContext>, keyof typeof modelUpstreamEndpoints>

export function modelUpstreamHandlers(ports: GuardPorts): ModelUpstreamHandlers {
  return {
    readModelUpstreams: readModelUpstreams(ports),
    replaceModelUpstreams: replaceModelUpstreams(ports),
    saveModelUpstream: saveModelUpstream(ports),
    deleteModelUpstream: deleteModelUpstream(ports),
    listModels: listModels(ports),
    listModelsAlso: listModels(ports),
    readModel: readModel(ports),
    readModelAlso: readModel(ports),
  }
}

function listed(tenantId: string, items: readonly TenantItem[]) {
  const upstreams = upstreamViews(items)
  return { tenant_id: tenantId, upstreams, uses_deployment: upstreams.length === 0 }
}

/** Returns whether an Anthropic API client sent the request: these always send a version header. */
function isAnthropic(headers: Readonly<Record<string, unknown>>): boolean {
  return headers['anthropic-version'] !== undefined
}

function anthropicView({ id, created }: ListedModel) {
  return { id, type: 'model' as const, display_name: id, created_at: new Date(created * 1_000).toISOString() }
}

/** @throws {Failure} `invalid_request` for a denied address */
async function warningOf(upstreams: readonly ModelUpstreamWrite[], egress: Egress): Promise<string | undefined> {
  const texts = await Promise.all(
    upstreams.map(({ base_url: url }, index) => addressWarning(url, ['body', 'upstreams', index, 'base_url'], egress)),
  )
  const warnings = texts.filter((warning) => warning !== undefined)
  return warnings.length === 0 ? undefined : warnings.join(' ')
}
