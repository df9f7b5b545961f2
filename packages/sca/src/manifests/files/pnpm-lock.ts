import type { ComponentScope } from '@gatehouse/formats/artifacts'
import { type Draft, newDraft } from '../draft.ts'
import { defineManifest } from '../parser.ts'
import { integrityHashes } from '../read/hashes.ts'
import { npmPurl } from '../read/npm.ts'
import { folderOf, within } from '../read/paths.ts'
import { at, Table, tableOf, textOf, type Value } from '../read/value.ts'
import { readYaml } from '../read/yaml.ts'

/** Dependency fields of a project with their scopes. */
const FIELDS: readonly (readonly [field: string, scope: ComponentScope])[] = [
  ['dependencies', 'runtime'],
  ['optionalDependencies', 'optional'],
  ['devDependencies', 'dev'],
]

/**
 * Lock files of pnpm 5 to 9: versions 5.x name packages `/name/1.0.0_peer`, 6 `/name@1.0.0(peer)` and 9 `name@1.0.0(peer)`
 * with the graph in `snapshots`.
 * @see https://github.com/pnpm/spec/tree/master/lockfile
 */
export default defineManifest({
  name: 'pnpm-lock',
  names: ['pnpm-lock.yaml'],
  ecosystem: 'npm',
  kind: 'lock',
  parse(file) {
    const draft = newDraft()
    const members = documents(file.text).flatMap((text) => addDocument(draft, tableOf(readYaml(text))))
    return draft.finish(members.flatMap((member) => within(folderOf(file.path), member) ?? []))
  },
})

/** Splits a file into documents, each padded with blank lines, so that line numbers stay correct. */
function documents(text: string): readonly string[] {
  const found: string[] = []
  let lines = 0
  for (const part of text.split(/^---$/m).slice(0, DOCUMENTS_MAX)) {
    if (part.trim() !== '') found.push('\n'.repeat(lines) + part)
    lines += part.split('\n').length - 1
  }
  return found
}

/** Newer versions store their own tools in a document before that of the project. */
const DOCUMENTS_MAX = 4

/** Adds the packages of one document, and returns the folders of its projects. */
function addDocument(draft: Draft, lock: Table): readonly string[] {
  const style: Style = {
    slashed: (textOf(lock.get('lockfileVersion')) ?? '').startsWith('5'),
    prefixed: !(lock.get('snapshots') instanceof Table),
  }
  const packages = tableOf(lock.get('packages'))
  const graph = style.prefixed ? packages : tableOf(lock.get('snapshots'))
  for (const [key, entry] of graph.entries) {
    const bare = style.prefixed ? key : (key.split('(', 1)[0] ?? '')
    const facts = style.prefixed ? tableOf(entry) : tableOf(packages.get(bare))
    const [name, version] = nameOf(key, style)
    // A local folder is not a registry package.
    if (textOf(at(facts, 'resolution', 'type')) === 'directory') continue
    draft.add({
      key,
      purl: npmPurl(textOf(facts.get('name')) ?? name, textOf(facts.get('version')) ?? version),
      line: packages.lines.get(bare),
      hashes: integrityHashes(textOf(at(facts, 'resolution', 'integrity'))),
    })
  }
  for (const [key, entry] of graph.entries) {
    for (const [name, version, scope] of dependenciesOf(entry)) {
      const to = keyOf(name, version, style, draft)
      if (to !== undefined) draft.edge(key, to, scope)
    }
  }
  const importers = lock.get('importers')
  const projects = importers instanceof Table ? importers.entries : new Map<string, Value>([['.', lock]])
  for (const project of projects.values()) {
    for (const [name, version, scope] of dependenciesOf(project)) {
      const to = keyOf(name, version, style, draft)
      if (to !== undefined) draft.root(to, scope)
    }
  }
  return [...projects.keys()]
}

interface Style {
  /** `name/1.0.0` rather than `name@1.0.0`. */
  readonly slashed: boolean
  /** Whether keys begin with a slash. */
  readonly prefixed: boolean
}

/** Returns name, version and scope; the version of a direct dependency may be next to its requirement. */
function dependenciesOf(entry: Value | undefined): readonly (readonly [string, string, ComponentScope])[] {
  const table = tableOf(entry)
  return FIELDS.flatMap(([field, scope]) =>
    [...tableOf(table.get(field)).entries].flatMap(([name, value]) => {
      const version = textOf(value) ?? textOf(at(value, 'version'))
      return version === undefined ? [] : [[name, version, scope] as const]
    }),
  )
}

/** The key of a dependency: mostly its name with its version, but a version may be a key itself, as for an alias. */
function keyOf(name: string, version: string, { slashed, prefixed }: Style, draft: Draft): string | undefined {
  const joined = `${prefixed ? '/' : ''}${name}${slashed ? '/' : '@'}${version}`
  return [joined, version, `/${version}`].find(draft.has)
}

function nameOf(key: string, { slashed, prefixed }: Style): readonly [string, string | undefined] {
  const bare = (prefixed && key.startsWith('/') ? key.slice(1) : key).split('(', 1)[0] ?? ''
  const cut = slashed ? bare.indexOf('/', bare.startsWith('@') ? bare.indexOf('/') + 1 : 0) : bare.indexOf('@', 1)
  if (cut === -1) return [bare, undefined]
  const version = bare.slice(cut + 1)
  // Peers follow an underscore in this format; npm versions contain none.
  const exact = slashed ? (version.split('_', 1)[0] ?? '') : version
  return [bare.slice(0, cut), /^\d/.test(exact) ? exact : undefined]
}
