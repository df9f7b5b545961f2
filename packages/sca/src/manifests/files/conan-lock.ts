import { newDraft } from '../draft.ts'
import { defineManifest } from '../parser.ts'
import { readJson } from '../read/json.ts'
import { at, listOf, Table, tableOf, textOf } from '../read/value.ts'

/** Conan lock files: version 1 is a graph, version 2 is a list of references. */
export default defineManifest({
  name: 'conan-lock',
  names: ['conan.lock'],
  ecosystem: 'ConanCenter',
  kind: 'lock',
  parse(file) {
    const draft = newDraft()
    const lock = tableOf(readJson(file.text))
    const add = (key: string, reference: string, line?: number) => {
      const [name = '', version = ''] = (reference.split(/[@#%]/, 1)[0] ?? '').split('/')
      if (name !== '' && version !== '') draft.add({ key, purl: { type: 'conan', name, version }, line })
    }
    for (const [field, scope] of [
      ['requires', 'runtime'],
      ['build_requires', 'dev'],
      ['python_requires', 'dev'],
    ] as const) {
      for (const item of listOf(lock.get(field))) {
        const reference = textOf(item) ?? ''
        add(reference, reference, lock.lines.get(field))
        draft.root(reference, scope, false)
      }
    }
    const nodes = tableOf(at(lock, 'graph_lock', 'nodes'))
    for (const [id, node] of nodes.entries) add(id, textOf(at(node, 'ref')) ?? '', nodes.lines.get(id))
    for (const [id, node] of nodes.entries) {
      // The project is the node without a package version, usually the first one.
      const isProject = !draft.has(id) || (id === '0' && textOf(at(node, 'path')) !== undefined)
      for (const [field, scope] of [
        ['requires', 'runtime'],
        ['build_requires', 'dev'],
      ] as const) {
        for (const item of node instanceof Table ? listOf(node.get(field)) : []) {
          const to = textOf(item) ?? ''
          if (isProject) draft.root(to, scope)
          else draft.edge(id, to, scope)
        }
      }
    }
    return draft.finish()
  },
})
