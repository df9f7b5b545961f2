import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Names without project files: installed, built or created at run time. In a linked work tree, `.git` is a file. */
const SKIPPED = new Set(['node_modules', 'dist', 'coverage', '.git', '.gatehouse'])

/**
 * Returns every file of the tree, relative to `root` with forward slashes, sorted by code unit so that generated output is equal on every
 * machine.
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

/** Test and benchmark code for the static analysis: deliberately vulnerable, in every language, and never loaded. */
const SPECIMENS = ['packages/sast/rules/', 'bench/sast/corpus/', 'examples/quick-start/shop/']

/** A module that Node or the bundler loads; declaration files are not. */
export function isModule(path: string): boolean {
  if (SPECIMENS.some((folder) => path.startsWith(folder))) return false
  return /\.(?:ts|tsx|mts|mjs|js)$/.test(path) && !path.endsWith('.d.ts')
}
