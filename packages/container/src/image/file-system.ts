import { Failure } from '@gatehouse/kernel/thread'
import { DEPTH_MAX, NODES_MAX, PATH_CHARS_MAX } from './limits.ts'
import type { ImageFile } from './image.ts'
import type { TarEntry } from './tar-index.ts'

interface Node {
  children?: Map<string, Node>
  file?: StoredFile
  link?: string
}

type StoredFile = { -readonly [Key in keyof ImageFile]: ImageFile[Key] }

const WHITEOUT = '.wh.'
const OPAQUE = '.wh..wh..opq'
/** Entries of the AUFS driver, not whiteouts. */
const AUFS = '.wh..wh.'

/**
 * Merges layers into the file system of a container.
 * @see https://github.com/opencontainers/image-spec/blob/main/layer.md
 */
export class FileSystem {
  readonly #root: Node = { children: new Map() }
  readonly #files = new Set<StoredFile>()
  #nodes = 0
  #invalid = 0
  #broken = 0

  /** Applies the entries of the next layer. Whiteouts delete only files of earlier layers, at any position in the archive. */
  apply(layer: number, entries: readonly TarEntry[]): void {
    // Names are computed twice, because those of all entries would need more memory than the entries.
    for (const { path } of entries) {
      const names = namesOf(path)
      const last = names?.at(-1) ?? ''
      if (names === undefined) this.#invalid += 1
      else if (last === OPAQUE) this.#find(names.slice(0, -1))?.children?.clear()
      else if (isWhiteout(last)) this.#find(names.slice(0, -1))?.children?.delete(last.slice(WHITEOUT.length))
    }
    const own = new Map<string, StoredFile>()
    const links: { readonly entry: TarEntry; readonly names: readonly string[] }[] = []
    for (const entry of entries) {
      const names = namesOf(entry.path)
      if (names === undefined || (names.at(-1) ?? '').startsWith(WHITEOUT)) continue
      if (entry.type === 'file') this.#addFile(names, own, { layer, ...contentOf(entry) })
      else if (entry.type === 'hardlink') links.push({ entry, names })
      else if (entry.type === 'symlink') this.#replace(names, { link: entry.target ?? '' })
      else if (entry.type === 'folder') this.#folder(names)
      else this.#replace(names, {})
    }
    for (const { entry, names } of links) this.#link(layer, names, entry.target ?? '', own)
  }

  #addFile(
    names: readonly string[],
    own: Map<string, StoredFile>,
    content: Omit<StoredFile, 'path' | 'isPresent'>,
  ): void {
    const path = names.join('/')
    if (path === '') return
    const file: StoredFile = { path, isPresent: false, ...content }
    const before = own.get(path)
    // Of duplicates in one layer the last one counts.
    if (before !== undefined) this.#files.delete(before)
    own.set(path, file)
    this.#files.add(file)
    this.#replace(names, { file })
  }

  /** A hard link refers to a file of its own layer or of an earlier one, which it copies. */
  #link(layer: number, names: readonly string[], target: string, own: Map<string, StoredFile>): void {
    const targetNames = namesOf(target)
    const file = targetNames && (own.get(targetNames.join('/')) ?? this.#find(targetNames)?.file)
    if (file === undefined) {
      this.#broken += 1
      return
    }
    const { path: _path, isPresent: _isPresent, ...content } = file
    this.#addFile(names, own, { ...content, layer })
  }

  #find(names: readonly string[]): Node | undefined {
    let node: Node | undefined = this.#root
    for (const name of names) node = node?.children?.get(name)
    return node
  }

  #folder(names: readonly string[]): Map<string, Node> {
    let node = this.#root
    for (const name of names) {
      const children = (node.children ??= new Map())
      let next = children.get(name)
      if (next === undefined) {
        this.#nodes += 1
        if (this.#nodes > NODES_MAX)
          throw new Failure('invalid_request', `The image has more than ${NODES_MAX} files and folders.`)
        children.set(name, (next = {}))
      }
      // A folder replaces a file or a link.
      if (next.children === undefined) {
        next.children = new Map()
        delete next.file
        delete next.link
      }
      node = next
    }
    return (node.children ??= new Map())
  }

  #replace(names: readonly string[], node: Node): void {
    const last = names.at(-1)
    if (last === undefined) return
    const folder = this.#folder(names.slice(0, -1))
    if (!folder.has(last)) this.#nodes += 1
    folder.set(last, node)
  }

  /** Returns all files, those of the container marked, and its symbolic links. */
  finish(): {
    readonly files: readonly ImageFile[]
    readonly links: ReadonlyMap<string, string>
    readonly left: string[]
  } {
    const links = new Map<string, string>()
    const open: [string, Node][] = [['', this.#root]]
    for (let item = open.pop(); item !== undefined; item = open.pop()) {
      const [path, { children, file, link }] = item
      if (file !== undefined) file.isPresent = true
      if (link !== undefined) links.set(path, link)
      for (const [name, node] of children ?? []) open.push([path === '' ? name : `${path}/${name}`, node])
    }
    const left: string[] = []
    if (this.#invalid > 0) left.push(`${this.#invalid} entries with invalid paths were skipped.`)
    if (this.#broken > 0) left.push(`${this.#broken} hard links without a target were skipped.`)
    return { files: [...this.#files], links, left }
  }
}

function contentOf({ size, offset, segments }: TarEntry): Pick<StoredFile, 'size' | 'offset' | 'segments'> {
  return { size, offset, ...(segments !== undefined && { segments }) }
}

function isWhiteout(name: string): boolean {
  return name.startsWith(WHITEOUT) && !name.startsWith(AUFS) && name.length > WHITEOUT.length
}

/** Returns the names of a path; undefined for a path that leaves the image or exceeds the limits. */
function namesOf(path: string): readonly string[] | undefined {
  if (path.length > PATH_CHARS_MAX || path.includes('\0')) return undefined
  const names = path.split('/').filter((name) => name !== '' && name !== '.')
  return names.includes('..') || names.length > DEPTH_MAX ? undefined : names
}
