import type { CoverageGap, Observation } from '@gatehouse/scan-engine'
import {
  type Language,
  yaml,
  observe,
  idsOf,
  withSuppression,
  type Pack,
  type PreparedRule,
  type FileHit,
  searchFile,
  Suppressions,
} from '@gatehouse/sast/configuration'
import type { ConfigScannerName } from './names.ts'

/** Rule results for one text, before suppression comments apply. */
export interface ConfigurationHits {
  readonly hits: readonly FileHit[]
  readonly gaps: readonly CoverageGap[]
}

/** Runs the rules for a path over a text. */
export async function search(
  path: string,
  text: string,
  language: Language,
  pack: Pack,
  scanner: ConfigScannerName,
): Promise<ConfigurationHits & { readonly lines: Uint32Array }> {
  const rules = await rulesFor(path, language, pack)
  const { hits, lines, unread, spent, isTooMuch } = await searchFile(text, language, rules)
  const gaps = spent.map(({ rule, reason }): CoverageGap => ({
    scanner,
    reason: 'timed_out',
    filePath: path,
    detail: `The rule ${rule.id} did not finish: ${reason}`,
  }))
  if (isTooMuch)
    gaps.push(unparsed(scanner, path, 'It is too large, nested too deeply, or expanded by aliases beyond the limit.'))
  const [first] = unread
  if (first !== undefined) {
    const more = unread.length > 1 ? ` and at ${unread.length - 1} more places` : ''
    const detail = `Invalid ${language.name} at line ${first.fromLine}${more}; the rest was analyzed.`
    gaps.push(unparsed(scanner, path, detail))
  }
  return { hits, gaps, lines }
}

/** Returns the rules for a text. Rules for YAML also apply to JSON: the syntax trees have the same kinds. */
async function rulesFor(path: string, language: Language, pack: Pack): Promise<readonly PreparedRule[]> {
  const own = await pack.for(path, language)
  if (language.name !== 'json') return own
  const known = new Set(own.map(({ rule }) => rule))
  return [...own, ...(await pack.for(path, yaml)).filter(({ rule }) => !known.has(rule))]
}

/** A hit as a finding of a scanner. */
export function findingOf(
  hit: FileHit,
  path: string,
  lines: Uint32Array,
  suppressions: Suppressions,
  scanner: ConfigScannerName,
): Observation {
  const seen = observe(hit, path, lines)
  const own: Observation = { ...seen, scanner, ruleId: `${scanner.toLowerCase()}/${hit.rule.id}` }
  return withSuppression(own, suppressions.judge(idsOf(hit.rule), seen.startLine))
}

function unparsed(scanner: ConfigScannerName, filePath: string, detail: string): CoverageGap {
  return { scanner, reason: 'unparsed', filePath, detail }
}
