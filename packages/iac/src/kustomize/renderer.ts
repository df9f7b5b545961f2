import type { SourceTree, TreeFile } from '@gatehouse/scan-engine'
import type { Rendered } from '../rendered.ts'
import type { Renderer, RenderUnit } from '../renderer.ts'
import { Builder, folderOf, KUSTOMIZATION } from './build.ts'
import { emitObjects } from './emit.ts'

/** Folders that are no part of the project, and chart templates, which the Helm renderer handles. */
const FOREIGN = /(?:^|\/)(?:node_modules|\.git|templates)\//

/** Own limit: the same as for a source file. */
const FILE_BYTES_MAX = 1024 * 1024

/** Kustomize overlays. The files themselves reference their bases, so a whole tree is one unit. */
export const kustomizeRenderer: Renderer = {
  name: 'kustomize',
  plan: (tree) => {
    const folders = foldersOf(tree)
    if (folders.size === 0) return []
    const files = tree.files.filter(({ path }) => isBelow(path, folders))
    return [{ id: 'all', files, replaces: new Set(files.map(({ path }) => path)) }]
  },
  render,
}

function foldersOf({ files }: Pick<SourceTree, 'files'>): ReadonlyMap<string, string> {
  const own = files.filter(({ path }) => KUSTOMIZATION.test(path) && !FOREIGN.test(path))
  return new Map(own.map(({ path }) => [folderOf(path), path]))
}

/** YAML in the folder of a kustomization or below it. */
function isBelow(path: string, folders: ReadonlyMap<string, string>): boolean {
  if (FOREIGN.test(path) || !/\.ya?ml$|(?:^|\/)Kustomization$/.test(path)) return false
  for (let folder = folderOf(path); ; folder = folderOf(folder)) {
    // The root of a tree contains more than the root kustomization.
    if (folders.has(folder)) return folder !== '' || !path.includes('/')
    if (folder === '') return false
  }
}

async function render({ files }: RenderUnit, tree: SourceTree): Promise<readonly Rendered[]> {
  const folders = foldersOf(tree)
  const builder = new Builder(tree, folders)
  const bases = new Set<string>()
  for (const folder of folders.keys())
    for (const base of await builder.basesOf(folder)) if (base !== folder) bases.add(base)
  const rendered: Rendered[] = []
  for (const [folder, path] of folders) {
    if (bases.has(folder) || (await builder.isComponent(folder))) continue
    const made = emitObjects(await builder.build(folder))
    if (made === undefined) builder.gaps.push({ file: path, detail: 'The output is too large to be analyzed.' })
    else rendered.push({ path, language: 'yaml', ...made, gaps: [] })
  }
  for (const file of files) {
    if (!builder.reached.has(file.path)) rendered.push(...(await asWritten(file, tree)))
  }
  const [first] = builder.gaps
  if (first === undefined) return rendered
  return [...rendered, { path: first.file, language: 'yaml', text: '', pieces: [], gaps: once(builder.gaps) }]
}

/** Returns a file that no kustomization references, unchanged. */
async function asWritten({ path, size_bytes }: TreeFile, tree: SourceTree): Promise<readonly Rendered[]> {
  if (size_bytes > FILE_BYTES_MAX) {
    const gaps = [{ file: path, detail: `Files larger than ${FILE_BYTES_MAX / 1024} KiB are not analyzed.` }]
    return [{ path, language: 'yaml', text: '', pieces: [], gaps }]
  }
  const text = new TextDecoder().decode(await tree.read(path, FILE_BYTES_MAX))
  return [
    {
      path,
      language: 'yaml',
      text,
      pieces: [{ start: 0, end: text.length, file: path, from: 0, to: text.length }],
      gaps: [],
    },
  ]
}

function once(gaps: Rendered['gaps']): Rendered['gaps'] {
  return [...new Map(gaps.map((gap) => [`${gap.file} ${gap.detail}`, gap])).values()]
}
