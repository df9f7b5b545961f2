// How much script the first page loads, and whether that is too much:   node --conditions=gatehouse apps/console/build/size.ts
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { entriesOf, filesOf, readManifest } from './manifest.ts'
import { openPage } from './page.ts'

/** Of script, packed, before the first page is there. */
export const FIRST_LOAD_BYTES_MAX = 250_000

export interface Sizes {
  /** Bytes of packed script that every page needs, and of the overview's own. */
  readonly firstLoad_bytes: number
  /** Bytes of all packed script by file. */
  readonly files: Readonly<Record<string, number>>
  /** All script of the page, not packed. */
  readonly text: string
}

/** Measures a built page. @param folder  absolute */
export function sizesOf(folder: string): Sizes {
  const manifest = readManifest(folder)
  const needed = filesOf(manifest, [...entriesOf(manifest), 'src/pages/overview/overview.tsx'])
  const scripts = [...new Set(Object.values(manifest).map(({ file }) => file))].filter((file) => file.endsWith('.js'))
  const texts = scripts.map((file) => [file, readFileSync(join(folder, file))] as const)
  const files = Object.fromEntries(texts.map(([file, bytes]) => [file, gzipSync(bytes, { level: 9 }).length]))
  const firstLoad_bytes = [...needed].reduce((sum, file) => sum + (files[file] ?? 0), 0)
  return { firstLoad_bytes, files, text: texts.map(([, bytes]) => bytes.toString('utf8')).join('\n') }
}

if (import.meta.main) {
  const state = await openPage().settled
  if (!('folder' in state)) throw new Error('The page is not built.')
  const { firstLoad_bytes, files } = sizesOf(state.folder)
  const lines = Object.entries(files).sort(([, a], [, b]) => b - a)
  for (const [file, bytes] of lines) process.stdout.write(`${(bytes / 1_000).toFixed(1).padStart(8)} kB  ${file}\n`)
  process.stdout.write(
    `${(firstLoad_bytes / 1_000).toFixed(1).padStart(8)} kB  first load, of at most ${FIRST_LOAD_BYTES_MAX / 1_000}\n`,
  )
  if (firstLoad_bytes > FIRST_LOAD_BYTES_MAX) process.exitCode = 1
}
