import { posix } from 'node:path'
import { Failure, messageOf } from '@gatehouse/kernel'
import type { SourceTree, TreeFile } from '@gatehouse/scan-engine'
import { foreignBy, lineStarts, positionOf } from '@gatehouse/sast/configuration'
import type { Rendered } from '../rendered.ts'
import { Budget } from './budget.ts'
import { Emitter } from './emitter.ts'
import { attributesIn, type Block, blocksIn, type ConfigFile, type Folder, labelOf, readConfig } from './files.ts'
import { jsonConfig } from './json-form.ts'
import { type ScopedExpression, Module } from './module.ts'
import { Renderer } from './render.ts'
import { within, World } from './world.ts'

/** Own limits: configuration files of one tree, and bytes per file. */
const FILES_MAX = 20_000
const FILE_BYTES_MAX = 1024 * 1024
/** Own limits: files that expressions read, and bytes per file. */
const READ_FILES_MAX = 500
const READ_BYTES_MAX = 256 * 1024
/** How often a root module is evaluated to learn which files it reads. */
const ROUNDS_MAX = 4
/** A larger rendered text is split at blocks: rules read one document at a time. */
const TEXT_CHARS_MAX = 512 * 1024

/** Copies of external modules, and folders that are no part of the project. */
const FOREIGN = /(?:^|\/)(?:\.terraform|\.terragrunt-cache|node_modules|\.git)\//

type Tree = Pick<SourceTree, 'files' | 'read'>

/** State shared by all root modules of a tree. */
interface Shared {
  readonly folders: ReadonlyMap<string, Folder>
  readonly values: ReadonlyMap<string, readonly TreeFile[]>
  readonly sizes: ReadonlyMap<string, number>
  /** Files that expressions read; undefined for a missing or denied file. */
  readonly texts: Map<string, string | undefined>
  /** Gaps of the tree as a whole. */
  readonly gaps: { file: string; detail: string }[]
}

/** Whether a file is Terraform configuration. */
export function isTerraform(path: string): boolean {
  return /\.tf(?:\.json)?$/.test(path) && !FOREIGN.test(path)
}

/** Renders the Terraform configuration of a tree: each root module with the modules that it calls, as Terraform evaluates it. */
export async function renderTerraform(tree: Tree): Promise<readonly Rendered[]> {
  const gaps: { file: string; detail: string }[] = []
  const folders = await readFolders(tree, gaps)
  const inside = new Set([...folders.values()].flatMap(calledFolders))
  const roots = [...folders.keys()].filter((path) => !inside.has(path)).toSorted()
  const shared: Shared = {
    folders,
    values: valueFiles(tree),
    sizes: new Map(tree.files.map(({ path, size_bytes }) => [path, size_bytes])),
    texts: new Map(),
    gaps,
  }
  const rendered: Rendered[] = []
  const reached = new Set<string>()
  // Modules that only call each other have no root: each remaining module is a root.
  for (const root of [...roots, ...[...folders.keys()].toSorted()]) {
    // External modules are rendered where they are called.
    if (reached.has(root) || foreignBy(`${root}/main.tf`) !== undefined) continue
    rendered.push(...(await renderRoot(root, shared, tree, reached)))
  }
  const [first] = gaps
  if (first !== undefined) rendered.push({ path: first.file, language: 'terraform', text: '', pieces: [], gaps })
  return rendered
}

async function readFolders(tree: Tree, gaps: { file: string; detail: string }[]): Promise<ReadonlyMap<string, Folder>> {
  const files = tree.files.filter(({ path }) => isTerraform(path))
  const folders = new Map<string, Block[]>()
  for (const { path, size_bytes } of files.slice(0, FILES_MAX)) {
    if (size_bytes > FILE_BYTES_MAX) {
      gaps.push({ file: path, detail: `Configurations larger than ${FILE_BYTES_MAX / 1024} KiB are not evaluated.` })
      continue
    }
    const text = new TextDecoder().decode(await tree.read(path, FILE_BYTES_MAX))
    const file = path.endsWith('.json') ? jsonConfig(path, text) : readConfig(path, text)
    if (file === undefined) {
      gaps.push({ file: path, detail: 'The file is not valid JSON.' })
      continue
    }
    const folder = folderOf(path)
    const blocks = folders.get(folder)
    if (blocks === undefined) folders.set(folder, [...blocksIn(file, file.root)])
    else blocks.push(...blocksIn(file, file.root))
  }
  if (files.length > FILES_MAX)
    gaps.push({ file: files[FILES_MAX]!.path, detail: `More than ${FILES_MAX} files; the rest were not evaluated.` })
  return new Map([...folders].map(([path, blocks]) => [path, { path, blocks }]))
}

function folderOf(path: string): string {
  const folder = posix.dirname(path)
  return folder === '.' ? '' : folder
}

/** Folders that a folder calls as modules. */
function calledFolders({ path, blocks }: Folder): readonly string[] {
  return blocks.flatMap((block) => {
    if (block.type !== 'module') return []
    const source = attributesIn(block.file, block.body).get('source')
    const written = source === undefined ? '' : labelOf(block.file.text, source)
    const found = /^\.\.?(?:\/|$)/.test(written) ? within(path, written) : undefined
    return found === undefined || found === path ? [] : [found]
  })
}

/** Evaluates until no file is missing that could be read. */
async function renderRoot(
  root: string,
  shared: Shared,
  tree: Tree,
  reached: Set<string>,
): Promise<readonly Rendered[]> {
  const values = await valuesOf(shared.values.get(root) ?? [], tree)
  const { folders, texts } = shared
  for (let round = 1; ; round += 1) {
    const world = new World(root, folders, texts, new Budget())
    const rendered = renderOnce(world, folders.get(root)!, values)
    for (const path of world.called) reached.add(path)
    if (world.wanted.size === 0 || round === ROUNDS_MAX) return rendered
    for (const path of world.wanted) texts.set(path, await readWanted(path, shared, tree))
  }
}

async function readWanted(path: string, { sizes, texts, gaps }: Shared, tree: Tree): Promise<string | undefined> {
  const size = sizes.get(path)
  if (size === undefined) return undefined
  if (size > READ_BYTES_MAX || texts.size >= READ_FILES_MAX) {
    const many = `Expressions read more than ${READ_FILES_MAX} files; this file and others were not read.`
    if (size > READ_BYTES_MAX) gaps.push({ file: path, detail: 'An expression reads this file, which is too large.' })
    else if (!gaps.some(({ detail }) => detail === many)) gaps.push({ file: path, detail: many })
    return undefined
  }
  const bytes = await tree.read(path, READ_BYTES_MAX)
  return bytes.includes(0) ? undefined : new TextDecoder().decode(bytes)
}

/** Returns variable value files by folder: the file with a fixed name first, then the others. */
function valueFiles({ files }: Tree): ReadonlyMap<string, readonly TreeFile[]> {
  const found = new Map<string, TreeFile[]>()
  for (const name of [/(?:^|\/)terraform\.tfvars(?:\.json)?$/, /\.auto\.tfvars(?:\.json)?$/]) {
    for (const file of files) {
      if (!name.test(file.path)) continue
      const list = found.get(folderOf(file.path))
      if (list === undefined) found.set(folderOf(file.path), [file])
      else list.push(file)
    }
  }
  return found
}

/** Returns the variable values for a root module. Later files win. */
async function valuesOf(files: readonly TreeFile[], tree: Tree): Promise<ReadonlyMap<string, ScopedExpression>> {
  const values = new Map<string, ScopedExpression>()
  for (const { path, size_bytes } of files) {
    if (size_bytes > FILE_BYTES_MAX) continue
    const text = new TextDecoder().decode(await tree.read(path, FILE_BYTES_MAX))
    const file: ConfigFile | undefined = path.endsWith('.json') ? jsonConfig(path, text, true) : readConfig(path, text)
    if (file === undefined) continue
    for (const [name, node] of attributesIn(file, file.root)) values.set(name, { node, file, scope: undefined })
  }
  return values
}

function renderOnce(world: World, folder: Folder, values: ReadonlyMap<string, ScopedExpression>): readonly Rendered[] {
  const emitter = new Emitter()
  const path = folder.blocks[0]?.file.path ?? folder.path
  const rendered: Rendered[] = []
  const take = (): void => {
    rendered.push({ path, language: 'terraform', ...emitter.take(), gaps: [] })
  }
  const flush = (): void => {
    if (emitter.length > TEXT_CHARS_MAX) take()
  }
  try {
    const module = new Module(world, folder, values)
    new Renderer(emitter, world, flush).module(module)
  } catch (thrown) {
    if (!(thrown instanceof Failure) || thrown.code !== 'limit_reached') throw thrown
    world.gap(path, messageOf(thrown))
  }
  if (emitter.length > 0 || rendered.length === 0) take()
  const files = [...world.called].flatMap((item) => world.folders.get(item)?.blocks.map(({ file }) => file) ?? [])
  for (const file of new Set(files)) reportUnread(file, world)
  const last = rendered.length - 1
  rendered[last] = { ...rendered[last]!, gaps: world.gaps }
  return rendered
}

/** Reports the unparsed parts of a file, once per file. */
function reportUnread(file: ConfigFile, world: World): void {
  const wrong: number[] = []
  const open = [file.root]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.kind === 'ERROR' || node.kind === 'missing') wrong.push(node.start)
    for (const child of node.children) open.push(child)
  }
  if (wrong.length === 0) return
  const lines = lineStarts(file.text)
  const places = [...new Set(wrong.map((at) => positionOf(lines, at).line))].toSorted((a, b) => a - b).slice(0, 5)
  world.gap(file.path, `Line ${places.join(', ')} could not be parsed and was not evaluated.`)
}
