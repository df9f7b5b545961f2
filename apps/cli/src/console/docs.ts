import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { DocsFolder, DocsState } from './pages.ts'

/** Folder of the built documentation, with the list of its inline scripts. */
const DOCS_FOLDER = join(import.meta.dirname, '../../../../node_modules/.cache/gatehouse/docs')
const MANIFEST = 'gatehouse-docs.json'

const Manifest = z.object({ scriptHashes: z.array(z.string()).max(50) })

/** Own limit of the stored build error. */
const REASON_CHARS_MAX = 2_000

/** Returns the built documentation, or why it is missing. Undefined if the build is incomplete. Checked at each request until it exists. */
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
