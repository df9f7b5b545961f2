import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listFiles } from '../lib/tree.ts'

/** Source folders and files of the site. */
const SOURCES = ['docs/', 'examples/', 'schemas/', 'tools/docs/', 'tools/lib/', 'packages/sast/rules/'] as const
const FILES = [
  'README.md',
  'ARCHITECTURE.md',
  'SECURITY.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'apps/console/public/icon.svg',
] as const
const BUILDER = 'node_modules/vitepress/package.json'

/** Returns a fingerprint of a build's inputs: equal fingerprints mean equal sites. */
export function fingerprintOf(root: string): string {
  const hash = createHash('sha256')
  const folders = SOURCES.flatMap((folder) =>
    existsSync(join(root, folder)) ? listFiles(join(root, folder)).map((path) => folder + path) : [],
  )
  for (const path of [...folders, ...FILES, BUILDER]) {
    const bytes = readFileSync(join(root, path))
    hash.update(`${path}\n${bytes.length}\n`).update(bytes)
  }
  return hash.digest('hex')
}
