import { type CoverageGap, type FinishContext, type TreeFile, turns } from '@gatehouse/scan-engine'
import { languageOf } from '../languages/all.ts'
import { isWanted } from '../report/selection.ts'
import { familyOf, headOf } from '../taint/index.ts'
import type { FileCache } from './cache.ts'
import { type IgnoreTrust, listsOf, readIgnores } from './ignores.ts'
import type { Pack } from './pack.ts'
import type { Said } from './said.ts'
import { FILE_BYTES_MAX, resultOf } from './scan-file.ts'

/** Ours: of unchanged files of which nothing is kept so much is analysed anew, which takes some seconds. */
const ANEW_BYTES_MAX = 4 * 1024 * 1024

/** With what it is found out. */
export interface BesideTools {
  readonly pack: Pack
  readonly cache: FileCache
  /** Whether lists of what is left out are not heeded. */
  readonly isAll: boolean
  readonly ignoreTrust?: IgnoreTrust | undefined
  readonly anewBytesMax?: number
}

/** What files say that are not scanned since they have not changed. */
export interface BesideSaid {
  readonly said: readonly Said[]
  readonly gaps: readonly CoverageGap[]
}

/**
 * What files say of the flow of data that have not changed, in the languages of those that have: what comes from them, and what
 * gets to them, is seen only with it.
 * @param changed what the files say that have changed
 */
export async function saidBeside(
  changed: readonly Said[],
  { pack, cache, isAll, ignoreTrust, anewBytesMax = ANEW_BYTES_MAX }: BesideTools,
  { tree, signal }: FinishContext,
): Promise<BesideSaid> {
  const families = new Set(changed.map(({ head }) => familyOf(head.language)))
  const isMeant = ({ path, size_bytes }: TreeFile): boolean => {
    const language = languageOf(path)
    const isKin = language !== undefined && families.has(familyOf(language.name))
    return isKin && size_bytes > 0 && size_bytes <= FILE_BYTES_MAX && isWanted(path, false)
  }
  const files = (tree.beside ?? []).filter(isMeant)
  if (files.length === 0) return { said: [], gaps: [] }
  const ignores = await readIgnores(isAll ? [] : listsOf(tree), tree, ignoreTrust)
  const said: Said[] = []
  let [room, unknown] = [anewBytesMax, 0]
  const turn = turns(signal)
  for (const { path, size_bytes } of files.filter((one) => !ignores.test(one.path))) {
    await turn()
    const bytes = await tree.read(path, FILE_BYTES_MAX)
    let kept = cache.find(path, bytes)
    if (kept === undefined && size_bytes <= room) {
      room -= size_bytes
      await cache.of(path, bytes, () => resultOf(path, bytes, pack))
      kept = cache.find(path, bytes)
    }
    if (kept === undefined) unknown += 1
    else if (kept.result.facts !== undefined) said.push(saidKept(kept.result.facts, kept.again))
  }
  return { said, gaps: unknown === 0 ? [] : [gapOf(unknown)] }
}

/** Of many files it is more than there is room for: it is read again when it is needed. */
function saidKept(facts: string, again: () => { readonly facts?: string } | undefined): Said {
  return {
    head: headOf(facts),
    units: facts.length,
    read() {
      const read = again()?.facts
      if (read === undefined) throw new Error('what was kept of unchanged files is not there any more')
      return read
    },
  }
}

function gapOf(unknown: number): CoverageGap {
  const files = unknown === 1 ? '1 file that has' : `${unknown} files that have`
  const detail = `Data was not followed through ${files} not changed: nothing is kept of them. A whole scan finds out anew.`
  return { scanner: 'SAST_PATTERN', reason: 'not_covered', detail }
}
