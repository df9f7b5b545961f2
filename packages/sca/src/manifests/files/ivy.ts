import { newDraft } from '../draft.ts'
import { defineManifest } from '../parser.ts'
import { child, children, readXml } from '../read/xml.ts'

/** Direct dependencies of an Ivy project. */
export default defineManifest({
  name: 'ivy',
  names: ['ivy.xml'],
  ecosystem: 'Maven',
  kind: 'manifest',
  parse(file) {
    const draft = newDraft()
    const own = child(readXml(file.text), 'info')?.attributes.get('organisation')
    for (const { attributes, line } of children(child(readXml(file.text), 'dependencies'), 'dependency')) {
      const namespace = attributes.get('org') ?? own
      const name = attributes.get('name') ?? ''
      const wanted = attributes.get('rev') ?? ''
      const version = /^[^,+*()[\]${}\s]+$/.test(wanted) && !wanted.startsWith('latest.') ? wanted : undefined
      const scope = /^test\b/.test(attributes.get('conf') ?? '') ? 'dev' : 'runtime'
      draft.add({ key: `${namespace}:${name}`, purl: { type: 'maven', namespace, name, version }, line, wanted })
      draft.root(`${namespace}:${name}`, scope)
    }
    return draft.finish()
  },
})
