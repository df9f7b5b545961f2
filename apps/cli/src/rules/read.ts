import { resolve } from 'node:path'
import { loadRules, OWN_RULES, readRuleFiles, type SastRuleSet } from '@gatehouse/scanners'
import type { Io } from '../command.ts'

/**
 * Reads the rules of files and folders; without any, those that come with the program.
 * @throws {Failure} where there is nothing to read
 */
export function readRules(paths: readonly string[] | undefined, { cwd }: Pick<Io, 'cwd'>): SastRuleSet {
  if (paths === undefined || paths.length === 0) return loadRules(readRuleFiles(OWN_RULES))
  return loadRules(paths.flatMap((path) => readRuleFiles(resolve(cwd, path))))
}
