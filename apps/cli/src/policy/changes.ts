import { allGuards } from '@gatehouse/guards'
import { type Difference, differences, Failure, isJsonObject, MASK } from '@gatehouse/kernel'
import type { RemoteTenant, TenantDocument } from './document.ts'

/** How much of a value a line shows. */
const VALUE_CHARS_MAX = 100

const SECRETS: ReadonlySet<string> = new Set(allGuards.flatMap((guard) => guard.secretSettings ?? []))

/**
 * What a push of a document would change, in the order of paths.
 * @throws {Failure} `invalid_request` where the document holds the mask and the tenant holds nothing to keep
 */
export function changesTo(remote: RemoteTenant, local: TenantDocument): readonly Difference[] {
  // Sections that the file does not have are none of its business.
  const managed = Object.fromEntries(Object.entries(remote.document).filter(([name]) => Object.hasOwn(local, name)))
  const orphan = maskWithoutValue(local, managed, '')
  if (orphan !== undefined) {
    throw new Failure(
      'invalid_request',
      `${orphan} is ${MASK} in the file, and tenant "${remote.tenantId}" has no value there to keep: write the value.`,
    )
  }
  return differences(managed, local).map(masked)
}

/** One line for a person. */
export function changeLine({ path, kind, before, after }: Difference): string {
  if (kind === 'added') return `+ ${path}: ${shown(after)}`
  if (kind === 'removed') return `- ${path}: ${shown(before)}`
  return `~ ${path}: ${shown(before)} → ${shown(after)}`
}

/** The file's own secrets do not belong on a screen or into the log of a pipeline. */
function masked(change: Difference): Difference {
  const name = change.path.split('.').at(-1)!
  const mask = (value: unknown): unknown => (SECRETS.has(name) ? MASK : hidden(value))
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
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, SECRETS.has(name) ? MASK : hidden(one)]))
}

function shown(value: unknown): string {
  const text = JSON.stringify(value)
  return text.length <= VALUE_CHARS_MAX ? text : `${text.slice(0, VALUE_CHARS_MAX)}…`
}

/** The first place of the mask in `local` that has none in `remote`: there is nothing that could stay as it is. */
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
