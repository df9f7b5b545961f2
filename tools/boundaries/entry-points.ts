import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { exportedNames } from '../lib/parse.ts'
import type { Problem } from '../lib/problem.ts'
import type { Manifest } from '../lib/workspaces.ts'

/** Most names that an entry point of a package exports. More names belong to subpaths by topic. */
const ENTRY_NAMES_MAX = 60

/** Entry points with more names than the limit, including the names of `export *`. */
export function largeEntryPoints(
  root: string,
  workspaces: ReadonlyMap<string, Manifest>,
  files: ReadonlySet<string>,
): Problem[] {
  return [...workspaces].flatMap(([folder, { exports }]) =>
    [...exports.values()].flatMap((source): Problem[] => {
      const path = posix.join(folder, source ?? '')
      if (!files.has(path)) return []
      const names = namesOf(root, files, path, new Set()).size
      if (names <= ENTRY_NAMES_MAX) return []
      const limit = `at most ${ENTRY_NAMES_MAX}: move a topic to a subpath of package.json`
      return [{ path, message: `${names} exported names; ${limit}` }]
    }),
  )
}

function namesOf(root: string, files: ReadonlySet<string>, path: string, seen: Set<string>): Set<string> {
  if (seen.has(path) || !files.has(path)) return new Set()
  seen.add(path)
  const { names, modules } = exportedNames(path, readFileSync(join(root, path), 'utf8'))
  const further = modules.map((module) => namesOf(root, files, posix.join(posix.dirname(path), module), seen))
  return new Set([...names, ...further.flatMap((found) => [...found])])
}
