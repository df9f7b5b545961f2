import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { DocsFolder } from './pages.ts'

/** Where the documentation is built, and the file that says which scripts stand in its pages. */
const DOCS_FOLDER = join(import.meta.dirname, '../../../../node_modules/.cache/gatehouse/docs')
const MANIFEST = 'gatehouse-docs.json'

const Manifest = z.object({ scriptHashes: z.array(z.string()).max(50) })

/** The documentation as it is built; undefined: it is not, or not as a whole yet. Asked at each request until it is there. */
export function openDocs(path: string = DOCS_FOLDER): () => DocsFolder | undefined {
  let found: DocsFolder | undefined
  return () => (found ??= readDocs(path))
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
