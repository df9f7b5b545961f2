import { accessSync, constants, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { ReportFormat } from '@gatehouse/contracts/redteam'
import type { Report } from '@gatehouse/contracts/reports'
import { Failure } from '@gatehouse/kernel'
import type { Io } from '../command.ts'
import { inFormat } from './formats.ts'
import type { RunOptions } from './options.ts'
import { writeOut } from './write-out.ts'

type FileOption = 'report' | 'junit' | 'sarif' | 'csv' | 'html' | 'markdown'

const FORMATS: Readonly<Record<FileOption, ReportFormat>> = {
  report: 'json',
  junit: 'junit',
  sarif: 'sarif',
  csv: 'csv',
  html: 'html',
  markdown: 'md',
}

type FileOptions = Pick<RunOptions, FileOption | 'config'>

function filesOf(options: FileOptions): readonly (readonly [format: ReportFormat, file: string])[] {
  return Object.entries(FORMATS).flatMap(([option, format]) => {
    const file = options[option as FileOption]
    return file === undefined ? [] : [[format, file] as const]
  })
}

/**
 * Checks early that reports can be written, before a long run.
 * @throws {Failure} `invalid_request`
 */
export function checkOutputs(options: FileOptions, { cwd }: Pick<Io, 'cwd'>): void {
  const files = filesOf(options).map(([, file]) => file)
  const twice = files.find((file, at) => files.indexOf(file) !== at)
  if (twice !== undefined) throw new Failure('invalid_request', `Two reports have the same output file ${twice}.`)
  for (const file of files) {
    const path = resolve(cwd, file)
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) {
      throw new Failure('invalid_request', `${file} is a folder, not a file.`)
    }
    try {
      accessSync(dirname(path), constants.W_OK)
    } catch {
      throw new Failure('invalid_request', `Cannot write ${file}: the folder does not exist or is not writable.`)
    }
  }
}

/**
 * Writes a report in all requested formats.
 * @throws {Failure} `unavailable` if a report of a completed run cannot be written
 */
export async function writeOutputs(
  report: Report,
  options: FileOptions,
  io: Pick<Io, 'cwd' | 'stdout'>,
): Promise<void> {
  const about = options.config === undefined ? {} : { path: options.config }
  for (const [format, file] of filesOf(options)) {
    // Sequential: only one format of a large report is in memory. oxlint-disable-next-line no-await-in-loop
    await writeOut(inFormat(format, report, about), file, io, 'unavailable')
  }
}
