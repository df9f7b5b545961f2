import { posix } from 'node:path'
import type { SourceTree } from '@gatehouse/scan-engine'
import type { ImageFile, ImageLayer } from './image/image.ts'
import { imageTree } from './image/image-tree.ts'
import type { OpenImage } from './image/open-image.ts'

/** Symbolic links on one path, as in Linux. */
const LINKS_MAX = 40

/** File system of a container, with access to all layers. */
export class ImageView {
  readonly image: OpenImage
  /** Files of the container by path. */
  readonly present: ReadonlyMap<string, ImageFile>
  /** Files of the container as a source tree. */
  readonly tree: SourceTree

  constructor(image: OpenImage) {
    this.image = image
    const files = image.files.filter(({ isPresent }) => isPresent)
    this.present = new Map(files.map((file) => [file.path, file]))
    this.tree = imageTree(files, image.spool)
  }

  /** Returns the file at a path, following symbolic links within the image. */
  resolve(path: string): ImageFile | undefined {
    let names = path.split('/')
    for (let round = 0; round < LINKS_MAX; round++) {
      const at = names.findIndex((_, end) => this.image.links.has(names.slice(0, end + 1).join('/')))
      if (at === -1) return this.present.get(names.join('/'))
      const target = this.image.links.get(names.slice(0, at + 1).join('/')) ?? ''
      // An absolute target, and one that leaves the root, begin at the root of the image.
      const joined = posix.join('/', target.startsWith('/') ? target : posix.join(...names.slice(0, at), target))
      names = posix
        .join(joined, ...names.slice(at + 1))
        .slice(1)
        .split('/')
    }
    return undefined
  }

  /** Returns the versions of a file in all layers, lowest layer first. */
  versions(path: string): readonly ImageFile[] {
    return this.image.files.filter((file) => file.path === path)
  }

  /** Returns the content of a file, or undefined above the limit. */
  async bytes(file: ImageFile, maxBytes: number): Promise<Buffer | undefined> {
    if (file.size > maxBytes) return undefined
    const { buffer, byteOffset, byteLength } = await imageTree([file], this.image.spool).read(file.path)
    return Buffer.from(buffer, byteOffset, byteLength)
  }

  /** Returns the content of a file as text, or undefined above the limit. */
  async text(file: ImageFile, maxBytes: number): Promise<string | undefined> {
    return (await this.bytes(file, maxBytes))?.toString('utf8')
  }

  layer(index: number): ImageLayer | undefined {
    return this.image.layers[index]
  }
}
