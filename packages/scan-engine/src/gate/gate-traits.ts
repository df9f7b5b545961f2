import type { CoverageGap, UnanalysedFile } from '../observation.ts'
import type { GateFinding, GateUnanalysed } from './gate.ts'
import { unanalysedCode } from './unanalysed.ts'

/** Gate-relevant metadata of a finding. */
export type GateTraits = Required<Pick<GateFinding, 'isProduction' | 'isSuppressed'>>

/** Classes of paths that no user of the program runs. */
const OUTSIDE: ReadonlySet<unknown> = new Set(['test', 'example', 'docs'])

/** Reads `metadata.pathClass` and `metadata.suppression`. */
export function gateTraitsOf(metadata: Readonly<Record<string, unknown>>): GateTraits {
  const { pathClass, suppression } = metadata
  const isSuppressed =
    typeof suppression === 'object' && suppression !== null && 'counts' in suppression && suppression.counts === true
  return { isProduction: !OUTSIDE.has(pathClass), isSuppressed }
}

/** Data formats without program code: an oversized lock file hides no code. */
const DATA: ReadonlySet<string> = new Set(['json', 'yaml'])
const EXAMPLES_MAX = 3

/**
 * Returns the unanalysed source code of a scan, as its gate counts it. Links are not counted: see docs/decisions/0095. Files that a valid
 * line of an ignore file excludes are suppressions, and a file with only a few unparsed lines counts as analysed.
 * @param isCommitted whether the source is a repository, in which installed packages are the project's own code
 */
export function gateUnanalysed(
  gaps: readonly Pick<CoverageGap, 'unanalysed' | 'unlisted'>[],
  isCommitted: boolean,
): GateUnanalysed {
  const counts = ({ language, cause, extent }: UnanalysedFile): boolean => {
    if (DATA.has(language) || extent === 'part' || cause === 'ignored' || cause === 'link') return false
    return cause !== 'installed' || isCommitted
  }
  // A gap has one cause, so that unlisted files count like the listed ones.
  const counting = gaps.filter(({ unanalysed = [] }) => unanalysed.some(counts))
  const { files, unlisted } = unanalysedCode(counting)
  const counted = files.filter(counts)
  return { files: counted.length + unlisted, examples: counted.slice(0, EXAMPLES_MAX).map(({ path }) => path) }
}
