import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Parts of a package.json that the checkers use. */
export interface Manifest {
  readonly name: string
  readonly dependencies: ReadonlySet<string>
  readonly devDependencies: ReadonlySet<string>
  /** `.` and every subpath that the package offers, with its source file. */
  readonly exports: ReadonlyMap<string, string | undefined>
}

export function readManifest(root: string, folder: string): Manifest {
  const json = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Record<string, unknown>
  return {
    name: String(json['name']),
    dependencies: new Set([
      ...keys(json['dependencies']),
      ...keys(json['optionalDependencies']),
      ...keys(json['peerDependencies']),
    ]),
    devDependencies: new Set(keys(json['devDependencies'])),
    exports: new Map(entries(json['exports']).map(([subpath, target]) => [subpath, sourceOf(target)])),
  }
}

function keys(value: unknown): string[] {
  return entries(value).map(([key]) => key)
}

function entries(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : []
}

/** The file under the condition `gatehouse`, with which the repository runs. */
function sourceOf(target: unknown): string | undefined {
  const source = new Map(entries(target)).get('gatehouse')
  return typeof source === 'string' ? source : undefined
}

/** The workspaces of a tree: every `packages/x` and `apps/x` with a package.json. */
export function workspaceFolders(files: readonly string[]): string[] {
  return files
    .filter((path) => /^(?:packages|apps)\/[^/]+\/package\.json$/.test(path))
    .map((path) => path.slice(0, -13))
}
