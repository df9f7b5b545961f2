import type { SourceTree, TreeFile } from '@gatehouse/scan-engine'
import type { Rendered } from '../rendered.ts'
import type { Renderer, RenderUnit } from '../renderer.ts'
import { Builder, folderOf, KUSTOMIZATION } from './build.ts'
import { emitObjects } from './emit.ts'

/** What is no part of the project, and templates of charts, which are rendered elsewhere. */
const FOREIGN = /(?:^|\/)(?:node_modules|\.git|templates)\//

/** Ours: as large as a file that is written. */
const FILE_BYTES_MAX = 1024 * 1024

/** Overlays of Kustomize. Which one stands on which is said in the files: all of a tree are one unit. */
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
    // The root of a tree holds more than what is built there.
    if (folders.has(folder)) return folder !== '' || !path.includes('/')
    if (folder === '') return false
  }
}

async function render({ files }: RenderUnit, tree: SourceTree): Promise<readonly Rendered[]> {
  const folders = foldersOf(tree)
  const builder = new Builder(tree, folders)
  const bases = new Set<string>()
  for (const folder of folders.keys())
    for (const one of await builder.basesOf(folder)) if (one !== folder) bases.add(one)
  const rendered: Rendered[] = []
  for (const [folder, path] of folders) {
    if (bases.has(folder) || (await builder.isComponent(folder))) continue
    const made = emitObjects(await builder.build(folder))
    if (made === undefined) builder.gaps.push({ file: path, detail: 'It makes too much to be judged.' })
    else rendered.push({ path, language: 'yaml', ...made, gaps: [] })
  }
  for (const file of files) {
    if (!builder.reached.has(file.path)) rendered.push(...(await asWritten(file, tree)))
  }
  const [first] = builder.gaps
  if (first === undefined) return rendered
  return [...rendered, { path: first.file, language: 'yaml', text: '', pieces: [], gaps: once(builder.gaps) }]
}

/** A file that no kustomization names is judged as it is. */
async function asWritten({ path, size_bytes }: TreeFile, tree: SourceTree): Promise<readonly Rendered[]> {
  if (size_bytes > FILE_BYTES_MAX) {
    const gaps = [{ file: path, detail: `Files larger than ${FILE_BYTES_MAX / 1024} KiB are not analysed.` }]
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
  return [...new Map(gaps.map((one) => [`${one.file} ${one.detail}`, one])).values()]
}
