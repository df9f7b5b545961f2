import type { CoverageGap, FinishContext, ShardResult } from '@gatehouse/scan-engine'
import { languageOf } from '../languages/all.ts'
import type { Language } from '../languages/language.ts'
import { installedFoldersIn } from '../report/installed.ts'
import type { SkippedRule } from '../rules/rule.ts'
import { toldSkipped } from '../rules/skipped.ts'
import { type BesideSaid, saidBeside } from './beside.ts'
import type { FileCache } from './cache.ts'
import type { IgnoreTrust } from './ignores.ts'
import { LeftOut, type LeftTold } from './left.ts'
import { linkFlows, type LinkTools } from './link-flows.ts'
import { saidIn } from './said.ts'

/** What a shard of the static analysis carries to the end of the scan, beside what its files say of the flow of data. */
export interface Carried {
  readonly left: LeftTold
  /** Sentences about lists of what is left out: each shard reads the same ones. */
  readonly problems: readonly string[]
}

/** The first character of what is carried says what it is; those of what files say are others. */
const TOLD = 'T'

/** @param said what is carried of what its files say of the flow of data */
export function carryOf(carried: Carried, said: readonly string[]): readonly string[] {
  return [TOLD + JSON.stringify(carried), ...said]
}

/** With what a scan is ended. */
export interface FinishTools extends LinkTools {
  /** Where things were put aside. */
  readonly aside: string | undefined
  /** Absent: what unchanged files say is not known. */
  readonly cache: FileCache | undefined
  /** Whether lists of what is left out are not heeded. */
  readonly isAll: boolean
  readonly ignoreTrust?: IgnoreTrust | undefined
}

const NOTHING_BESIDE: BesideSaid = { said: [], gaps: [] }

/** What is told once for a scan: how data flows, rules that do not run, and what was not analysed. */
export async function finishScan(
  carries: readonly string[],
  { pack, aside, cache, links, isAll, ignoreTrust }: FinishTools,
  context: FinishContext,
): Promise<ShardResult> {
  const { tree } = context
  const said = saidIn(carries, aside)
  const beside =
    cache === undefined ? NOTHING_BESIDE : await saidBeside(said, { pack, cache, isAll, ignoreTrust }, context)
  const flows = await linkFlows([...said, ...beside.said], { pack, links }, context)
  const left = new LeftOut()
  const problems = new Set<string>()
  for (const carry of carries) {
    if (!carry.startsWith(TOLD)) continue
    // Only what a shard of ours carried is ever brought here.
    const told = JSON.parse(carry.slice(TOLD.length)) as Carried
    left.take(told.left)
    for (const problem of told.problems) problems.add(problem)
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
    ...[...pack.skipped, ...unreadable].map(gapOfRule),
    ...left.gaps(),
    ...[...installed].flatMap(([filePath, files]) => files.gaps().map((one) => ({ ...one, filePath }))),
    ...[...problems].map((detail): CoverageGap => ({ scanner: 'SAST_PATTERN', reason: 'skipped', detail })),
  ]
  return { observations: flows.observations, gaps: [...gaps, ...beside.gaps, ...flows.gaps] }
}

/** Folders of installed packages that have a gap of their own; further ones share one. */
const INSTALLED_FOLDERS_MAX = 50

function installedIn(folders: Map<string, LeftOut>, folder: string): LeftOut {
  const key = folders.has(folder) || folders.size < INSTALLED_FOLDERS_MAX ? folder : ''
  const known = folders.get(key) ?? new LeftOut()
  folders.set(key, known)
  return known
}

function gapOfRule(rule: SkippedRule): CoverageGap {
  const { id, file } = rule
  const name = id === undefined ? `A rule of ${file}` : `The rule ${id} of ${file}`
  return { scanner: 'SAST_PATTERN', reason: 'not_covered', detail: toldSkipped(name, rule) }
}
