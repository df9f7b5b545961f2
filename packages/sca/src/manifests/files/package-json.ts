import { newDraft } from '../draft.ts'
import { defineManifest } from '../parser.ts'
import { readJson } from '../read/json.ts'
import { npmPurl, wantedBy } from '../read/npm.ts'

/** Exact version, not a range. */
const EXACT = /^[=v]{0,2}(\d+\.\d+\.\d+(?:[-+][0-9A-Za-z.+-]+)?)$/
/** Requirements of a local path, not of a registry package. */
const LOCAL = /^(?:workspace|file|link|portal):/

/** Direct dependencies of a JavaScript project without a lock file. */
export default defineManifest({
  name: 'package-json',
  names: ['package.json'],
  ecosystem: 'npm',
  kind: 'manifest',
  parse(file) {
    const draft = newDraft()
    for (const { name, range, scope, line } of wantedBy(readJson(file.text), true)) {
      if (LOCAL.test(range)) continue
      const alias = /^npm:((?:@[^/@]+\/)?[^/@]+)@([^@]*)$/.exec(range)
      const wanted = alias?.[2] ?? range
      draft.add({ key: name, purl: npmPurl(alias?.[1] ?? name, EXACT.exec(wanted)?.[1]), line, wanted })
      draft.root(name, scope)
    }
    return draft.finish()
  },
})
