import { readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Chunk {
  readonly file: string
  readonly isEntry?: boolean
  readonly imports?: readonly string[]
}

/** What was built of each source, by its path from the folder of the console. */
export type Manifest = Readonly<Record<string, Chunk>>

/** @param folder  of a built page, absolute */
export function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Manifest
}

/** The files of sources and of what they import from the start; none for a source that was not built. */
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

/** What every page begins with. */
export function entriesOf(manifest: Manifest): readonly string[] {
  return Object.keys(manifest).filter((source) => manifest[source]?.isEntry === true)
}
