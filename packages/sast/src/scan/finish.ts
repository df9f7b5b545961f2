import type { CoverageGap, FinishContext, ShardResult } from '@gatehouse/scan-engine'
import { languageOf } from '../languages/all.ts'
import type { Language } from '../languages/language.ts'
import { installedFoldersIn } from '../report/installed.ts'
import type { SkippedRule } from '../rules/rule.ts'
import { toldSkipped } from '../rules/skipped.ts'
import { type UnchangedFacts, factsOfUnchangedFiles } from './beside.ts'
import type { FileCache } from './cache.ts'
import type { IgnoreTrust } from './ignores.ts'
import { LeftOut, type LeftReport } from './left.ts'
import { linkFlows, type LinkTools } from './link-flows.ts'
import { type Analysed, nothingAnalysed } from './nothing-analysed.ts'
import { readFacts } from './said.ts'

/** State that a shard of the static analysis passes to the end of the scan, besides the data-flow facts of its files. */
export interface ShardState {
  readonly left: LeftReport
  /** Problems of ignore files: each shard reads the same files. */
  readonly problems: readonly string[]
  readonly analysed: Analysed
}

/** Type tag: the first character of a carried value. Data-flow facts have other tags. */
const TOLD = 'T'

/** @param texts carried data-flow facts of the shard's files */
export function serializeState(carried: ShardState, texts: readonly string[]): readonly string[] {
  return [TOLD + JSON.stringify(carried), ...texts]
}

/** Dependencies of the end of a scan. */
export interface FinishTools extends LinkTools {
  /** Folder with spilled facts. */
  readonly aside: string | undefined
  /** If absent, facts of unchanged files are unknown. */
  readonly cache: FileCache | undefined
  /** Whether ignore files are disabled. */
  readonly isAll: boolean
  /** Whether the scan consists of static analysis alone. */
  readonly isOnly: boolean
  readonly ignoreTrust?: IgnoreTrust | undefined
}

const NOTHING_BESIDE: UnchangedFacts = { said: [], gaps: [] }

/** Reports once per scan: data flows, rules that do not run, and files that were not analysed. */
export async function finishScan(
  carries: readonly string[],
  { pack, aside, cache, links, isAll, isOnly, ignoreTrust }: FinishTools,
  context: FinishContext,
): Promise<ShardResult> {
  const { tree } = context
  const facts = readFacts(carries, aside)
  const extra =
    cache === undefined
      ? NOTHING_BESIDE
      : await factsOfUnchangedFiles(facts, { pack, cache, isAll, ignoreTrust }, context)
  const flows = await linkFlows([...facts, ...extra.said], { pack, links }, context)
  const left = new LeftOut()
  const problems = new Set<string>()
  const analysed: Analysed[] = []
  for (const carry of carries) {
    if (!carry.startsWith(TOLD)) continue
    // Only values that a shard of this scanner carried arrive here.
    const shardState = JSON.parse(carry.slice(TOLD.length)) as ShardState
    left.take(shardState.left)
    analysed.push(shardState.analysed)
    for (const problem of shardState.problems) problems.add(problem)
  }
  const present = new Set<Language>()
  const installed = new Map<string, LeftOut>()
  const folderOf = installedFoldersIn(tree)
  for (const { path } of tree.files) {
    const language = languageOf(path)
    if (language === undefined) continue
    const folder = folderOf(path)
    if (folder === undefined) present.add(language)
    else installedIn(installed, folder).add('installed', path)
  }
  const unreadable = await pack.unreadable(present)
  const gaps = [
    ...[...pack.skipped, ...unreadable].map(skippedRuleGap),
    ...nothingAnalysed(analysed, isOnly && !pack.isAnyText, context),
    ...left.gaps(),
    ...[...installed].flatMap(([filePath, files]) => files.gaps().map((gap) => ({ ...gap, filePath }))),
    ...[...problems].map((detail): CoverageGap => ({ scanner: 'SAST_PATTERN', reason: 'skipped', detail })),
  ]
  return { observations: flows.observations, gaps: [...gaps, ...extra.gaps, ...flows.gaps] }
}

/** Maximum number of installed-package folders with a gap of their own; further ones share one gap. */
const INSTALLED_FOLDERS_MAX = 50

function installedIn(folders: Map<string, LeftOut>, folder: string): LeftOut {
  const key = folders.has(folder) || folders.size < INSTALLED_FOLDERS_MAX ? folder : ''
  const known = folders.get(key) ?? new LeftOut()
  folders.set(key, known)
  return known
}

function skippedRuleGap(rule: SkippedRule): CoverageGap {
  const { id, file } = rule
  const name = id === undefined ? `A rule of ${file}` : `The rule ${id} of ${file}`
  return { scanner: 'SAST_PATTERN', reason: 'not_covered', detail: toldSkipped(name, rule) }
}
