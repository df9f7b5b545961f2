import { formerRuleIds } from '@gatehouse/scan-engine/results'
import { type Observation, withoutValues } from '@gatehouse/scan-engine'
import { packOf } from '../scan/pack.ts'
import type { PackSource } from '../scan/options.ts'
import { fixOf } from '../report/fix.ts'
import { proveFixes } from './prove.ts'
import { hitsWithSinks } from '../scan/sinks.ts'
import { textOf } from './text.ts'
import { unifiedDiff } from './unified-diff.ts'

/** Identity of the finding to fix. */
export interface FixWanted extends Pick<Observation, 'ruleId' | 'filePath' | 'startLine'> {
  readonly startColumn?: number | null | undefined
}

/** A proved fix of one finding. */
export interface SuggestedFix {
  /** Applies to the file as it was scanned. */
  readonly diff: string
  /** Code after the fix. */
  readonly code: string
  /** The file after the fix. */
  readonly text: string
  readonly title: string
  readonly description: string
  /** Review note of the rule: what to check before the fix is applied. */
  readonly check?: string
}

/**
 * Whether a finding belongs to a rule, by its current id or a former id: a stored finding may have a former id. The prefix names the
 * scanner, and the scanners of configuration run the same rules.
 */
function isOfRule(seen: Observation, wanted: string): boolean {
  return [seen.ruleId, ...formerRuleIds(seen)].some((id) => bareId(id) === bareId(wanted))
}

function bareId(id: string): string {
  return id.slice(id.indexOf('/') + 1)
}

/** Lines of context around a change; fewer where the context must not be shown. */
const CONTEXTS = [3, 2, 1] as const

/**
 * Returns the fix that the rule of a finding defines, proved on the file of the finding.
 * @returns a sentence where no safe fix is known
 */
export async function suggestFix(
  wanted: FixWanted,
  content: Uint8Array,
  rules: PackSource,
): Promise<SuggestedFix | string> {
  const { filePath, ruleId, startLine, startColumn } = wanted
  const read = textOf(content)
  if (read === undefined) return 'The file is not UTF-8, so it is not rewritten.'
  const { mark, text } = read
  const pack = packOf(rules)
  const seen = await hitsWithSinks(filePath, text, pack)
  const hit = seen.hits.find(
    ({ seen: observation }) =>
      isOfRule(observation, ruleId) &&
      observation.startLine === startLine &&
      (observation.startColumn === startColumn || typeof startColumn !== 'number'),
  )
  if (hit === undefined) return 'This version of the rules does not report the finding in the scanned source.'
  const proof = await proveFixes(filePath, text, seen, [hit], pack)
  if (!proof.isProved) return proof.reason
  const { title, description } = hit.seen
  const { beforeFix } = hit.hit.rule
  for (const context of CONTEXTS) {
    const diff = unifiedDiff(filePath, mark + text, mark + proof.text, context)
    if (withoutValues(diff) === diff) {
      return {
        diff,
        code: fixOf(hit.hit) ?? '',
        text: mark + proof.text,
        title,
        description,
        ...(beforeFix !== undefined && { check: beforeFix }),
      }
    }
  }
  return 'The surrounding code may contain a secret, so it is not shown.'
}
