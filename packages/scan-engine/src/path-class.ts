import type { FindingSeverity, ScannerName } from '@gatehouse/contracts/scans'
import type { MergedObservation } from './merge.ts'

/** Files that are production code at any location. */
export interface ProductionFiles {
  readonly has: (path: string) => boolean
}

/** Purposes of a file, by its path. */
export const PATH_CLASSES = ['production', 'test', 'example', 'vendored', 'generated', 'docs'] as const
export type PathClass = (typeof PATH_CLASSES)[number]

/** Folder names in lower case. A test folder in an example is a test folder. */
const FOLDERS: ReadonlyMap<string, PathClass> = new Map<string, PathClass>([
  ...each('vendored', 'node_modules bower_components jspm_packages vendor vendors third_party third-party thirdparty'),
  ...each('vendored', 'pods carthage site-packages godeps deps-vendored'),
  ...each('generated', '__generated__ .generated generated-sources generated_src'),
  ...each('test', 'test tests __tests__ __test__ spec specs __specs__ __mocks__ __fixtures__ __snapshots__ fixtures'),
  ...each('test', 'fixture testdata test-data test_data testing testutil testutils test-utils test_utils e2e cypress'),
  ...each('test', 'unittest unittests unit-tests integration-tests integrationtest androidtest testfixtures src-test'),
  ...each('test', 'benchmark benchmarks bench'),
  ...each('example', 'example examples sample samples demo demos tutorial tutorials quickstart quickstarts cookbook'),
  ...each('docs', 'doc docs documentation'),
])

/** File name patterns with a language suffix: `contest.js` is not a test. */
const FILES: readonly (readonly [PathClass, RegExp])[] = [
  [
    'generated',
    /(?:\.pb\.(?:go|cc|h)|_pb2(?:_grpc)?\.pyi?|\.g(?:en|enerated)?\.(?:cs|dart|ts|tsx|js)|_generated\.(?:go|rs))$/i,
  ],
  ['generated', /\.designer\.(?:cs|vb)$/i],
  ['vendored', /(?:^|[.-])min\.(?:js|mjs|css)$/i],
  ['test', /[._-](?:test|tests|spec|e2e)\.[a-z]{1,5}$/i],
  ['test', /^(?:test_[^/]{1,200}|conftest)\.py$/i],
  ['test', /_test\.(?:go|py|rb|dart|exs|cc|cpp|c)$/i],
  ['test', /[a-z0-9](?:Test|Tests|TestCase|IT|Spec)\.(?:java|kt|kts|scala|groovy|cs|php|swift)$/],
  ['docs', /\.(?:md|mdx|markdown|rst|adoc|asciidoc)$/i],
]

/** The origin of a file has priority over its use: a test of vendored code is vendored. */
const ORDER: readonly PathClass[] = ['vendored', 'generated', 'test', 'example', 'docs']

/**
 * Classifies a path by the names of its folders and of the file. Default: production code.
 * @param path relative to the root, with `/`
 */
export function pathClassOf(path: string): PathClass {
  const folders = path.toLowerCase().split('/')
  const name = path.slice(path.lastIndexOf('/') + 1)
  folders.pop()
  const found = new Set<PathClass>()
  for (const folder of folders) {
    const known = FOLDERS.get(folder) ?? (/[._-]tests?$/.test(folder) ? 'test' : undefined)
    if (known !== undefined) found.add(known)
  }
  for (const [known, pattern] of FILES) if (pattern.test(name)) found.add(known)
  return ORDER.find((item) => found.has(item)) ?? 'production'
}

/** Classes of code that no user of the program runs. Vendored and generated code is part of the program. */
const REDUCED: ReadonlySet<PathClass> = new Set<PathClass>(['test', 'example', 'docs'])
/** Returns whether a file is a test, an example or documentation according to its path. */
export function isOutsideProduction(path: string): boolean {
  return REDUCED.has(pathClassOf(path))
}

/** Scanners whose findings are equally severe in tests, because the code runs on developers' machines. */
const NEVER_REDUCED: ReadonlySet<ScannerName> = new Set<ScannerName>(['MALICIOUS_PKG', 'DAST', 'CONTAINER'])
/** A credential in a test may be valid. Its severity is lowered by one step, that of code by two. */
const CREDENTIALS: ReadonlySet<ScannerName> = new Set<ScannerName>(['SECRETS_PATTERN', 'SECRETS_LLM'])

const LESS: Readonly<Record<FindingSeverity, readonly [one: FindingSeverity, two: FindingSeverity]>> = {
  CRITICAL: ['HIGH', 'MEDIUM'],
  HIGH: ['MEDIUM', 'LOW'],
  MEDIUM: ['LOW', 'LOW'],
  LOW: ['LOW', 'LOW'],
  INFO: ['INFO', 'INFO'],
}

/**
 * Adds `metadata.pathClass` to findings, and lowers the severity outside of the program: by two steps in tests, examples and
 * documentation, by one for credentials. `metadata.originalSeverity` contains the original severity.
 * @param isReduced whether severities are lowered
 * @param entries entry points of manifests and files that production code imports: production code at any location
 */
export function classifyPaths(
  observations: readonly MergedObservation[],
  isReduced: boolean,
  entries?: ProductionFiles,
): readonly MergedObservation[] {
  return observations.map((observation) => {
    const byName = pathClassOf(observation.filePath)
    const pathClass = REDUCED.has(byName) && entries?.has(observation.filePath) === true ? 'production' : byName
    const severity = isReduced ? severityIn(pathClass, observation) : observation.severity
    const lowered = severity === observation.severity ? {} : { originalSeverity: observation.severity }
    return { ...observation, severity, metadata: { ...observation.metadata, pathClass, ...lowered } }
  })
}

function severityIn(pathClass: PathClass, { severity, scanner }: MergedObservation): FindingSeverity {
  if (!REDUCED.has(pathClass) || NEVER_REDUCED.has(scanner)) return severity
  const [one, two] = LESS[severity]
  return CREDENTIALS.has(scanner) ? one : two
}

function each(to: PathClass, names: string): (readonly [string, PathClass])[] {
  return names.split(' ').map((name) => [name, to] as const)
}

const INSTALLED = /(?:^|\/)(?:node_modules|bower_components|site-packages|\.venv|venv|\.terraform|\.terragrunt-cache)\//

/** Returns whether a path is in a folder where package managers install packages. */
export function isInstalled(path: string): boolean {
  return INSTALLED.test(path)
}
