import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { OWN_RULES } from '../../src/sast/rules/own.ts'

interface File {
  readonly rules: readonly { readonly 'pattern-sources'?: unknown }[]
}

/** What each file of a language calls a request: its anchor is written anew in every file. */
function listsOf(language: string): Map<string, string> {
  const folder = join(OWN_RULES, language)
  const lists = new Map<string, string>()
  for (const name of readdirSync(folder).filter((one) => one.endsWith('.yaml'))) {
    const text = readFileSync(join(folder, name), 'utf8')
    if (!text.includes('pattern-sources: &request')) continue
    const { rules } = parse(text) as File
    // The rule that the anchor stands in.
    const place = text.slice(0, text.indexOf('pattern-sources: &request')).split('  - id: ').length - 2
    lists.set(name, JSON.stringify(rules[place]?.['pattern-sources'] ?? `none in rule ${place}`))
  }
  return lists
}

test.each(['java', 'kotlin', 'csharp', 'go'])('what is a request is the same in all files of %s', (language) => {
  const lists = listsOf(language)
  expect(lists.size).toBeGreaterThan(1)
  const [[first, list] = ['', '']] = lists
  for (const [name, other] of lists) expect(other === list, `${name} and ${first} differ`).toBe(true)
})
