import { messageOf } from '@gatehouse/kernel'
import type { CoverageGap, GapReason, Observation, UnanalysedFile, ScanContext, TreeFile } from '@gatehouse/scan-engine'
import { languageOf, LANGUAGES } from '../languages/all.ts'
import { identityOf, observe, snippetOf } from '../report/observe.ts'
import { mayBeScript } from '../report/selection.ts'
import { firstIdOf, idsOf } from '../rules/rule-ids.ts'
import type { PreparedRule } from '../search/prepared.ts'
import { type FileHit, type SearchedFile, searchFile } from '../search/search-file.ts'
import { isCutOff, judgedSinks, packFacts, taintOf } from '../taint/index.ts'
import { decodeSource, hasForeignEncoding } from '../text/decode.ts'
import { isSettings } from '../text/settings.ts'
import { isSwallowing, type Unread } from '../tree/parse.ts'
import { lineStarts } from '../tree/compact-tree.ts'
import { withSuppression } from './allowed.ts'
import type { FileCache } from './cache.ts'
import { FileText } from './file-text.ts'
import type { LeftReason } from './left.ts'
import type { Pack } from './pack.ts'

/** Own limit: larger sources are generated. Comments alone may make a file larger than its code. */
export const FILE_BYTES_MAX = 4 * 1024 * 1024
/** Own limit: length of a script's shebang line. */
const FIRST_LINE_BYTES = 256
/** Own limit: data-flow facts of one file, twice the largest hand-written file that was measured. */
const FACTS_UNITS_MAX = 8 * 1024 * 1024
/** Maximum number of regions of a file that are named one by one. */
const REGIONS_MAX = 5

/** JSON-serializable result of one file, for the cache. */
export interface FileResult {
  readonly observations: readonly Observation[]
  readonly gaps: readonly CoverageGap[]
  /** It was not analysed at all, and is counted. */
  readonly left?: LeftReason
  /** Compressed data-flow facts. */
  readonly facts?: string
}

/** A hit with its observation. */
export interface ReportedHit {
  readonly hit: FileHit
  readonly seen: Observation
}

/** Rule results for a text. */
export interface TextHits {
  /** Includes suppressed hits, marked as such. */
  readonly hits: readonly ReportedHit[]
  readonly gaps: readonly CoverageGap[]
  /** Number of rules that did not finish. */
  readonly unfinished: number
}

const NOTHING: FileResult = { observations: [], gaps: [] }

/** Dependencies of the file analysis. */
export interface FileTools {
  readonly pack: Pack
  readonly cache: FileCache | undefined
}

/** Analyses a file of a tree. An unreadable file is a coverage gap and does not end the shard. */
export async function scanFile(
  file: TreeFile,
  { pack, cache }: FileTools,
  { tree, signal }: ScanContext,
): Promise<FileResult> {
  const { path, size_bytes } = file
  try {
    const language = languageOf(path)
    const isProgram = mayBeScript(path) && (await isScript(file, tree))
    const isUnread = language === undefined && mayBeScript(path) && !isSettings(path)
    if (!isProgram && !pack.isAnyText && isUnread) return NOTHING
    const isWanted = async (): Promise<boolean> => language === undefined || isProgram || pack.wants(path, language)
    // A cached result needs no compiled rules, which are expensive.
    const isKept = cache !== undefined && size_bytes <= FILE_BYTES_MAX
    const mayBe = isKept && language !== undefined && !isProgram ? pack.mayWant(language) : await isWanted()
    if (!mayBe) return NOTHING
    if (size_bytes > FILE_BYTES_MAX) {
      const detail = `Files larger than ${FILE_BYTES_MAX / 1024} KiB are not analyzed.`
      return language === undefined ? NOTHING : { ...NOTHING, gaps: [fileGap(path, 'too_large', detail)] }
    }
    const bytes = await tree.read(path, FILE_BYTES_MAX)
    if (!isKept) return await resultOf(path, bytes, pack)
    return await cache.of(path, bytes, async () => ((await isWanted()) ? resultOf(path, bytes, pack) : NOTHING))
  } catch (thrown) {
    signal.throwIfAborted()
    return {
      observations: [],
      gaps: [fileGap(path, 'failed', `No rule could be run on this file: ${messageOf(thrown)}`)],
    }
  }
}

/** Whether a file has a shebang line. */
async function isScript({ path, size_bytes }: TreeFile, tree: ScanContext['tree']): Promise<boolean> {
  const head = await tree.read(path, FIRST_LINE_BYTES)
  if (head[0] === 0x23 && head[1] === 0x21) return true
  // A byte order mark or NUL may precede it.
  const isOdd = head.length > 0 && (head[0]! >= 0xef || head.includes(0)) && size_bytes <= FILE_BYTES_MAX
  return isOdd && decodeSource(head)?.startsWith('#!') === true
}

/** Returns the result for the content of a file. */
export async function resultOf(path: string, bytes: Uint8Array, pack: Pack): Promise<FileResult> {
  const text = decodeSource(bytes)
  if (text === undefined) return languageOf(path) === undefined ? NOTHING : { ...NOTHING, left: 'binary' }
  if (languageOf(path) === PYTHON && hasForeignEncoding(text)) return { ...NOTHING, left: 'encoding' }
  const file = await FileText.of(path, text)
  if (file === undefined) return { ...NOTHING, gaps: [fileGap(path, 'unparsed', NO_NOTEBOOK, PYTHON, 'file')] }
  const { hits, gaps } = await searchText(file, pack)
  const flow = await flowOf(file, pack)
  return {
    observations: hits.filter((hit) => !isSettled(hit, flow.sinks ?? [])).map(({ seen }) => inFile(seen, file)),
    // Both analyses miss the code that the grammar cannot parse.
    gaps: [...gaps, ...flow.gaps.filter(({ detail }) => !gaps.some((gap) => gap.detail === detail))],
    ...(flow.facts !== undefined && { facts: flow.facts }),
  }
}

/** An observation of code with the lines that the code has in its file. */
export function inFile(seen: Observation, file: FileText): Observation {
  if (!file.hasOwnLines) return seen
  const { startColumn: _start, endColumn: _end, ...stored } = seen
  return { ...stored, startLine: file.lineInFile(seen.startLine), endLine: file.lineInFile(seen.endLine) }
}

/** Result for a file whose content does not match its name. */
export const NOTHING_SEEN: TextHits = { hits: [], gaps: [], unfinished: 0 }

/** Runs the rules for a file on its text, except data-flow rules. */
export async function searchText(file: FileText, pack: Pack): Promise<TextHits> {
  const { path, text, language } = file
  const rules = await pack.for(path, language)
  if (rules.length === 0) return NOTHING_SEEN
  if (!file.isEmbedded && file.settings === undefined)
    return hitsIn(file, await searchFile(text, language, rules, () => file.parsed()), rules.length)
  // Text rules read the page as is, or the settings of the file; code rules read only its code.
  const [code, texts] = [rules.filter(isOfCode), rules.filter((rule) => !isOfCode(rule))]
  const [inCode, inText] = [
    hitsIn(file, await searchFile(text, language, code, () => file.parsed()), code.length),
    hitsIn(file, await searchFile(file.settings ?? file.raw, undefined, texts), texts.length),
  ]
  return {
    hits: [...inCode.hits, ...inText.hits],
    gaps: [...inCode.gaps, ...inText.gaps],
    unfinished: inCode.unfinished + inText.unfinished,
  }
}

function isOfCode({ rule }: PreparedRule): boolean {
  return rule.languages.length > 0
}

function hitsIn(file: FileText, searched: SearchedFile, rules: number): TextHits {
  const { path, language } = file
  const { hits, lines, unread, spent, isTooMuch } = searched
  const counted = hits.map((hit): ReportedHit => {
    const seen = withFileSnippet(observe(hit, path, lines), hit, file)
    return { hit, seen: withSuppression(seen, file.suppressions.judge(idsOf(hit.rule), seen.startLine)) }
  })
  const gaps = spent.map(({ rule, reason }) =>
    fileGap(path, 'timed_out', `The rule ${rule.id} did not finish: ${reason}`, language, 'file'),
  )
  if (isTooMuch) gaps.push(fileGap(path, 'unparsed', TOO_MUCH, language))
  if (unread.length > 0) gaps.push(fileGap(path, 'unparsed', regions(unread, file), language, extentOf(unread, file)))
  return { hits: counted, gaps, unfinished: isTooMuch ? rules : spent.length }
}

/** Settings are shown as written in the file. */
function withFileSnippet(seen: Observation, { ground, rule }: FileHit, { settings, raw }: FileText): Observation {
  if (settings === undefined || ground.text !== settings) return seen
  const lines = lineStarts(raw)
  const code = raw.slice(lines[seen.startLine - 1], lines[seen.endLine] ?? raw.length).replace(/\s#[^\n]*$/gm, '')
  const { startColumn: _start, endColumn: _end, metadata, ...stored } = seen
  const { fix: _fix, ...result } = metadata
  const snippet = snippetOf(raw, lines, seen.startLine, seen.endLine)
  return { ...stored, metadata: result, snippet, identity: identityOf(firstIdOf(rule), code) }
}

/** A sink of a data-flow rule. */
interface SinkHit {
  readonly cwe: string | undefined
  readonly fromLine: number
  readonly toLine: number
  readonly isSettled: boolean
}

/** Whether a data-flow rule overrides a hit: at this sink, only constants of the file or sanitized data arrive. */
function isSettled({ hit: { rule }, seen }: ReportedHit, sinks: readonly SinkHit[]): boolean {
  if (rule.yields !== true) return false
  const here = sinks.filter(
    ({ cwe, fromLine, toLine }) => cwe === rule.cwe && fromLine <= seen.endLine && toLine >= seen.startLine,
  )
  return here.length > 0 && here.every((sink) => sink.isSettled)
}

/** Returns the data-flow facts of a file, where a rule needs them. */
async function flowOf(
  file: FileText,
  pack: Pack,
): Promise<Pick<FileResult, 'gaps' | 'facts'> & { readonly sinks?: readonly SinkHit[] }> {
  const { path, language } = file
  const rules = language === undefined ? undefined : await pack.taintFor(path, language)
  if (rules === undefined) return { gaps: [] }
  const parsed = await file.parsed()
  if (parsed === undefined) return { gaps: [fileGap(path, 'unparsed', TOO_MUCH, language)] }
  const taint = withinStack(() => taintOf(parsed.source, path, rules))
  if (taint === 'too deep') return { gaps: [fileGap(path, 'not_covered', TOO_DEEP, language, 'file')] }
  if (taint === undefined) return { gaps: [] }
  const spent = taint.spent.map(({ rule, reason }) =>
    fileGap(path, 'timed_out', `The rule ${rule.id} did not finish: ${reason}`, language, 'file'),
  )
  const unread =
    parsed.unread.length > 0
      ? [fileGap(path, 'unparsed', regions(parsed.unread, file), language, extentOf(parsed.unread, file))]
      : []
  const gaps = taint.facts.gaps.map((detail) =>
    fileGap(path, 'not_covered', detail, language, isCutOff(detail) ? 'file' : 'part'),
  )
  const cwes = new Map(rules.map(({ rule: { id, cwe } }) => [id, cwe]))
  const sinks = judgedSinks(taint.facts).map(({ rule, place, isSettled: settled }): SinkHit => ({
    cwe: cwes.get(rule),
    fromLine: place.line,
    toLine: place.endLine,
    isSettled: settled && taint.spent.length === 0,
  }))
  const facts = packFacts(taint.facts)
  const all = [...spent, ...unread, ...gaps]
  if (facts.length <= FACTS_UNITS_MAX) return { facts, gaps: all, sinks }
  return { gaps: [...all, fileGap(path, 'too_large', TOO_MANY_FLOWS, language)], sinks }
}

/** Runs an analysis that descends into code; code may be nested deeper than the stack. */
function withinStack<Result>(analyse: () => Result): Result | 'too deep' {
  try {
    return analyse()
  } catch (thrown) {
    if (thrown instanceof RangeError && thrown.message.includes('call stack')) return 'too deep'
    throw thrown
  }
}

const TOO_DEEP =
  'Data flow through this file was not analyzed: its code is nested more deeply than the analysis supports.'
const TOO_MUCH = 'The file is too large, or has too many syntax errors, to be parsed.'
const TOO_MANY_FLOWS =
  'Data flow through this file was not analyzed: it has too many functions and flows. Split the file.'
const NO_NOTEBOOK =
  'The file has a notebook extension but is not a JSON document with cells, so its code was not analyzed.'
const PYTHON = LANGUAGES.find(({ name }) => name === 'python')

/** Sound code of these languages, new syntax included, loses single lines at most: docs/decisions/0099. */
const READ_IN_FULL: ReadonlySet<string> = new Set(['javascript', 'typescript', 'tsx', 'python'])

/** Returns the extent of unparsed code: lines skipped after a syntax error may contain anything. */
function extentOf(unread: readonly Unread[], { language }: FileText): UnanalysedFile['extent'] {
  return READ_IN_FULL.has(language?.name ?? '') && unread.some(isSwallowing) ? 'file' : 'part'
}

function regions(found: readonly Unread[], file: FileText): string {
  const unread = found.map(({ fromLine, toLine }) => ({
    fromLine: file.lineInFile(fromLine),
    toLine: file.lineInFile(toLine),
  }))
  const places = [
    ...new Set(unread.map(({ fromLine, toLine }) => (fromLine === toLine ? `${fromLine}` : `${fromLine}–${toLine}`))),
  ]
  const more = places.length > REGIONS_MAX ? ` and ${places.length - REGIONS_MAX} more places` : ''
  return `Syntax error at line ${places.slice(0, REGIONS_MAX).join(', ')}${more}; the rest of the file was analyzed.`
}

/** Gaps after which rules have seen no line of the file. */
const WHOLE: ReadonlySet<GapReason> = new Set(['too_large', 'failed'])

function fileGap(
  filePath: string,
  reason: GapReason,
  detail: string,
  language = languageOf(filePath),
  extent: UnanalysedFile['extent'] = WHOLE.has(reason) || detail === TOO_MUCH ? 'file' : 'part',
): CoverageGap {
  const unanalysed = language === undefined ? [] : [{ path: filePath, language: language.name, cause: reason, extent }]
  return { scanner: 'SAST_PATTERN', reason, filePath, detail, ...(unanalysed.length > 0 && { unanalysed }) }
}
