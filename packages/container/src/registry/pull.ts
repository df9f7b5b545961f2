import { createHash } from 'node:crypto'
import { mkdir, open, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Failure } from '@gatehouse/kernel'
import { EgressFailure } from '@gatehouse/kernel/egress'
import type { Blob, BlobStore } from '../image/blobs.ts'
import { Manifest } from '../image/documents.ts'
import { imageParts } from '../image/layout.ts'
import { DOCUMENT_BYTES_MAX, IMAGE_BYTES_MAX } from '../image/limits.ts'
import { RegistryClient, type RegistryOptions } from './client.ts'

export interface PullOptions extends RegistryOptions {
  /** Empty folder. */
  readonly folder: string
  readonly platform?: string | undefined
}

const ACCEPT = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.oci.image.manifest.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
  'application/vnd.docker.distribution.manifest.v2+json',
].join(', ')
const DOCUMENT_MS_MAX = 60_000
const BLOB_MS_MAX = 30 * 60_000
/** Attempts of one blob whose transfer breaks off. */
const ATTEMPTS_MAX = 5
/** Layers that are downloaded at once. */
const DOWNLOADS_MAX = 3

/**
 * Downloads one image of a registry as an OCI image layout.
 * @throws {Failure} naming the registry, for an image that is missing, invalid or not accessible
 */
export async function pullImage({ folder, platform, ...options }: PullOptions): Promise<void> {
  const client = new RegistryClient(options)
  const { version, isDigest } = options.reference
  const answer = await client.get({
    path: `manifests/${version}`,
    headers: { accept: ACCEPT },
    maxBytes: DOCUMENT_BYTES_MAX,
    timeout_ms: DOCUMENT_MS_MAX,
  })
  const bytes = Buffer.from(await answer.arrayBuffer())
  const digest = `sha256:${createHash('sha256').update(bytes).digest('hex')}`
  const stated = isDigest ? version : answer.headers.get('docker-content-digest')
  if (stated?.startsWith('sha256:') === true && stated !== digest)
    throw new Failure('invalid_request', `The manifest does not match its digest ${stated}.`)
  const store = new RegistryStore(client, folder)
  const root = await store.addManifest(digest, bytes)
  await writeFile(join(folder, 'index.json'), JSON.stringify({ schemaVersion: 2, manifests: [root] }))
  await imageParts(store, platform)
}

/** Image layout whose files are downloaded when they are first looked up. */
class RegistryStore implements BlobStore {
  readonly #client: RegistryClient
  readonly #folder: string
  /** Sizes of the blobs that manifests list, and whether they are manifests. */
  readonly #listed = new Map<string, { readonly size: number; readonly isManifest: boolean }>()
  readonly #files = new Map<string, Promise<Blob>>()
  readonly #waiting: (() => void)[] = []
  #running = 0
  #bytes = 0

  constructor(client: RegistryClient, folder: string) {
    this.#client = client
    this.#folder = folder
  }

  async addManifest(digest: string, bytes: Buffer) {
    const file = await this.#fileOf(digest)
    await writeFile(file, bytes)
    this.#files.set(digest, Promise.resolve({ file, offset: 0, size: bytes.length }))
    const { manifests = [], layers = [], config } = Manifest.catch({}).parse(jsonOf(bytes))
    for (const item of manifests) this.#listed.set(item.digest, { size: item.size, isManifest: true })
    for (const item of [...layers, ...(config === undefined ? [] : [config])])
      this.#listed.set(item.digest, { size: item.size, isManifest: false })
    return { mediaType: 'application/vnd.oci.image.manifest.v1+json', digest, size: bytes.length }
  }

  async find(name: string): Promise<Blob | undefined> {
    if (name === 'index.json') {
      const { size } = await stat(join(this.#folder, name))
      return { file: join(this.#folder, name), offset: 0, size }
    }
    const [, algorithm = '', hex = ''] = name.split('/')
    const digest = `${algorithm}:${hex}`
    const before = this.#files.get(digest)
    const listed = this.#listed.get(digest)
    if (before !== undefined || listed === undefined) return before
    const file = listed.isManifest ? this.#manifest(digest) : this.#inTurn(() => this.#blob(digest, listed.size))
    this.#files.set(digest, file)
    return file
  }

  async #manifest(digest: string): Promise<Blob> {
    const answer = await this.#client.get({
      path: `manifests/${digest}`,
      headers: { accept: ACCEPT },
      maxBytes: DOCUMENT_BYTES_MAX,
      timeout_ms: DOCUMENT_MS_MAX,
    })
    const bytes = Buffer.from(await answer.arrayBuffer())
    await this.addManifest(digest, bytes)
    return { file: await this.#fileOf(digest), offset: 0, size: bytes.length }
  }

  /** Downloads a blob. A transfer that breaks off is continued. */
  async #blob(digest: string, size: number): Promise<Blob> {
    this.#bytes += size
    if (this.#bytes > IMAGE_BYTES_MAX)
      throw new Failure('invalid_request', `The image is larger than ${IMAGE_BYTES_MAX / 1024 ** 3} GiB.`)
    const file = await this.#fileOf(digest)
    const algorithm = digest.slice(0, digest.indexOf(':'))
    const handle = await open(file, 'w', 0o600)
    try {
      let hash = createHash(algorithm)
      let at = 0
      for (let attempt = 1; at < size; attempt++) {
        try {
          const headers = at === 0 ? {} : { range: `bytes=${at}-` }
          const path = `blobs/${digest}`
          const answer = await this.#client.get({ path, headers, maxBytes: size, timeout_ms: BLOB_MS_MAX })
          // A registry without ranges begins again.
          if (answer.status !== 206) [hash, at] = [createHash(algorithm), 0]
          for await (const chunk of answer.body ?? []) {
            if (at + chunk.length > size)
              throw new Failure('invalid_request', `A layer is larger than its manifest states.`)
            hash.update(chunk)
            await handle.write(chunk, 0, chunk.length, at)
            at += chunk.length
          }
          if (attempt >= ATTEMPTS_MAX) break
        } catch (error) {
          const isBroken = error instanceof EgressFailure
          if (!isBroken || attempt >= ATTEMPTS_MAX) throw error
          await this.#client.wait(null, attempt)
        }
      }
      if (`${algorithm}:${hash.digest('hex')}` !== digest)
        throw new Failure('invalid_request', `A downloaded layer does not match its digest ${digest}.`)
      return { file, offset: 0, size: at }
    } finally {
      await handle.close()
    }
  }

  async #inTurn<Result>(task: () => Promise<Result>): Promise<Result> {
    if (this.#running >= DOWNLOADS_MAX) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    this.#running += 1
    try {
      return await task()
    } finally {
      this.#running -= 1
      this.#waiting.shift()?.()
    }
  }

  async #fileOf(digest: string): Promise<string> {
    const [algorithm = '', hex = ''] = digest.split(':')
    const folder = join(this.#folder, 'blobs', algorithm)
    await mkdir(folder, { recursive: true })
    return join(folder, hex)
  }
}

function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}
