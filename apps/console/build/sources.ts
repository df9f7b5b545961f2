import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The root of the repository. */
export const ROOT = join(import.meta.dirname, '../../..')

/** Sources of the page. Versions of the build tools are covered by the package file. */
const SOURCES = [
  'apps/console/src',
  'apps/console/public',
  'apps/console/build',
  'apps/console/index.html',
  'apps/console/vite.config.ts',
  'apps/console/package.json',
  'packages/client/src',
] as const

/** Names the content of the page's sources: another hash, another page. */
export function sourceHash(root: string = ROOT): string {
  const hash = createHash('sha256')
  for (const source of SOURCES) {
    for (const path of filesOf(root, source))
      hash
        .update(`${path}\0`)
        .update(readFileSync(join(root, path)))
        .update('\0')
  }
  return hash.digest('hex').slice(0, 24)
}

function filesOf(root: string, path: string): string[] {
  try {
    const entries = readdirSync(join(root, path), { withFileTypes: true, recursive: true })
    return entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(root.length + 1))
      .sort((a, b) => (a < b ? -1 : 1))
  } catch {
    return [path]
  }
}
