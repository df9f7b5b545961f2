import { compareText } from '../merge.ts'
import { type CoverageGap, UNANALYSED_FILES_MAX, type UnanalysedCause, type UnanalysedFile } from '../observation.ts'
import { sourceLanguageOf } from '../source-languages.ts'
import type { TreeFile } from '../tree.ts'

/** Source code that a scan did not analyse. */
export interface UnanalysedCode {
  /** One entry per path, sorted. A complete file takes precedence over a part of it. */
  readonly files: readonly UnanalysedFile[]
  /** Further files that no gap lists. */
  readonly unlisted: number
}

/** Collects the source code behind the coverage gaps of a scan, for gates and reports. */
export function unanalysedCode(gaps: readonly Pick<CoverageGap, 'unanalysed' | 'unlisted'>[]): UnanalysedCode {
  const files = new Map<string, UnanalysedFile>()
  let unlisted = 0
  for (const gap of gaps) {
    unlisted += gap.unlisted ?? 0
    for (const file of gap.unanalysed ?? []) {
      if (files.get(file.path)?.extent !== 'file') files.set(file.path, file)
    }
  }
  return { files: [...files.values()].toSorted((a, b) => compareText(a.path, b.path)), unlisted }
}

/** Returns the source code among unread files, for a gap. */
export function codeOf(
  files: readonly Pick<TreeFile, 'path'>[],
  cause: UnanalysedCause,
): Pick<CoverageGap, 'unanalysed' | 'unlisted'> {
  const code = files.flatMap(({ path }): readonly UnanalysedFile[] => {
    const language = sourceLanguageOf(path)
    return language === undefined ? [] : [{ path, language, cause, extent: 'file' }]
  })
  const unlisted = code.length - UNANALYSED_FILES_MAX
  return {
    ...(code.length > 0 && { unanalysed: code.slice(0, UNANALYSED_FILES_MAX) }),
    ...(unlisted > 0 && { unlisted }),
  }
}
