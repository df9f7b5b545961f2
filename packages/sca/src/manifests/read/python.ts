import type { PurlParts } from '@gatehouse/formats'
import type { ComponentScope } from '@gatehouse/formats/artifacts'
import { normaliseName } from '../../osv/names.ts'
import type { Draft } from '../draft.ts'
import type { Siblings } from '../parser.ts'
import { besides } from './paths.ts'
import { readToml } from './toml.ts'
import { at, listOf, tableOf, textOf, type Value } from './value.ts'

/** PEP 508 requirement. */
export interface Requirement {
  /** Normalised as PEP 503 has it. */
  readonly name: string
  /** Version, if exactly one is allowed. */
  readonly version: string | undefined
  /** Requirement without name and markers. */
  readonly wanted: string
}

/** Maximum length of a requirement with its markers in UTF-16 units; longer ones are not handwritten. */
const REQUIREMENT_UNITS_MAX = 4_096
const HEAD = /^([A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)[ \t]*(?:\[[^\]]*\])?/
const EXACT = /^={2,3}[ \t]*([^\s,*;]+)$/

/** Parses a requirement; undefined when it names no package. */
export function readRequirement(text: string): Requirement | undefined {
  const line = text.slice(0, REQUIREMENT_UNITS_MAX).trim()
  const head = HEAD.exec(line)
  if (head?.[1] === undefined) return undefined
  const rest = (line.slice(head[0].length).split(';', 1)[0] ?? '').trim()
  const wanted = rest.startsWith('(') && rest.endsWith(')') ? rest.slice(1, -1).trim() : rest
  if (wanted !== '' && !/^[=<>!~@]/.test(wanted)) return undefined
  return { name: pypiName(head[1]), version: EXACT.exec(wanted)?.[1], wanted }
}

export function pypiName(name: string): string {
  return normaliseName('PyPI', name)
}

export function pypiPurl(name: string, version: string | undefined): PurlParts {
  return { type: 'pypi', name: pypiName(name), version }
}

export interface PythonWanted extends Requirement {
  readonly scope: ComponentScope
}

/** Returns the dependencies of a pyproject.toml, in the formats of PEP 621, PEP 735, Poetry and PDM. */
export function projectWanted(document: Value): readonly PythonWanted[] {
  const found: PythonWanted[] = []
  const add = (list: Value | undefined, scope: ComponentScope) => {
    for (const item of listOf(list)) {
      const read = readRequirement(textOf(item) ?? '')
      if (read !== undefined) found.push({ ...read, scope })
    }
  }
  const groups = (table: Value | undefined, scope: ComponentScope) => {
    for (const list of tableOf(table).entries.values()) add(list, scope)
  }
  const poetry = (table: Value | undefined, scope: ComponentScope) => {
    for (const [name, value] of tableOf(table).entries) {
      const wanted = textOf(value) ?? textOf(at(value, 'version')) ?? ''
      const version = /^=*\s*(\d[^\s,|*]*)$/.exec(wanted)?.[1]
      const isOptional = at(value, 'optional') === true
      if (name !== 'python')
        found.push({ name: pypiName(name), version, wanted, scope: isOptional ? 'optional' : scope })
    }
  }
  add(at(document, 'project', 'dependencies'), 'runtime')
  groups(at(document, 'project', 'optional-dependencies'), 'optional')
  groups(at(document, 'dependency-groups'), 'dev')
  groups(at(document, 'tool', 'pdm', 'dev-dependencies'), 'dev')
  add(at(document, 'tool', 'uv', 'dev-dependencies'), 'dev')
  poetry(at(document, 'tool', 'poetry', 'dependencies'), 'runtime')
  poetry(at(document, 'tool', 'poetry', 'dev-dependencies'), 'dev')
  for (const [name, group] of tableOf(at(document, 'tool', 'poetry', 'group')).entries) {
    poetry(at(group, 'dependencies'), name === 'main' ? 'runtime' : 'dev')
  }
  return found
}

/** Returns the roots from the pyproject.toml next to a lock file; without one, the packages that no other package requires. */
export function rootPython(
  draft: Draft,
  path: string,
  siblings: Siblings,
  keysOf: (name: string) => readonly string[],
): void {
  const project = siblings.read(besides(path, 'pyproject.toml') ?? '')
  const wanted = project === undefined ? [] : projectWanted(readToml(project.text))
  for (const { name, scope } of wanted) for (const key of keysOf(name)) draft.root(key, scope)
  if (wanted.length > 0) return
  const requests = new Set(draft.finish().edges.map(({ to }) => to))
  for (const key of draft.keys()) if (!requests.has(key)) draft.root(key, 'runtime', false)
}

/** Keys by name: a lock file may contain two versions of a package for two versions of Python. */
export class NameIndex {
  readonly #keys = new Map<string, string[]>()

  add(name: string, key: string): void {
    const before = this.#keys.get(name)
    if (before === undefined) this.#keys.set(name, [key])
    else if (before.length < VERSIONS_MAX) before.push(key)
  }

  readonly of = (name: string): readonly string[] => this.#keys.get(name) ?? []
}

/** Maximum number of versions of one package per lock file that get edges. */
const VERSIONS_MAX = 20
