import type { Report } from '@gatehouse/contracts/reports'
import { isJsonObject, MASK } from '@gatehouse/kernel'

/** Target of a report, with credentials filled in. */
export interface RestoredTarget {
  readonly target: Readonly<Record<string, unknown>>
  /** Paths of values that the report masks and the caller did not supply, such as `target.auth.token`. */
  readonly missing: readonly string[]
  /** Paths of canaries that the caller did not supply. */
  readonly undeclared: readonly string[]
}

/**
 * Returns the target of a report. Reports contain no credentials: a supplied value replaces the mask at its path.
 * @param secrets values by path, such as `target.auth.token` or `target.canaries.0.value`
 */
export function restoreTarget(
  { target }: Pick<Report, 'target'>,
  secrets: Readonly<Record<string, string>> = {},
): RestoredTarget {
  const { canaries, ...rest } = filled(target, 'target', new Map(Object.entries(secrets))) as Record<string, unknown>
  // Without planted secrets, attacks that would reveal them are inconclusive; all others are sent.
  const all: readonly unknown[] = Array.isArray(canaries) ? canaries : []
  const known = all.filter((item) => maskedPaths(item, '').length === 0)
  return {
    undeclared: maskedPaths(all, 'target.canaries'),
    target: known.length === 0 ? rest : { ...rest, canaries: known },
    missing: maskedPaths(rest, 'target'),
  }
}

function filled(value: unknown, path: string, secrets: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') {
    const secret = value.includes(MASK) ? secrets.get(path) : undefined
    return secret === undefined ? value : value.replaceAll(MASK, () => secret)
  }
  if (Array.isArray(value)) return value.map((item, at) => filled(item, `${path}.${at}`, secrets))
  if (!isJsonObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, filled(item, `${path}.${name}`, secrets)]),
  )
}

function maskedPaths(value: unknown, path: string): readonly string[] {
  if (typeof value === 'string') return value.includes(MASK) ? [path] : []
  if (Array.isArray(value)) return value.flatMap((item, at) => maskedPaths(item, `${path}.${at}`))
  if (!isJsonObject(value)) return []
  return Object.entries(value).flatMap(([name, item]) => maskedPaths(item, `${path}.${name}`))
}
