import { messageOf } from '@gatehouse/kernel'
import { parseDocument } from 'yaml'
import { readTaintRule } from '../taint/rules/read-taint-rule.ts'
import type { TaintRule } from '../taint/rules/taint-rule.ts'
import { isObject, RuleProblem } from './problem.ts'
import { readRule } from './read-rule.ts'
import type { Rule, SkippedRule } from './rule.ts'
import type { RuleSet } from './rule-set.ts'
import { idsOf } from './rule-ids.ts'

/** Own limit: ten times the largest known pack. */
export const RULE_FILE_BYTES_MAX = 4 * 1024 * 1024
/** Own limit: three times the number of rules in all public packs. */
export const RULES_MAX = 20_000
/** A file with excessive anchor expansion is no rule file. */
const ALIASES_MAX = 1_000

/** A rule file as it was read. */
export interface RuleText {
  readonly path: string
  readonly text: string
}

/** Parses rule files. Invalid rules are reported and do not run; nothing is thrown. */
export function loadRules(files: readonly RuleText[]): RuleSet {
  const rules: Rule[] = []
  const taint: TaintRule[] = []
  const skipped: SkippedRule[] = []
  const seen = new Set<string>()
  for (const { path, text } of files) {
    for (const given of entriesOf(path, text, skipped)) {
      const id = isObject(given) && typeof given['id'] === 'string' ? given['id'] : undefined
      const about = { file: path, ...(id !== undefined && { id }) }
      try {
        if (!isObject(given)) throw new RuleProblem('A rule must be an object.')
        if (rules.length + taint.length >= RULES_MAX) throw new RuleProblem(`There are more than ${RULES_MAX} rules.`)
        const isTaint = given['mode'] === 'taint' || isObject(given['taint'])
        const rule = isTaint ? readTaintRule(given, path) : readRule(given, path)
        const taken = idsOf(rule).find((item) => seen.has(item))
        if (taken !== undefined) throw new RuleProblem(`Another rule uses the ID ${taken} or used it before.`)
        if ('formula' in rule) rules.push(rule)
        else taint.push(rule)
        for (const item of idsOf(rule)) seen.add(item)
      } catch (thrown) {
        if (!(thrown instanceof RuleProblem)) throw thrown
        skipped.push({ ...about, reason: thrown.message })
      }
    }
  }
  return { rules, taint, skipped }
}

function entriesOf(file: string, text: string, skipped: SkippedRule[]): readonly unknown[] {
  if (text.length > RULE_FILE_BYTES_MAX) {
    skipped.push({ file, reason: `A rule file can have at most ${RULE_FILE_BYTES_MAX / 1024 / 1024} MiB.` })
    return []
  }
  try {
    const document = parseDocument(text, { logLevel: 'silent' })
    const [error] = document.errors
    if (error !== undefined) throw error
    const content: unknown = document.toJS({ maxAliasCount: ALIASES_MAX })
    const entries = isObject(content) ? content['rules'] : undefined
    if (Array.isArray(entries)) return entries
    skipped.push({ file, reason: 'A rule file must have a list named rules.' })
  } catch (thrown) {
    skipped.push({ file, reason: `Invalid YAML: ${messageOf(thrown).split('\n', 1)[0]}` })
  }
  return []
}
