import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { DocsFolder, DocsState } from './pages.ts'

/** Where the documentation is built, and the file that says which scripts stand in its pages. */
const DOCS_FOLDER = join(import.meta.dirname, '../../../../node_modules/.cache/gatehouse/docs')
const MANIFEST = 'gatehouse-docs.json'

const Manifest = z.object({ scriptHashes: z.array(z.string()).max(50) })

/** Why the newest build came to nothing, in words, beside the folder that it would have made. */
const REASON_CHARS_MAX = 2_000

/**
 * The documentation as it is built, or why it is not; undefined: it is not there yet, or not as a whole. Asked at each request until
 * it is there.
 */
export function openDocs(path: string = DOCS_FOLDER): () => DocsState | undefined {
  let found: DocsFolder | undefined
  return () => (found ??= readDocs(path)) ?? readFailure(`${path}.failed`)
}

function readFailure(path: string): DocsState | undefined {
  try {
    return { failed: readFileSync(path, 'utf8').slice(0, REASON_CHARS_MAX) }
  } catch {
    return undefined
  }
}

function readDocs(path: string): DocsFolder | undefined {
  const manifest = join(path, MANIFEST)
  if (!existsSync(manifest)) return undefined
  try {
    return { path, ...Manifest.parse(JSON.parse(readFileSync(manifest, 'utf8'))) }
  } catch {
    return undefined
  }
}
