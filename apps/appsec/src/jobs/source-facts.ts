import { entryPointsIn, primaryLanguageOf } from '@gatehouse/scan-engine'
import { ignoreLinesIn } from '@gatehouse/sast'
import { READERS_OF_LISTS } from '@gatehouse/store/projects'
import type { ScanRow } from '@gatehouse/store/scans'
import type { ScanObservations } from './settle.ts'
import type { Workspaces } from './workspaces.ts'

/** Returns facts about the source files that need no scanner. */
export async function sourceFactsOf(
  scan: ScanRow,
  workspaces: Workspaces,
  signal: AbortSignal,
): Promise<Pick<ScanObservations, 'ignoreLines' | 'primaryLanguage' | 'entryPoints'>> {
  if (scan.source.kind === 'inventory' || scan.source.kind === 'import' || scan.status === 'STOPPED') return {}
  const { tree } = await workspaces.of(scan, signal)
  const isHeeded = Object.keys(scan.progress).some((name) => READERS_OF_LISTS.has(name))
  const primaryLanguage = primaryLanguageOf(tree.files)
  return {
    entryPoints: await entryPointsIn(tree),
    ...(isHeeded && { ignoreLines: await ignoreLinesIn(tree) }),
    ...(primaryLanguage !== undefined && { primaryLanguage }),
  }
}
