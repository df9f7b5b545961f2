import { parseHcl, type HclNode, partOf, partsOf } from '@gatehouse/sast/configuration'

/** A file of configuration. */
export interface ConfigFile {
  /** Relative to the root of the tree, with `/`. */
  readonly path: string
  readonly text: string
  readonly root: HclNode
  /** Of a file in the JSON form: maps an offset of `text` to its source range. */
  readonly origin?: (offset: number) => { readonly from: number; readonly to: number }
}

/** A block with its location. */
export interface Block {
  readonly file: ConfigFile
  readonly node: HclNode
  readonly type: string
  readonly labels: readonly string[]
  readonly body: HclNode
}

/** Configuration of one folder. */
export interface Folder {
  /** Relative to the root of the tree; empty for the root itself. */
  readonly path: string
  readonly blocks: readonly Block[]
}

export function readConfig(path: string, text: string): ConfigFile {
  return { path, text, root: parseHcl(text) }
}

/** The blocks of a file or of a body, in their order. */
export function blocksIn(file: ConfigFile, around: HclNode): readonly Block[] {
  return around.children.flatMap((node) => {
    if (node.kind !== 'block') return []
    const [type, ...rest] = partsOf(node)
    const body = partOf(node, 'body')
    if (type === undefined || body === undefined) return []
    const labels = rest.filter((item) => item !== body).map((item) => labelOf(file.text, item))
    return [{ file, node, type: file.text.slice(type.start, type.end), labels, body }]
  })
}

/** Returns the text of a label or of a constant key. */
export function labelOf(text: string, node: HclNode): string {
  const own = text.slice(node.start, node.end)
  return node.kind === 'string' ? own.slice(1, -1) : own
}

/** The attributes of a body by their names, in their order. */
export function attributesIn(file: ConfigFile, body: HclNode): ReadonlyMap<string, HclNode> {
  const found = new Map<string, HclNode>()
  for (const node of body.children) {
    if (node.kind !== 'attribute') continue
    const name = partOf(node, 'name')
    const value = partOf(node, 'value')
    if (name !== undefined && value !== undefined) found.set(labelOf(file.text, name), value)
  }
  return found
}
