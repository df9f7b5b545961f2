import type { SourceTree } from '../../engine/tree.ts'
import { isGenerated, isMinified, isWanted } from '../report/selection.ts'
import { listsOf, readIgnores } from '../scan/ignores.ts'
import type { SastOptions } from '../scan/options.ts'
import { packOf } from '../scan/pack.ts'
import { FILE_BYTES_MAX } from '../scan/scan-file.ts'
import { type FixedText, fixText } from './fix-text.ts'
import { textOf } from './text.ts'

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
  const ignores = await readIgnores(all === true ? [] : listsOf(tree), tree)
  for (const { path, size_bytes } of tree.files) {
    signal.throwIfAborted()
    if (size_bytes === 0 || size_bytes > FILE_BYTES_MAX || !isWanted(path, isAnyText) || ignores.test(path)) continue
    const before = await tree.read(path)
    const read = textOf(before)
    if (read === undefined || isMinified(read.text) || isGenerated(read.text)) continue
    const fixed = await fixText(path, read, rules, signal)
    if (fixed.done.length + fixed.left.length > 0) yield { path, before, ...fixed }
  }
}
