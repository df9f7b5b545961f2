import { existsSync, readFileSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import {
  createContainerScanner,
  createFailedImageScanner,
  dockerCredentials,
  type ImageReference,
  ImageView,
  openImage,
  type OpenImage,
  type OpenImageOptions,
  parseReference,
  pullImage,
} from '@gatehouse/container'
import { Failure } from '@gatehouse/kernel'
import { createEgress, parseEgressAllow } from '@gatehouse/kernel/egress'
import type { ScaOptions } from '@gatehouse/sca'
import type { Scanner } from '@gatehouse/scan-engine'
import type { Io } from '../command.ts'
import type { ScanOptions } from './options.ts'
import type { OpenSource } from './source.ts'

/** Image as the source of a scan, with its scanner. */
export interface OpenImageSource extends OpenSource {
  readonly createScanner: (options: ScaOptions) => Scanner
}

/** Options that need source code. */
const OF_SOURCE = ['history', 'verifySecrets', 'rules', 'cache', 'branch', 'commit'] as const

/**
 * Opens an image archive or layout, or downloads an image. An image that cannot be read is a finding of its scan, not an error.
 * @throws {Failure} if the file is missing, or options need source code
 */
export async function openImageSource(
  text: string,
  options: Pick<ScanOptions, 'platform'> & Partial<ScanOptions>,
  io: Pick<Io, 'cwd' | 'env'>,
  signal: AbortSignal,
): Promise<OpenImageSource> {
  const path = resolve(io.cwd, text)
  const reference = existsSync(path) || isPath(text) ? undefined : parseReference(text)
  if (reference === undefined && !existsSync(path))
    throw new Failure('not_found', `Image archive or folder not found: ${text}.`)
  const name = reference === undefined ? basename(path) : text
  const common = { name, folder: path, isFetched: true, gaps: [] }
  try {
    const { platform } = options
    const named = { signal, ...(platform !== undefined && { platform }) }
    const image =
      reference === undefined ? await openImage(path, name, named) : await openPulled(reference, name, named, io)
    const view = new ImageView(image)
    return {
      ...common,
      tree: view.tree,
      createScanner: (ports) => createContainerScanner(view, ports),
      close: async () => image.close(),
    }
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof Failure)) throw error
    return { ...common, ...NO_FILES, createScanner: () => createFailedImageScanner(name, error.message) }
  }
}

/** Returns whether a missing file was meant, rather than an image of a registry. */
function isPath(text: string): boolean {
  return /^[./~]|\.(?:tar|tgz|gz|zst|oci)$/i.test(text)
}

/** Downloads an image of a registry for the duration of its reading. */
async function openPulled(
  reference: ImageReference,
  name: string,
  options: OpenImageOptions,
  { env }: Pick<Io, 'env'>,
): Promise<OpenImage> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-pull-'))
  const allow = parseEgressAllow(env['GATEHOUSE_EGRESS_ALLOW'] ?? '')
  const egress = createEgress({ allow, localMode: true })
  try {
    const credentials = dockerCredentials(dockerConfig(env), reference.host)
    await pullImage({ reference, egress, credentials, folder, signal: options.signal, platform: options.platform })
    return await openImage(folder, name, options)
  } finally {
    await egress.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Own limit; configuration files have a few KB. */
const CONFIG_BYTES_MAX = 1024 * 1024

/** Returns the configuration of Docker or Podman with credentials of registries; undefined when there is none. */
function dockerConfig(env: Io['env']): unknown {
  const folder = env['DOCKER_CONFIG'] ?? join(env['HOME'] ?? '/', '.docker')
  const file = env['REGISTRY_AUTH_FILE'] ?? join(folder, 'config.json')
  try {
    const { size } = statSync(file)
    return size > CONFIG_BYTES_MAX ? undefined : JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/** @throws {Failure} for options that do not apply to images */
export function checkImageOptions(text: string, options: ScanOptions): void {
  const [wrong] = OF_SOURCE.filter((name) => options[name] !== undefined)
  const flag = wrong?.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  if (flag !== undefined) throw new Failure('invalid_request', `--${flag} does not apply to --image.`)
  if (text !== '.' || options.type !== 'FULL')
    throw new Failure('invalid_request', 'Pass either --image, or a source and --type.')
}

const NO_FILES: Pick<OpenSource, 'tree' | 'close'> = {
  tree: {
    files: [],
    gaps: [],
    read: () => Promise.reject(new Failure('not_found', 'The image has no files.')),
    stream: () => {
      throw new Failure('not_found', 'The image has no files.')
    },
  },
  close: () => Promise.resolve(),
}
