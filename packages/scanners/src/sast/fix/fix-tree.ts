import { runScan } from '../../engine/run-scan.ts'
import type { SourceTree } from '../../engine/tree.ts'
import { languageOf } from '../languages/all.ts'
import { foreignBy, isGenerated, isMinified, isWanted } from '../report/selection.ts'
import { listsOf, readIgnores } from '../scan/ignores.ts'
import type { SastOptions } from '../scan/options.ts'
import { packOf } from '../scan/pack.ts'
import { createSastScanner } from '../scanner.ts'
import { type FixedText, fixText, type FlowPlace } from './fix-text.ts'
import { writesForFlows } from '../scan/sinks.ts'
import { type FileText, textOf } from './text.ts'
import { unifiedDiff } from './unified-diff.ts'

/** Ours: larger files are made by programs, which would make them again without the repair. */
const FILE_BYTES_MAX = 1024 * 1024

/** A file in which something was repaired, or could not be. */
export interface FixedFile extends FixedText {
  readonly path: string
  /** As it was read. */
  readonly before: Uint8Array
}

/**
 * Repairs what rules write code for, file by file, and proves each repair. Nothing is written.
 * @throws the signal's reason when it fires
 */
export async function* fixTree(
  tree: SourceTree,
  { rules, all }: Pick<SastOptions, 'rules' | 'all'>,
  signal: AbortSignal,
): AsyncGenerator<FixedFile> {
  const { isAnyText } = packOf(rules)
  const flows = await flowsIn(tree, rules, signal)
  const ignores = await readIgnores(all === true ? [] : listsOf(tree), tree)
  for (const { path, size_bytes } of tree.files) {
    signal.throwIfAborted()
    if (size_bytes === 0 || size_bytes > FILE_BYTES_MAX || !isWanted(path, isAnyText) || ignores.test(path)) continue
    // What others or programs wrote is not repaired, and a notebook is no text of its code.
    if (foreignBy(path) !== undefined || path.toLowerCase().endsWith('.ipynb')) continue
    const before = await tree.read(path)
    const read = textOf(before)
    if (read === undefined || isMinified(read.text) || isGenerated(read.text)) continue
    const fixed = await fixText(path, read, rules, signal, flows.get(path) ?? [])
    const isBoth = rules.own && rules.part === undefined
    const made = isBoth ? await fixedAsConfiguration(path, read, fixed, signal) : fixed
    if (made.done.length + made.left.length > 0) yield { path, before, ...made }
  }
}

/** What rules for configuration write, after those for code. */
async function fixedAsConfiguration(
  path: string,
  given: FileText,
  code: FixedText,
  signal: AbortSignal,
): Promise<FixedText> {
  const text = code.text.slice(given.mark.length)
  const more = await fixText(path, { ...given, text }, { own: true, part: 'configuration', files: [] }, signal)
  const done = [...code.done, ...more.done]
  const left = [...code.left, ...more.left]
  return { text: more.text, diff: unifiedDiff(path, given.mark + given.text, more.text), done, left }
}

/** Where data was found to flow to, by file, where a rule of data flow writes anything. */
async function flowsIn(
  tree: SourceTree,
  rules: SastOptions['rules'],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, readonly FlowPlace[]>> {
  const languages = new Set(tree.files.flatMap(({ path }) => languageOf(path)?.name ?? []))
  if (!writesForFlows(packOf(rules), languages)) return new Map()
  const { observations } = await runScan({ tree, scanners: [createSastScanner({ rules })], signal })
  const found = observations.filter(({ metadata }) => metadata?.dataFlow !== undefined)
  return Map.groupBy(found, ({ filePath }) => filePath)
}
