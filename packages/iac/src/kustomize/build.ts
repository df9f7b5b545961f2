import { posix } from 'node:path'
import type { SourceTree } from '@gatehouse/scan-engine'
import { within } from '../terraform/world.ts'
import { generated } from './generators.ts'
import { itemsAt, type ObjectNode, readObjects, textAt, valueAt } from './node.ts'
import { type Patch, patched } from './patches.ts'
import { transformed } from './transform.ts'

/** Own limits: depth of bases, objects per kustomization, and bytes per file. */
const DEPTH_MAX = 20
const OBJECTS_MAX = 5_000
const FILE_BYTES_MAX = 1024 * 1024

/** Fields of a kustomization that are not supported. */
const NOT_FOLLOWED = [
  'helmCharts',
  'helmChartInflationGenerator',
  'generators',
  'transformers',
  'validators',
  'replacements',
  'vars',
  'crds',
  'openapi',
]

/** File names that make a folder a kustomization. */
export const KUSTOMIZATION = /(?:^|\/)(?:kustomization\.ya?ml|Kustomization)$/

const REMOTE =
  /^(?:https?|ssh|git|s3|oci)(?:::|:\/\/)|^git@|^(?:[\w.-]+\.)?(?:github|gitlab|bitbucket)\.(?:com|org)[/:]|\?ref=/

/** Builds the kustomizations of a tree. */
export class Builder {
  /** Files that a kustomization names. */
  readonly reached = new Set<string>()
  readonly gaps: { readonly file: string; readonly detail: string }[] = []
  readonly #tree: Pick<SourceTree, 'files' | 'read'>
  readonly #sizes: ReadonlyMap<string, number>
  readonly #folders: ReadonlyMap<string, string>
  readonly #texts = new Map<string, string | undefined>()
  readonly #open = new Set<string>()

  /** @param folders the paths of kustomizations by their folders */
  constructor(tree: Pick<SourceTree, 'files' | 'read'>, folders: ReadonlyMap<string, string>) {
    this.#tree = tree
    this.#sizes = new Map(tree.files.map(({ path, size_bytes }) => [path, size_bytes]))
    this.#folders = folders
  }

  /** Returns the folders of the bases of a kustomization. */
  async basesOf(folder: string): Promise<readonly string[]> {
    const kustomization = await this.#kustomization(folder)
    return [
      ...itemsAt(kustomization, 'resources'),
      ...itemsAt(kustomization, 'bases'),
      ...itemsAt(kustomization, 'components'),
    ]
      .map((item) => (REMOTE.test(textAt(item)) ? undefined : within(folder, textAt(item))))
      .filter((item) => item !== undefined && this.#folders.has(item))
      .filter((item) => item !== undefined)
  }

  /** Whether it is only a part for others. */
  async isComponent(folder: string): Promise<boolean> {
    return textAt(await this.#kustomization(folder), 'kind') === 'Component'
  }

  /** Returns the objects that a kustomization builds. @param given objects that a component changes */
  async build(folder: string, objectNodes: readonly ObjectNode[] = [], depth = 0): Promise<readonly ObjectNode[]> {
    const path = this.#folders.get(folder)
    if (path === undefined) return objectNodes
    const told = (detail: string): void => void this.gaps.push({ file: path, detail })
    if (depth > DEPTH_MAX || this.#open.has(folder)) {
      told(depth > DEPTH_MAX ? `Kustomizations are nested more than ${DEPTH_MAX} levels deep.` : 'It refers to itself.')
      return objectNodes
    }
    const kustomization = await this.#kustomization(folder)
    if (kustomization === undefined) return objectNodes
    this.#open.add(folder)
    try {
      return await this.#objects(folder, kustomization, objectNodes, depth, told)
    } finally {
      this.#open.delete(folder)
    }
  }

  async #objects(
    folder: string,
    kustomization: ObjectNode,
    objectNodes: readonly ObjectNode[],
    depth: number,
    told: (detail: string) => void,
  ): Promise<readonly ObjectNode[]> {
    for (const key of NOT_FOLLOWED)
      if (valueAt(kustomization, key) !== undefined) told(`The field ${key} is not supported.`)
    const read = (path: string): Promise<string | undefined> => this.#read(within(folder, path))
    let objects: readonly ObjectNode[] = [
      ...objectNodes,
      ...(await this.#resources(folder, kustomization, depth, told)),
      ...(await generated(kustomization, read, told)),
    ]
    for (const item of itemsAt(kustomization, 'components')) {
      const path = within(folder, textAt(item))
      if (path !== undefined && this.#folders.has(path)) objects = await this.build(path, objects, depth + 1)
      else told(`The component ${textAt(item)} is not in the source.`)
    }
    if (objects.length > OBJECTS_MAX) {
      told(`The result has more than ${OBJECTS_MAX} objects; the rest were not read.`)
      objects = objects.slice(0, OBJECTS_MAX)
    }
    for (const patch of await this.#patches(folder, kustomization, told)) objects = patched(objects, patch, told)
    return transformed(objects, kustomization)
  }

  async #resources(
    folder: string,
    kustomization: ObjectNode,
    depth: number,
    told: (detail: string) => void,
  ): Promise<readonly ObjectNode[]> {
    const objects: ObjectNode[] = []
    for (const item of [...itemsAt(kustomization, 'resources'), ...itemsAt(kustomization, 'bases')]) {
      const name = textAt(item)
      const path = REMOTE.test(name) ? undefined : within(folder, name)
      if (path === undefined) told(`${name} is not in the source; its resources were not scanned.`)
      else if (this.#folders.has(path)) objects.push(...(await this.build(path, [], depth + 1)))
      else objects.push(...(await this.#file(path, name, told)))
    }
    return objects.flatMap((object) => (textAt(object, 'kind') === 'List' ? itemsAt(object, 'items') : [object]))
  }

  async #file(path: string, name: string, told: (detail: string) => void): Promise<readonly ObjectNode[]> {
    const text = await this.#read(path)
    const objects = text === undefined ? undefined : readObjects(path, text)
    if (objects === undefined) told(text === undefined ? `${name} is not in the source.` : `${name} is not valid YAML.`)
    return objects ?? []
  }

  /** All patches, in the order in which they are applied. */
  async #patches(folder: string, kustomization: ObjectNode, told: (detail: string) => void): Promise<readonly Patch[]> {
    const patches: Patch[] = []
    for (const item of itemsAt(kustomization, 'patchesStrategicMerge')) {
      const isInline = textAt(item).includes('\n')
      const found = isInline ? inline(item) : await this.#file(within(folder, textAt(item)) ?? '', textAt(item), told)
      patches.push(...found.map((patch) => ({ patch, target: undefined })))
    }
    for (const item of [...itemsAt(kustomization, 'patches'), ...itemsAt(kustomization, 'patchesJson6902')]) {
      const [path, text] = [textAt(item, 'path'), valueAt(item, 'patch')]
      const found = text === undefined ? await this.#file(within(folder, path) ?? '', path, told) : inline(text)
      patches.push(...found.map((patch) => ({ patch, target: valueAt(item, 'target') })))
    }
    return patches
  }

  async #kustomization(folder: string): Promise<ObjectNode | undefined> {
    const path = this.#folders.get(folder)
    const text = path === undefined ? undefined : await this.#read(path)
    return path === undefined || text === undefined ? undefined : readObjects(path, text)?.[0]
  }

  async #read(path: string | undefined): Promise<string | undefined> {
    if (path === undefined) return undefined
    if (this.#texts.has(path)) return this.#texts.get(path)
    const size = this.#sizes.get(path)
    let text: string | undefined
    if (size !== undefined && size <= FILE_BYTES_MAX) {
      const bytes = await this.#tree.read(path, FILE_BYTES_MAX)
      text = bytes.includes(0) ? undefined : new TextDecoder().decode(bytes)
      this.reached.add(path)
    }
    this.#texts.set(path, text)
    return text
  }
}

/** Returns the documents of an inline patch; their findings are reported at the location of the patch. */
function inline(node: ObjectNode): readonly ObjectNode[] {
  const objects = readObjects(node.source.file, textAt(node)) ?? []
  return objects.map((object) => placedAt(object, node.source))
}

function placedAt(node: ObjectNode, source: ObjectNode['source']): ObjectNode {
  if (node.type === 'scalar') return { ...node, source }
  if (node.type === 'list') return { ...node, source, items: node.items.map((item) => placedAt(item, source)) }
  const entries = new Map(
    [...node.entries].map(([key, entry]) => [key, { key: source, value: placedAt(entry.value, source) }]),
  )
  return { ...node, source, entries }
}

/** The folder of a kustomization. */
export function folderOf(path: string): string {
  const folder = posix.dirname(path)
  return folder === '.' ? '' : folder
}
