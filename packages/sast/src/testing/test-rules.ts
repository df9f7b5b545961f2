import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { languageOf } from '../languages/all.ts'
import { fixOf } from '../report/fix.ts'
import { loadRules } from '../rules/load.ts'
import { readRuleFiles } from '../rules/read-files.ts'
import type { SkippedRule } from '../rules/rule.ts'
import { type Prepared, prepareRules } from '../search/prepared.ts'
import { type FileHit, searchFile } from '../search/search-file.ts'
import type { TaintFinding } from '../taint/index.ts'
import { positionOf } from '../tree/compact-tree.ts'
import { type Mark, marksOf } from './marks.ts'
import { programsOf, TaintTests } from './taint-tests.ts'
import { withPlainNames } from '../text/escapes.ts'
import { settingsText } from '../text/settings.ts'

/** Result of one rule on one test file. */
export interface RuleTest {
  readonly rule: string
  readonly file: string
  /** Lines with a missing finding. */
  readonly missed: readonly number[]
  /** Lines with an unexpected finding. */
  readonly wrong: readonly number[]
  /** Lines with a known missing finding. */
  readonly todo: readonly number[]
  readonly found: number
  /** Whether its fixes produce the content of the fixed file; absent without one. */
  readonly isFixed?: boolean
}

export interface RuleTests {
  readonly tests: readonly RuleTest[]
  /** Rules without a test file. */
  readonly untested: readonly string[]
  readonly skipped: readonly SkippedRule[]
}

/**
 * Tests rules on the code files with the same name: `a.yaml` on `a.py`, `a.js` and so on, by the annotations `ruleid:`, `ok:`,
 * `todoruleid:` and `todook:` in its comments. Any other finding is wrong. The files of a folder of that name are one program, which
 * data-flow rules see as a whole.
 * @param path a rule file, or a folder of rule files
 * @throws {Failure} for a missing path
 */
export async function testRules(path: string): Promise<RuleTests> {
  const tests: RuleTest[] = []
  const untested: string[] = []
  const skipped: SkippedRule[] = []
  for (const file of readRuleFiles(path)) {
    const loaded = loadRules([file])
    const prepared = await prepareRules(loaded.rules)
    const taint = new TaintTests(loaded.taint)
    skipped.push(...loaded.skipped, ...prepared.skipped, ...(await taint.skipped()))
    const seen = new Set<string>()
    for (const program of programsOf(file.path, codeFilesOf(file.path))) {
      const flows = await taint.run(program)
      for (const test of program.files) {
        const found = await testFile(test, prepared, flows.get(test) ?? [])
        for (const { rule } of found) seen.add(rule)
        tests.push(...found)
      }
    }
    untested.push(...[...loaded.rules, ...loaded.taint].map(({ id }) => id).filter((id) => !seen.has(id)))
  }
  return { tests, untested, skipped }
}

const SETTINGS_RULES = /[\\/]settings[\\/][\w-]+\.(?:properties|json|env|config)$/

/**
 * Returns the settings file name of a test: settings files are recognized by their full name, but test files have the name of their rules.
 */
function namedAsSettings(test: string): string {
  const extension = test.slice(test.lastIndexOf('.') + 1)
  return { properties: 'application.properties', json: 'appsettings.json', env: '.env' }[extension] ?? 'web.config'
}

async function testFile(
  test: string,
  { byLanguage }: Prepared,
  flows: readonly TaintFinding[],
): Promise<readonly RuleTest[]> {
  const raw = readFileSync(test, 'utf8')
  const language = languageOf(test)
  const rules = [...(byLanguage.get('') ?? []), ...(byLanguage.get(language?.name ?? '-') ?? [])]
  const settings = SETTINGS_RULES.test(test) ? settingsText(namedAsSettings(test), raw) : undefined
  const text = settings ?? (language === undefined ? raw : await withPlainNames(raw, language))
  const { hits, lines } = await searchFile(text, language, rules)
  const marks = marksOf(raw)
  const fixed = fixedAs(test, raw, hits)
  const ids = [...marks.map(({ rule }) => rule), ...hits.map(({ rule }) => rule.id), ...flows.map(({ rule }) => rule)]
  return [...new Set(ids)].map((id) => {
    const own = hits.filter(({ rule }) => rule.id === id)
    const found = new Set([
      ...own.map(({ start }) => positionOf(lines, start).line),
      ...flows.filter(({ rule }) => rule === id).map(({ place }) => place.line),
    ])
    const isFixing = own.some((hit) => fixOf(hit) !== undefined)
    return { ...ruleTestOf(id, test, found, marks), ...(isFixing && fixed) }
  })
}

/** Whether a rule met the expectations of its test file. */
export function passes({ missed, wrong, isFixed }: RuleTest): boolean {
  return missed.length === 0 && wrong.length === 0 && isFixed !== false
}

function ruleTestOf(rule: string, file: string, found: ReadonlySet<number>, marks: readonly Mark[]): RuleTest {
  const lines = (kind: Mark['kind']): ReadonlySet<number> =>
    new Set(marks.filter((mark) => mark.kind === kind && mark.rule === rule).map(({ line }) => line))
  const [wanted, allowed, later] = [lines('ruleid'), lines('todook'), lines('todoruleid')]
  return {
    rule,
    file,
    missed: [...wanted].filter((line) => !found.has(line)),
    wrong: [...found].filter((line) => !wanted.has(line) && !allowed.has(line) && !later.has(line)),
    todo: [...later].filter((line) => !found.has(line)),
    found: found.size,
  }
}

/** Returns whether the fixes of all rules turn `a.py` into `a.fixed.py`. */
function fixedAs(test: string, text: string, hits: readonly FileHit[]): Pick<RuleTest, 'isFixed'> {
  const fixed = test.replace(/(\.\w+)$/, '.fixed$1')
  if (!existsSync(fixed) || hits.every((hit) => fixOf(hit) === undefined)) return {}
  let output = ''
  let at = 0
  for (const hit of hits) {
    const fix = fixOf(hit)
    if (fix === undefined || hit.start < at) continue
    output += text.slice(at, hit.start) + fix
    at = hit.end
  }
  return { isFixed: output + text.slice(at) === readFileSync(fixed, 'utf8') }
}

/** Returns the code files with the name of a rule file. */
export function codeFilesOf(ruleFile: string): readonly string[] {
  const stem = basename(ruleFile).replace(/\.ya?ml$/i, '')
  const folder = dirname(ruleFile)
  return readdirSync(folder)
    .filter((name) => {
      const rest = name.startsWith(`${stem}.`) ? name.slice(stem.length + 1) : ''
      return rest !== '' && /^(?:test\.)?\w+$/.test(rest) && !/^ya?ml$/i.test(rest)
    })
    .toSorted()
    .map((name) => join(folder, name))
}
