// Container images for tests, as OCI layouts and archives of `docker save`.
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync, zstdCompressSync } from 'node:zlib'

/** Entry of a layer: text or bytes of a file, a link, or a folder. */
export type LayerEntry =
  | string
  | Uint8Array
  | { readonly symlink: string }
  | { readonly hardlink: string }
  | { readonly folder: true }

export interface TestLayer {
  /** A layer as bytes, or its entries by path. */
  readonly content: Buffer | Readonly<Record<string, LayerEntry>>
  readonly compression?: 'none' | 'gzip' | 'zstd'
  readonly instruction?: string
}

export interface TestImage {
  readonly layers: readonly TestLayer[]
  readonly env?: readonly string[]
}

/** Returns a tar archive in the ustar format. */
export function tarOf(entries: Readonly<Record<string, LayerEntry>>): Buffer {
  const parts = Object.entries(entries).flatMap(([path, entry]) => tarEntry(path, entry))
  return Buffer.concat([...parts, Buffer.alloc(1_024)])
}

function tarEntry(path: string, entry: LayerEntry): readonly Buffer[] {
  if (typeof entry === 'string' || entry instanceof Uint8Array) {
    const bytes = Buffer.from(entry as string)
    return [tarHeader(path, '0', bytes.length), bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)]
  }
  if ('symlink' in entry) return [tarHeader(path, '2', 0, entry.symlink)]
  if ('hardlink' in entry) return [tarHeader(path, '1', 0, entry.hardlink)]
  return [tarHeader(path, '5', 0)]
}

/** Returns one header with a valid checksum. Long paths use the prefix field. */
export function tarHeader(path: string, type: string, size: number, target = ''): Buffer {
  const header = Buffer.alloc(512)
  const cut = Buffer.byteLength(path) > 100 ? path.lastIndexOf('/', 154) : -1
  header.write(path.slice(cut + 1), 0, 100)
  header.write('0000644\u00000000000\u00000000000\u0000', 100)
  header.write(`${size.toString(8).padStart(11, '0')}\u000000000000000\u0000        `, 124)
  header.write(type, 156)
  header.write(target, 157, 100)
  header.write('ustar\u000000', 257, 'latin1')
  if (cut > 0) header.write(path.slice(0, cut), 345, 155)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

interface BuiltLayer {
  readonly bytes: Buffer
  readonly diffId: string
}

function buildLayer({ content, compression = 'gzip' }: TestLayer): BuiltLayer {
  const tar = Buffer.isBuffer(content) ? content : tarOf(content)
  const bytes = compression === 'none' ? tar : compression === 'gzip' ? gzipSync(tar) : zstdCompressSync(tar)
  return { bytes, diffId: digestOf(tar) }
}

function configOf({ layers, env }: TestImage, built: readonly BuiltLayer[]): Buffer {
  const history = layers.map(({ instruction }) => ({ created_by: instruction ?? 'COPY . . # buildkit' }))
  return Buffer.from(
    JSON.stringify({
      os: 'linux',
      architecture: 'amd64',
      config: { Env: env ?? [] },
      rootfs: { type: 'layers', diff_ids: built.map(({ diffId }) => diffId) },
      history: [{ created_by: 'ENV A=b', empty_layer: true }, ...history],
    }),
  )
}

/** Returns the files of an OCI image layout by path. */
export function ociLayout(image: TestImage): Readonly<Record<string, Buffer>> {
  const files: Record<string, Buffer> = {}
  const add = (bytes: Buffer, mediaType: string) => {
    const digest = digestOf(bytes)
    files[`blobs/${digest.replace(':', '/')}`] = bytes
    return { mediaType, digest, size: bytes.length }
  }
  const built = image.layers.map(buildLayer)
  const layers = built.map(({ bytes }) => add(bytes, 'application/vnd.oci.image.layer.v1.tar+gzip'))
  const config = add(configOf(image, built), 'application/vnd.oci.image.config.v1+json')
  const text = JSON.stringify({ schemaVersion: 2, config, layers })
  const manifest = add(Buffer.from(text), 'application/vnd.oci.image.manifest.v1+json')
  const platform = { os: 'linux', architecture: 'amd64' }
  files['oci-layout'] = Buffer.from('{"imageLayoutVersion":"1.0.0"}')
  files['index.json'] = Buffer.from(JSON.stringify({ schemaVersion: 2, manifests: [{ ...manifest, platform }] }))
  return files
}

/** Returns an archive as `docker save` writes it. */
export function dockerArchive(image: TestImage): Buffer {
  const built = image.layers.map((layer) => buildLayer({ ...layer, compression: 'none' }))
  const config = configOf(image, built)
  const name = `${digestOf(config).slice(7)}.json`
  const layers = built.map(({ diffId }) => `${diffId.slice(7)}/layer.tar`)
  const manifest = JSON.stringify([{ Config: name, RepoTags: ['shop:1.4'], Layers: layers }])
  const files = Object.fromEntries(built.map(({ bytes }, at) => [layers[at] ?? '', bytes]))
  return tarOf({ ...files, [name]: config, 'manifest.json': manifest })
}

/** Writes files below a folder. */
export function writeFiles(folder: string, files: Readonly<Record<string, Uint8Array>>): string {
  for (const [path, bytes] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), bytes)
  }
  return folder
}

function digestOf(bytes: Buffer): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`
}
