import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Failure } from '@gatehouse/kernel'
import { RULE_FILE_BYTES_MAX, type RuleText } from './load.ts'

/** Own limit: more than the number of files in all public packs. */
const FILES_MAX = 20_000
const DEPTH_MAX = 20

/**
 * Reads a rule file, or all rule files of a folder and its subfolders, sorted by path. Symbolic links are not followed.
 * @throws {Failure} `not_found` for a missing path; `invalid_request` for too many files
 */
export function readRuleFiles(path: string): readonly RuleText[] {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found === undefined) throw new Failure('not_found', `Rule file or folder not found: ${path}.`)
  const files = found.isDirectory() ? below(path, 0) : [path]
  if (files.length > FILES_MAX)
    throw new Failure('invalid_request', `A rule folder can contain at most ${FILES_MAX} files.`)
  return files.map((file) => {
    const { size } = lstatSync(file)
    if (size > RULE_FILE_BYTES_MAX) throw new Failure('invalid_request', `The rule file ${file} is too large.`)
    return { path: file, text: readFileSync(file, 'utf8') }
  })
}

/** Whether a name is that of a rule file: no test code of rules, and not hidden. */
function isRuleFile(name: string): boolean {
  return /\.ya?ml$/i.test(name) && !/\.(?:test|fixed)\.ya?ml$/i.test(name) && !name.startsWith('.')
}

function below(folder: string, depth: number): readonly string[] {
  if (depth > DEPTH_MAX) return []
  const entries = readdirSync(folder, { withFileTypes: true }).toSorted((a, b) => (a.name < b.name ? -1 : 1))
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return basename(path).startsWith('.') ? [] : below(path, depth + 1)
    return entry.isFile() && isRuleFile(entry.name) ? [path] : []
  })
}
