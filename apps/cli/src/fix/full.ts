import { statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { Failure, messageOf } from '@gatehouse/kernel'
import { type AppliedFix, type ChangedFile, fixAll, type FixAllResult } from '@gatehouse/fixes'
import { openFolder } from '@gatehouse/scan-engine'
import { EXIT, type Io } from '../command.ts'
import { ignoreRules } from '../scan/ignore-rules.ts'
import { openScanners } from '../scan/scanners.ts'
import { counted, progressLine, shown } from '../terminal.ts'
import { replaceFile } from './replace-file.ts'
import type { FixOptions } from './run.ts'

/** Scanners whose findings have fixes. */
const FIXED: ReadonlySet<string> = new Set(['SECRETS_PATTERN', 'SAST_PATTERN', 'IAC', 'K8S', 'SCA'])

/**
 * Applies the fixes of all scanners in a folder, or prints them.
 * @returns the exit code
 * @throws {Failure} if the folder does not exist, or options do not fit
 */
export async function fixFully(text: string, options: FixOptions, io: Io): Promise<number> {
  if (options.rules !== undefined || options.onlyRules === true) {
    throw new Failure('invalid_request', '--full uses the built-in rules and cannot be combined with --rules.')
  }
  const root = resolve(io.cwd, text)
  if (statSync(root, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw new Failure('not_found', `Folder not found: ${text}.`)
  }
  const stop = new AbortController()
  void io.untilStopped().then((signal) => stop.abort(new Failure('unavailable', `The fix was stopped by ${signal}.`)))
  const isAll = options.all === true
  const tree = await openFolder(root, { signal: stop.signal, ...(!isAll && { ignores: ignoreRules(root) }) })
  const open = await openScanners({ type: 'FULL', ...(isAll && { all: true }), ...advisoriesOf(options) }, io)
  const line = progressLine(io)
  try {
    const scanners = open.scanners.filter(({ name }) => FIXED.has(name))
    const onProgress = (completed: number, total: number): void =>
      line.show(`Fixing ${completed + 1}/${counted(total, 'finding')}`)
    const result = await fixAll({ tree, scanners, signal: stop.signal, onProgress })
    line.clear()
    return await reported(root, result, options.dryRun === true, io)
  } finally {
    line.clear()
    await open.close()
  }
}

function advisoriesOf({ advisories }: FixOptions): { readonly advisories?: string } {
  return advisories === undefined ? {} : { advisories }
}

/** Writes the files, or prints their diffs, and lists what remains to do. */
async function reported(root: string, { files, done, left }: FixAllResult, isDry: boolean, io: Io): Promise<number> {
  const failed = new Set<string>()
  for (const file of files) {
    if (isDry) io.stdout.write(file.diff)
    else if (!(await wrote(root, file, io))) failed.add(file.path)
  }
  for (const { finding, reason } of left) {
    const { filePath, startLine, ruleId } = finding
    io.stderr.write(`${shown(filePath)}:${startLine} ${shown(ruleId)} not fixed: ${shown(reason)}\n`)
  }
  const applied = done.filter(({ fix }) => ![...fix.edits.keys()].some((path) => failed.has(path)))
  for (const one of applied) reportFix(one, isDry, io)
  for (const command of commandsOf(applied)) io.stderr.write(`Renew the lock file: ${shown(command)}\n`)
  const what = isDry ? 'can be fixed' : 'fixed'
  io.stderr.write(`${counted(applied.length, 'finding')} ${what} in ${counted(files.length - failed.size, 'file')}.\n`)
  return failed.size > 0 ? EXIT.failure : EXIT.ok
}

function reportFix(
  { finding: { filePath, startLine, ruleId }, fix }: AppliedFix,
  isDry: boolean,
  { stdout, stderr }: Io,
): void {
  const location = `${shown(filePath)}:${startLine} ${shown(ruleId)}`
  if (!isDry) stdout.write(`${location} fixed: ${shown(fix.title)}\n`)
  if (fix.check !== undefined) stderr.write(`${location} needs review: ${shown(fix.check)}\n`)
}

/** Commands with their folders, each once. */
function commandsOf(applied: readonly AppliedFix[]): ReadonlySet<string> {
  return new Set(
    applied.flatMap(({ finding: { filePath }, fix: { command } }) => {
      const folder = dirname(filePath)
      return command === undefined ? [] : [folder === '.' ? command : `(cd ${folder} && ${command})`]
    }),
  )
}

/** @returns false on failure */
async function wrote(root: string, { path, before, text }: ChangedFile, { stderr }: Io): Promise<boolean> {
  try {
    await replaceFile(join(root, path), before, text)
    return true
  } catch (error) {
    stderr.write(`${shown(path)} not written: ${shown(messageOf(error))}\n`)
    return false
  }
}
