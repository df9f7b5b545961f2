import { cpSync, mkdirSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Whether the build sees a path, from the root with `/`. */
export type Sees = (path: string) => boolean

/**
 * Parses an ignore file like the engine: patterns are anchored at the root, a pattern also matches everything below, and the last match
 * decides.
 */
export function readIgnoreFile(text: string): Sees {
  const rules = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ lets: line.startsWith('!'), matches: matcherOf(line.replace(/^!/, '')) }))
  return (path) => rules.findLast(({ matches }) => matches.test(path))?.lets ?? true
}

function matcherOf(pattern: string): RegExp {
  const source = pattern
    .replaceAll(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('**/', '\uE000')
    .replaceAll('*', '[^/]*')
    .replaceAll('\uE000', '(?:.*/)?')
  return new RegExp(`^${source}(?:/.*)?$`)
}

/** Folders that are large and never seen; a test asks of each that it is not. */
export const NEVER_SEEN = ['node_modules', '.git', 'bench'] as const

/** Copies the build context of a folder. @returns paths of the files */
export function copyContext(root: string, sees: Sees, into: string): readonly string[] {
  const skipped = new Set<string>(NEVER_SEEN)
  const paths = readdirSync(root, { withFileTypes: true })
    .filter(({ name }) => !skipped.has(name))
    .flatMap((entry) => (entry.isDirectory() ? filesBelow(root, entry.name) : [entry.name]))
    .filter(sees)
  for (const path of paths) {
    mkdirSync(dirname(join(into, path)), { recursive: true })
    cpSync(join(root, path), join(into, path))
  }
  return paths
}

function filesBelow(root: string, folder: string): readonly string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (!entry.isDirectory()) return [path]
    return entry.name === 'node_modules' ? [] : filesBelow(root, path)
  })
}
