import { languagesNamed } from '../languages/all.ts'
import type { RuleText } from '../rules/load.ts'
import { OWN_RULES } from '../rules/own.ts'
import { readRuleFiles } from '../rules/read-files.ts'

/** A rule file that is parsed when a file needs it. */
export interface LaterRules {
  readonly text: RuleText
  /** Names of languages; `''` for rules that read texts of any kind. */
  readonly languages: ReadonlySet<string>
  /** Whether it may contain data-flow rules. */
  readonly mayFollow: boolean
}

/** Folders of rules for configuration: scanners of their own run them. */
const CONFIGURATION: ReadonlySet<string> = new Set([
  'cloudformation',
  'compose',
  'dockerfile',
  'github-actions',
  'helm',
  'json',
  'kubernetes',
  'terraform',
  'yaml',
])

/** Returns the built-in rules with paths relative to their folder, so that the install location is not exposed. */
export function ownRules(part: 'code' | 'configuration'): readonly RuleText[] {
  return readRuleFiles(OWN_RULES)
    .map(({ path, text }) => ({ path: `rules${path.slice(OWN_RULES.length)}`, text }))
    .filter(({ path }) => CONFIGURATION.has(path.split(/[\\/]/)[1]!) === (part === 'configuration'))
}

const LIST = /^[ \t-]{0,200}languages:[ \t]{0,20}\[([^\]\n]{1,300})\]/gm

/**
 * Returns the languages of a rule file without parsing it, in a hundredth of the time.
 * @returns undefined for a file without the usual layout
 */
export function laterRules(text: RuleText): LaterRules | undefined {
  const lists = [...text.text.matchAll(LIST)]
  if (lists.length === 0 || lists.length !== text.text.split('languages:').length - 1) return undefined
  const languages = new Set<string>()
  for (const word of lists.flatMap(([, words]) => words!.split(','))) {
    const named = languagesNamed(word.trim().replace(/^["'](.*)["']$/, '$1'))
    for (const { name } of named) languages.add(name)
    if (named.length === 0) languages.add('')
  }
  return { text, languages, mayFollow: text.text.includes('taint') }
}
