import { posix } from 'node:path'
import type { Problem } from '../lib/problem.ts'
import { isTest } from './rule.ts'
import type { TextFile, Tree } from './rule.ts'

/** Modules that something other than an import starts: a package's entry, a command, a test, a script. */
const ENTRIES = [
  /^(?:packages|apps)\/[^/]+\/src\/(?:index|main)\.ts$/,
  /^packages\/testkit\/src\/global-setup\.ts$/,
  /^(?:packages|apps)\/[^/]+\/(?:[^/]+|bench\/.+)$/,
  /^packages\/[^/]+\/train\/run\/[^/]+\.ts$/,
  /^(?:tools|bench|bin)\/[^/]+$/,
  /^tools\/(?:generators|scaffolds)\/[^/]+\.ts$/,
  // Copied and then read by VitePress.
  /^tools\/docs\/site\//,
  /^(?:examples|spec)\//,
  /^[^/]+\.config\.ts$/,
]

/** Modules that no other module names. A module that only its own test imports is dead too. */
export function deadFiles({ files }: Tree): Problem[] {
  const modules = files.filter(({ parsed }) => parsed !== undefined)
  const alive = new Set([
    ...modules.filter(({ path }) => !isTest(path)).flatMap(targetsOf),
    ...files.flatMap(scriptsOf),
  ])
  const offered = new Set(files.flatMap(exportsOf))
  const testHelpers = new Set(modules.filter(({ path }) => isTest(path)).flatMap(targetsOf))
  return (
    modules
      .filter(({ path }) => !ENTRIES.some((entry) => entry.test(path)) && !path.endsWith('.test.ts'))
      // The first comment of a program for people contains its command.
      .filter(({ path, text }) => !text.includes(`node --conditions=gatehouse ${path}`))
      .filter(({ path }) => !offered.has(path) && !(isTest(path) ? testHelpers : alive).has(path))
      .map(({ path }) => ({ path, message: 'nothing imports this module: use it or delete it' }))
  )
}

function targetsOf({ path, parsed }: TextFile): string[] {
  const imported = (parsed?.imports ?? []).map(({ specifier }) => specifier).filter((item) => item.startsWith('.'))
  return [...imported, ...(parsed?.modulePaths ?? [])].map((item) => posix.join(posix.dirname(path), item))
}

/** Returns the scripts of a page; its root is its folder, or `public` next to it. */
function scriptsOf({ path, text }: TextFile): string[] {
  if (posix.basename(path) !== 'index.html') return []
  return [...text.matchAll(/<script(?: type="module")? src="\/([^"]+)"/g)].flatMap(([, source]) =>
    ['.', 'public'].map((root) => posix.join(posix.dirname(path), root, source!)),
  )
}

/** Sources that a package offers to others under a name. */
function exportsOf({ path, text }: TextFile): string[] {
  if (posix.basename(path) !== 'package.json') return []
  return [...text.matchAll(/"gatehouse": "\.\/(src\/[^"]+)"/g)].map(([, source]) =>
    posix.join(posix.dirname(path), source!),
  )
}
