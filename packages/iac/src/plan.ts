import type { Shard, SourceTree, TreeFile } from '@gatehouse/scan-engine'
import { languageOf, foreignBy, listsOf } from '@gatehouse/sast/configuration'
import { type ConfigScannerName, isConfiguration, isLockFile } from './names.ts'
import type { Renderer, RenderUnit } from './renderer.ts'
import { RENDERERS } from './renderers.ts'

const SHARD_BYTES_MAX = 1024 * 1024
const SHARD_FILES_MAX = 300

/** A unit of a renderer, with the shard that it is. */
export interface PlannedUnit {
  readonly shard: string
  readonly renderer: Renderer
  readonly unit: RenderUnit
}

/** Everything that is rendered of a tree for a scanner. */
export function unitsOf(name: ConfigScannerName, tree: SourceTree): readonly PlannedUnit[] {
  return RENDERERS[name].flatMap((renderer) =>
    renderer.plan(tree).map((unit) => ({ shard: `${name.toLowerCase()}-${renderer.name}-${unit.id}`, renderer, unit })),
  )
}

/** Plans the shards of a scanner: source files and render units. */
export function planConfiguration(name: ConfigScannerName, tree: SourceTree): readonly Shard[] {
  const lists = listsOf(tree)
  const extra = lists.length > 0 ? { beside: lists } : {}
  const replaced = replacedIn(tree)
  const shards: Shard[] = []
  let files: TreeFile[] = []
  let bytes = 0
  const close = (): void => {
    if (files.length > 0) shards.push({ id: `${name.toLowerCase()}-${shards.length}`, files, ...extra })
    files = []
    bytes = 0
  }
  for (const file of tree.files) {
    if (!isLookedAt(file, name) || replaced.has(file.path)) continue
    if (files.length >= SHARD_FILES_MAX || (files.length > 0 && bytes + file.size_bytes > SHARD_BYTES_MAX)) close()
    files.push(file)
    bytes += file.size_bytes
  }
  close()
  return [...shards, ...unitsOf(name, tree).map(({ shard, unit }) => ({ id: shard, files: unit.files, ...extra }))]
}

function isLookedAt({ path, size_bytes }: TreeFile, name: ConfigScannerName): boolean {
  const language = languageOf(path)?.name
  if (size_bytes === 0 || language === undefined || !isConfiguration(language)) return false
  if (foreignBy(path) !== undefined || isLockFile(path)) return false
  return name === 'IAC' || language === 'yaml' || language === 'json'
}

/** Returns the paths that either scanner scans only in rendered form. */
function replacedIn(tree: SourceTree): ReadonlySet<string> {
  const units = [...unitsOf('IAC', tree), ...unitsOf('K8S', tree)]
  return new Set(units.flatMap(({ unit }) => [...unit.replaces]))
}
