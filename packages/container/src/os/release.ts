/** Distribution of an image, by its os-release file. */
export interface Distribution {
  /** `debian`, `alpine`: the `ID` in lower case. */
  readonly id: string
  /** `VERSION_ID`; absent for rolling releases. */
  readonly version?: string
  /** Name for people, such as `Debian GNU/Linux 12 (bookworm)`. */
  readonly name: string
}

/** Locations of the file, in the order in which programs read them. */
export const RELEASE_FILES = ['etc/os-release', 'usr/lib/os-release'] as const

/**
 * Parses an os-release file; undefined without an `ID`.
 * @see https://www.freedesktop.org/software/systemd/man/latest/os-release.html
 */
export function parseRelease(text: string): Distribution | undefined {
  const fields = new Map<string, string>()
  for (const line of text.split('\n')) {
    const equals = line.indexOf('=')
    if (equals > 0 && !line.startsWith('#'))
      fields.set(line.slice(0, equals).trim(), unquoted(line.slice(equals + 1).trim()))
  }
  const id = (fields.get('ID') ?? '').toLowerCase()
  if (!/^[a-z0-9._-]{1,64}$/.test(id)) return undefined
  const version = fields.get('VERSION_ID') ?? ''
  const name = (fields.get('PRETTY_NAME') ?? fields.get('NAME') ?? id).slice(0, 200)
  return { id, name, ...(/^[\w.~+-]{1,64}$/.test(version) && { version }) }
}

function unquoted(value: string): string {
  const quote = value[0]
  if ((quote !== '"' && quote !== "'") || value.length < 2 || !value.endsWith(quote)) return value
  const inner = value.slice(1, -1)
  return quote === '"' ? inner.replace(/\\([\\"$`])/g, '$1') : inner
}

/** Namespace of package URLs by `ID`, and release in advisories: the major version, two numbers, or none for rolling releases. */
const ADVISED: Readonly<
  Record<string, { readonly namespace: string; readonly release: 'major' | 'minor' | 'none' } | undefined>
> = {
  almalinux: { namespace: 'almalinux', release: 'major' },
  alpine: { namespace: 'alpine', release: 'minor' },
  chainguard: { namespace: 'chainguard', release: 'none' },
  debian: { namespace: 'debian', release: 'major' },
  rhel: { namespace: 'redhat', release: 'major' },
  rocky: { namespace: 'rocky', release: 'major' },
  ubuntu: { namespace: 'ubuntu', release: 'minor' },
  wolfi: { namespace: 'wolfi', release: 'none' },
}

/** How packages of a distribution are named in package URLs. */
export interface DistributionNames {
  readonly namespace: string
  /** Qualifier `distro`. */
  readonly distro?: string
  /** Whether advisories for the release can exist. */
  readonly hasAdvisories: boolean
}

/** Returns the names for package URLs. A release without a number, such as Debian sid or Alpine edge, has no advisories. */
export function distributionNames({ id, version }: Distribution): DistributionNames {
  const known = Object.hasOwn(ADVISED, id) ? ADVISED[id] : undefined
  if (known === undefined) {
    return { namespace: id, hasAdvisories: false, ...(version !== undefined && { distro: `${id}-${version}` }) }
  }
  const { namespace, release } = known
  if (release === 'none') return { namespace, hasAdvisories: true }
  // Alpine edge has the number of the next release, with a date.
  const number = version !== undefined && /^\d+(?:\.\d+)*$/.test(version) ? version.split('.') : undefined
  const isComplete = number !== undefined && (release === 'major' || number.length >= 2)
  if (!isComplete) return { namespace, distro: `${namespace}-${version ?? 'rolling'}`, hasAdvisories: false }
  const used = number.slice(0, release === 'major' ? 1 : 2).join('.')
  return { namespace, distro: `${namespace}-${used}`, hasAdvisories: true }
}
