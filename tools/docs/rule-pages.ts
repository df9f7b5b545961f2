import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { GeneratedFiles } from '../lib/generator.ts'
import { cell, code, page, table } from '../lib/markdown.ts'
import { loadRuleFolders, RULES_ABOUT, type ShownRule } from '../lib/rule-folders.ts'

const PAGES = 'docs/generated/rules'

/** Lines of an example: a statement, not a program. */
const EXAMPLE_LINES_MAX = 8

/** A page for each folder of rules, with code from their tests, and the list of them. Only the site has these pages. */
export async function rulePages(root: string): Promise<GeneratedFiles> {
  const folders = await loadRuleFolders(root)
  return {
    ...Object.fromEntries(folders.map(({ name, rules }) => [`${PAGES}/${name}.md`, rulesPage(name, rules)])),
    [`${PAGES}/README.md`]: page([
      '# Static analysis rules',
      '',
      RULES_ABOUT,
      '',
      ...table(
        ['Folder', 'Rules', 'CWEs'],
        folders.map(({ name, rules, weaknesses }) => [
          `[${name}](${name}.md)`,
          String(rules.length),
          String(weaknesses),
        ]),
      ),
    ]),
  }
}

function rulesPage(name: string, rules: readonly ShownRule[]): string {
  return page([
    `# Rules: ${name}`,
    '',
    ...table(
      ['Rule', 'Title', 'Severity', 'CWE'],
      rules.map(({ id, title, severity, cwe }) => [
        `[${code(id)}](#${id.toLowerCase()})`,
        cell(title ?? ''),
        severity,
        cell(cwe ?? ''),
      ]),
    ),
    ...rules.flatMap(ruleSection),
  ])
}

/** A former id as the target of older links. */
const anchored = (id: string): string => `<a id="${id.toLowerCase()}"></a>${code(id)}`

function ruleSection(rule: ShownRule): readonly string[] {
  const languages = rule.languages.map((language) => language.name).join(', ') || 'any text'
  const facts = [
    `${rule.severity}, confidence ${rule.confidence}`,
    ...(rule.cwe === undefined ? [] : [weaknessLink(rule.cwe)]),
    ...rule.owasp,
    languages,
    ...(rule.fix === undefined && rule.fixRegex === undefined ? [] : ['has a fix']),
  ]
  const { found, left } = examplesOf(rule)
  return [
    '',
    `## ${rule.id}`,
    '',
    ...(rule.title === undefined ? [] : [`**${rule.title}**`, '']),
    facts.join(' · '),
    '',
    ...(rule.formerIds === undefined ? [] : [`Former ids: ${rule.formerIds.map(anchored).join(', ')}`, '']),
    ...rule.message.split('\n').map((line) => line.trimEnd()),
    ...(found === undefined ? [] : ['', 'Found:', '', ...fenced(found)]),
    ...(rule.beforeFix === undefined ? [] : ['', `Check before the fix is applied: ${rule.beforeFix}`]),
    ...(left === undefined ? [] : ['', 'Not found:', '', ...fenced(left)]),
    ...(rule.references.length === 0 ? [] : ['', ...rule.references.map((reference) => `- <${reference}>`)]),
  ]
}

function weaknessLink(cwe: string): string {
  return `[${cwe}](https://cwe.mitre.org/data/definitions/${cwe.slice(4)}.html)`
}

interface Example {
  readonly language: string
  readonly lines: readonly string[]
}

function fenced({ language, lines }: Example): readonly string[] {
  return [`\`\`\`${language}`, ...lines, '```']
}

/** Returns the first matching code in a rule's test, and the first non-matching one. */
function examplesOf({ id, file }: ShownRule): { readonly found?: Example; readonly left?: Example } {
  const stem = file.replace(/\.ya?ml$/, '')
  const folder = join(stem, '..')
  const tests = readdirSync(folder)
    .filter((name) => join(folder, name).startsWith(`${stem}.`) && !/\.ya?ml$/.test(name) && !name.includes('.fixed.'))
    .toSorted()
    .map((name) => join(folder, name))
    .filter((path) => existsSync(path))
  const found = firstExample(tests, 'ruleid', id)
  const left = firstExample(tests, 'ok', id)
  return { ...(found !== undefined && { found }), ...(left !== undefined && { left }) }
}

function firstExample(paths: readonly string[], mark: string, id: string): Example | undefined {
  for (const path of paths) {
    const lines = readFileSync(path, 'utf8').split('\n')
    const marked = new RegExp(`(?<![\\w-])${mark}:[^\\n]*(?<![\\w.-])${RegExp.escape(id)}(?![\\w.-])`)
    const at = lines.findIndex((line) => marked.test(line))
    if (at !== -1) return { language: extname(path).slice(1), lines: statementAt(lines, at) }
  }
  return undefined
}

/** The lines after a mark until every bracket that they open is closed. */
function statementAt(lines: readonly string[], mark: number): readonly string[] {
  const claimed: string[] = []
  let open = 0
  for (const line of lines.slice(mark + 1)) {
    if (claimed.length === 0 && /(?<![\w-])(?:todo)?(?:ruleid|ok):/.test(line)) continue
    claimed.push(line)
    open += line.split(/[([{]/).length - line.split(/[)\]}]/).length
    if (open <= 0 || claimed.length >= EXAMPLE_LINES_MAX) break
  }
  const indent = Math.min(
    ...claimed.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length),
  )
  return claimed.map((line) => line.slice(Number.isFinite(indent) ? indent : 0).trimEnd())
}
