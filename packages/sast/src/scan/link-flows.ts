import {
  type CoverageGap,
  type DataFlowStep,
  type FinishContext,
  type Observation,
  type ShardResult,
  UNANALYSED_FILES_MAX,
} from '@gatehouse/scan-engine'
import { observeFlow } from '../report/observe-flow.ts'
import { SourceLines } from '../report/source-lines.ts'
import { idsOf } from '../rules/rule-ids.ts'
import { Suppressions } from '../search/suppress.ts'
import { familyOf, link, type Linked, type TaintFinding, type TaintRule, unpackFacts } from '../taint/index.ts'
import { withSuppression } from './allowed.ts'
import type { LinkCache } from './link-cache.ts'
import type { Pack } from './pack.ts'
import { partsOf } from './parts.ts'
import type { FlowFacts } from './said.ts'
import { sinksIn, writesFix } from './sinks.ts'
import { readProjects } from './read-projects.ts'
import { FILE_BYTES_MAX, inFile } from './scan-file.ts'
import { decodeSource } from '../text/decode.ts'
import { FileText } from './file-text.ts'

/** Dependencies of the data-flow analysis. */
export interface LinkTools {
  readonly pack: Pack
  /** Default: link results are not cached. */
  readonly links: LinkCache | undefined
}

/**
 * Follows data across all files of a scan, by language; a program that is too large is linked in parts.
 * @param said data-flow facts of each file
 */
export async function linkFlows(
  said: readonly FlowFacts[],
  { pack, links }: LinkTools,
  context: FinishContext,
): Promise<ShardResult> {
  const languages = [...new Set(said.map(({ head }) => head.language))].toSorted()
  let read: readonly TaintRule[] | undefined
  // Parsing the rules takes longer than all other steps when every result is cached.
  const rules = (): readonly TaintRule[] => (read ??= pack.followed(languages))
  const { files, beside = [] } = context.tree
  const changed = beside.length === 0 ? undefined : new Set(files.map(({ path }) => path))
  const byFamily = Map.groupBy(said, ({ head }) => sharedFamily(head.language))
  const observations: Observation[] = []
  const gaps = new Map<string, CoverageGap>()
  const isAsked = byFamily.has('javascript') || byFamily.has('go')
  const projects = isAsked ? await readProjects(context.tree, context.signal) : { files: [], isCut: false }
  if (projects.isCut) addDistinctGap(gaps, TOO_MANY_PROJECTS)
  for (const [family, some] of byFamily) {
    if (!hasBothEnds(some)) continue
    const parts = partsOf(some)
    if (parts.length > 1) addDistinctGap(gaps, tooLarge(family, parts.length))
    for (const part of parts.filter(hasBothEnds)) {
      // Only values that a shard of this scanner carried arrive here.
      const make = (): Linked =>
        link(
          part.map((item) => unpackFacts(item.read())),
          rules(),
          projects.files,
        )
      const linked = links === undefined ? make() : links.of({ said: part, languages, projects: projects.files }, make)
      const fresh = linked.findings.filter((finding) => isOf(finding, changed))
      if (fresh.length > 0) observations.push(...(await observed(fresh, rules(), pack, context)))
      for (const gap of linkGaps(linked, part)) addDistinctGap(gaps, gap)
      // An abort signal may have arrived in the meantime.
      await new Promise(setImmediate)
      context.signal.throwIfAborted()
    }
  }
  return { observations, gaps: [...gaps.values()] }
}

/** Whether data flows through a file that has changed. @param changed undefined: all have */
function isOf({ filePath, source, trace }: TaintFinding, changed: ReadonlySet<string> | undefined): boolean {
  if (changed === undefined || changed.has(filePath) || changed.has(source.filePath)) return true
  return trace.some((step) => changed.has(step.filePath))
}

async function observed(
  findings: readonly TaintFinding[],
  rules: readonly TaintRule[],
  pack: Pack,
  context: FinishContext,
): Promise<readonly Observation[]> {
  const byId = new Map(rules.map((rule) => [rule.id, rule]))
  const observations: Observation[] = []
  const notebooks = new Map<string, FileText>()
  const sources = new SourceLines(async (path) => {
    const file = await fileOf(path, context)
    if (file?.hasOwnLines === true) notebooks.set(path, file)
    return file?.text
  })
  for (const [path, some] of Map.groupBy(findings, ({ filePath }) => filePath)) {
    await sources.need([path])
    const suppressions = new Suppressions(sources.textOf(path) ?? '')
    const writes = some.some(({ rule }) => writesFix(byId.get(rule)!))
    const file = writes ? await fileOf(path, context) : undefined
    const sinks = file === undefined ? [] : await sinksIn(path, file.raw, pack)
    for (const finding of some) {
      // oxlint-disable-next-line no-await-in-loop -- a bounded number of files is at hand at once
      await sources.need([path, ...finding.trace.map(({ filePath }) => filePath)])
      const seen = observeFlow(finding, byId.get(finding.rule)!, sources, sinks)
      const judged = suppressions.judge(idsOf(byId.get(finding.rule)!), seen.startLine)
      observations.push(withSuppression(withFileLines(seen, notebooks), judged))
    }
  }
  return observations
}

/** Returns the language family for linking: Ruby and PHP share one, since either may reference a file of the other. */
function sharedFamily(language: string): string {
  const family = familyOf(language)
  return family === 'ruby' ? 'php' : family
}

/** Whether some rule has a source and a sink in files; others need not be read. */
function hasBothEnds(said: readonly FlowFacts[]): boolean {
  const sourced = new Set(said.flatMap(({ head }) => head.sourced))
  return said.some(({ head }) => head.sunk.some((rule) => sourced.has(rule)))
}

function linkGaps(
  { spent, isCallsFull }: Pick<Linked, 'spent' | 'isCallsFull'>,
  part: readonly FlowFacts[],
): readonly CoverageGap[] {
  const sunk = (rule?: string): Pick<CoverageGap, 'unanalysed' | 'unlisted'> =>
    cutOff(part.filter(({ head }) => (rule === undefined ? head.sunk.length > 0 : head.sunk.includes(rule))))
  return [
    ...spent.map((rule) => ({
      ...linkGap(`The rule ${rule} did not finish, so some data flows were not followed.`),
      ...sunk(rule),
    })),
    ...(isCallsFull ? [{ ...linkGap('The program is too large to follow all of its calls.'), ...sunk() }] : []),
  ]
}

/** Files with sinks that some flows may not have reached. */
function cutOff(files: readonly FlowFacts[]): Pick<CoverageGap, 'unanalysed' | 'unlisted'> {
  const listed = files.slice(0, UNANALYSED_FILES_MAX)
  const unlisted = files.length - listed.length
  return {
    unanalysed: listed.map(({ head: { path, language } }) => ({ path, language, cause: 'timed_out', extent: 'file' })),
    ...(unlisted > 0 && { unlisted }),
  }
}

function tooLarge(family: string, parts: number): CoverageGap {
  const what = `The code in ${family} and related languages is too large for a combined analysis`
  return linkGap(`${what}: data flow was analyzed within ${parts} groups of folders, but not between them.`)
}

const TOO_MANY_PROJECTS = linkGap(
  'Too many files configure module resolution; some imports were resolved by path only.',
)

function linkGap(detail: string): CoverageGap {
  return { scanner: 'SAST_PATTERN', reason: 'timed_out', detail }
}

/** Adds a gap; equal gaps of several parts are reported once. */
function addDistinctGap(gaps: Map<string, CoverageGap>, gap: CoverageGap): void {
  gaps.set(gap.detail, gap)
}

/** Returns a flow with file line numbers for files whose code has its own numbering. */
function withFileLines(seen: Observation, files: ReadonlyMap<string, FileText>): Observation {
  if (files.size === 0) return seen
  const own = files.get(seen.filePath)
  const moved = own === undefined ? seen : inFile(seen, own)
  const { dataFlow = [] } = seen.metadata
  const steps = dataFlow.map((step): DataFlowStep => {
    const file = files.get(step.filePath)
    if (file === undefined) return step
    const { endLine = step.line } = step
    return { ...step, line: file.lineInFile(step.line), endLine: file.lineInFile(endLine) }
  })
  return { ...moved, metadata: { ...seen.metadata, dataFlow: steps } }
}

/** A file that was removed in the meantime is shown without its code. */
async function fileOf(path: string, { tree, signal }: FinishContext): Promise<FileText | undefined> {
  try {
    const text = decodeSource(await tree.read(path, FILE_BYTES_MAX))
    return text === undefined ? undefined : await FileText.of(path, text)
  } catch {
    signal.throwIfAborted()
    return undefined
  }
}
