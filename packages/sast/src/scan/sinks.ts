import { Failure } from '@gatehouse/kernel'
import { STEPS_MAX } from '../match/source.ts'
import { wordsOf } from '../match/words.ts'
import { observe } from '../report/observe.ts'
import { FileText } from './file-text.ts'
import type { Pack } from './pack.ts'
import { NOTHING_SEEN, searchText, type ReportedHit, type TextHits } from './scan-file.ts'
import { evaluate } from '../search/evaluate.ts'
import { KnownHits } from '../search/known-hits.ts'
import { mayMatch } from '../search/prefilter.ts'
import type { FileHit } from '../search/search-file.ts'
import type { PreparedTaint, TaintRule } from '../taint/index.ts'
import { lineStarts } from '../tree/compact-tree.ts'

/** Rule results for a text, with the sinks of data-flow rules. */
export interface TextHitsWithSinks extends TextHits {
  /** Lines that the grammar does not read: none without a grammar, Infinity for a text that exceeds its limits. */
  readonly unread: number
}

/** Returns rule results for a text, with all sinks of data-flow rules whether or not data reaches them. The text is parsed once. */
export async function hitsWithSinks(path: string, text: string, pack: Pack): Promise<TextHitsWithSinks> {
  const file = await FileText.of(path, text)
  if (file === undefined) return { ...NOTHING_SEEN, unread: 0 }
  const seen = await searchText(file, pack)
  const sinks = await sinksOf(file, pack)
  const hits = sinks.length === 0 ? seen.hits : [...seen.hits, ...sinks].sort(byPosition)
  return { ...seen, hits, unread: await unreadLines(file) }
}

/** Returns the number of lines that the grammar of a file does not read: none without a grammar, Infinity above its limits. */
export async function unreadLinesIn(path: string, text: string): Promise<number> {
  const file = await FileText.of(path, text)
  return file === undefined ? 0 : unreadLines(file)
}

async function unreadLines(file: FileText): Promise<number> {
  if (file.language === undefined) return 0
  const parsed = await file.parsed()
  return parsed === undefined
    ? Infinity
    : parsed.unread.reduce((sum, unread) => sum + unread.toLine - unread.fromLine + 1, 0)
}

function byPosition(a: ReportedHit, b: ReportedHit): number {
  return a.hit.start - b.hit.start || a.hit.end - b.hit.end
}

/** Returns the sinks of data-flow rules in a text, with the fix of each rule. No data can reach a location that is no sink any more. */
export async function sinksIn(path: string, text: string, pack: Pack): Promise<readonly ReportedHit[]> {
  const file = await FileText.of(path, text)
  return file === undefined ? [] : sinksOf(file, pack)
}

async function sinksOf(file: FileText, pack: Pack): Promise<readonly ReportedHit[]> {
  const { path, language } = file
  const rules = language === undefined ? undefined : await pack.taintFor(path, language)
  if (rules === undefined || rules.length === 0) return []
  const parsed = await file.parsed()
  if (parsed === undefined) return []
  const words = wordsOf(file.text)
  const lines = lineStarts(file.text)
  const known = new KnownHits()
  const hits: ReportedHit[] = []
  for (const prepared of rules) {
    parsed.source.fresh()
    const found = tried(() => hitsOf(prepared, parsed.source, words, known))
    for (const hit of found) hits.push({ hit, seen: observe(hit, path, lines) })
  }
  return hits
}

/** Returns no hits for a rule that does not finish. */
function tried(find: () => readonly FileHit[]): readonly FileHit[] {
  try {
    return find()
  } catch (thrown) {
    if (thrown instanceof Failure && thrown.code === 'limit_reached') return []
    throw thrown
  }
}

function hitsOf(
  { rule, patterns, clauses, cut }: PreparedTaint,
  source: NonNullable<FileHit['ground']['source']>,
  words: ReadonlySet<string>,
  known: KnownHits,
): readonly FileHit[] {
  let steps = 0
  const step = (): void => {
    steps += 1
    if (steps > STEPS_MAX) throw new Failure('limit_reached', `Matching exceeded ${STEPS_MAX} steps.`)
  }
  const { options } = rule
  const ground = { text: source.tree.text, source, patterns, options, known: known.under(options), cut, step }
  return rule.sinks.flatMap((part) => {
    if (!mayMatch(clauses.get(part) ?? [], words)) return []
    const { formula, fix = rule.fix, fixRegex = rule.fixRegex } = part
    const { fix: _fix, fixRegex: _regex, ...about } = rule
    const written = { ...(fix !== undefined && { fix }), ...(fixRegex !== undefined && { fixRegex }) }
    const found = evaluate(formula, ground)
    const onePerRange = new Map(found.toReversed().map((hit) => [`${hit.start} ${hit.end}`, hit]))
    return [...onePerRange.values()].map((hit): FileHit => ({
      ...hit,
      rule: { ...about, ...written, formula },
      ground,
    }))
  })
}

/** Whether a rule of data flow writes code. */
export function writesFix(rule: TaintRule): boolean {
  return [rule, ...rule.sinks].some(({ fix, fixRegex }) => fix !== undefined || fixRegex !== undefined)
}
