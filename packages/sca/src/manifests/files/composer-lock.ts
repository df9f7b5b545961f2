import { newDraft } from '../draft.ts'
import { defineManifest } from '../parser.ts'
import { hexHash } from '../read/hashes.ts'
import { readJson } from '../read/json.ts'
import { besides } from '../read/paths.ts'
import { at, listOf, tableOf, textOf, textsOf, type Value } from '../read/value.ts'

/** Lock file of Composer; composer.json contains the direct dependencies. */
export default defineManifest({
  name: 'composer-lock',
  names: ['composer.lock'],
  ecosystem: 'Packagist',
  kind: 'lock',
  parse(file, siblings) {
    const draft = newDraft()
    const lock = readJson(file.text)
    const sections = [
      ['packages', 'runtime', 'require'],
      ['packages-dev', 'dev', 'require-dev'],
    ] as const
    const manifest = siblings.read(besides(file.path, 'composer.json') ?? '')
    const wanted = manifest === undefined ? undefined : readJson(manifest.text)
    const entries = sections.flatMap(([section, scope]) =>
      listOf(at(lock, section)).map((item) => ({
        one: item,
        scope,
        key: (textOf(at(item, 'name')) ?? '').toLowerCase(),
      })),
    )
    for (const { one, key } of entries) {
      const [vendor, name = ''] = key.split('/', 2)
      draft.add({
        key,
        purl: { type: 'composer', namespace: vendor, name, version: textOf(at(one, 'version')) },
        line: tableOf(one).line,
        hashes: hexHash('sha1', textOf(at(one, 'dist', 'shasum'))),
        licence: licenceOf(at(one, 'license')),
      })
    }
    const requests = new Set<string>()
    for (const { one, key } of entries) {
      for (const [name] of textsOf(at(one, 'require'))) {
        requests.add(name.toLowerCase())
        draft.edge(key, name.toLowerCase())
      }
    }
    for (const [, scope, field] of sections) {
      for (const [name] of textsOf(at(wanted, field))) draft.root(name.toLowerCase(), scope)
    }
    if (wanted === undefined) {
      for (const { key, scope } of entries) if (!requests.has(key)) draft.root(key, scope, false)
    }
    return draft.finish()
  },
})

/** Several licenses mean OR there. */
function licenceOf(value: Value | undefined): string | undefined {
  const all = listOf(value).flatMap((item) => textOf(item) ?? [])
  return all.length === 0 ? textOf(value) : all.join(' OR ')
}
