/** Rules of one package type for the parts of its package URL, in addition to the general rules. */
export interface PurlType {
  /** Parts that are written in lower case. */
  readonly lower?: 'name' | 'namespace' | 'both'
  /** The registry has no such part; a given one names something else. */
  readonly namespace?: 'required' | 'prohibited'
  /** The namespace is the first segment alone and the name is a path. */
  readonly nameIsPath?: boolean
  /** Rewrites the name after letter case was settled. */
  readonly name?: (name: string, qualifiers: Readonly<Record<string, string>>) => string
  readonly version?: (version: string) => string
  /** A sentence when the parts together cannot name a package of this type. */
  readonly problem?: (parts: PurlTypeParts) => string | undefined
}

/** Parts that type rules use. */
export interface PurlTypeParts {
  readonly name: string
  readonly version?: string | undefined
  readonly qualifiers?: Readonly<Record<string, string>> | undefined
}

/** Host of a model registry with case-insensitive names. */
const DATABRICKS = /databricks/i

const CHROME_EXTENSION_NAME = /^[a-p]{32}$/
const CHROME_EXTENSION_VERSION = /^\d+(?:\.\d+){0,3}$/

/**
 * Types with rules of their own; every other type follows the general rules.
 *
 * The definitions of `npm` and `golang` require lower case. Both registries are case-sensitive all the same (`JSONStream` and `jsonstream`
 * are two packages), so these two keep the case: two packages must never share one URL.
 * @see https://github.com/package-url/purl-spec/tree/main/types
 */
export const PURL_TYPES: Readonly<Record<string, PurlType | undefined>> = {
  alpm: { lower: 'both' },
  apk: { lower: 'both' },
  bazel: { namespace: 'prohibited' },
  bitbucket: { lower: 'both', namespace: 'required' },
  bitnami: { lower: 'name' },
  brew: { lower: 'both' },
  cargo: { namespace: 'prohibited' },
  'chrome-extension': { namespace: 'prohibited', problem: chromeProblem },
  cocoapods: { namespace: 'prohibited' },
  composer: { lower: 'both', namespace: 'required' },
  cpan: { problem: ({ name }) => (name.includes('::') ? 'a CPAN package is a distribution, not a module' : undefined) },
  cran: { namespace: 'prohibited' },
  deb: { lower: 'both' },
  git: { lower: 'both', nameIsPath: true },
  github: { lower: 'both', namespace: 'required' },
  hackage: { namespace: 'prohibited' },
  hex: { lower: 'both' },
  huggingface: { version: (version) => version.toLowerCase() },
  julia: {
    namespace: 'prohibited',
    problem: ({ qualifiers }) => (qualifiers?.['uuid'] === undefined ? 'a Julia package requires its uuid' : undefined),
  },
  maven: { namespace: 'required' },
  mlflow: {
    namespace: 'prohibited',
    name: (name, qualifiers) => (DATABRICKS.test(qualifiers['repository_url'] ?? '') ? name.toLowerCase() : name),
  },
  nuget: { namespace: 'prohibited' },
  oci: { lower: 'name', namespace: 'prohibited' },
  opam: { namespace: 'prohibited' },
  otp: { lower: 'name', namespace: 'prohibited' },
  pub: { lower: 'name', namespace: 'prohibited', name: (name) => name.replaceAll('-', '_') },
  pypi: { lower: 'name', namespace: 'prohibited', name: (name) => name.replaceAll('_', '-') },
  rpm: { lower: 'namespace' },
  swift: { namespace: 'required' },
  vcpkg: { namespace: 'prohibited' },
  'vscode-extension': { namespace: 'required' },
}

function chromeProblem({ name, version }: PurlTypeParts): string | undefined {
  if (!CHROME_EXTENSION_NAME.test(name)) return 'the name of a Chrome extension must have 32 letters from a to p'
  if (version !== undefined && !CHROME_EXTENSION_VERSION.test(version)) {
    return 'the version of a Chrome extension must have one to four numbers'
  }
  return undefined
}
