import { readFileSync } from 'node:fs'

/** A rule with texts that break it, and texts on its subject that do not. */
export interface RuleCase {
  readonly prompt: string
  readonly violating: readonly string[]
  readonly allowed: readonly string[]
}

/** Sets of rules: the method is trained and tuned on the first; the others are only measured. */
export const RULE_SETS = ['development', 'held-out', 'second-held-out'] as const
export type RuleSet = (typeof RULE_SETS)[number]

/** Reads the rules of a set. */
export function readRuleCases(set: RuleSet): RuleCase[] {
  const cases: { prompt: string; violating: string[]; allowed: string[] }[] = []
  const lines = readFileSync(new URL(`${set}.txt`, import.meta.url), 'utf8')
    .split('\n')
    .slice(1)
  for (const line of lines) {
    if (line.startsWith('# ')) cases.push({ prompt: line.slice(2), violating: [], allowed: [] })
    else if (line.startsWith('+ ')) cases.at(-1)!.violating.push(line.slice(2))
    else if (line.startsWith('- ')) cases.at(-1)!.allowed.push(line.slice(2))
  }
  return cases
}
