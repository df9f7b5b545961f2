import { messageOf } from '@gatehouse/kernel'
import { type CoverageGap, pathClassOf, type SourceTree, type Inventory } from '@gatehouse/scan-engine'
import { type Manifest, MANIFEST_BYTES_MAX, type ManifestFile } from '../manifests/parser.ts'
import { mergeManifests, type ParsedManifest } from './merge.ts'
import { manifestsOf, type Selected } from './select.ts'

export interface InventoryOptions {
  readonly signal?: AbortSignal
  /** Called with the number of files done since the last call. */
  readonly progress?: (files: number) => void
}

/** Gap of a file that exhausts the stack of its parser. */
const TOO_LONG = 'The file contains text or nesting that exceeds the limits of its parser.'
/** Rounds in which a parser may request more files: the maximum include depth. */
const ROUNDS_MAX = 20
/** Maximum length of the text of other files in memory, in UTF-16 units. */
const KEPT_UNITS_MAX = 64 * 1024 * 1024

/**
 * Reads all lock files and manifests of a tree and merges them into one list of packages with one graph. Unreadable files are coverage
 * gaps.
 * @throws the signal's reason when it fires
 */
export async function readInventory(tree: SourceTree, options: InventoryOptions = {}): Promise<Inventory> {
  const selected = manifestsOf(tree.files)
  const reader = new FileReader(tree)
  const paths = selected.map(({ file }) => file.path)
  const gaps: CoverageGap[] = []
  const parsed: ParsedManifest[] = []
  for (const item of selected) {
    options.signal?.throwIfAborted()
    const manifest = await parseManifest(item, reader, paths, options.signal)
    if (typeof manifest === 'string') gaps.push(unreadGap(item, 'unparsed', manifest))
    else if (manifest === undefined) gaps.push(unreadGap(item, 'too_large', tooLarge()))
    else parsed.push({ path: item.file.path, parser: item.parser, manifest })
    options.progress?.(1)
    await new Promise(setImmediate)
  }
  options.signal?.throwIfAborted()
  const merged = mergeManifests(parsed)
  return { ...merged, gaps: [...gaps, ...merged.gaps] }
}

/** Returns a manifest, a sentence with the reason of a failure, or undefined for a file that is too large. */
async function parseManifest(
  { file, parser }: Selected,
  reader: FileReader,
  paths: readonly string[],
  signal: AbortSignal | undefined,
): Promise<Manifest | string | undefined> {
  if (file.size_bytes > MANIFEST_BYTES_MAX) return undefined
  try {
    const own = await reader.load(file.path)
    if (own === undefined) return 'The file cannot be read.'
    for (let round = 0; round < ROUNDS_MAX; round += 1) {
      const requests = new Set<string>()
      const read = (path: string): ManifestFile | undefined => {
        if (reader.knows(path)) return reader.get(path)
        requests.add(path)
        return undefined
      }
      const manifest = parser.parse(own, { read, paths })
      if (requests.size === 0) return manifest
      for (const path of requests) {
        signal?.throwIfAborted()
        await reader.load(path)
      }
    }
    return 'Files include each other more deeply than is supported.'
  } catch (error) {
    signal?.throwIfAborted()
    // V8 reports a stack overflow as a RangeError, in regular expressions too.
    return error instanceof RangeError ? TOO_LONG : messageOf(error)
  }
}

/** Files as text, each read once while there is room. */
class FileReader {
  readonly #tree: SourceTree
  readonly #sizes: ReadonlyMap<string, number>
  readonly #kept = new Map<string, ManifestFile | undefined>()
  #units = 0

  constructor(tree: SourceTree) {
    this.#tree = tree
    this.#sizes = new Map(tree.files.map(({ path, size_bytes }) => [path, size_bytes]))
  }

  knows(path: string): boolean {
    return this.#kept.has(path) || !this.#sizes.has(path)
  }

  get(path: string): ManifestFile | undefined {
    return this.#kept.get(path)
  }

  async load(path: string): Promise<ManifestFile | undefined> {
    if (this.knows(path) && this.#kept.get(path) !== undefined) return this.#kept.get(path)
    const size = this.#sizes.get(path)
    const isRead = size !== undefined && size <= MANIFEST_BYTES_MAX
    const text = isRead ? decode(await this.#tree.read(path, MANIFEST_BYTES_MAX)) : undefined
    if (this.#units > KEPT_UNITS_MAX) {
      this.#kept.clear()
      this.#units = 0
    }
    const file = text === undefined ? undefined : { path, text }
    this.#kept.set(path, file)
    this.#units += text?.length ?? 0
    return file
  }
}

/** Decodes UTF-8, or UTF-16 with a byte order mark, as Windows PowerShell writes `pip freeze >`. */
function decode(bytes: Uint8Array): string {
  const isWide = bytes[0] === 0xff && bytes[1] === 0xfe
  return new TextDecoder(isWide ? 'utf-16le' : 'utf-8').decode(bytes)
}

/** A file that was not read at all hides the packages of a project. In tests, examples and documentation it hides none of them. */
function unreadGap({ file, parser }: Selected, cause: 'unparsed' | 'too_large', detail: string): CoverageGap {
  const gap: CoverageGap = { scanner: 'SCA', reason: cause, filePath: file.path, detail }
  if (pathClassOf(file.path) !== 'production') return gap
  return { ...gap, unanalysed: [{ path: file.path, language: parser.ecosystem, cause, extent: 'file' }] }
}

function tooLarge(): string {
  return `Package files larger than ${MANIFEST_BYTES_MAX / 1024 / 1024} MiB are not read.`
}
