import { newDraft } from '../draft.ts'
import { defineManifest, type ManifestParser } from '../parser.ts'

/**
 * Creates a parser for files whose packages only their own tool can determine. When no lock file of the ecosystem covers the folder, the
 * file is a gap.
 * @param does remediation, as an instruction
 */
export function unread(parser: Pick<ManifestParser, 'name' | 'names' | 'ecosystem'>, does: string): ManifestParser {
  return defineManifest({
    ...parser,
    kind: 'manifest',
    parse() {
      const draft = newDraft()
      draft.gap(
        'unparsed',
        `It lists packages of ${parser.ecosystem}, which cannot be read without a lock file: ${does}.`,
      )
      return draft.finish()
    },
  })
}
