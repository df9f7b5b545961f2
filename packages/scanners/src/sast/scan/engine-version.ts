import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Everything that decides what is found in a file: the analysis, what hides secrets in it, and the versions of grammars. */
const PARTS = ['../', '../../secrets/'] as const
const MANIFEST = '../../../package.json'

let known: string | undefined

/** Names the program that analyses, to the letter: what another one has found out is not taken for its own. */
export function engineVersion(): string {
  if (known !== undefined) return known
  const hash = createHash('sha256')
  for (const part of PARTS) {
    const folder = placeOf(part)
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.[jt]s$/.test(name))
    for (const name of names.toSorted()) {
      hash.update(`${part}${name}\0`)
      hash.update(readFileSync(join(folder, name)))
    }
  }
  hash.update(readFileSync(placeOf(MANIFEST)))
  known = hash.digest('hex')
  return known
}

function placeOf(relative: string): string {
  return fileURLToPath(new URL(relative, import.meta.url))
}
