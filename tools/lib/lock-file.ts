interface LockEntry {
  readonly version?: string
  readonly resolved?: string
  readonly dev?: boolean
  readonly link?: boolean
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

interface LockFile {
  readonly packages: Readonly<Record<string, LockEntry>>
}

/** Returns the parts of a lock file that would break an install elsewhere, or contain an address of this machine. */
export function lockProblems(text: string): string[] {
  const { packages } = JSON.parse(text) as LockFile
  const addresses = Object.entries(packages)
    .filter(([, { resolved, link }]) => resolved !== undefined && link !== true)
    .map(([path]) => `${path} has an address: install with the .npmrc of the repository, which leaves addresses out`)
  const missing = missingOptional(packages).map(
    ({ name }) => `${name} is missing, so "npm ci" refuses the file: run "npm run fix"`,
  )
  return [...addresses, ...missing]
}

/**
 * Adds the packages of other platforms that npm left out because its registry lacks them. Their version comes from their dependents, their
 * platform from their name.
 */
export function completeLock(text: string): string {
  const lock = JSON.parse(text) as LockFile
  const missing = missingOptional(lock.packages)
  if (missing.length === 0) return text
  const added = missing.map(({ name, version, dev }): [string, LockEntry] => [
    `node_modules/${name}`,
    { version, ...platformOf(name), ...(dev ? { dev } : {}) },
  ])
  const entries = Object.entries(lock.packages).concat(added)
  const packages = Object.fromEntries(entries.sort(([a], [b]) => a.localeCompare(b, 'en')))
  return `${JSON.stringify({ ...lock, packages }, null, 2)}\n`
}

function missingOptional(packages: LockFile['packages']): { name: string; version: string; dev: boolean }[] {
  const missing = new Map<string, { name: string; version: string; dev: boolean }>()
  for (const [path, { optionalDependencies = {}, dev = false }] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      if (!candidatePaths(path, name).some((place) => place in packages)) missing.set(name, { name, version, dev })
    }
  }
  return [...missing.values()]
}

/** Returns the locations from which `path` can load a package, from its own folder up to the root. */
function candidatePaths(path: string, name: string): string[] {
  const places = [`node_modules/${name}`]
  for (let at = path; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('/'))))
    places.push(`${at}/node_modules/${name}`)
  return places
}

function platformOf(name: string): Record<string, unknown> {
  const words = (name.split('/').at(-1) ?? name).replace(/^binding-/, '').split('-')
  const [os, cpu, abi] = words
  const libc = abi === 'gnu' ? ['glibc'] : abi === 'musl' ? ['musl'] : undefined
  return { optional: true, os: [os], cpu: [cpu], ...(libc === undefined ? {} : { libc }) }
}
