import { compareText, type CoverageGap, type FinishContext, unsupportedLanguageOf } from '@gatehouse/scan-engine'
import { languageOf } from '../languages/all.ts'
import { isTemplate } from '../report/selection.ts'
import { mayEmbed } from '../text/embedded.ts'

/** Languages of data. */
const DATA: ReadonlySet<string> = new Set(['json', 'yaml'])
/** Languages that describe builds and infrastructure, in which no application is written. */
const DESCRIPTIONS: ReadonlySet<string> = new Set(['dockerfile', 'hcl'])
/** Own limit: languages that a gap lists. */
const NAMED_MAX = 10

/** Number of files that a shard analysed. */
export interface Analysed {
  /** Source code of applications. */
  readonly programs: number
  /** Descriptions of builds and infrastructure. */
  readonly descriptions: number
}

export const NONE_ANALYSED: Analysed = { programs: 0, descriptions: 0 }

/** Adds a file that rules have seen. @param isScript whether it is a program by its content alone */
export function withFile(before: Analysed, path: string, isScript: boolean): Analysed {
  const language = languageOf(path)?.name
  const isProgram = isScript || isTemplate(path) || mayEmbed(path)
  if (isProgram || (language !== undefined && !DATA.has(language) && !DESCRIPTIONS.has(language)))
    return { ...before, programs: before.programs + 1 }
  return language !== undefined && DESCRIPTIONS.has(language)
    ? { ...before, descriptions: before.descriptions + 1 }
    : before
}

/**
 * The gap of languages that are not supported, and of a scan that analysed no source code: it never passes a gate.
 * @param isOnly whether static analysis is all that the scan consists of
 */
export function nothingAnalysed(
  analysed: readonly Analysed[],
  isOnly: boolean,
  { tree }: Pick<FinishContext, 'tree'>,
): readonly CoverageGap[] {
  const languages = unsupportedIn(tree.files.map(({ path }) => path))
  const programs = analysed.reduce((sum, item) => sum + item.programs, 0)
  const descriptions = analysed.reduce((sum, item) => sum + item.descriptions, 0)
  // An incremental scan may have nothing to do.
  const isPartial = (tree.beside ?? []).length > 0
  if (languages !== undefined) {
    const subject = `Static analysis does not support ${languages}.`
    const isNothing = programs === 0 && !isPartial
    return [
      gapOf(
        isNothing ? 'nothing_analysed' : 'not_covered',
        isNothing ? `No source code was analyzed. ${subject}` : subject,
      ),
    ]
  }
  if (!isOnly || isPartial || programs + descriptions > 0) return []
  return [
    gapOf('nothing_analysed', 'No source code was analyzed: the source has no files that static analysis supports.'),
  ]
}

/** `Elixir (3 files), Perl (1 file)`. */
function unsupportedIn(paths: readonly string[]): string | undefined {
  const counts = new Map<string, number>()
  for (const path of paths) {
    const name = unsupportedLanguageOf(path)
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  if (counts.size === 0) return undefined
  const named = [...counts]
    .toSorted(([a, some], [b, more]) => more - some || compareText(a, b))
    .map(([name, count]) => `${name} (${count === 1 ? '1 file' : `${count} files`})`)
  const others = named.length - NAMED_MAX
  return named.slice(0, NAMED_MAX).join(', ') + (others > 0 ? ` and ${others} more languages` : '')
}

function gapOf(reason: CoverageGap['reason'], detail: string): CoverageGap {
  return { scanner: 'SAST_PATTERN', reason, detail }
}
