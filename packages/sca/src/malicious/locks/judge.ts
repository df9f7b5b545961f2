import { buildPurl } from '@gatehouse/formats'
import type { Observation, SourceTree } from '@gatehouse/scan-engine'
import { baseOf } from '../../manifests/read/paths.ts'
import { npmPurl } from '../../manifests/read/npm.ts'
import { packageOf } from '../../observe/names.ts'
import { observe, UNTRUSTED_COMPONENT } from '../observe.ts'
import { NATIVE_BUILDS } from '../names/popular/native.ts'
import type { LockedFact, LockFacts } from './facts.ts'

/** Registries with public publishing. */
const PUBLIC_HOSTS = new Set([
  ...['npmjs.org', 'yarnpkg.com', 'npmmirror.com'].map((item) => `registry.${item}`),
  'npm.jsr.io',
])
/** Implausibly high versions, chosen to satisfy every range. */
const PROBE_VERSION = /^(?:99+|9999?\d*|100000*)\.\d{1,5}\.\d{1,5}$/
const NPMRC_BYTES_MAX = 64 * 1024

/** Returns indications of an attack in lock files. */
export async function judgeLocks(all: readonly LockFacts[], tree: SourceTree): Promise<readonly Observation[]> {
  const registries = await scopeRegistries(tree)
  const present = new Set(tree.files.map(({ path }) => path))
  return all.flatMap(({ path, facts }) => {
    const homes = homesOf(facts, registries)
    return facts.flatMap((fact) => [
      ...confusion(fact, path, homes),
      ...otherPackage(fact, path),
      ...openTransport(fact, path),
      ...probe(fact, path),
      ...script(fact, path, present),
    ])
  })
}

/** Expected hosts of a scope, from `.npmrc` or from most of its packages. */
type Homes = ReadonlyMap<string, { readonly host: string; readonly why: string }>

function homesOf(facts: readonly LockedFact[], registries: ReadonlyMap<string, string>): Homes {
  const counts = new Map<string, Map<string, number>>()
  for (const { name, resolved } of facts) {
    const scope = scopeOf(name)
    const host = hostOf(resolved)
    if (scope === undefined || host === undefined) continue
    const hosts = counts.get(scope) ?? new Map<string, number>()
    hosts.set(host, (hosts.get(host) ?? 0) + 1)
    counts.set(scope, hosts)
  }
  const homes = new Map<string, { readonly host: string; readonly why: string }>()
  for (const [scope, hosts] of counts) {
    const own = [...hosts].filter(([host]) => !PUBLIC_HOSTS.has(host)).sort((a, b) => b[1] - a[1])[0]
    if (own !== undefined) homes.set(scope, { host: own[0], why: `other packages of ${scope} come from ${own[0]}` })
  }
  for (const [scope, host] of registries)
    homes.set(scope, { host, why: `.npmrc sets the registry of ${scope} to ${host}` })
  return homes
}

function confusion(fact: LockedFact, path: string, homes: Homes): readonly Observation[] {
  const scope = scopeOf(fact.name)
  const home = scope === undefined ? undefined : homes.get(scope)
  const host = hostOf(fact.resolved)
  if (scope === undefined || home === undefined || host === undefined || host === home.host) return []
  if (!PUBLIC_HOSTS.has(host)) return []
  return [
    locked(fact, path, {
      ruleId: 'malicious/dependency-confusion',
      severity: 'HIGH',
      confidence: 0.7,
      title: `${fact.name} comes from a public registry, although its scope is private`,
      description: `${fact.name} ${fact.version} is fetched from ${host}, but ${home.why}. An attacker who registers a private name in the public registry gets the package installed (dependency confusion). Compare the package with your own; if it is not yours, treat it as malicious. Then set the registry of ${scope} in .npmrc, and register the scope in the public registry.`,
    }),
  ]
}

/** Detects a tarball path that names another package: a manipulated lock file. */
function otherPackage(fact: LockedFact, path: string): readonly Observation[] {
  const { resolved = '', name } = fact
  const host = hostOf(resolved)
  const archive = /^https?:\/\/[^/?#]+\/([^?#]+)\/-\/[^/?#]+\.tgz/i.exec(resolved)?.[1]
  if (archive === undefined || host === undefined) return []
  const [scope = '', last = ''] = ['', ...decoded(archive).split('/')].slice(-2)
  const stated = scope.startsWith('@') ? `${scope}/${last}` : last
  if (stated.toLowerCase() === name.toLowerCase() || !PUBLIC_HOSTS.has(host)) return []
  return [
    locked(fact, path, {
      ruleId: 'malicious/lock-file-names-another',
      severity: 'HIGH',
      confidence: 0.8,
      title: `${name} is resolved to the archive of ${stated}`,
      description: `The lock file names ${name} but fetches ${resolved.slice(0, 300)}, the archive of ${stated}. Reviewers see the name, but package managers install the archive. Regenerate the lock file from package.json, and find out who changed it.`,
    }),
  ]
}

function openTransport(fact: LockedFact, path: string): readonly Observation[] {
  const { resolved = '', name } = fact
  const isBare = /^https?:\/\/(?:\d{1,3}\.){3}\d{1,3}[:/]/.test(resolved)
  const isOpen = /^(?:http|git):\/\//.test(resolved) && !/^http:\/\/(?:localhost|127\.|\[::1\])/.test(resolved)
  if (!isBare && !isOpen) return []
  return [
    locked(fact, path, {
      ruleId: 'malicious/untrusted-source',
      severity: isOpen && !isBare ? 'LOW' : 'MEDIUM',
      confidence: isBare ? 0.5 : 0.3,
      title: `${name} is fetched ${isBare ? 'from a bare IP address' : 'without encryption'}`,
      description: `${name} ${fact.version} is fetched from ${resolved.slice(0, 300)}. ${isBare ? 'The owner of that host is unknown.' : 'An attacker on the network can replace the package.'} Install it from a registry over https.`,
    }),
  ]
}

function probe(fact: LockedFact, path: string): readonly Observation[] {
  if (!PROBE_VERSION.test(fact.version)) return []
  return [
    locked(fact, path, {
      ruleId: 'malicious/probe-version',
      severity: 'MEDIUM',
      confidence: 0.5,
      title: `${fact.name} has an unusually high version, as in dependency confusion attacks`,
      description: `${fact.name} is locked at ${fact.version}. Attackers publish such versions under the names of private packages, because package managers select the highest version. If the package name is yours, compare this copy with your own package, and treat any difference as malicious.`,
    }),
  ]
}

function script(fact: LockedFact, path: string, present: ReadonlySet<string>): readonly Observation[] {
  const { name, runsScript, folder } = fact
  if (runsScript !== true || (folder !== undefined && present.has(`${folder}/package.json`))) return []
  const isNative = NATIVE_BUILDS.has(name)
  return [
    locked(fact, path, {
      ruleId: 'malicious/install-script',
      severity: isNative ? 'INFO' : 'LOW',
      confidence: isNative ? 0.05 : 0.2,
      title: `${name}: runs a script when it is installed`,
      description: `${name} ${fact.version} runs an install script on every machine that installs it. ${isNative ? 'The script is known to fetch or build native code.' : 'Its code is not part of the source, so it was not analysed.'} If possible, disable install scripts (\`npm ci --ignore-scripts\`), and allow only the packages that need them.`,
    }),
  ]
}

type Locked = Pick<Parameters<typeof observe>[0], 'ruleId' | 'severity' | 'confidence' | 'title' | 'description'>

function locked({ name, version, line }: LockedFact, filePath: string, sight: Locked): Observation {
  const purl = purlOf(name, version)
  return observe({
    ...sight,
    filePath,
    line,
    cweId: UNTRUSTED_COMPONENT,
    identity: [sight.ruleId, name],
    metadata: { name, version, ...(purl !== undefined && { package: packageOf(purl), purl }) },
  })
}

/** Returns the purl; undefined for invalid names: lock files are untrusted. */
function purlOf(name: string, version: string): string | undefined {
  try {
    return buildPurl(npmPurl(name, version))
  } catch {
    return undefined
  }
}

function scopeOf(name: string): string | undefined {
  const slash = name.indexOf('/')
  return name.startsWith('@') && slash > 0 ? name.slice(0, slash) : undefined
}

function hostOf(resolved: string | undefined): string | undefined {
  return /^https?:\/\/(?:[^/@]*@)?([^/:?#]+)/.exec(resolved ?? '')?.[1]?.toLowerCase()
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** `@scope:registry=https://…` of all `.npmrc` files. */
async function scopeRegistries(tree: SourceTree): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  for (const { path } of tree.files) {
    if (baseOf(path) !== '.npmrc' || path.includes('node_modules/')) continue
    const text = new TextDecoder().decode(await tree.read(path, NPMRC_BYTES_MAX))
    for (const [, scope = '', url = ''] of text.matchAll(
      /^[ \t]{0,20}(@[\w.-]{1,200}):registry[ \t]{0,20}=[ \t]{0,20}"?(https?:\/\/[^\s"]{1,500})/gm,
    )) {
      const host = hostOf(url)
      if (host !== undefined && !PUBLIC_HOSTS.has(host)) found.set(scope, host)
    }
  }
  return found
}
