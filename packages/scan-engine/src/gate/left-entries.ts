import type { CoverageGap, UnanalysedCause } from '../observation.ts'
import { sourceGap } from './source-gaps.ts'
import { codeOf } from './unanalysed.ts'

/** An entry of a source that no scanner reads. */
export interface LeftEntry {
  /** Relative, with `/`. */
  readonly path: string
  /** Reason as a sentence or its end, such as `it is a symbolic link`. */
  readonly detail: string
  /** A symbolic or hard link. */
  readonly isLink?: true | undefined
}

/** Names that the text of a gap lists. */
const NAMED_MAX = 3

/**
 * Returns coverage gaps for entries that no scanner reads: one per folder and reason, with a count. Links do not affect the gate: their
 * target is analysed at its own location, or is outside of the source. Other entries with a source code name are unanalysed code.
 */
export function leftEntryGaps(entries: readonly LeftEntry[]): readonly CoverageGap[] {
  const groups = Map.groupBy(entries, ({ path, detail }) => JSON.stringify([folderOf(path), detail]))
  return [...groups.values()].map((group): CoverageGap => {
    const { path, detail, isLink } = group[0]!
    const cause: UnanalysedCause = isLink === true ? 'link' : 'skipped'
    const names = group.slice(0, NAMED_MAX).map((item) => item.path.slice(folderOf(item.path).length))
    const more = group.length > NAMED_MAX ? ', …' : ''
    const filePath = group.length === 1 ? path : folderOf(path)
    const text = group.length === 1 ? detail : `${group.length} entries (${names.join(', ')}${more}): ${detail}`
    return { ...sourceGap('skipped', text, filePath === '' ? undefined : filePath), ...codeOf(group, cause) }
  })
}

/** Empty for the root, else ending in `/`. */
function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1)
}
