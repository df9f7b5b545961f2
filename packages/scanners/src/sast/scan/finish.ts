import type { CoverageGap } from '../../engine/observation.ts'
import type { FinishContext, ShardResult } from '../../engine/scanner.ts'
import { languageOf } from '../languages/all.ts'
import type { Language } from '../languages/language.ts'
import { foreignBy } from '../report/selection.ts'
import type { SkippedRule } from '../rules/rule.ts'
import { LeftOut, type LeftTold } from './left.ts'
import type { Pack } from './pack.ts'

/** What a shard of the static analysis carries to the end of the scan. */
export interface Carried {
  readonly left: LeftTold
  /** Sentences about lists of what is left out: each shard reads the same ones. */
  readonly problems: readonly string[]
}

/** What is told once for a scan: rules that do not run, and what was not analysed. */
export async function finishScan(
  carries: readonly string[],
  pack: Pack,
  { tree }: FinishContext,
): Promise<ShardResult> {
  const left = new LeftOut()
  const problems = new Set<string>()
  for (const carry of carries) {
    // Only what a shard of ours carried is ever brought here.
    const told = JSON.parse(carry) as Carried
    left.take(told.left)
    for (const problem of told.problems) problems.add(problem)
  }
  const present = new Set<Language>()
  for (const { path } of tree.files) {
    const language = languageOf(path)
    if (language === undefined) continue
    const foreign = foreignBy(path)
    if (foreign === undefined) present.add(language)
    else left.add(foreign, path)
  }
  const unreadable = await pack.unreadable(present)
  const gaps = [
    ...[...pack.skipped, ...unreadable].map(gapOfRule),
    ...left.gaps(),
    ...[...problems].map((detail): CoverageGap => ({ scanner: 'SAST_PATTERN', reason: 'skipped', detail })),
  ]
  return { observations: [], gaps }
}

function gapOfRule({ id, file, reason }: SkippedRule): CoverageGap {
  const name = id === undefined ? `A rule of ${file}` : `The rule ${id} of ${file}`
  return { scanner: 'SAST_PATTERN', reason: 'not_covered', detail: `${name} does not run. ${reason}` }
}
