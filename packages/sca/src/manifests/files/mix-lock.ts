import type { ComponentScope } from '@gatehouse/formats/artifacts'
import { newDraft } from '../draft.ts'
import { defineManifest } from '../parser.ts'
import { hexHash } from '../read/hashes.ts'
import { besides } from '../read/paths.ts'

const ENTRY = /^\s*"([^"]{1,256})":\s*\{:hex,\s*:"?([\w-]{1,256})"?,\s*"([^"]{1,256})",\s*"([0-9a-f]*)"/
const NEEDS = /\{:"?([\w-]{1,256})"?,\s*"[^"]{0,256}",\s{0,8}\[([^\]]{0,512})\]/g
const OUTER = /"([0-9a-f]{64})"\},?\s*$/
const ASKED = /\{:(\w{1,256}),([^{}]*)\}/g

/** Lock file of Mix, an Elixir map with one line per package; mix.exs contains the direct dependencies. */
export default defineManifest({
  name: 'mix-lock',
  names: ['mix.lock'],
  ecosystem: 'Hex',
  kind: 'lock',
  parse(file, siblings) {
    const draft = newDraft()
    const requests = new Set<string>()
    for (const [index, line] of file.text.split('\n').entries()) {
      const [head, key, name, version] = ENTRY.exec(line) ?? []
      if (head === undefined || key === undefined || name === undefined) {
        const other = /^\s*"([^"]{1,256})":\s*\{:git/.exec(line)?.[1]
        if (other !== undefined)
          draft.add({ key: other, purl: { type: 'hex', name: other }, line: index + 1, wanted: 'git' })
        continue
      }
      const outer = OUTER.exec(line)?.[1]
      draft.add({ key, purl: { type: 'hex', name, version }, line: index + 1, hashes: hexHash('sha256', outer) })
      for (const [, to = '', options = ''] of line.slice(head.length).matchAll(NEEDS)) {
        requests.add(to)
        draft.edge(key, to, options.includes('optional: true') ? 'optional' : 'runtime')
      }
    }
    const project = siblings.read(besides(file.path, 'mix.exs') ?? '')
    const wanted = [...(project?.text ?? '').matchAll(ASKED)].filter(([, name = '']) => draft.has(name))
    for (const [, name = '', options = ''] of wanted) draft.root(name, scopeOf(options))
    if (wanted.length === 0) for (const key of draft.keys()) if (!requests.has(key)) draft.root(key, 'runtime', false)
    return draft.finish()
  },
})

function scopeOf(options: string): ComponentScope {
  const only = /only:\s*(\[[^\]]*\]|:\w+)/.exec(options)?.[1]
  if (only !== undefined && !only.includes(':prod')) return 'dev'
  return options.includes('optional: true') ? 'optional' : 'runtime'
}
