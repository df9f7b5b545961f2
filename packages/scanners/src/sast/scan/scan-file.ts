import { messageOf } from '@gatehouse/kernel'
import type { CoverageGap, Observation } from '../../engine/observation.ts'
import type { ScanContext } from '../../engine/scanner.ts'
import type { TreeFile } from '../../engine/tree.ts'
import { languageOf, languageOfText } from '../languages/all.ts'
import { observe } from '../report/observe.ts'
import { isGenerated, isMinified } from '../report/selection.ts'
import { type FileHit, searchFile } from '../search/search-file.ts'
import { Suppressions } from '../search/suppress.ts'
import { unexplained } from './allowed.ts'
import type { FileCache } from './cache.ts'
import type { LeftReason } from './left.ts'
import type { Pack } from './pack.ts'

/** Ours: larger sources are made by programs. */
export const FILE_BYTES_MAX = 1024 * 1024
/** Regions of a file that are named one by one. */
const REGIONS_MAX = 5

/** What came of one file; as JSON has it, so that it can be kept. */
export interface FileResult {
  readonly observations: readonly Observation[]
  readonly gaps: readonly CoverageGap[]
  /** It was not analysed at all, and is counted. */
  readonly left?: LeftReason
}

/** A hit that counts, and what is shown of it. */
export interface SeenHit {
  readonly hit: FileHit
  readonly seen: Observation
}

/** What rules see in a text. */
export interface SeenText {
  /** Without those that a comment allows. */
  readonly hits: readonly SeenHit[]
  readonly gaps: readonly CoverageGap[]
  /** Rules that did not end. */
  readonly unfinished: number
}

const NOTHING: FileResult = { observations: [], gaps: [] }

/** With what files are analysed. */
export interface FileTools {
  readonly pack: Pack
  readonly cache: FileCache | undefined
}

/** Analyses a file of a tree. A file that cannot be read is a gap, never the end of the shard. */
export async function scanFile(
  file: TreeFile,
  { pack, cache }: FileTools,
  { tree, signal }: ScanContext,
): Promise<FileResult> {
  const { path, size_bytes } = file
  try {
    const language = languageOf(path)
    if ((await pack.for(path, language)).length === 0) return NOTHING
    if (size_bytes > FILE_BYTES_MAX) {
      const detail = `Files larger than ${FILE_BYTES_MAX / 1024} KiB are not analysed.`
      return language === undefined ? NOTHING : { ...NOTHING, gaps: [gapOf(path, 'too_large', detail)] }
    }
    const bytes = await tree.read(path, FILE_BYTES_MAX)
    const make = (): Promise<FileResult> => resultOf(path, bytes, pack)
    return await (cache === undefined ? make() : cache.of(path, bytes, make))
  } catch (thrown) {
    signal.throwIfAborted()
    return {
      observations: [],
      gaps: [gapOf(path, 'failed', `No rule could be run on this file: ${messageOf(thrown)}`)],
    }
  }
}

async function resultOf(path: string, bytes: Uint8Array, pack: Pack): Promise<FileResult> {
  if (bytes.includes(0)) return languageOf(path) === undefined ? NOTHING : { ...NOTHING, left: 'binary' }
  const text = new TextDecoder().decode(bytes)
  if (isMinified(text)) return { ...NOTHING, left: 'shortened' }
  if (isGenerated(text)) return { ...NOTHING, left: 'generated' }
  const { hits, gaps } = await scanText(path, text, pack)
  return { observations: hits.map(({ seen }) => seen), gaps }
}

/** Runs the rules for a path over a text. */
export async function scanText(path: string, text: string, pack: Pack): Promise<SeenText> {
  const language = languageOfText(path, text)
  const rules = await pack.for(path, language)
  if (rules.length === 0) return { hits: [], gaps: [], unfinished: 0 }
  const { hits, lines, unread, spent, isTooMuch } = await searchFile(text, language, rules)
  const suppressions = new Suppressions(text)
  const counted = hits.flatMap((hit): SeenHit[] => {
    const seen = observe(hit, path, lines)
    const allowed = suppressions.judge(hit.rule.id, seen.startLine)
    if (allowed === 'allowed') return []
    return [{ hit, seen: allowed === 'unexplained' ? unexplained(seen) : seen }]
  })
  const gaps = spent.map(({ rule, reason }) => gapOf(path, 'timed_out', `The rule ${rule.id} did not end: ${reason}`))
  if (isTooMuch) gaps.push(gapOf(path, 'unparsed', 'Its syntax is too large or too broken to be read.'))
  if (unread.length > 0) gaps.push(gapOf(path, 'unparsed', regions(unread)))
  const unfinished = isTooMuch ? rules.length : spent.length
  return { hits: counted, gaps, unfinished }
}

function regions(unread: readonly { readonly fromLine: number; readonly toLine: number }[]): string {
  const places = [
    ...new Set(unread.map(({ fromLine, toLine }) => (fromLine === toLine ? `${fromLine}` : `${fromLine}–${toLine}`))),
  ]
  const more = places.length > REGIONS_MAX ? ` and ${places.length - REGIONS_MAX} more places` : ''
  return `Its grammar does not read line ${places.slice(0, REGIONS_MAX).join(', ')}${more}; the rest was analysed.`
}

function gapOf(filePath: string, reason: CoverageGap['reason'], detail: string): CoverageGap {
  return { scanner: 'SAST_PATTERN', reason, filePath, detail }
}
