import type { guardEndpoints, Handlers, modelUpstreamEndpoints, ModelUpstreamWrite } from '@gatehouse/contracts'
import type { RequestContext } from '@gatehouse/http'
import type { Egress } from '@gatehouse/kernel'
import { listItems, replaceItems } from '@gatehouse/store'
import { actorOf, changeEntry } from '../../administration/audited.ts'
import type { GuardHandler, GuardPorts } from '../../routes/handler.ts'
import { addressWarning } from '../mcp/routes/address.ts'
import { documentsOf, upstreamViews } from './configure.ts'
import { UPSTREAM_KIND } from './stored-upstream.ts'

const readModelUpstreams: GuardHandler<'readModelUpstreams'> =
  ({ store }) =>
  async ({ context: { tenantId } }) => {
    const upstreams = upstreamViews(await listItems(store, tenantId, UPSTREAM_KIND))
    return { tenant_id: tenantId, upstreams, uses_deployment: upstreams.length === 0 }
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
    const upstreams = upstreamViews(items)
    return {
      tenant_id: tenantId,
      upstreams,
      uses_deployment: upstreams.length === 0,
      ...(warning === undefined ? {} : { warning }),
    }
  }

const listModels: GuardHandler<'listModels'> =
  ({ tenants, upstreams }) =>
  async ({ context: { tenantId } }) => {
    const { models, unanswered } = await upstreams.models(await tenants.snapshot(tenantId))
    return { object: 'list', data: [...models], x_shield: { unanswered: [...unanswered] } }
  }

const readModel: GuardHandler<'readModel'> =
  ({ tenants, upstreams }) =>
  async ({ params: { model }, context: { tenantId } }) =>
    upstreams.model(await tenants.snapshot(tenantId), model)

type ModelUpstreamHandlers = Pick<Handlers<typeof guardEndpoints, RequestContext>, keyof typeof modelUpstreamEndpoints>

/** The handlers of model upstreams and of the models that they serve. */
export function modelUpstreamHandlers(ports: GuardPorts): ModelUpstreamHandlers {
  return {
    readModelUpstreams: readModelUpstreams(ports),
    replaceModelUpstreams: replaceModelUpstreams(ports),
    listModels: listModels(ports),
    listModelsAlso: listModels(ports),
    readModel: readModel(ports),
    readModelAlso: readModel(ports),
  }
}

/** @throws {Failure} `invalid_request` for an address that no call may go to */
async function warningOf(upstreams: readonly ModelUpstreamWrite[], egress: Egress): Promise<string | undefined> {
  const said = await Promise.all(
    upstreams.map(({ base_url: url }, index) => addressWarning(url, ['body', 'upstreams', index, 'base_url'], egress)),
  )
  const warnings = said.filter((warning) => warning !== undefined)
  return warnings.length === 0 ? undefined : warnings.join(' ')
}
