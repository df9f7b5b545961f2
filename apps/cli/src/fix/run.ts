import { statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Failure, messageOf } from '@gatehouse/kernel'
import { createSastScanner, type FixedFile, type FixProgress, fixTree } from '@gatehouse/sast'
import { openFolder, type SourceTree } from '@gatehouse/scan-engine'
import { EXIT, type Io } from '../command.ts'
import { packSource } from '../rules/read.ts'
import { ignoreRules } from '../scan/ignore-rules.ts'
import type { ScanOptions } from '../scan/options.ts'
import { scanLine } from '../scan/progress.ts'
import { threadsFor } from '../scan/threads.ts'
import { counted, progressLine, shown } from '../terminal.ts'
import { replaceFile } from './replace-file.ts'

export interface FixOptions extends Pick<ScanOptions, 'rules' | 'onlyRules' | 'all'> {
  readonly dryRun?: true
  readonly full?: true
  readonly advisories?: string
}

/**
 * Applies the rules' repairs in a folder, or prints them.
 * @returns the exit code
 * @throws {Failure} if the folder does not exist or there are no rules
 */
export async function fixFolder(text: string, options: FixOptions, io: Io): Promise<number> {
  const root = resolve(io.cwd, text)
  if (statSync(root, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw new Failure('not_found', `Folder not found: ${text}.`)
  }
  const stop = new AbortController()
  void io.untilStopped().then((signal) => stop.abort(new Failure('unavailable', `The fix was stopped by ${signal}.`)))
  const rules = packSource(options.rules, options.onlyRules === true, io)
  const isAll = options.all === true
  const tree = await openFolder(root, { signal: stop.signal, ...(!isAll && { ignores: ignoreRules(root) }) })
  const threads = threadsFor(tree, [createSastScanner({ rules })])
  const line = progressLine(io)
  const onProgress = (progress: FixProgress): void => line.show(fixLine(progress, tree))
  let [fixes, files, failed] = [0, 0, 0]
  try {
    for await (const file of fixTree(tree, { rules, all: isAll, threads, onProgress }, stop.signal)) {
      line.clear()
      reportUnfixed(file, io)
      reportChecks(file, io)
      if (file.done.length === 0) continue
      if (options.dryRun === true) io.stdout.write(file.diff)
      else if (!(await wrote(root, file, io))) {
        failed += 1
        continue
      }
      files += 1
      fixes += file.done.length
    }
  } finally {
    line.clear()
    await threads?.close()
  }
  const would = options.dryRun === true ? 'can be fixed' : fixes === 1 ? 'fixed' : 'fixed'
  io.stderr.write(`${counted(fixes, 'finding')} ${would} in ${counted(files, 'file')}.\n`)
  return failed > 0 ? EXIT.failure : EXIT.ok
}

/** Formats the progress of the repair on one line. */
function fixLine(progress: FixProgress, tree: SourceTree): string {
  if (progress.phase === 'scan') return scanLine(progress.board, tree)
  const { filesCompleted, filesTotal } = progress
  return `Fixing ${filesCompleted + 1}/${counted(filesTotal, 'file')} with findings`
}

/** Writes a repaired file. @returns false on failure */
async function wrote(root: string, file: FixedFile, { stdout, stderr }: Io): Promise<boolean> {
  const problem = await written(join(root, file.path), file)
  if (problem !== undefined) {
    stderr.write(`${shown(file.path)} not written: ${shown(problem)}\n`)
    return false
  }
  for (const item of file.done) stdout.write(`${location(file, item)} fixed: ${shown(item.title)}\n`)
  return true
}

async function written(path: string, { before, text }: FixedFile): Promise<string | undefined> {
  try {
    await replaceFile(path, before, text)
    return undefined
  } catch (error) {
    return messageOf(error)
  }
}

function reportUnfixed(file: FixedFile, { stderr }: Pick<Io, 'stderr'>): void {
  for (const item of file.left) stderr.write(`${location(file, item)} not fixed: ${shown(item.reason)}\n`)
}

/** Prints warnings about possible breakage once per file, outside the diff. */
function reportChecks(file: FixedFile, { stderr }: Pick<Io, 'stderr'>): void {
  const reported = new Set<string>()
  for (const item of file.done) {
    if (item.check === undefined || reported.has(item.check)) continue
    reported.add(item.check)
    stderr.write(`${location(file, item)} needs review: ${shown(item.check)}\n`)
  }
}

function location({ path }: FixedFile, { ruleId, startLine }: FixedFile['done'][number]): string {
  return `${shown(path)}:${startLine} ${shown(ruleId)}`
}
