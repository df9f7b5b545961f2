import type { ComponentScope } from '@gatehouse/formats/artifacts'
import { type Draft, newDraft } from '../draft.ts'
import { defineManifest, type ManifestFile, type Siblings } from '../parser.ts'
import { prefixedHashes } from '../read/hashes.ts'
import { baseOf, besides } from '../read/paths.ts'
import { pypiName, pypiPurl, readRequirement, type Requirement } from '../read/python.ts'

/** Maximum number of included files, nested ones counted. */
const FILES_MAX = 200
const DEVELOPMENT = /(?:^|[-_.])(?:dev|develop|development|test|tests|testing|docs?|lint|ci)(?:[-_.]|$)/i

/**
 * pip requirements with included files and constraints; `# via` of pip-compile and uv names the dependents.
 * @see https://pip.pypa.io/en/stable/reference/requirements-file-format/
 */
export default defineManifest({
  name: 'pip-requirements',
  names: ['requirements*.txt', '*requirements.txt', '*-requirements*.txt', 'requirements/*.txt', 'requirements.pip'],
  ecosystem: 'PyPI',
  kind: 'lock',
  parse(file, siblings) {
    const draft = newDraft()
    const entries: Entry[] = []
    const constraints = new Map<string, string>()
    collect(file, siblings, { entries, constraints, seen: new Set(), draft }, false)
    for (const { name, version, wanted, line, path, hashes } of entries) {
      const settled = version ?? constraints.get(name)
      const place = path === file.path ? {} : { path }
      draft.add({ key: name, purl: pypiPurl(name, settled), line, wanted, hashes: prefixedHashes(hashes), ...place })
    }
    const scope: ComponentScope = DEVELOPMENT.test(baseOf(file.path).replace(/\.txt$/, '')) ? 'dev' : 'runtime'
    for (const { name, via } of entries) {
      const askers = via
        .map((item) => (item.startsWith('-') ? undefined : pypiName(item)))
        .filter((item) => item === undefined || draft.has(item))
      for (const asker of askers) if (asker !== undefined) draft.edge(asker, name)
      if (askers.length === 0 || askers.includes(undefined)) draft.root(name, scope)
    }
    return draft.finish()
  },
})

/** Editable installs; without a scheme they are the project's own code. */
const EDITABLE = /^(?:-e|--editable)(?:[ \t=]+|(?=[^\s-]))(.+)$/

/** The fragment of a URL may name the package. */
function byItsName(requirement: string): string {
  const [address = '', fragment = ''] = requirement.split('#', 2)
  const [name = ''] = (new URLSearchParams(fragment).get('egg') ?? '').split('[', 1)
  return name === '' || !address.includes('://') || /\s/.test(address) ? requirement : `${name} @ ${address}`
}

interface Entry extends Requirement {
  readonly line: number
  readonly path: string
  readonly hashes: readonly string[]
  /** Names of packages that ask for it, and options as `-r requirements.in`. */
  readonly via: string[]
}

interface Collected {
  readonly entries: Entry[]
  readonly constraints: Map<string, string>
  readonly seen: Set<string>
  readonly draft: Draft
}

function collect(file: ManifestFile, siblings: Siblings, into: Collected, isConstraint: boolean): void {
  const mark = `${isConstraint ? 'c' : 'r'} ${file.path}`
  if (into.seen.has(mark) || into.seen.size >= FILES_MAX) return
  into.seen.add(mark)
  let last: Entry | undefined
  for (const { text, number } of logicalLines(file.text)) {
    if (text.startsWith('#')) {
      readVia(text, last)
      continue
    }
    const [body = '', ...comment] = text.split(/[ \t]#/)
    const option = /^(-r|--requirement|-c|--constraint)(?:[ \t=]+|(?=[^\s-]))(.+)$/.exec(body.trim())
    if (option?.[2] !== undefined) {
      readIncluded(file, option[2].trim(), siblings, into, isConstraint || /^-c|^--c/.test(option[1] ?? ''))
      continue
    }
    const editable = EDITABLE.exec(body.trim())?.[1]
    if (editable === undefined ? body.startsWith('-') || body.trim() === '' : !editable.includes('://')) continue
    const [requirement = '', ...options] = (editable ?? body).split(/[ \t]--/)
    const read = readRequirement(byItsName(requirement.trim()))
    if (read === undefined) {
      into.draft.gap('unparsed', `Line ${number} does not specify a package name: ${requirement.trim().slice(0, 100)}`)
      continue
    }
    if (isConstraint) {
      if (read.version !== undefined) into.constraints.set(read.name, read.version)
      continue
    }
    const hashes = options.flatMap((item) => (item.startsWith('hash=') ? [item.slice('hash='.length).trim()] : []))
    last = { ...read, line: number, path: file.path, hashes, via: [] }
    readVia(`#${comment.join(' ')}`, last)
    into.entries.push(last)
  }
}

function readIncluded(
  file: ManifestFile,
  target: string,
  siblings: Siblings,
  into: Collected,
  isConstraint: boolean,
): void {
  const path = besides(file.path, target)
  const other = path === undefined ? undefined : siblings.read(path)
  if (other !== undefined) collect(other, siblings, into, isConstraint)
  else into.draft.gap('unreadable', `It includes ${target.slice(0, 200)}, which is not part of the source.`)
}

/** Parses `# via flask, jinja2`, or one name per line below `# via`. */
function readVia(comment: string, entry: Entry | undefined): void {
  const text = comment.slice(1).trim()
  const message = text.startsWith('via')
    ? text.slice('via'.length)
    : entry !== undefined && comment.startsWith('#   ')
      ? text
      : ''
  for (const item of message.split(','))
    if (item.trim() !== '' && /^[\w.-]/.test(item.trim())) entry?.via.push(item.trim())
}

/** Yields lines joined at backslashes, with the number of the first. */
function* logicalLines(text: string): Generator<{ readonly text: string; readonly number: number }> {
  let pieces: string[] = []
  let number = 0
  let first = 1
  for (const raw of text.split('\n')) {
    number += 1
    const line = raw.trim()
    if (pieces.length === 0) first = number
    if (line.endsWith('\\') && !line.startsWith('#')) {
      pieces.push(line.slice(0, -1))
      continue
    }
    pieces.push(line)
    yield { text: pieces.join(' ').trim(), number: first }
    pieces = []
  }
}
