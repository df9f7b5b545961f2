import { existsSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { createContainerScanner, createFailedImageScanner, ImageView, openImage } from '@gatehouse/container'
import { Failure } from '@gatehouse/kernel'
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
 * Opens an image archive or layout. An image that cannot be read is a finding of its scan, not an error.
 * @throws {Failure} if the file is missing, or options need source code
 */
export async function openImageSource(
  text: string,
  options: Pick<ScanOptions, 'platform'> & Partial<ScanOptions>,
  io: Pick<Io, 'cwd'>,
  signal: AbortSignal,
): Promise<OpenImageSource> {
  const path = resolve(io.cwd, text)
  if (!existsSync(path)) throw new Failure('not_found', `Image archive or folder not found: ${text}.`)
  const name = basename(path)
  const common = { name, folder: path, isFetched: true, gaps: [] }
  try {
    const { platform } = options
    const image = await openImage(path, name, { signal, ...(platform !== undefined && { platform }) })
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
