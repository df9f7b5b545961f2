import { resolve } from 'node:path'
import { Report } from '@gatehouse/contracts'
import type { Io } from '../command.ts'
import { readJsonFile } from '../json-file.ts'

/**
 * A report that a run has written.
 * @throws {Failure} `invalid_request` that names the file and what is wrong with it
 */
export function readReport(name: string, { cwd }: Pick<Io, 'cwd'>): Report {
  return readJsonFile(resolve(cwd, name), 'red-team report', Report)
}
