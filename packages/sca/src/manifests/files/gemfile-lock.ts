import type { ComponentScope } from '@gatehouse/formats/artifacts'
import { newDraft } from '../draft.ts'
import { defineManifest } from '../parser.ts'
import { hexHash } from '../read/hashes.ts'
import { besides } from '../read/paths.ts'

/** `name (1.2.3-x86_64-linux)`, with the indent before it. */
const SPEC = /^( {2,6})([^\s(!]+)(?: \(([^)]*)\))?/

/** Lock file of Bundler. The Gemfile contains the groups; it is Ruby and read line by line. */
export default defineManifest({
  name: 'gemfile-lock',
  names: ['Gemfile.lock', 'gems.locked'],
  ecosystem: 'RubyGems',
  kind: 'lock',
  parse(file, siblings) {
    const draft = newDraft()
    const edges: [from: string | undefined, to: string][] = []
    const requests: string[] = []
    const sums = checksums(file.text)
    let section = ''
    let parent: string | undefined
    for (const [index, line] of file.text.split('\n').entries()) {
      if (/^[A-Z]/.test(line)) section = line.trim()
      const [, indent = '', name = '', inside = ''] = SPEC.exec(line.trimEnd()) ?? []
      if (name === '') continue
      if (section === 'DEPENDENCIES' && indent.length === 2) requests.push(name)
      if (!['GEM', 'GIT', 'PATH'].includes(section)) continue
      if (indent.length === 6) edges.push([parent, name])
      if (indent.length !== 4) continue
      // Content of a project folder is the project itself, and the following entries are its dependencies.
      parent = section === 'PATH' ? undefined : name
      if (parent === undefined) continue
      const version = inside.split('-', 1)[0] ?? ''
      draft.add({
        key: name,
        purl: { type: 'gem', name, version },
        line: index + 1,
        hashes: hexHash('sha256', sums.get(`${name} ${version}`)),
      })
    }
    const gemfile =
      siblings.read(besides(file.path, 'Gemfile') ?? '') ?? siblings.read(besides(file.path, 'gems.rb') ?? '')
    const scopes = groupsOf(gemfile?.text ?? '')
    for (const [from, to] of edges) {
      if (from === undefined) draft.root(to)
      else draft.edge(from, to)
    }
    for (const name of requests) draft.root(name, scopes.get(name) ?? 'runtime')
    return draft.finish()
  },
})

function checksums(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const line of text.split('\n')) {
    const [, name, version, hex] = /^ {2}(\S+) \(([^)]*)\) sha256=([0-9a-f]{64})/.exec(line) ?? []
    if (hex !== undefined) found.set(`${name} ${version}`, hex)
  }
  return found
}

/** Maximum length of a Gemfile line; longer lines are not handwritten. */
const LINE_UNITS_MAX = 500
const DEVELOPMENT = /:(?:development|test|ci|lint)\b/

/** Gems of groups that are for development alone. */
function groupsOf(gemfile: string): ReadonlyMap<string, ComponentScope> {
  const found = new Map<string, ComponentScope>()
  const open: boolean[] = []
  for (const raw of gemfile.split('\n')) {
    const line = raw.slice(0, LINE_UNITS_MAX).trim()
    if (/\bdo(?: \|[^|]*\|)?$/.test(line))
      open.push(line.startsWith('group') && DEVELOPMENT.test(line) && !/:production/.test(line))
    else if (/^(?:if|unless|case|begin)\b/.test(line)) open.push(false)
    else if (/^end\b/.test(line)) open.pop()
    const name = /^gem[ (]+["']([^"']+)["']/.exec(line)?.[1]
    const own =
      /\bgroups?(?::| =>|\b.*=>)/.test(line) && DEVELOPMENT.test(line) && !/:(?:production|default)/.test(line)
    if (name !== undefined && (own || open.includes(true))) found.set(name, 'dev')
  }
  return found
}
