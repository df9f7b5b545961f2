import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Names that hold nothing of ours: installed, built or made at run time. In a linked work tree, `.git` is a file. */
const SKIPPED = new Set(['node_modules', 'dist', 'coverage', '.git', '.gatehouse'])

/**
 * Every file of the tree, as paths relative to `root` with forward slashes, sorted by code unit so that whatever is
 * generated from the list is the same on every machine.
 */
export function listFiles(root: string): string[] {
  const files: string[] = []
  const walk = (folder: string): void => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory() && !SKIPPED.has(entry.name)) walk(path)
      else if (entry.isFile() && !SKIPPED.has(entry.name)) files.push(path)
    }
  }
  walk('')
  return files.sort((a, b) => (a < b ? -1 : 1))
}

/** Code that the static analysis is tested and measured with: weak on purpose, in every language, and loaded by nobody. */
const SPECIMENS = ['packages/sast/rules/', 'bench/sast/corpus/', 'examples/quick-start/shop/']

/** A module that Node or the bundler loads; declaration files are not. */
export function isModule(path: string): boolean {
  if (SPECIMENS.some((folder) => path.startsWith(folder))) return false
  return /\.(?:ts|tsx|mts|mjs|js)$/.test(path) && !path.endsWith('.d.ts')
}
