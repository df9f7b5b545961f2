import { type McpRouteRequest, ROUTE_NAME } from '@gatehouse/contracts/agents'
import { Failure } from '@gatehouse/kernel'
import { refusedVariable } from '@gatehouse/mcp'
import { deleteItem, listItems, putItem, readItem, type TenantItem } from '@gatehouse/store/tenants'
import { actorOf, changeEntry } from '../../administration/audited.ts'
import { addressWarning } from '../../administration/saved-address.ts'
import type { GuardHandler, GuardPorts } from '../handler.ts'
import { makeRoute, ROUTE_KIND, ROUTES_MAX, storedRoute, unknownRoute } from '@gatehouse/mcp-gateway'
import { routeView } from './mcp-route-view.ts'

/** `GET …/mcp-gateway/upstreams`. */
export const listUpstreams: GuardHandler<'listUpstreams'> =
  ({ store }) =>
  async ({ context: { tenantId } }) => {
    const items = await listItems(store, tenantId, ROUTE_KIND)
    return { tenant_id: tenantId, upstreams: items.map((item) => ({ route: item.name, ...routeView(item) })) }
  }

/** `GET …/mcp-gateway/upstreams/{route}`. */
export const readUpstream: GuardHandler<'readUpstream'> =
  ({ store }) =>
  async ({ params: { route }, context: { tenantId } }) => {
    const item = ROUTE_NAME.test(route) ? await readItem(store, tenantId, ROUTE_KIND, route) : undefined
    if (item === undefined) throw unknownRoute(route)
    return { tenant_id: tenantId, route, upstream: routeView(item) }
  }

/** `PUT …/mcp-gateway/upstreams/{route}`. */
export const putUpstream: GuardHandler<'putUpstream'> =
  (ports) =>
  async ({ params: { route }, body, context }) => {
    const { tenantId } = context
    if (!ROUTE_NAME.test(route)) throw badName()
    const warning = await checkedAddresses(body, ports)
    if (await isFull(tenantId, route, ports)) throw full()
    const by = actorOf(context)
    const put = await putItem(ports.store, tenantId, { kind: ROUTE_KIND, name: route, by }, (before) => {
      const { sealer } = ports.mcp
      const stored = before === undefined ? undefined : storedRoute(before.document)
      const earlier = stored === undefined ? undefined : { stored, secrets: sealer.secretsOf(tenantId, route, stored) }
      const newRoute = makeRoute(body, earlier)
      return { ...newRoute.stored, sealed: sealer.seal(tenantId, route, newRoute.secrets) }
    })
    if (put === 'full') throw full()
    await ports.audit.append(
      changeEntry(put.isNew ? 'mcp_route.create' : 'mcp_route.update', tenantId, context, about(put.item)),
    )
    return {
      status: put.isNew ? 'created' : 'updated',
      tenant_id: tenantId,
      route,
      upstream: routeView(put.item),
      ...(warning === undefined ? {} : { warning }),
    }
  }

/** `DELETE …/mcp-gateway/upstreams/{route}`. Also deletes the pins. */
export const deleteUpstream: GuardHandler<'deleteUpstream'> =
  ({ store, audit }) =>
  async ({ params: { route }, context }) => {
    const { tenantId } = context
    // A delete makes every instance reload the tenant. A request for a missing route must not.
    const known = ROUTE_NAME.test(route) && (await readItem(store, tenantId, ROUTE_KIND, route)) !== undefined
    if (!known || (await deleteItem(store, tenantId, ROUTE_KIND, route)) === undefined) throw unknownRoute(route)
    await audit.append(changeEntry('mcp_route.delete', tenantId, context, { route }))
    return { status: 'deleted', tenant_id: tenantId, route }
  }

/** Returns names and switches for the audit log, without addresses and sealed values. */
function about({ name, document }: TenantItem) {
  const { servers, enforcement_backend, scan_descriptions, pin_tools, enabled, default_agent, isolation_ack, oauth } =
    storedRoute(document)
  return {
    route: name,
    transports: servers.map(({ transport }) => transport),
    enforcement_backend,
    scan_descriptions,
    pin_tools,
    enabled,
    isolation_ack,
    default_agent: default_agent ?? undefined,
    oauth: oauth !== null && oauth !== undefined,
  }
}

async function isFull(tenantId: string, route: string, { store }: GuardPorts): Promise<boolean> {
  const others = await listItems(store, tenantId, ROUTE_KIND)
  return others.length >= ROUTES_MAX && others.every(({ name }) => name !== route)
}

/**
 * Checks every address and every command of a route.
 * @throws {Failure} `invalid_request` for a denied address, and for a command that is not permitted
 */
async function checkedAddresses(body: McpRouteRequest, { egress, mcp }: GuardPorts): Promise<string | undefined> {
  const servers = (body.upstreams ?? [body]).map((server, index) => ({
    ...server,
    path: body.upstreams === undefined ? ['body'] : ['body', 'upstreams', index],
  }))
  for (const { transport, command, args, env, path } of servers) {
    if (transport !== 'stdio') continue
    if (!mcp.mayRun(command!, args ?? [])) throw notAllowed([...path, 'command'])
    const variable = refusedVariable(env ?? {})
    if (variable !== undefined) throw badVariable([...path, 'env', variable])
  }
  const addresses: { readonly url: string; readonly path: readonly (string | number)[] }[] = [
    ...servers.flatMap(({ url, path }) => (url === undefined ? [] : [{ url, path: [...path, 'url'] }])),
    ...(body.shield_url === undefined ? [] : [{ url: body.shield_url, path: ['body', 'shield_url'] }]),
    ...(body.oauth?.jwks_url === undefined ? [] : [{ url: body.oauth.jwks_url, path: ['body', 'oauth', 'jwks_url'] }]),
    ...(body.oauth?.issuer === undefined ? [] : [{ url: body.oauth.issuer, path: ['body', 'oauth', 'issuer'] }]),
  ]
  const warnings = await Promise.all(addresses.map(({ url, path }) => addressWarning(url, path, egress)))
  const runsHere = servers.some(({ transport }) => transport === 'stdio')
  if (runsHere && !body.isolation_ack) warnings.push(NOT_ISOLATED)
  const texts = warnings.filter((warning) => warning !== undefined)
  return texts.length === 0 ? undefined : texts.join(' ')
}

const NOT_ISOLATED =
  'The tool server runs as a process with the permissions of the gateway account. Isolate the process, then set isolation_ack.'

function notAllowed(path: readonly (string | number)[]): Failure {
  const message =
    'The deployment does not allow this command or its arguments. GATEHOUSE_MCP_COMMANDS lists the allowed commands.'
  return new Failure('invalid_request', message, { violations: [{ path, message, type: 'command_refused' }] })
}

function badVariable(path: readonly (string | number)[]): Failure {
  const message = 'A route must not set a variable that can make the program run other code.'
  return new Failure('invalid_request', message, { violations: [{ path, message, type: 'variable_refused' }] })
}

function badName(): Failure {
  const message = 'A route name must have 1 to 64 letters, digits, "_" or "-", and start with a letter or digit.'
  return new Failure('invalid_request', message, {
    violations: [{ path: ['path', 'route'], message, type: 'invalid_format' }],
  })
}

function full(): Failure {
  return new Failure('limit_reached', `A tenant can have at most ${ROUTES_MAX} routes.`)
}
