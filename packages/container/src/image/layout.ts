import { createHash } from 'node:crypto'
import { Failure } from '@gatehouse/kernel/thread'
import type { z } from 'zod'
import { type Blob, type BlobStore, readDocument } from './blobs.ts'
import { Descriptor, DockerManifest, ImageConfig, Manifest, type Platform } from './documents.ts'
import { INDEX_DEPTH_MAX, LAYERS_MAX } from './limits.ts'

export interface LayerBlob {
  readonly blob: Blob
  /** Digest of the blob as stored; absent in archives of `docker save`. */
  readonly digest?: string
  /** Digest of the uncompressed layer. */
  readonly diffId: string
}

/** Parts of one image. */
export interface ImageParts {
  readonly config: ImageConfig
  readonly layers: readonly LayerBlob[]
  /** Names of other images in the same archive that are not read. */
  readonly others: readonly string[]
}

/**
 * Finds one image in an image layout or archive.
 * @param platform `os/architecture[/variant]`; default: linux on the architecture of this machine, else the first
 * @throws {Failure} `invalid_request` for an invalid or incomplete image
 */
export async function imageParts(store: BlobStore, platform?: string): Promise<ImageParts> {
  const index = await store.find('index.json')
  if (index !== undefined) return ofLayout(store, parsed(Manifest, await readDocument(index, 'index.json')), platform)
  const manifest = await store.find('manifest.json')
  if (manifest !== undefined)
    return ofDocker(store, parsed(DockerManifest, await readDocument(manifest, 'manifest.json')))
  throw new Failure('invalid_request', 'It is neither an OCI image layout nor an archive of `docker save`.')
}

async function ofLayout(store: BlobStore, index: Manifest, platform: string | undefined): Promise<ImageParts> {
  const [manifest, others] = await selectManifest(store, index, platform, 0)
  if (manifest.config === undefined || manifest.layers === undefined)
    throw new Failure('invalid_request', 'The image manifest lists no layers.')
  const config = parsed(ImageConfig, await verifiedDocument(store, manifest.config, 'The image configuration'))
  const layers = manifest.layers
  const diffIds = config.rootfs.diff_ids
  checkCount(layers.length, diffIds.length)
  const blobs = layers.map(async (layer, at): Promise<LayerBlob> => {
    const { blob } = await findBlob(store, layer, `Layer ${at}`)
    return { blob, digest: layer.digest, diffId: diffIds[at] ?? '' }
  })
  return { config, layers: await Promise.all(blobs), others }
}

async function selectManifest(
  store: BlobStore,
  index: Manifest,
  platform: string | undefined,
  depth: number,
): Promise<readonly [Manifest, readonly string[]]> {
  if (index.manifests === undefined) return [index, []]
  if (depth > INDEX_DEPTH_MAX) throw new Failure('invalid_request', 'Image indexes are nested too deeply.')
  // Attestations of a build are manifests of the platform unknown/unknown.
  const images = index.manifests.filter((item) => item.platform?.os !== 'unknown')
  const chosen = chooseManifest(images, platform)
  if (chosen === undefined) {
    const available = images.map(({ platform: of }) => platformText(of)).join(', ')
    throw new Failure(
      'invalid_request',
      `The image has no platform ${platform ?? ''}. Available: ${available || 'none'}.`,
    )
  }
  const document = await verifiedDocument(store, chosen, 'The image manifest')
  const [manifest, others] = await selectManifest(store, parsed(Manifest, document), platform, depth + 1)
  const same = images.filter((item) => item !== chosen && platformText(item.platform) === platformText(chosen.platform))
  return [manifest, [...others, ...same.map(nameOf)]]
}

function chooseManifest(images: readonly Descriptor[], platform: string | undefined): Descriptor | undefined {
  const isOf = (wanted: string) => (item: Descriptor) => {
    const text = platformText(item.platform)
    return text === wanted || text.startsWith(`${wanted}/`)
  }
  if (platform !== undefined) return images.find((item) => item.platform === undefined || isOf(platform)(item))
  return images.find(isOf(`linux/${ARCHITECTURES[process.arch] ?? process.arch}`)) ?? images[0]
}

/** Names of architectures in image indexes. */
const ARCHITECTURES: Readonly<Record<string, string | undefined>> = { x64: 'amd64', ia32: '386' }

function platformText(platform: Platform | undefined): string {
  if (platform === undefined) return ''
  return [platform.os, platform.architecture, platform.variant].filter(Boolean).join('/')
}

function nameOf({ annotations, digest }: Descriptor): string {
  return annotations?.['org.opencontainers.image.ref.name'] ?? digest
}

async function ofDocker(store: BlobStore, images: z.infer<typeof DockerManifest>): Promise<ImageParts> {
  const [image, ...rest] = images
  if (image === undefined) throw new Failure('invalid_request', 'manifest.json lists no image.')
  const found = await store.find(image.Config)
  if (found === undefined) throw missing('The image configuration')
  const config = parsed(ImageConfig, await readDocument(found, 'The image configuration'))
  const diffIds = config.rootfs.diff_ids
  checkCount(image.Layers.length, diffIds.length)
  const layers = image.Layers.map(async (name, at): Promise<LayerBlob> => {
    const blob = await store.find(name)
    if (blob === undefined) throw missing(`Layer ${at}`)
    return { blob, diffId: diffIds[at] ?? '' }
  })
  const others = rest.map(({ RepoTags, Config }) => RepoTags?.[0] ?? Config)
  return { config, layers: await Promise.all(layers), others }
}

function checkCount(layers: number, diffIds: number): void {
  if (layers > LAYERS_MAX) throw new Failure('invalid_request', `The image has more than ${LAYERS_MAX} layers.`)
  if (layers === diffIds) return
  throw new Failure('invalid_request', `The image lists ${layers} layers, and its configuration ${diffIds}.`)
}

async function verifiedDocument(store: BlobStore, descriptor: Descriptor, name: string) {
  const { blob, algorithm, hex } = await findBlob(store, descriptor, name)
  const document = await readDocument(blob, name)
  if (createHash(algorithm).update(document.bytes).digest('hex') === hex) return document
  throw new Failure('invalid_request', `${name} does not match its digest ${descriptor.digest}.`)
}

async function findBlob(store: BlobStore, { digest, size }: Descriptor, name: string) {
  const [algorithm = '', hex = ''] = digest.split(':')
  const blob = await store.find(`blobs/${algorithm}/${hex}`)
  if (blob === undefined) throw missing(name)
  if (blob.size === size) return { blob, algorithm, hex }
  throw new Failure('invalid_request', `${name} has ${blob.size} bytes, and its descriptor states ${size}.`)
}

function missing(name: string): Failure {
  return new Failure('invalid_request', `${name} is missing from the image.`)
}

function parsed<Schema extends z.ZodType>(schema: Schema, { json }: { readonly json: unknown }): z.infer<Schema> {
  const result = schema.safeParse(json)
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw new Failure('invalid_request', `The image is invalid: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}.`)
}
