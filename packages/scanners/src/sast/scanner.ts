import { messageOf } from '@gatehouse/kernel'
import type { CoverageGap, Observation } from '../engine/observation.ts'
import type { ScanContext, Scanner, Shard, ShardResult } from '../engine/scanner.ts'
import type { SourceTree, TreeFile } from '../engine/tree.ts'
import { languageOf } from './languages/all.ts'
import { observe } from './report/observe.ts'
import { isMinified, isWanted, pathTest } from './report/selection.ts'
import type { RuleSet, SkippedRule } from './rules/rule.ts'
import { type Prepared, prepareRules, type PreparedRule } from './search/prepared.ts'
import { searchFile } from './search/search-file.ts'
import { Suppressions } from './search/suppress.ts'
import { turns } from '../engine/turns.ts'

const SCANNER = 'SAST_PATTERN'

/** Ours: larger sources are made by programs. */
const FILE_BYTES_MAX = 1024 * 1024
/** A shard is some seconds of work. */
const SHARD_BYTES_MAX = 4 * 1024 * 1024
const SHARD_FILES_MAX = 300
/** Regions of a file that are named one by one. */
const REGIONS_MAX = 5

/** Finds weaknesses in code by rules. */
export function createSastScanner({ rules, skipped }: RuleSet): Scanner {
  const isAnyText = rules.some(({ languages }) => languages.length === 0)
  const tests = new Map(rules.map((rule) => [rule, pathTest(rule)]))
  let prepared: Promise<Prepared> | undefined
  return {
    name: SCANNER,
    plan: (tree) => plan(tree, isAnyText),
    async run(shard, context) {
      const present = new Set(context.tree.files.map(({ path }) => languageOf(path)))
      prepared ??= prepareRules(rules, (language) => present.has(language))
      const ready = await prepared
      const isFirst = shard.id === shardId(0)
      const gaps: CoverageGap[] = isFirst ? [...skipped, ...ready.skipped].map(gapOfRule) : []
      const observations: Observation[] = []
      const turn = turns(context.signal)
      for (const file of shard.files) {
        await turn()
        const wanted = (list: readonly PreparedRule[]) => list.filter(({ rule }) => tests.get(rule)!(file.path))
        const seen = await scanOrGap(file, ready, wanted, context)
        observations.push(...seen.observations)
        gaps.push(...seen.gaps)
        context.progress(1)
      }
      return { observations, gaps }
    },
  }
}

function plan(tree: SourceTree, isAnyText: boolean): readonly Shard[] {
  const shards: Shard[] = []
  let files: TreeFile[] = []
  let bytes = 0
  const close = (): void => {
    if (files.length > 0) shards.push({ id: shardId(shards.length), files })
    files = []
    bytes = 0
  }
  for (const file of tree.files) {
    if (file.size_bytes === 0 || !isWanted(file.path, isAnyText)) continue
    if (files.length >= SHARD_FILES_MAX || (files.length > 0 && bytes + file.size_bytes > SHARD_BYTES_MAX)) close()
    files.push(file)
    bytes += file.size_bytes
  }
  close()
  return shards
}

function shardId(number: number): string {
  return `sast-${number}`
}

type Wanted = (list: readonly PreparedRule[]) => readonly PreparedRule[]

/** A file that cannot be read is a gap, never the end of the shard. */
async function scanOrGap(file: TreeFile, ready: Prepared, wanted: Wanted, context: ScanContext): Promise<ShardResult> {
  try {
    return await scanFile(file, ready, wanted, context)
  } catch (thrown) {
    context.signal.throwIfAborted()
    return {
      observations: [],
      gaps: [gapOf(file.path, 'failed', `No rule could be run on this file: ${messageOf(thrown)}`)],
    }
  }
}

async function scanFile(
  { path, size_bytes }: TreeFile,
  ready: Prepared,
  wanted: Wanted,
  { tree }: ScanContext,
): Promise<ShardResult> {
  const language = languageOf(path)
  const rules = wanted([...(ready.byLanguage.get('') ?? []), ...(ready.byLanguage.get(language?.name ?? '-') ?? [])])
  if (rules.length === 0) return { observations: [], gaps: [] }
  if (size_bytes > FILE_BYTES_MAX) {
    const detail = `Files larger than ${FILE_BYTES_MAX / 1024} KiB are not analysed.`
    return { observations: [], gaps: language === undefined ? [] : [gapOf(path, 'too_large', detail)] }
  }
  const bytes = await tree.read(path, FILE_BYTES_MAX)
  if (bytes.includes(0)) return { observations: [], gaps: [] }
  const text = new TextDecoder().decode(bytes)
  if (isMinified(text)) {
    const detail = 'Its lines are those of a program that shortens code: scan the source.'
    return { observations: [], gaps: [gapOf(path, 'skipped', detail)] }
  }
  const { hits, lines, unread, spent, isTooMuch } = await searchFile(text, language, rules)
  const suppressions = new Suppressions(text)
  const observations = hits
    .map((hit) => ({ hit, seen: observe(hit, path, lines) }))
    .filter(({ hit, seen }) => !suppressions.allows(hit.rule.id, seen.startLine))
    .map(({ seen }) => seen)
  const gaps = spent.map(({ rule, reason }) => gapOf(path, 'timed_out', `The rule ${rule.id} did not end: ${reason}`))
  if (isTooMuch) gaps.push(gapOf(path, 'unparsed', 'Its syntax is too large or too broken to be read.'))
  if (unread.length > 0) gaps.push(gapOf(path, 'unparsed', regions(unread)))
  return { observations, gaps }
}

function regions(unread: readonly { readonly fromLine: number; readonly toLine: number }[]): string {
  const places = [
    ...new Set(unread.map(({ fromLine, toLine }) => (fromLine === toLine ? `${fromLine}` : `${fromLine}–${toLine}`))),
  ]
  const more = places.length > REGIONS_MAX ? ` and ${places.length - REGIONS_MAX} more places` : ''
  return `Its grammar does not read line ${places.slice(0, REGIONS_MAX).join(', ')}${more}; the rest was analysed.`
}

function gapOf(filePath: string, reason: CoverageGap['reason'], detail: string): CoverageGap {
  return { scanner: SCANNER, reason, filePath, detail }
}

function gapOfRule({ id, file, reason }: SkippedRule): CoverageGap {
  const name = id === undefined ? `A rule of ${file}` : `The rule ${id} of ${file}`
  return { scanner: SCANNER, reason: 'not_covered', detail: `${name} does not run. ${reason}` }
}
