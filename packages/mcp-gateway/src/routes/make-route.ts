import type { McpRouteRequest } from '@gatehouse/contracts/agents'
import { shownAddress, shownArguments } from '@gatehouse/guards'
import { canonicalJson, Failure, MASK } from '@gatehouse/kernel'
import type { RouteSecrets, StoredRoute, StoredServer } from './stored-route.ts'

/** An existing route with its secrets. */
export interface RouteBefore {
  readonly stored: StoredRoute
  readonly secrets: RouteSecrets
}

/** A route for storage, with its secrets to be sealed. */
export interface NewRoute {
  readonly stored: Omit<StoredRoute, 'sealed'>
  readonly secrets: RouteSecrets
}

/**
 * Returns the route for a request. A value `***` keeps the stored value if its destination is unchanged: a secret is only sent to the
 * address and program that it was given for.
 * @throws {Failure} `invalid_request` that names the secret to send again
 */
export function makeRoute(body: McpRouteRequest, before: RouteBefore | undefined): NewRoute {
  const several = body.upstreams !== undefined
  const values = several ? body.upstreams! : [{ name: '', ...body }]
  const created = values.map((server, index) => makeServer(server, several ? ['upstreams', index] : [], before))
  const { enforcement_backend, isolation_ack, scan_descriptions, pin_tools, enabled, default_agent, limits } = body
  const isRemote = enforcement_backend === 'http'
  const shield = isRemote ? makeShield(body, before) : NO_SHIELD
  const keys = makeAddress(body.oauth?.jwks_url, ['oauth', 'jwks_url'], {
    shown: before?.stored.oauth?.jwks_url,
    url: before?.secrets.jwks_url,
  })
  return {
    stored: {
      servers: created.map(({ stored }) => stored),
      several,
      enforcement_backend,
      shield_url: shield.shown,
      has_shield_key: shield.key !== null,
      isolation_ack,
      scan_descriptions,
      pin_tools,
      enabled,
      default_agent: default_agent ?? null,
      oauth: keys === undefined || body.oauth === undefined ? body.oauth : { ...body.oauth!, jwks_url: keys.shown },
      limits,
    },
    secrets: {
      servers: created.map(({ secrets }) => secrets),
      shield_url: shield.url,
      shield_tenant_key: shield.key,
      jwks_url: keys?.url ?? null,
    },
  }
}

const NO_SHIELD = { shown: null, url: null, key: null }

function makeShield({ shield_url, shield_tenant_key: key }: McpRouteRequest, before: RouteBefore | undefined) {
  const was = { shown: before?.stored.shield_url, url: before?.secrets.shield_url }
  const address = makeAddress(shield_url, ['shield_url'], was)
  const stored = address !== undefined && address.url === was.url ? before?.secrets.shield_tenant_key : undefined
  return {
    shown: address?.shown ?? null,
    url: address?.url ?? null,
    key: key === MASK ? (stored ?? mustSend(['shield_tenant_key'])) : (key ?? null),
  }
}

interface Address {
  /** Address without its secrets. */
  readonly shown: string
  readonly url: string
}

/** Returns the given address, or the stored one if the given one equals its displayed form. */
function makeAddress(
  text: string | undefined,
  path: readonly (string | number)[],
  was: { readonly shown?: string | null | undefined; readonly url?: string | null | undefined },
): Address | undefined {
  if (text === undefined) return undefined
  if (!text.includes(MASK)) return { shown: shownAddress(text), url: text }
  if (text !== was.shown) mustSend(path)
  return { shown: text, url: was.url! }
}

type SubmittedServer = NonNullable<McpRouteRequest['upstreams']>[number]
type ServerSecrets = RouteSecrets['servers'][number]

function makeServer(
  { name, transport, url: text, command: runs, args: givenArgs = [], headers = {}, env = {}, shared }: SubmittedServer,
  path: readonly (string | number)[],
  before: RouteBefore | undefined,
): { readonly stored: StoredServer; readonly secrets: ServerSecrets } {
  const index = before?.stored.servers.findIndex((server) => server.name === name) ?? -1
  const [was, secretly] = [before?.stored.servers[index], before?.secrets.servers[index]]
  const command = runs ?? null
  const address = makeAddress(text, [...path, 'url'], { shown: was?.url, url: secretly?.url })
  const isStored = was?.transport === transport && was.command === command
  const args = givenArgs.map((argument, at) => {
    if (!argument.includes(MASK)) return argument
    return isStored && argument === was.args[at] ? secretly!.args[at]! : mustSend([...path, 'args', at])
  })
  const url = address?.url ?? null
  const isSamePlace = isStored && secretly!.url === url && isSame(args, secretly!.args)
  const entry = (values: Variables, old: Variables | undefined, field: string): Variables =>
    Object.fromEntries(
      Object.entries(values).map(([key, value]) => {
        if (value !== MASK) return [key, value]
        return [key, isSamePlace && Object.hasOwn(old!, key) ? old![key]! : mustSend([...path, field, key])]
      }),
    )
  const secrets = {
    url,
    headers: entry(headers, secretly?.headers, 'headers'),
    args,
    env: entry(env, secretly?.env, 'env'),
  }
  // A variable may determine where a program sends the value of another variable.
  const mark = Object.keys(env).find((key) => env[key] === MASK)
  const isKept = mark !== undefined || givenArgs.some((argument) => argument.includes(MASK))
  if (isKept && !(isSame(args, secretly!.args) && isSame(secrets.env, secretly!.env))) {
    mustSend([...path, ...(mark === undefined ? ['args'] : ['env', mark])])
  }
  const stored = {
    name,
    transport,
    url: address?.shown ?? null,
    headers: Object.keys(headers),
    command,
    args: [...shownArguments(args)],
    env: Object.keys(env),
    shared: shared ?? false,
  }
  return { stored, secrets }
}

type Variables = Readonly<Record<string, string>>

function isSame(one: readonly string[] | Variables, other: readonly string[] | Variables): boolean {
  return canonicalJson(one) === canonicalJson(other)
}

function mustSend(path: readonly (string | number)[]): never {
  const message =
    '"***" is not accepted: no value is stored for this field, or the address, the command, its arguments or its other ' +
    'variables changed; send the value.'
  throw new Failure('invalid_request', message, {
    violations: [{ path: ['body', ...path], message, type: 'masked_secret' }],
  })
}
