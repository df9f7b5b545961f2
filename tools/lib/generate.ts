import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ORDER_DEFAULT } from './generator.ts'
import type { GeneratedFiles, Generator } from './generator.ts'
import { loadFolder } from './load-folder.ts'
import { listFiles } from './tree.ts'

export interface Drift {
  readonly path: string
  readonly state: 'missing' | 'different' | 'left over'
}

export interface Outcome {
  readonly drifts: readonly Drift[]
  /** Errors of generators that could not run; the others ran. */
  readonly failures: readonly string[]
}

/** The generators of a folder, in the order in which they run. */
export async function loadGenerators(folder: string): Promise<Generator[]> {
  const generators = await loadFolder<Generator>(folder)
  return [...generators.values()].sort((a, b) => (a.order ?? ORDER_DEFAULT) - (b.order ?? ORDER_DEFAULT))
}

/**
 * Runs the generators and compares their output with the tree.
 * @param write updates the tree; otherwise nothing is changed
 * @returns differences, and generators that could not run
 */
export async function generateAll(root: string, generators: readonly Generator[], write: boolean): Promise<Outcome> {
  const drifts: Drift[] = []
  const failures: string[] = []
  for (const generator of generators) {
    let files: GeneratedFiles
    try {
      files = await generator.generate(root)
    } catch (cause) {
      failures.push(`${generator.about}: ${cause instanceof Error ? cause.message : String(cause)}`)
      continue
    }
    const drift = [...differences(root, files), ...leftOver(root, generator.owns ?? [], files)]
    // Written immediately: later generators import the output of earlier ones.
    if (write) for (const item of drift) repair(root, item, files)
    drifts.push(...drift)
  }
  return { drifts, failures }
}

function differences(root: string, files: GeneratedFiles): Drift[] {
  return Object.entries(files).flatMap(([path, text]): Drift[] => {
    const there = read(root, path)
    if (there === text) return []
    return [{ path, state: there === undefined ? 'missing' : 'different' }]
  })
}

function leftOver(root: string, owns: readonly string[], files: GeneratedFiles): Drift[] {
  if (owns.length === 0) return []
  return listFiles(root)
    .filter((path) => owns.some((folder) => path.startsWith(folder)) && !Object.hasOwn(files, path))
    .map((path) => ({ path, state: 'left over' }))
}

function repair(root: string, { path, state }: Drift, files: GeneratedFiles): void {
  const target = join(root, path)
  if (state === 'left over') {
    rmSync(target)
    return
  }
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, files[path] ?? '')
}

function read(root: string, path: string): string | undefined {
  try {
    return readFileSync(join(root, path), 'utf8')
  } catch {
    return undefined
  }
}
