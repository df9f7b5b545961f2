import { type CoverageGap, type FinishContext, type TreeFile, turnYielder } from '@gatehouse/scan-engine'
import { languageOf } from '../languages/all.ts'
import { isWanted } from '../report/selection.ts'
import { familyOf, headOf } from '../taint/index.ts'
import type { FileCache } from './cache.ts'
import { type IgnoreTrust, listsOf, readIgnores } from './ignores.ts'
import type { Pack } from './pack.ts'
import type { FlowFacts } from './said.ts'
import { FILE_BYTES_MAX, resultOf } from './scan-file.ts'

/** Own limit: bytes of unchanged files without cached results that are analysed again, which takes some seconds. */
const ANEW_BYTES_MAX = 4 * 1024 * 1024

/** Dependencies of the computation. */
export interface UnchangedFilePorts {
  readonly pack: Pack
  readonly cache: FileCache
  /** Whether ignore files are disabled. */
  readonly isAll: boolean
  readonly ignoreTrust?: IgnoreTrust | undefined
  readonly anewBytesMax?: number
}

/** Data-flow facts of files that are not scanned because they are unchanged. */
export interface UnchangedFacts {
  readonly said: readonly FlowFacts[]
  readonly gaps: readonly CoverageGap[]
}

/**
 * Returns the data-flow facts of unchanged files in the languages of the changed files. Without these facts, flows into and out of
 * unchanged files are missed.
 * @param changed facts of the changed files
 */
export async function factsOfUnchangedFiles(
  changed: readonly FlowFacts[],
  { pack, cache, isAll, ignoreTrust, anewBytesMax = ANEW_BYTES_MAX }: UnchangedFilePorts,
  { tree, signal }: FinishContext,
): Promise<UnchangedFacts> {
  const families = new Set(changed.map(({ head }) => familyOf(head.language)))
  const isMeant = ({ path, size_bytes }: TreeFile): boolean => {
    const language = languageOf(path)
    const isKin = language !== undefined && families.has(familyOf(language.name))
    return isKin && size_bytes > 0 && size_bytes <= FILE_BYTES_MAX && isWanted(path, false)
  }
  const files = (tree.beside ?? []).filter(isMeant)
  if (files.length === 0) return { said: [], gaps: [] }
  const ignores = await readIgnores(isAll ? [] : listsOf(tree), tree, ignoreTrust)
  const collected: FlowFacts[] = []
  let [capacity, unknown] = [anewBytesMax, 0]
  const turn = turnYielder(signal)
  for (const { path, size_bytes } of files.filter((file) => !ignores.test(file.path))) {
    await turn()
    const bytes = await tree.read(path, FILE_BYTES_MAX)
    let cachedResult = cache.find(path, bytes)
    if (cachedResult === undefined && size_bytes <= capacity) {
      capacity -= size_bytes
      await cache.of(path, bytes, () => resultOf(path, bytes, pack))
      cachedResult = cache.find(path, bytes)
    }
    if (cachedResult === undefined) unknown += 1
    else if (cachedResult.result.facts !== undefined)
      collected.push(storedFacts(cachedResult.result.facts, cachedResult.again))
  }
  return { said: collected, gaps: unknown === 0 ? [] : [unknownFilesGap(unknown)] }
}

/** Of many files it is more than there is room for: it is read again when it is needed. */
function storedFacts(facts: string, second: () => { readonly facts?: string } | undefined): FlowFacts {
  return {
    head: headOf(facts),
    units: facts.length,
    read() {
      const read = second()?.facts
      if (read === undefined) throw new Error('stored data of unchanged files was deleted')
      return read
    },
  }
}

function unknownFilesGap(unknown: number): CoverageGap {
  const files = unknown === 1 ? '1 file that has' : `${unknown} files that have`
  const detail = `Data flow through ${files} without changes was not analyzed because their stored data is missing. A full scan analyzes them again.`
  return { scanner: 'SAST_PATTERN', reason: 'not_covered', detail }
}
