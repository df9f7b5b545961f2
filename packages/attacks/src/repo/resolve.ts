import type { CodeBase, Found } from './code-base.ts'
import { argumentsOf, entriesOf, entry, itemsOf } from './syntax/members.ts'
import type { ClassPart, FunctionPart, SourceFile } from './syntax/source-file.ts'
import { lastName, type Value } from './syntax/value.ts'

/** Maximum number of values per lookup: names and lists may be recursive. */
const LOOKS_MAX = 600
/** Maximum length of a joined text. */
const TEXT_UNITS_MAX = 200_000

/** Remaining budget of one lookup. */
export interface Search {
  left: number
}

function newSearch(): Search {
  return { left: LOOKS_MAX }
}

function isSpent(search: Search): boolean {
  search.left -= 1
  return search.left < 0
}

/** Text in the code base with its location. */
export interface FoundText {
  readonly text: string
  readonly path: string
  readonly line: number
}

/** Returns the value of a variable, wherever it was assigned; the first one in the same file has priority. */
export function valueOfName(
  path: string,
  file: SourceFile,
  base: CodeBase,
  search = newSearch(),
): Found<Value> | undefined {
  if (isSpent(search)) return undefined
  const [first = '', ...members] = path.replace(/^(?:this|self|cls)\./, '').split('.')
  const own = base.index.own(file).constants.get(first)
  const found = own === undefined ? imported(first, members, file, base, search) : { what: own.value, file, members }
  if (found === undefined) return undefined
  let { what } = found
  for (const member of found.members) {
    const inner = memberOf(what, member, found.file, base, search)
    if (inner === undefined) return undefined
    what = inner
  }
  return { what, file: found.file }
}

function imported(
  first: string,
  members: readonly string[],
  file: SourceFile,
  base: CodeBase,
  search: Search,
): (Found<Value> & { readonly members: readonly string[] }) | undefined {
  const source = base.index.imported(first, file)
  if (source === undefined) return undefined
  const name = source.name ?? members[0]
  if (name === undefined) return undefined
  const value = valueOfName(name, source.file, base, search)
  return value && { ...value, members: source.name === undefined ? members.slice(1) : members }
}

function memberOf(value: Value, member: string, file: SourceFile, base: CodeBase, search: Search): Value | undefined {
  if (value.kind === 'map') return entry(entriesOf(value.group, file.language), member)
  if (value.kind === 'name') {
    const inner = valueOfName(value.path, file, base, search)
    return inner && memberOf(inner.what, member, inner.file, base, search)
  }
  return undefined
}

/** Returns the text of a value, with concatenations and names resolved. */
export function textOf(
  value: Value | undefined,
  file: SourceFile,
  base: CodeBase,
  search = newSearch(),
): FoundText | undefined {
  if (value === undefined || isSpent(search)) return undefined
  const { line } = value
  switch (value.kind) {
    case 'text':
      return { text: filledIn(value.text, file, base, search), path: file.path, line }
    case 'name': {
      const found = valueOfName(value.path, file, base, search)
      return found && textOf(found.what, found.file, base, search)
    }
    case 'choice':
      for (const item of value.of) {
        const found = textOf(item, file, base, search)
        if (found !== undefined) return found
      }
      return undefined
    case 'list': {
      const texts = itemsOf(value.group, file.language).map((item) => textOf(item, file, base, search)?.text)
      const known = texts.filter((text) => text !== undefined)
      if (known.length === 0 || known.length < texts.length) return undefined
      return { text: known.join('\n').slice(0, TEXT_UNITS_MAX), path: file.path, line }
    }
    case 'call':
      return textOfCall(value, file, base, search)
    case 'plain':
    case 'map':
    case 'function':
    case 'other':
      return undefined
    default:
      return value satisfies never
  }
}

/** Inserted values are resolved as well: `{COMPANY}`. */
function filledIn(text: string, file: SourceFile, base: CodeBase, search: Search): string {
  let holes = 0
  return text.replaceAll(/\{([A-Za-z_$][\w$.]{0,60})\}/g, (whole: string, path: string) => {
    holes += 1
    if (holes > HOLES_MAX) return whole
    const value = valueOfName(path, file, base, search)?.what
    return value?.kind === 'text' && value.text.length <= HOLE_UNITS_MAX ? value.text : whole
  })
}

const HOLES_MAX = 50
const HOLE_UNITS_MAX = 1_000

/** Calls that return their receiver or argument as text. */
const KEEPS = new Set(
  (
    'trim strip dedent cleandoc format replace replaceall tostring join rstrip lstrip systemmessage ' +
    'systemmessageprompttemplate from_template fromtemplate prompttemplate template string str template concat partial textblock invoke'
  ).split(' '),
)
/** Calls that read a file. */
const READS = new Set([
  'readfilesync',
  'readfile',
  'read_text',
  'open',
  'readtextfile',
  'file',
  'path',
  'load_prompt',
  'url',
])

function textOfCall(
  value: Extract<Value, { kind: 'call' }>,
  file: SourceFile,
  base: CodeBase,
  search: Search,
): FoundText | undefined {
  const name = lastName(value.path).toLowerCase()
  const { positional, named } = argumentsOf(value.group, file.language)
  const given = [...positional, ...named.map((item) => item.value)]
  if (name === 'read' || READS.has(name)) return openedText([value.on, ...given], file, base, search)
  if (!KEEPS.has(name)) return undefined
  const content = entry(named, 'content', 'template', 'text')
  // A method of a variable: `PROMPT.format(…)`.
  const owner = value.path.slice(0, Math.max(0, value.path.length - name.length - 1))
  const variable: Value[] =
    owner === '' || owner.startsWith('*') ? [] : [{ ...value, kind: 'name', path: owner, on: undefined }]
  // `", ".join([…])`: the text is the list, not the separator.
  const on = value.on === undefined || (name === 'join' && value.on.kind === 'text') ? [] : [value.on]
  for (const item of [...(content === undefined ? [] : [content]), ...on, ...variable, ...positional]) {
    const found = textOf(item, file, base, search)
    if (found !== undefined && found.text.trim() !== '') return found
  }
  return undefined
}

/** Returns the file whose name occurs anywhere in one of these values. */
function openedText(
  values: readonly (Value | undefined)[],
  file: SourceFile,
  base: CodeBase,
  search: Search,
): FoundText | undefined {
  if (isSpent(search)) return undefined
  for (const value of values) {
    if (value === undefined) continue
    const said = value.kind === 'call' ? undefined : textOf(value, file, base, search)?.text
    const path = said === undefined || said.length > PATH_UNITS_MAX ? undefined : base.index.text(said, file.path)
    if (path !== undefined) return { text: base.texts.get(path)!, path, line: 1 }
    if (value.kind !== 'call') continue
    const { positional } = argumentsOf(value.group, file.language)
    // `path.join(__dirname, 'prompts', 'system.md')`.
    const parts = positional.flatMap((item) => (item.kind === 'text' ? [item.text] : []))
    const joined = parts.length < 2 ? undefined : base.index.text(parts.join('/'), file.path)
    if (joined !== undefined) return { text: base.texts.get(joined)!, path: joined, line: 1 }
    const inner = openedText([value.on, ...positional], file, base, search)
    if (inner !== undefined) return inner
  }
  return undefined
}

const PATH_UNITS_MAX = 300

/** Resolves a function by name from a file: its own, an imported one, or the only one of that name. */
export function functionOf(path: string, file: SourceFile, base: CodeBase): Found<FunctionPart> | undefined {
  const name = lastName(path)
  const own = base.index.own(file).functions.get(name)
  if (own !== undefined) return { what: own, file }
  const [first = ''] = path.split('.')
  const source = base.index.imported(first, file)
  if (source !== undefined) {
    const wanted = path.includes('.') ? name : (source.name ?? name)
    const what = base.index.own(source.file).functions.get(wanted)
    if (what !== undefined) return { what, file: source.file }
  }
  const all = base.index.functions(name)
  return all.length === 1 && !COMMON.has(name) ? all[0] : undefined
}

/** Names of methods that everything has. */
const COMMON = new Set([
  'get',
  'post',
  'send',
  'json',
  'run',
  'map',
  'then',
  'push',
  'set',
  'add',
  'end',
  'call',
  'write',
])

/** The class, interface or type of a name as a file sees it. */
export function classOf(name: string, file: SourceFile, base: CodeBase): Found<ClassPart> | undefined {
  const own = base.index.own(file).classes.get(name)
  if (own !== undefined) return { what: own, file }
  const source = base.index.imported(name, file)
  const what = source === undefined ? undefined : base.index.own(source.file).classes.get(source.name ?? name)
  if (what !== undefined) return { what, file: source!.file }
  const all = base.index.classes(name)
  return all.length === 1 ? all[0] : undefined
}
