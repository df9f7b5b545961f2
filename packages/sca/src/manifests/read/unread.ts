import { newDraft } from '../draft.ts'
import { defineManifest, type ManifestParser } from '../parser.ts'

/**
 * A file that names packages in a way that only running it, or a tool of its own, would tell. Where no lock file of its
 * ecosystem speaks for its folder, that is a gap.
 * @param does what to do, as an instruction
 */
export function unread(parser: Pick<ManifestParser, 'name' | 'names' | 'ecosystem'>, does: string): ManifestParser {
  return defineManifest({
    ...parser,
    kind: 'manifest',
    parse() {
      const draft = newDraft()
      draft.gap('unparsed', `It names packages of ${parser.ecosystem} and cannot be read without a lock file: ${does}.`)
      return draft.finish()
    },
  })
}
