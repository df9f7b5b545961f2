import type { Observation, ShardResult } from '@gatehouse/scan-engine'
import { createSecretsScanner } from '../src/scanner.ts'
import { contextOf, treeOf } from './tree.ts'

/** Returns all results of the scanner for files in memory. */
export async function scanFiles(files: Readonly<Record<string, string | Uint8Array>>): Promise<ShardResult> {
  const tree = treeOf(files)
  const scanner = createSecretsScanner()
  const results = await Promise.all(scanner.plan(tree).map((shard) => scanner.run(shard, contextOf(tree))))
  return {
    observations: results.flatMap((result) => result.observations),
    gaps: results.flatMap((result) => result.gaps),
  }
}

/** Returns the findings of one file. */
export async function scanOne(path: string, content: string | Uint8Array): Promise<readonly Observation[]> {
  return (await scanFiles({ [path]: content })).observations
}
