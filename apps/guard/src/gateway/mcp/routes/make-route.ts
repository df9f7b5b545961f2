import type { McpRouteRequest } from '@gatehouse/contracts'
import { Failure, MASK } from '@gatehouse/kernel'
import { withoutSecrets } from '../../../administration/shown-url.ts'
import type { RouteSecrets, StoredRoute, StoredServer } from './stored-route.ts'

/** A route that is there already, with its secrets. */
export interface RouteBefore {
  readonly stored: StoredRoute
  readonly secrets: RouteSecrets
}

/** A route as it is to be stored, with what is to be sealed beside it. */
export interface MadeRoute {
  readonly stored: Omit<StoredRoute, 'sealed'>
  readonly secrets: RouteSecrets
}

/**
 * The route that a request describes. What it sends as `***` is as it was, where the address has not changed: a secret goes to
 * no other address than the one that it was given for.
 * @throws {Failure} `invalid_request` naming the secret that must be sent again
 */
export function makeRoute(body: McpRouteRequest, before: RouteBefore | undefined): MadeRoute {
  const several = body.upstreams !== undefined
  const given = several ? body.upstreams! : [{ name: '', ...body }]
  const made = given.map((server, index) => makeServer(server, several ? ['upstreams', index] : [], before))
  const { shield_url, shield_tenant_key: key } = body
  const keptKey = before?.stored.shield_url === (shield_url ?? null) ? before?.secrets.shield_tenant_key : undefined
  const shieldKey = key === MASK ? (keptKey ?? mustSend(['shield_tenant_key'])) : (key ?? null)
  const { enforcement_backend, isolation_ack, scan_descriptions, pin_tools, enabled, default_agent, oauth, limits } =
    body
  const isRemote = enforcement_backend === 'http'
  return {
    stored: {
      servers: made.map(({ stored }) => stored),
      several,
      enforcement_backend,
      shield_url: isRemote ? (shield_url ?? null) : null,
      has_shield_key: isRemote && shieldKey !== null,
      isolation_ack,
      scan_descriptions,
      pin_tools,
      enabled,
      default_agent: default_agent ?? null,
      oauth,
      limits,
    },
    secrets: { servers: made.map(({ secrets }) => secrets), shield_tenant_key: isRemote ? shieldKey : null },
  }
}

type GivenServer = NonNullable<McpRouteRequest['upstreams']>[number]

function makeServer(
  { name, transport, url: givenUrl, command: runs, args = [], headers = {}, env = {}, shared = false }: GivenServer,
  path: readonly (string | number)[],
  before: RouteBefore | undefined,
): { readonly stored: StoredServer; readonly secrets: RouteSecrets['servers'][number] } {
  const index = before?.stored.servers.findIndex((server) => server.name === name) ?? -1
  const [was, secretly] = [before?.stored.servers[index], before?.secrets.servers[index]]
  const command = runs ?? null
  const shown = givenUrl === undefined ? null : withoutSecrets(givenUrl)
  // An address with `***` in its query is one that was read from here.
  const isShown = givenUrl !== undefined && givenUrl.includes(MASK) && givenUrl === was?.url
  const url = isShown ? secretly!.url : (givenUrl ?? null)
  if (!isShown && givenUrl?.includes(`=${MASK}`) === true) mustSend([...path, 'url'])
  const isSame =
    was !== undefined &&
    was.transport === transport &&
    secretly!.url === url &&
    was.command === command &&
    JSON.stringify(was.args) === JSON.stringify(args)
  const kept = (values: Readonly<Record<string, string>>, old: Readonly<Record<string, string>>, field: string) =>
    Object.fromEntries(
      Object.entries(values).map(([key, value]) => {
        if (value !== MASK) return [key, value]
        return [key, isSame && Object.hasOwn(old, key) ? old[key]! : mustSend([...path, field, key])]
      }),
    )
  const secrets = {
    url,
    headers: kept(headers, secretly?.headers ?? {}, 'headers'),
    env: kept(env, secretly?.env ?? {}, 'env'),
  }
  const stored = {
    name,
    transport,
    url: isShown ? was.url : shown,
    headers: Object.keys(headers),
    command,
    args,
    env: Object.keys(env),
    shared,
  }
  return { stored, secrets }
}

function mustSend(path: readonly (string | number)[]): never {
  const message = 'Nothing is stored for this address that "***" could stand for; send the value.'
  throw new Failure('invalid_request', message, {
    violations: [{ path: ['body', ...path], message, type: 'masked_secret' }],
  })
}
