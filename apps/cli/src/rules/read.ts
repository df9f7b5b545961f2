import { resolve } from 'node:path'
import { Failure } from '@gatehouse/kernel'
import { loadRules, OWN_RULES, type PackSource, readRuleFiles, type RuleText, type SastRuleSet } from '@gatehouse/sast'
import type { Io } from '../command.ts'

/**
 * Reads rules from files and folders; without paths, the built-in ones.
 * @throws {Failure} if there are none
 */
export function readRules(paths: readonly string[] | undefined, { cwd }: Pick<Io, 'cwd'>): SastRuleSet {
  return loadRules(readTexts(paths, { cwd }))
}

/** Reads the texts of rules without parsing them. */
export function readTexts(paths: readonly string[] | undefined, { cwd }: Pick<Io, 'cwd'>): readonly RuleText[] {
  if (paths === undefined || paths.length === 0) return readRuleFiles(OWN_RULES)
  return paths.flatMap((path) => readRuleFiles(resolve(cwd, path)))
}

/**
 * Selects the rules of a scan: the built-in ones and those of files and folders.
 * @param only excludes the built-in rules
 * @throws {Failure} if there are none
 */
export function packSource(paths: readonly string[] | undefined, only: boolean, { cwd }: Pick<Io, 'cwd'>): PackSource {
  if (paths === undefined || paths.length === 0) {
    if (only) throw new Failure('invalid_request', '--only-rules requires --rules.')
    return { own: true, files: [] }
  }
  const files = paths.flatMap((path) => readRuleFiles(resolve(cwd, path)))
  return { own: !only, files: [...new Map(files.map((file) => [file.path, file])).values()] }
}
