import { readFileSync } from 'node:fs'

/** A rule with texts that break it, and texts on its subject that do not. */
export interface RuleCase {
  readonly prompt: string
  readonly violating: readonly string[]
  readonly allowed: readonly string[]
}

/** The rules for measuring: those that the method was tuned on, or the others. */
export function readRuleCases(set: 'development' | 'held-out'): RuleCase[] {
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
