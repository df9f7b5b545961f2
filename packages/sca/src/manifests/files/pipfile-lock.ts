import { newDraft } from '../draft.ts'
import { defineManifest } from '../parser.ts'
import { prefixedHashes } from '../read/hashes.ts'
import { readJson } from '../read/json.ts'
import { besides } from '../read/paths.ts'
import { pypiName, pypiPurl } from '../read/python.ts'
import { readToml } from '../read/toml.ts'
import { at, listOf, tableOf, textOf } from '../read/value.ts'

/** Lock file of Pipenv, without a graph; its Pipfile contains the direct dependencies. */
export default defineManifest({
  name: 'pipfile-lock',
  names: ['Pipfile.lock'],
  ecosystem: 'PyPI',
  kind: 'lock',
  parse(file, siblings) {
    const draft = newDraft()
    const lock = readJson(file.text)
    const pipfile = siblings.read(besides(file.path, 'Pipfile') ?? '')
    const wanted = pipfile === undefined ? undefined : readToml(pipfile.text)
    for (const [section, field, scope] of [
      ['default', 'packages', 'runtime'],
      ['develop', 'dev-packages', 'dev'],
    ] as const) {
      const requests = new Set([...tableOf(at(wanted, field)).entries.keys()].map(pypiName))
      const packages = tableOf(at(lock, section))
      for (const [name, entry] of packages.entries) {
        const key = `${section} ${pypiName(name)}`
        draft.add({
          key,
          purl: pypiPurl(name, textOf(at(entry, 'version'))?.replace(/^={2,3}/, '')),
          line: packages.lines.get(name),
          hashes: prefixedHashes(listOf(at(entry, 'hashes')).map(textOf)),
        })
        draft.root(key, scope, requests.has(pypiName(name)))
      }
    }
    return draft.finish()
  },
})
