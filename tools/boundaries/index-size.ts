import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Problem } from '../lib/problem.ts'

/** Names that the index of a package exports at most. More of them belong to subpaths by topic. */
export const INDEX_NAMES_MAX = 60

/** Indexes above the limit and their own limits. The limits leave room for a table or a route, and only fall. */
const LARGER: Readonly<Record<string, number>> = {
  'packages/attacks/src/index.ts': 197,
  'packages/contracts/src/index.ts': 330,
  'packages/formats/src/index.ts': 90,
  'packages/guards/src/index.ts': 220,
  'packages/store/src/index.ts': 275,
  'packages/testkit/src/index.ts': 87,
}

/** Packages whose index exports more names than it may. A name of `export *` counts as one. */
export function largeIndexes(root: string, files: readonly string[]): Problem[] {
  return files
    .filter((path) => /^packages\/[^/]+\/src\/index\.ts$/.test(path))
    .flatMap((path) => {
      const names = countNames(readFileSync(join(root, path), 'utf8'))
      const names_max = LARGER[path] ?? INDEX_NAMES_MAX
      if (names <= names_max) return []
      return [
        { path, message: `${names} exported names; at most ${names_max}: move a topic to a subpath of package.json` },
      ]
    })
}

function countNames(text: string): number {
  const lists = [...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, list = '']) =>
    list.split(',').filter((name) => name.trim() !== ''),
  )
  return lists.length + [...text.matchAll(/^export (?!(?:type )?\{)/gm)].length
}
