// Fixes of built-in configuration rules are proved on their test files.
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { readdirSync } from 'node:fs'
import { proveFixes } from '../src/fix/prove.ts'
import { fixOf } from '../src/report/fix.ts'
import { loadRules } from '../src/rules/load.ts'
import { OWN_RULES } from '../src/rules/own.ts'
import { Pack } from '../src/scan/pack.ts'
import { hitsWithSinks } from '../src/scan/sinks.ts'

const FOLDERS = ['terraform', 'cloudformation', 'compose', 'dockerfile', 'github-actions', 'kubernetes']

const rules = FOLDERS.flatMap((folder) =>
  readdirSync(join(OWN_RULES, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.yaml') && !path.endsWith('.test.yaml'))
    .map((path) => join(OWN_RULES, folder, path))
    .filter((path) => /^ {4}fix(?:-regex)?:/m.test(readFileSync(path, 'utf8'))),
)

/** The code that a rule file is tested on. */
function codeOf(rule: string): readonly string[] {
  const name = basename(rule, '.yaml')
  const folder = dirname(rule)
  return ['tf', 'test.yaml', 'dockerfile']
    .map((ending) => join(folder, `${name}.${ending}`))
    .filter((path) => existsSync(path))
}

test('there are many', () => {
  expect(rules.length).toBeGreaterThan(40)
})

test.each(rules.map((path) => [path.slice(OWN_RULES.length + 1), path] as const))(
  '%s explains how to review its fix',
  (_name, path) => {
    const { rules: read } = loadRules([{ path, text: readFileSync(path, 'utf8') }])
    const silent = read.filter(
      ({ fix, fixRegex, beforeFix }) => (fix ?? fixRegex) !== undefined && beforeFix === undefined,
    )
    expect(silent.map(({ id }) => id)).toEqual([])
  },
)

test.each(rules.map((path) => [path.slice(OWN_RULES.length + 1), path] as const))('%s', async (_name, path) => {
  const pack = new Pack([{ path, text: readFileSync(path, 'utf8') }])
  const reasons: string[] = []
  let proved = 0
  for (const file of codeOf(path)) {
    const text = readFileSync(file, 'utf8')
    const seen = await hitsWithSinks(file, text, pack)
    for (const hit of seen.hits) {
      if (fixOf(hit.hit) === undefined) continue
      const proof = await proveFixes(file, text, seen, [hit], pack)
      if (proof.isProved) proved += 1
      else reasons.push(`${hit.seen.startLine}: ${proof.reason}`)
    }
  }
  expect(reasons).toEqual([])
  expect(proved).toBeGreaterThan(0)
})
