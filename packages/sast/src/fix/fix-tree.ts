import type { ScannerName } from '@gatehouse/contracts/scans'
import { type Observation, runScan, type ScannerProgress, type SourceTree } from '@gatehouse/scan-engine'
import type { ScanThreads } from '@gatehouse/scan-engine/threads'
import { foreignBy, isGenerated, isMinified } from '../report/selection.ts'
import type { PackSource, SastOptions } from '../scan/options.ts'
import { createSastScanner } from '../scanner.ts'
import { type Fixable, type FixedText, fixText } from './fix-text.ts'
import { type FileText, textOf } from './text.ts'
import { unifiedDiff } from './unified-diff.ts'

/** Own limit: larger files are generated, and their generator would undo the fix. */
const FILE_BYTES_MAX = 1024 * 1024

/** A file in which something was repaired, or could not be. */
export interface FixedFile extends FixedText {
  readonly path: string
  /** As it was read. */
  readonly before: Uint8Array
}

/** How far the repair of a tree is: it scans the tree, then repairs the files that have findings. */
export type FixProgress =
  | { readonly phase: 'scan'; readonly board: Readonly<Partial<Record<ScannerName, ScannerProgress>>> }
  | { readonly phase: 'repair'; readonly filesCompleted: number; readonly filesTotal: number }

export interface FixTreeOptions extends Pick<SastOptions, 'rules' | 'all'> {
  /** Threads that scan the tree; default: the current thread. */
  readonly threads?: Pick<ScanThreads, 'count' | 'spread'> | undefined
  /** Called often: the caller decides how often to show it. */
  readonly onProgress?: (progress: FixProgress) => void
}

/** Rules that run together and their findings, by file. */
interface Pass {
  readonly rules: PackSource
  readonly found: ReadonlyMap<string, readonly Observation[]>
}

/**
 * Fixes findings file by file with the code that rules define, and proves each fix. The tree is scanned once; then only files with
 * findings are analysed, once per fix. Nothing is written to disk.
 * @throws the signal's reason when it fires
 */
export async function* fixTree(
  tree: SourceTree,
  options: FixTreeOptions,
  signal: AbortSignal,
): AsyncGenerator<FixedFile> {
  const { onProgress } = options
  const passes: Pass[] = []
  for (const rules of packsOf(options.rules)) passes.push({ rules, found: await scanned(tree, rules, options, signal) })
  const files = tree.files.filter(({ path }) => passes.some(({ found }) => found.has(path)))
  for (const [filesCompleted, { path, size_bytes }] of files.entries()) {
    signal.throwIfAborted()
    onProgress?.({ phase: 'repair', filesCompleted, filesTotal: files.length })
    // Third-party and generated code is not fixed, and the text of a notebook is not its code.
    if (size_bytes > FILE_BYTES_MAX || foreignBy(path) !== undefined || path.toLowerCase().endsWith('.ipynb')) continue
    const before = await tree.read(path)
    const read = textOf(before)
    if (read === undefined || isMinified(read.text) || isGenerated(read.text)) continue
    const fixedText = await fixed(path, read, passes, signal)
    if (fixedText.done.length + fixedText.left.length > 0) yield { path, before, ...fixedText }
  }
}

/** Returns the rule packs: configuration rules run after code rules. */
function packsOf(rules: PackSource): readonly PackSource[] {
  const isBoth = rules.own && rules.part === undefined
  return isBoth ? [rules, { own: true, part: 'configuration', files: [] }] : [rules]
}

/** Scans a tree and returns findings by file. */
async function scanned(
  tree: SourceTree,
  rules: PackSource,
  { all, threads, onProgress }: FixTreeOptions,
  signal: AbortSignal,
): Promise<Pass['found']> {
  const scanner = createSastScanner({ rules, ...(all === true && { all }) })
  const { observations } = await runScan({
    tree,
    scanners: [threads?.spread(scanner) ?? scanner],
    atOnce: threads?.count ?? 1,
    signal,
    onProgress: (board) => onProgress?.({ phase: 'scan', board }),
  })
  return Map.groupBy(observations, ({ filePath }) => filePath)
}

/** Applies the repairs of each pass that found something in a file. */
async function fixed(
  path: string,
  fileText: FileText,
  passes: readonly Pass[],
  signal: AbortSignal,
): Promise<FixedText> {
  const done: Fixable[] = []
  const left: FixedText['left'][number][] = []
  let { text } = fileText
  for (const { rules, found } of passes) {
    const seen = found.get(path)
    if (seen === undefined) continue
    const flows = seen.filter(({ metadata }) => metadata.dataFlow !== undefined)
    const fixedText = await fixText(path, { ...fileText, text }, rules, signal, flows)
    done.push(...fixedText.done)
    left.push(...fixedText.left)
    text = fixedText.text.slice(fileText.mark.length)
  }
  const whole = fileText.mark + text
  return { text: whole, diff: unifiedDiff(path, fileText.mark + fileText.text, whole), done, left }
}
