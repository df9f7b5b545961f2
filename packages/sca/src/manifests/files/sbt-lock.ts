import { newDraft } from '../draft.ts'
import { defineManifest } from '../parser.ts'
import { prefixedHashes } from '../read/hashes.ts'
import { readJson } from '../read/json.ts'
import { at, listOf, tableOf, textOf } from '../read/value.ts'

/** The lock file that the plugin of sbt writes; it has no graph. */
export default defineManifest({
  name: 'sbt-lock',
  names: ['build.sbt.lock'],
  ecosystem: 'Maven',
  kind: 'lock',
  parse(file) {
    const draft = newDraft()
    for (const item of listOf(at(readJson(file.text), 'dependencies'))) {
      const namespace = textOf(at(item, 'org'))
      const name = textOf(at(item, 'name')) ?? ''
      const version = textOf(at(item, 'version'))
      const inside = listOf(at(item, 'configurations')).flatMap((each) => textOf(each) ?? [])
      const isDev = inside.length > 0 && inside.every((each) => /test/i.test(each))
      const key = `${namespace}:${name}:${version}`
      draft.add({
        key,
        purl: { type: 'maven', namespace, name, version },
        line: tableOf(item).line,
        hashes: prefixedHashes(listOf(at(item, 'artifacts')).map((each) => textOf(at(each, 'hash')))),
      })
      draft.root(key, isDev ? 'dev' : 'runtime', false)
    }
    return draft.finish()
  },
})
