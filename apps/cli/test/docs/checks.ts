import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PolicyFile } from '@gatehouse/contracts/policies'
import { RunRequest } from '@gatehouse/contracts/redteam'
import { messageOf } from '@gatehouse/kernel'
import { loadRules, readRuleFiles } from '@gatehouse/sast'
import { settingsReference } from '@gatehouse/settings'
import { parseAllDocuments } from 'yaml'
import { runCases } from '../../src/policy/run-cases.ts'
import { problemsOfGatehouse } from './command-line.ts'
import { problemsOfCurl } from './curl.ts'
import { type Block, ROOT } from './pages.ts'
import { readScript } from './shell.ts'

/** Standard programs of a machine; their calls are not checked. */
const PROGRAMS = new Set(
  'awk cat cd cp docker echo export git grep head helm kill kubectl ls mkdir openssl printf rm sed sh sha256sum sleep sort tail tar true wait'.split(
    ' ',
  ),
)
/** Variables of our programs in addition to the settings of the services. */
const VARIABLES = new Set(
  'GATEHOUSE_URL GATEHOUSE_API_KEY GATEHOUSE_PROJECT GATEHOUSE_UNREACHABLE GATEHOUSE_GIT_TOKEN GATEHOUSE_KEY'.split(
    ' ',
  ),
)
const OURS = /^(?:GATEHOUSE|SHIELD|APPSEC|REDTEAM|CONSOLE|GUARD|MODEL|GATEWAY)_/
const SCRIPTS = (JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> })
  .scripts

/** Shell state that the blocks above on the same page have created. */
export interface Page {
  readonly functions: Set<string>
  readonly writes: Set<string>
}

/** Checks by language; each returns problems as sentences. A language without a check must not be used in a page. */
export const CHECKS: Readonly<Record<string, (block: Block, page: Page) => string[] | Promise<string[]>>> = {
  sh: problemsOfScript,
  // A script that the tests that follow its page leave out.
  bash: problemsOfScript,
  json: problemsOfJson,
  yaml: problemsOfYaml,
  // Program output and diagrams: tests that execute a page compare output that follows a shell block.
  text: () => [],
  // Checked by the compiler, all in one run: types.test.ts.
  ts: () => [],
  js: () => [],
}

async function problemsOfScript({ text }: Block, { functions, writes }: Page): Promise<string[]> {
  const script = readScript(text)
  for (const name of script.functions) functions.add(name)
  for (const name of script.writes) writes.add(name)
  const problems: string[] = []
  for (const { words, sets } of script.commands) {
    const [program = '', ...rest] = words[0] === 'npx' ? words.slice(1) : words
    const named = program === 'export' ? rest : sets
    problems.push(...named.flatMap((item) => problemsOfVariable(item.split('=')[0] ?? '')))
    if (program === 'gatehouse') problems.push(...(await problemsOfGatehouse(rest)))
    else if (program === 'curl') problems.push(...problemsOfCurl(words))
    else if (program === 'npm') problems.push(...problemsOfNpm(rest))
    else if (program === 'node') problems.push(...problemsOfNode(rest, writes))
    else if (program !== '' && !PROGRAMS.has(program) && !functions.has(program))
      problems.push(`nothing here knows the program ${program}`)
  }
  return problems
}

function problemsOfVariable(name: string): string[] {
  if (!OURS.test(name) || VARIABLES.has(name) || settingsReference().includes(`\`${name}\``)) return []
  return [`nothing reads the variable ${name}`]
}

function problemsOfNpm([command = '', name = '']: readonly string[]): string[] {
  const script = command === 'run' ? name : command
  return script in SCRIPTS || ['audit', 'ci', 'install'].includes(script) ? [] : [`there is no script ${script}`]
}

function problemsOfNode(words: readonly string[], writes: ReadonlySet<string>): string[] {
  const file = words.find((word) => !word.startsWith('-')) ?? ''
  const path = file.replace(/^gatehouse\//, '')
  return writes.has(file) || existsSync(join(ROOT, path)) ? [] : [`there is no file ${file}`]
}

function problemsOfJson({ text }: Block): string[] {
  try {
    const value: unknown = JSON.parse(text)
    // The only JSON format that pages show as input of our programs.
    if (typeof value !== 'object' || value === null || !('target' in value)) return []
    const read = RunRequest.safeParse(value)
    return read.success ? [] : [read.error.message]
  } catch (cause) {
    return [messageOf(cause)]
  }
}

const POLICY_PARTS = [
  'input_guardrails',
  'output_guardrails',
  'agentic_guardrails',
  'model_upstreams',
  'mcp_routes',
  'cases',
]

async function problemsOfYaml({ text }: Block): Promise<string[]> {
  const documents = parseAllDocuments(text)
  const errors = documents.flatMap((document) => document.errors.map(({ message }) => message))
  if (errors.length > 0) return errors
  const problems: string[] = []
  for (const document of documents) {
    const value: unknown = document.toJS()
    if (typeof value !== 'object' || value === null) continue
    if ('rules' in value) problems.push(...problemsOfRules(text))
    // The defaults of a deployment have the form of a policy below `guardrails`.
    const policy = 'guardrails' in value && !Array.isArray(value.guardrails) ? value.guardrails : value
    if (typeof policy === 'object' && policy !== null && POLICY_PARTS.some((part) => part in policy))
      problems.push(...(await problemsOfPolicy(policy)))
  }
  return problems
}

/** Compiled as well: settings of guards are read when a policy is. */
async function problemsOfPolicy(policy: object): Promise<string[]> {
  const read = PolicyFile.safeParse({ version: 1, ...policy })
  if (!read.success) return [read.error.message]
  try {
    const results = await runCases(read.data, [{ name: 'compiles', stage: 'input', text: 'Hello', expect: 'allowed' }])
    return results.length === 1 ? [] : ['the policy does not compile']
  } catch (cause) {
    return [messageOf(cause)]
  }
}

function problemsOfRules(text: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'rules-of-a-page-'))
  try {
    writeFileSync(join(folder, 'page.yaml'), text)
    const { rules, taint, skipped } = loadRules(readRuleFiles(folder))
    const problems = skipped.map((item) => `a rule does not run: ${JSON.stringify(item)}`)
    return rules.length + taint.length === 0 && problems.length === 0 ? ['no rule could be read'] : problems
  } finally {
    rmSync(folder, { recursive: true })
  }
}
