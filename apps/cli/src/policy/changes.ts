import { allGuards, shownAddress, shownArguments } from '@gatehouse/guards'
import { type Difference, differences, Failure, isJsonObject, MASK } from '@gatehouse/kernel'
import type { RemoteTenant, TenantDocument } from './document.ts'
import { listed, orphans, settled } from './references.ts'

/** Maximum number of displayed characters of a value. */
const VALUE_CHARS_MAX = 100

const SECRETS: ReadonlySet<string> = new Set(allGuards.flatMap((guard) => guard.secretSettings ?? []))

/** Sections with references to secrets. */
const GATEWAYS = ['model_upstreams', 'mcp_routes'] as const

/**
 * Returns the changes that a push of a document would make, sorted by path.
 * @param isRenewing whether to send values of references even if the service has a value
 * @throws {Failure} `invalid_request` if the document contains a mask and the tenant has no stored value
 */
export function changesTo(remote: RemoteTenant, local: TenantDocument, isRenewing = false): readonly Difference[] {
  // Sections that are missing in the file stay unchanged.
  const managed = Object.fromEntries(Object.entries(remote.document).filter(([name]) => Object.hasOwn(local, name)))
  const gateways = Object.fromEntries(
    GATEWAYS.filter((name) => local[name] !== undefined).map((name) => [
      name,
      settled(local[name], isRenewing ? undefined : remote.document[name]),
    ]),
  )
  const result = { ...local, ...gateways }
  const first = maskWithoutValue({ ...local, ...mapTo(gateways, undefined) }, managed, '')
  const missing = [
    ...(first === undefined ? [] : [first]),
    ...GATEWAYS.flatMap((name) => orphans(gateways[name], remote.document[name], name)),
  ]
  if (missing.length > 0) {
    throw new Failure(
      'invalid_request',
      `${listed(missing)} ${missing.length === 1 ? 'is' : 'are'} ${MASK} in the file, but tenant "${remote.tenantId}" has no stored value. Write the value${first === undefined ? ', or ${NAME} to read it from the environment' : ''}.`,
    )
  }
  return differences(managed, result).map(masked)
}

function mapTo(value: object, to: unknown): Record<string, unknown> {
  return Object.fromEntries(Object.keys(value).map((name) => [name, to]))
}

/** Formats one change. */
export function changeLine({ path, kind, before, after }: Difference): string {
  if (kind === 'added') return `+ ${path}: ${shown(after)}`
  if (kind === 'removed') return `- ${path}: ${shown(before)}`
  return `~ ${path}: ${shown(before)} → ${shown(after)}`
}

/** Hides secrets of the file from terminals and pipeline logs. */
function masked(change: Difference): Difference {
  const name = change.path.split('.').at(-1)!
  const isGateway = GATEWAYS.some((section) => change.path.startsWith(section))
  const mask = (value: unknown): unknown =>
    isGateway ? hiddenGateway(value, change.path.split('.')) : SECRETS.has(name) ? MASK : hidden(value)
  return {
    path: change.path,
    kind: change.kind,
    ...(Object.hasOwn(change, 'before') ? { before: mask(change.before) } : {}),
    ...(Object.hasOwn(change, 'after') ? { after: mask(change.after) } : {}),
  }
}

function hidden(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(hidden)
  if (!isJsonObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, SECRETS.has(name) ? MASK : hidden(item)]),
  )
}

/** Hides keys of gateways, and possible secrets in addresses and arguments. References reveal no secret. */
function hiddenGateway(value: unknown, path: readonly string[]): unknown {
  if (Array.isArray(value)) {
    const texts = value.filter((item) => typeof item === 'string')
    if (path.at(-1) === 'args' && texts.length === value.length) return shownArguments(texts)
    return value.map((item) => hiddenGateway(item, path))
  }
  if (isJsonObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, hiddenGateway(item, [...path, name])]))
  }
  if (typeof value !== 'string' || /^(?:[\w-]+ )?\$\{\w+\}$/.test(value)) return value
  if (/(?:^|_)ur[il]$|^issuer$/.test(path.at(-1)!)) return shownAddress(value)
  return path.some((name) => KEPT_BELOW.has(name)) ? MASK : value
}

/** Fields of gateways with secret values. */
const KEPT_BELOW: ReadonlySet<string> = new Set(['headers', 'env', 'api_key', 'shield_tenant_key'])

function shown(value: unknown): string {
  const text = JSON.stringify(value)
  return text.length <= VALUE_CHARS_MAX ? text : `${text.slice(0, VALUE_CHARS_MAX)}…`
}

/** Returns the first mask in `local` without a value in `remote`. */
function maskWithoutValue(local: unknown, remote: unknown, path: string): string | undefined {
  if (local === MASK) return remote === MASK ? undefined : path
  if (!isJsonObject(local)) return undefined
  const there = isJsonObject(remote) ? remote : {}
  for (const [name, value] of Object.entries(local)) {
    const found = maskWithoutValue(value, there[name], path === '' ? name : `${path}.${name}`)
    if (found !== undefined) return found
  }
  return undefined
}
