import type { FixDraft, FixFiles, FixTarget } from '../draft.ts'

/** A vulnerable package and the version that fixes it. */
export interface Upgrade {
  /** Type of the package URL. */
  readonly type: string
  /** As manifests spell it, e.g. `@types/node`, `org.apache.commons:commons-text`. */
  readonly name: string
  readonly from: string
  readonly to: string
  /** Whether the project names the package itself. */
  readonly isDirect: boolean
  /** The file of the finding. */
  readonly filePath: string
  readonly line: number
}

/** Returns the edits of one ecosystem for an upgrade. */
export type Upgrader = (upgrade: Upgrade, files: FixFiles) => Promise<FixDraft | undefined>

const PURL = /^pkg:([a-z]+)\/([^?#]+)@([^?#@]+)/

/** Returns the upgrade that a finding asks for. Undefined when no fixed version is known. */
export function upgradeOf({ metadata, filePath, startLine }: FixTarget): Upgrade | undefined {
  const [, type, path, version] = PURL.exec(metadata.purl ?? '') ?? []
  const { safeVersion, fixedVersion, direct } = metadata as typeof metadata & { safeVersion?: string; direct?: boolean }
  const to = safeVersion ?? fixedVersion
  if (type === undefined || path === undefined || version === undefined || to === undefined) return undefined
  const decoded = decodeURIComponent(path)
  const name = type === 'maven' ? decoded.replace('/', ':') : decoded
  return { type, name, from: decodeURIComponent(version), to, isDirect: direct !== false, filePath, line: startLine }
}

/** Sentence for an upgrade whose first number changes. */
export function reviewOf({ name, from, to }: Upgrade): Pick<FixDraft, 'check'> {
  const major = (version: string): string => /^v?(0\.\d+|\d+)/.exec(version)?.[1] ?? version
  if (major(from) === major(to)) return {}
  return { check: `${name} ${to} may be incompatible with ${from}. Read its release notes.` }
}

export function titleOf({ name, from, to }: Upgrade): string {
  return `Upgrade ${name} from ${from} to ${to}.`
}

/** A requirement with one lowest version: an operator, spaces and a version. */
const REQUIREMENT = /^(\s*)(>=|~>|===?|~=|[~^=v])?(\s*)(\d[\w.+-]*)\s*$/

/**
 * Raises the lowest version of a requirement and keeps its operator: `^4.17.15` becomes `^4.17.21`.
 * @returns undefined for requirements of another form
 */
export function raised(requirement: string, to: string): string | undefined {
  const [, lead = '', operator = '', space = '', version] = REQUIREMENT.exec(requirement) ?? []
  if (version === undefined || /\.x$/i.test(version)) return undefined
  return `${lead}${operator}${space}${to.replace(/^v/, '')}`
}
