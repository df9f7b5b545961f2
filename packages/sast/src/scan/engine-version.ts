import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ENGINE_SOURCES } from '@gatehouse/scan-engine'

/** Everything that affects results for a file: the analysis and its engine. */
const FOLDERS = [new URL('../', import.meta.url), ENGINE_SOURCES] as const
/** Versions of the grammars: those of packages, and those of this package with their digests. */
const FILES = ['../../package.json', '../../grammars/README.md'].map((path) => new URL(path, import.meta.url))

let known: string | undefined

/** Returns a digest of the analysis code: results of another version are not reused. */
export function engineVersion(): string {
  if (known !== undefined) return known
  const hash = createHash('sha256')
  for (const [at, url] of FOLDERS.entries()) {
    const folder = fileURLToPath(url)
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.[jt]s$/.test(name))
    for (const name of names.toSorted()) {
      hash.update(`${at}/${name}\0`)
      hash.update(readFileSync(join(folder, name)))
    }
  }
  for (const file of FILES) hash.update(readFileSync(file))
  known = hash.digest('hex')
  return known
}
