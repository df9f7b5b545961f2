import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { SastRule } from '@gatehouse/sast'

export const RULES_FOLDER = 'packages/sast/rules'

export const RULES_ABOUT =
  'Each rule has a test beside it, with code that the rule reports (`ruleid:`) and code that it does not report (`ok:`).'

/** A rule of either kind: search or data flow. */
export type ShownRule = Omit<SastRule, 'formula'>

export interface RuleFolder {
  readonly name: string
  /** Sorted by id. */
  readonly rules: readonly ShownRule[]
  /** Number of CWEs that the rules cover. */
  readonly weaknesses: number
}

/** The folders of the product's own rules, sorted by name. */
export async function loadRuleFolders(root: string): Promise<readonly RuleFolder[]> {
  const { loadRules, readRuleFiles } = await import('@gatehouse/sast')
  return readdirSync(join(root, RULES_FOLDER), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => {
      const loaded = loadRules(readRuleFiles(join(root, RULES_FOLDER, name)))
      const rules = [...loaded.rules, ...loaded.taint].toSorted((a, b) => (a.id < b.id ? -1 : 1))
      return { name, rules, weaknesses: new Set(rules.flatMap(({ cwe }) => cwe ?? [])).size }
    })
    .filter(({ rules }) => rules.length > 0)
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
}
