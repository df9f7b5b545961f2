import { resolve } from 'node:path'
import { Report } from '@gatehouse/contracts/reports'
import type { Io } from '../command.ts'
import { readJsonFile } from '../json-file.ts'

/**
 * Reads the report of a run.
 * @throws {Failure} `invalid_request` with the file and its problems
 */
export function readReport(name: string, { cwd }: Pick<Io, 'cwd'>): Report {
  return readJsonFile(resolve(cwd, name), 'red-team report', Report)
}
