import { Failure, isJsonObject, MASK } from '@gatehouse/kernel'

/** Environment variable as a placeholder for a secret; `$${` escapes a literal `${`. */
const REFERENCE = /\$(\$\{|\{([A-Za-z_][A-Za-z0-9_]{0,127})\})/g

/** Own limit of the paths listed in one message. */
const NAMED_MAX = 10

type Strings = (text: string, path: string) => unknown

function withTexts(value: unknown, make: Strings, path = ''): unknown {
  if (typeof value === 'string') return make(value, path)
  if (Array.isArray(value)) return value.map((item, at) => withTexts(item, make, `${path}.${at}`))
  if (!isJsonObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, withTexts(item, make, path === '' ? name : `${path}.${name}`)]),
  )
}

/** Escapes a value for a file, so that it contains no references. */
export function escaped(value: unknown): unknown {
  return withTexts(value, (text) => text.replaceAll('${', () => '$${'))
}

/** Only the service knows a reference's value. If it has one at that path, both are considered equal. */
export function settled(local: unknown, remote: unknown): unknown {
  if (typeof local === 'string') return settledText(local, remote)
  if (Array.isArray(local)) {
    const there: readonly unknown[] = Array.isArray(remote) ? remote : []
    return local.map((item, at) => settled(item, there[at]))
  }
  if (!isJsonObject(local)) return local
  const there = isJsonObject(remote) ? remote : {}
  return Object.fromEntries(Object.entries(local).map(([name, item]) => [name, settled(item, there[name])]))
}

function settledText(local: string, remote: unknown): string {
  const plain = local.replaceAll(REFERENCE, (whole, escape: string) => (escape === '${' ? '${' : whole))
  if (referencesIn(local).length === 0) return plain
  return typeof remote === 'string' && remote.includes(MASK) && matchesMasked(plain, remote) ? remote : plain
}

/** Returns whether a text matches a masked one. */
function matchesMasked(text: string, shown: string): boolean {
  const pieces = shown.split(MASK)
  let from = 0
  for (const [at, piece] of pieces.entries()) {
    const found = at === 0 ? (text.startsWith(piece) ? 0 : -1) : text.indexOf(piece, from)
    if (found < 0) return false
    from = found + piece.length
  }
  return text.endsWith(pieces.at(-1)!)
}

function referencesIn(text: string): string[] {
  return [...text.matchAll(REFERENCE)].flatMap(([, , name]) => (name === undefined ? [] : [name]))
}

/** Prefix of Gatehouse's own variables, such as its key. A foreign file must not send these anywhere. */
const OWN_NAME = /^GATEHOUSE_/i

/**
 * Resolves the references of a value.
 * @throws {Failure} `invalid_request` naming variables that are not set, or that are not for gateway secrets
 */
export function resolved(value: unknown, env: Readonly<Record<string, string | undefined>>): unknown {
  const missing = new Set<string>()
  const created = withTexts(value, (text) =>
    text.replaceAll(REFERENCE, (_whole, escape: string, name: string | undefined) => {
      if (escape === '${' || name === undefined) return '${'
      if (OWN_NAME.test(name)) throw new Failure('invalid_request', `The file may not reference ${name}.`)
      const found = env[name]
      if (found === undefined || found === '') missing.add(name)
      return found ?? ''
    }),
  )
  if (missing.size === 0) return created
  throw new Failure(
    'invalid_request',
    `The file references environment variables that are not set: ${listed([...missing])}.`,
  )
}

/** Returns the paths of masks for which the service has no value or shows another one. */
export function orphans(local: unknown, remote: unknown, path: string): readonly string[] {
  if (typeof local === 'string') return local.includes(MASK) && local !== remote ? [path] : []
  if (Array.isArray(local)) {
    const there: readonly unknown[] = Array.isArray(remote) ? remote : []
    return local.flatMap((item, at) => orphans(item, there[at], `${path}.${at}`))
  }
  if (!isJsonObject(local)) return []
  const there = isJsonObject(remote) ? remote : {}
  return Object.entries(local).flatMap(([name, item]) => orphans(item, there[name], `${path}.${name}`))
}

/** Formats names for a sentence, up to a readable number. */
export function listed(names: readonly string[]): string {
  const shown = names.slice(0, NAMED_MAX).join(', ')
  return names.length <= NAMED_MAX ? shown : `${shown} and ${names.length - NAMED_MAX} more`
}
