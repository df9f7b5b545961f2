import type { FixDraft, Fixer, FixFiles, FixTarget } from '../draft.ts'
import { eolOf, lineAt, linesAt, literal } from '../text/splice.ts'
import { entryOf, withYamlValue, yamlAt } from '../text/yaml.ts'
import { knownCommit } from './known-references.ts'
import { isScalar, type YAMLMap } from 'yaml'

type Edit = (
  text: string,
  target: FixTarget,
  files: FixFiles,
) => Promise<(Omit<FixDraft, 'edits'> & { text: string }) | undefined>

const EDITS: Readonly<Record<string, Edit>> = {
  'gha-missing-permissions': withPermissions,
  'gha-persisted-checkout-credentials': withoutCredentials,
  'gha-unpinned-action': withCommit,
  'gha-unpinned-action-official': withCommit,
  'gha-compromised-action': withCommit,
  'gha-command-injection': withVariables,
  'gha-command-injection-workflow-input': withVariables,
}

/** Fixes of GitHub workflows. */
export const fixWorkflow: Fixer = async (target, files) => {
  const edit = EDITS[target.ruleId.slice(target.ruleId.indexOf('/') + 1)]
  const text = edit === undefined ? undefined : await files.read(target.filePath)
  const made = text === undefined ? undefined : await edit?.(text, target, files)
  if (made === undefined) return []
  const { text: changed, ...draft } = made
  return [{ ...draft, edits: new Map([[target.filePath, changed]]) }]
}

async function withPermissions(text: string): ReturnType<Edit> {
  const jobs = /^jobs:/m.exec(text)
  if (jobs === null) return undefined
  const eol = eolOf(text)
  const block = `permissions:${eol}  contents: read${eol}${eol}`
  return {
    title: 'Limit the token to read access to the repository.',
    check: 'Jobs that push, comment, publish or upload results need more permissions. Grant them to these jobs.',
    text: text.slice(0, jobs.index) + block + text.slice(jobs.index),
  }
}

async function withoutCredentials(text: string, { startLine, startColumn }: FixTarget): ReturnType<Edit> {
  const place = yamlAt(text, startLine, startColumn)
  const step = place?.maps.find((map) => entryOf(map, 'uses'))
  const changed = step === undefined ? undefined : withYamlValue(text, step, ['with', 'persist-credentials'], 'false')
  if (changed === undefined) return undefined
  return {
    title: 'Do not store the token of the job in .git/config.',
    check: 'Later steps that run git push or git fetch need a token of their own.',
    text: changed,
  }
}

/** Pins the commit that another workflow of the source names for the same version. Other commits are unknown here. */
async function withCommit(text: string, { startLine }: FixTarget, files: FixFiles): ReturnType<Edit> {
  const line = lineAt(text, startLine)
  const [, lead, action, tag, rest] =
    /^(.*\buses:\s*)["']?([\w./-]+)@([\w.-]+)["']?([ \t]*(?:#.*)?)$/.exec(line.text) ?? []
  if (lead === undefined || action === undefined || tag === undefined) return undefined
  const commit = await knownCommit(action, tag, files)
  if (commit === undefined) return undefined
  const changed = `${lead}${action}@${commit} # ${tag}${(rest ?? '').trim() === '' ? '' : ` ${rest!.trim()}`}`
  return {
    title: `Pin ${action} to the commit that another workflow uses for ${tag}.`,
    text: text.slice(0, line.start) + changed + text.slice(line.end),
  }
}

const EXPRESSION = /\$\{\{\s*((?:github\.(?:event\.[\w.-]+|head_ref)|inputs\.[\w-]+))\s*\}\}/g

/** Passes expressions to the script through environment variables: their values are then data, not code. */
async function withVariables(text: string, { startLine, startColumn, endLine }: FixTarget): ReturnType<Edit> {
  const place = yamlAt(text, startLine, startColumn)
  const step = place?.maps.find((map) => entryOf(map, 'run'))
  const shell = step === undefined ? undefined : entryOf(step, 'shell')?.value
  if (step === undefined || (isScalar(shell) && !/^(?:bash|sh)\b/.test(String(shell.value)))) return undefined
  if (/runs-on:[^\n]*windows/i.test(text)) return undefined
  const script = linesAt(text, startLine, endLine)
  const names = new Map<string, string>()
  // The text of a here-document is no shell code.
  if (script.text.includes('<<')) return undefined
  const code = script.text.split('\n')
  const lines = code.map((line, at) => rewritten(line, codeOf(code.slice(0, at)), names))
  if (names.size === 0 || lines.includes(undefined)) return undefined
  let changed: string | undefined = text.slice(0, script.start) + lines.join('\n') + text.slice(script.end)
  for (const [expression, name] of names) {
    const now: YAMLMap | undefined = yamlAt(changed, startLine, startColumn)?.maps.find((map) => entryOf(map, 'run'))
    changed = now === undefined ? undefined : withYamlValue(changed, now, ['env', name], `\${{ ${expression} }}`)
    if (changed === undefined) return undefined
  }
  return { title: 'Pass untrusted values to the script through environment variables.', text: changed }
}

/** Replaces the expressions of a line by quoted variables. Undefined where an expression is in single quotes or in code. */
function rewritten(line: string, above: string, names: Map<string, string>): string | undefined {
  if (!line.includes('${{')) return line
  let written = ''
  let from = 0
  for (const match of line.matchAll(EXPRESSION)) {
    const [whole, expression = ''] = match
    const before = above + codeOf([line.slice(0, match.index)])
    const quote = openQuote(before)
    if (quote === "'" || before.includes('`')) return undefined
    const name = nameFor(expression)
    if ([...names].some(([other, used]) => used === name && other !== expression)) return undefined
    names.set(expression, name)
    written += line.slice(from, match.index) + (quote === '"' ? `\${${name}}` : `"$${name}"`)
    from = match.index + whole.length
  }
  const result = written + line.slice(from)
  // A plain scalar must not begin with a quote.
  return new RegExp(`run:\\s*"\\$(?!\\{)`).test(result) || /\$\{\{[^}]*\bgithub\.event/.test(result)
    ? undefined
    : result
}

/** Shell code without its comments and its key in the workflow. */
function codeOf(lines: readonly string[]): string {
  return lines
    .map((line) => `${line.replace(/^\s*(?:-\s*)?run:\s*/, '').replace(/^\s*#.*$/, '')}\n`)
    .join('')
    .slice(0, -1)
}

/** The quote that is open at the end of shell code. */
function openQuote(code: string): string {
  let open = ''
  for (let at = 0; at < code.length; at += 1) {
    const sign = code[at]!
    if (sign === '\\' && open !== "'") at += 1
    else if (open === '' && (sign === '"' || sign === "'")) open = sign
    else if (sign === open) open = ''
  }
  return open
}

function nameFor(expression: string): string {
  const words = expression.split('.').filter((word) => !['github', 'event', 'inputs'].includes(word))
  return words
    .join('_')
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .replace(new RegExp(`^${literal('_')}+`), '')
    .toUpperCase()
}
