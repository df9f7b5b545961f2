import { messageOf } from '@gatehouse/kernel'
import {
  type CoverageGap,
  type Observation,
  type RecipeModule,
  type ScannerRecipe,
  type FinishContext,
  type ScanContext,
  type Scanner,
  type Shard,
  type ShardResult,
  type TreeFile,
  turnYielder,
} from '@gatehouse/scan-engine'
import {
  languageOf,
  readIgnores,
  LeftOut,
  type LeftReport,
  type Pack,
  packOf,
  Suppressions,
  positionOf,
} from '@gatehouse/sast/configuration'
import { toldSkipped, type SastOptions } from '@gatehouse/sast'
import { renderTemplate } from './cloudformation/render.ts'
import { type ClusterFact, clusterFacts, openNamespaces } from './cluster.ts'
import { type ConfigScannerName, scannerOf } from './names.ts'
import { planConfiguration, unitsOf } from './plan.ts'
import { scanRendered, scanUnit } from './scan-rendered.ts'
import { findingOf, search } from './seen.ts'

/** Own limit: larger files are generated. */
const FILE_BYTES_MAX = 1024 * 1024

/** Rules to run: the built-in configuration rules, and additional ones. */
export type ConfigScannerOptions = Pick<SastOptions, 'rules' | 'all' | 'ignoreTrust'>

/** Creates the scanner for infrastructure and pipelines: Dockerfiles, Compose, CloudFormation, Terraform, workflows. */
export function createIacScanner(options: ConfigScannerOptions): Scanner {
  return createConfigScanner('IAC', options)
}

/** Creates the scanner for Kubernetes objects, as written and as rendered from charts and overlays. */
export function createK8sScanner(options: ConfigScannerOptions): Scanner {
  return createConfigScanner('K8S', options)
}

type ConfigRecipe = ScannerRecipe<ConfigScannerOptions>

/**
 * Creates one of the scanners in a scan thread. The thread imports it by the module of the recipe.
 * @public
 */
export const createFromRecipe: RecipeModule<ConfigScannerOptions>['createFromRecipe'] = ({ scanner, options }) =>
  scanner === 'K8S' ? createK8sScanner(options) : createIacScanner(options)

function createConfigScanner(name: ConfigScannerName, options: ConfigScannerOptions): Scanner {
  const { rules } = options
  const pack = (): Pack => packOf({ ...rules, part: 'configuration' })
  return {
    name,
    plan: (tree) => planConfiguration(name, tree),
    run: (shard, context) => run(name, shard, context, pack(), options),
    finish: (carries, context) => finish(name, carries, context, pack(), rules.own),
    recipe: { scanner: name, module: import.meta.url, options } satisfies ConfigRecipe,
  }
}

async function run(
  name: ConfigScannerName,
  shard: Shard,
  context: ScanContext,
  pack: Pack,
  { all, ignoreTrust }: ConfigScannerOptions,
): Promise<ShardResult> {
  const planned = unitsOf(name, context.tree).find((unit) => unit.shard === shard.id)
  if (planned !== undefined) {
    const { facts: texts, ...result } = await scanUnit(planned, pack, name, context)
    context.progress(shard.files.length)
    return { ...result, carry: serializeState([], texts) }
  }
  const ignores = await readIgnores(all === true ? [] : (shard.beside ?? []), context.tree, ignoreTrust)
  const left = new LeftOut()
  const observations: Observation[] = []
  const gaps: CoverageGap[] = []
  const facts: ClusterFact[] = []
  const turn = turnYielder(context.signal)
  for (const file of shard.files) {
    await turn()
    if (ignores.test(file.path)) left.add('ignored', file.path)
    else {
      const result = await scanFile(name, file, pack, context, facts)
      observations.push(...result.observations)
      gaps.push(...result.gaps)
    }
    context.progress(1)
  }
  return { observations, gaps, carry: serializeState(left.tell(), facts) }
}

/** State that a shard passes to the end of the scan. */
interface ShardState {
  readonly left: LeftReport
  readonly facts: readonly ClusterFact[]
}

function serializeState(left: LeftReport, facts: readonly ClusterFact[]): readonly string[] {
  return [JSON.stringify({ left, facts } satisfies ShardState)]
}

/** Scans a file. An unreadable file is a coverage gap and does not end the shard. */
async function scanFile(
  scanner: ConfigScannerName,
  { path, size_bytes }: TreeFile,
  pack: Pack,
  context: ScanContext,
  facts: ClusterFact[],
): Promise<ShardResult> {
  const { tree, signal } = context
  const language = languageOf(path)!
  const gap = (reason: CoverageGap['reason'], detail: string): ShardResult => ({
    observations: [],
    gaps: [{ scanner, reason, filePath: path, detail }],
  })
  try {
    const bytes = await tree.read(path, FILE_BYTES_MAX)
    const text = new TextDecoder().decode(bytes)
    if (bytes.includes(0) || scannerOf(language.name, text) !== scanner) return { observations: [], gaps: [] }
    if (size_bytes > FILE_BYTES_MAX) {
      return gap('too_large', `Files larger than ${FILE_BYTES_MAX / 1024} KiB are not analyzed.`)
    }
    const template = scanner === 'IAC' ? renderTemplate(path, text, language.name) : undefined
    if (template !== undefined) return await scanRendered(template, pack, scanner, context)
    const { hits, gaps, lines } = await search(path, text, language, pack, scanner)
    const suppressions = new Suppressions(text)
    const observations = hits.map((hit) => findingOf(hit, path, lines, suppressions, scanner))
    if (scanner === 'K8S') {
      for (const { offset, ...fact } of clusterFacts(text)) {
        facts.push({ ...fact, filePath: path, line: positionOf(lines, offset).line })
      }
    }
    return { observations, gaps }
  } catch (thrown) {
    signal.throwIfAborted()
    return gap('failed', `No rule could be run on this file: ${messageOf(thrown)}`)
  }
}

/** Reports once per scan which rules do not run and which parts were left out. */
async function finish(
  scanner: ConfigScannerName,
  carries: readonly string[],
  { tree }: FinishContext,
  pack: Pack,
  isOwn: boolean,
): Promise<ShardResult> {
  const left = new LeftOut()
  // Only values that a shard of this scanner carried arrive here.
  const shardStates = carries.map((carry) => JSON.parse(carry) as ShardState)
  for (const item of shardStates) left.take(item.left)
  const present = new Set(tree.files.map(({ path }) => languageOf(path)).filter((item) => item !== undefined))
  const skipped = [...pack.skipped, ...(await pack.unreadable(present))].map((rule): CoverageGap => {
    const { id, file } = rule
    const name = id === undefined ? `A rule of ${file}` : `The rule ${id} of ${file}`
    return { scanner, reason: 'not_covered', detail: toldSkipped(name, rule) }
  })
  const observations = scanner === 'K8S' && isOwn ? openNamespaces(shardStates.flatMap(({ facts }) => facts)) : []
  return { observations, gaps: [...skipped, ...left.gaps().map((gap) => ({ ...gap, scanner }))] }
}
