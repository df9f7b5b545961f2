import { readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Chunk {
  readonly file: string
  readonly isEntry?: boolean
  readonly imports?: readonly string[]
}

/** Build outputs by source path, relative to the console folder. */
export type Manifest = Readonly<Record<string, Chunk>>

/** @param folder  of a built page, absolute */
export function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Manifest
}

/** Returns the files of sources and their static imports; none for a source without output. */
export function filesOf(manifest: Manifest, sources: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>()
  const need = (source: string): void => {
    const chunk = manifest[source]
    if (chunk === undefined || found.has(chunk.file)) return
    found.add(chunk.file)
    for (const next of chunk.imports ?? []) need(next)
  }
  for (const source of sources) need(source)
  return found
}

/** Returns the entry points of every page. */
export function entriesOf(manifest: Manifest): readonly string[] {
  return Object.keys(manifest).filter((source) => manifest[source]?.isEntry === true)
}
