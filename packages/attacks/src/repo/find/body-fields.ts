import type { CodeBase } from '../code-base.ts'
import { classOf, valueOfName } from '../resolve.ts'
import { argumentsOf, entriesOf, entry } from '../syntax/members.ts'
import type { ClassPart, SourceFile } from '../syntax/source-file.ts'
import { isMark, isName, type Node, pieces } from '../syntax/tree.ts'
import { lastName, pathOf, type Value } from '../syntax/value.ts'
import type { RawRoute } from './raw-routes.ts'
import { callsIn, inStretch } from './reach.ts'

/** A member of a request that a route reads. */
export interface BodyField {
  /** Default: the body. */
  readonly in?: 'query'
  readonly name: string
  /** First word of the declared type. */
  readonly type: string
  /** Declared element type of a list. */
  readonly of: string
  /** Whether the field is required; undefined: unknown. */
  readonly isRequired: boolean | undefined
}

const FIELDS_MAX = 60

/** Returns the body fields that a route reads: from its schema, else from their use in code. */
export function bodyFields(route: RawRoute, base: CodeBase): readonly BodyField[] {
  const declared = route.file.language === 'python' ? ofParams(route, base) : ofSchemas(route, base)
  const used = ofUse(route, base)
  const names = new Set(declared.map(({ name }) => name))
  const more = used
    .filter((name) => !names.has(name))
    .map((name): BodyField => ({ name, type: '', of: '', isRequired: undefined }))
  // Fields outside of the schema are removed before the code sees them.
  return (declared.length > 0 ? declared : more).slice(0, FIELDS_MAX)
}

/** `body: ChatRequest`, `message: str = Body(...)`. */
function ofParams({ handler }: RawRoute, base: CodeBase): readonly BodyField[] {
  return pieces(handler.params).flatMap(([from, to]): readonly BodyField[] => {
    const name = handler.params[from]
    // `Annotated[str, Body()]` declares it in brackets.
    const words = handler.params
      .slice(from, to)
      .flatMap((param) => (param.kind === 'group' && param.open === '[' ? param.items : [param]))
    // `Depends(…)` and its relatives are called; a class of the same name is not.
    const isInjected = words.some(
      (word, at) =>
        isName(word, 'Depends', 'Header', 'Query', 'Path', 'Cookie', 'Security', 'Form') &&
        words[at + 1]?.kind === 'group',
    )
    if (!isName(name) || isInjected) return []
    const isBody = words.some((word, at) => isName(word, 'Body') && words[at + 1]?.kind === 'group')
    const isClass = /^[A-Z]/.test(typeName(words)) && !/^(?:Optional|List|Dict|Any|Union)$/.test(typeName(words))
    if (isBody && !isClass) {
      const isRequired = !words.some((word) => isMark(word, '='))
      return [{ name: name.text, type: typeName(words), of: '', isRequired }]
    }
    const type = typeName(words)
    const part = classOf(type, handler.file, base)
    return part === undefined ? ofUnknownClass(name.text, type, handler) : ofClass(part.what, part.file, base)
  })
}

/** Parameters that frameworks inject, and other parameters that are not the body. */
const NO_BODY =
  /^(?:$|[a-z]|(?:Http|Starlette)?(?:Request|Response)$|BackgroundTasks|WebSocket|AsyncSession|Session|.{0,60}(?:Dep|Service|Client|Agent|User)$)/

/** Infers the fields of an unresolvable class from the used members. */
function ofUnknownClass(param: string, type: string, { file, at, end }: RawRoute['handler']): readonly BodyField[] {
  if (NO_BODY.test(type)) return []
  const used = [...inStretch(file.names, at, end), ...inStretch(file.calls, at, end)].flatMap(({ path }) => {
    const [owner, member] = path.split('.', 3)
    return owner === param && member !== undefined && !/^model_|^dict$|^json$/.test(member) ? [member] : []
  })
  return [...new Set(used)].map((name) => ({ name, type: '', of: '', isRequired: undefined }))
}

function typeName(words: readonly Node[]): string {
  const colon = words.findIndex((word) => isMark(word, ':'))
  // `Annotated[ChatRequest, Body()]`.
  const flat = words.slice(colon + 1).flatMap((word) => (word.kind === 'group' ? word.items : [word]))
  const type = flat.find((item) => isName(item) && !isName(item, 'Annotated', 'Optional', 'list', 'List'))
  return colon < 0 || type?.kind !== 'name' ? '' : type.text
}

const DEPTH_MAX = 3

function ofClass(part: ClassPart, file: SourceFile, base: CodeBase, depth = DEPTH_MAX): readonly BodyField[] {
  const own = part.fields.map(({ name, type, of, value }): BodyField => ({
    name,
    type,
    of,
    isRequired: value === undefined || isNeeded(value, file),
  }))
  const inherited = part.bases.flatMap((item) => {
    const found = depth > 0 ? classOf(item, file, base) : undefined
    return found === undefined || found.what === part ? [] : ofClass(found.what, found.file, base, depth - 1)
  })
  return [...own, ...inherited].filter(({ name }) => name !== 'model_config')
}

/** `Field(...)` has no default value. */
function isNeeded(value: Value, file: SourceFile): boolean {
  if (value.kind !== 'call' || lastName(value.path) !== 'Field') return false
  const { positional, named } = argumentsOf(value.group, file.language)
  const isEllipsis = positional.length === 0 || positional[0]!.kind === 'other'
  return isEllipsis && entry(named, 'default', 'default_factory') === undefined
}

/** Returns the fields of schemas in the route options and in parse calls of the handler. */
function ofSchemas(route: RawRoute, base: CodeBase): readonly BodyField[] {
  const { handler } = route
  const parsed = callsIn(handler).flatMap(({ path, group, line, at }): Value[] => {
    const owner = /^(.{1,100})\.(?:parse|safeParse|parseAsync|safeParseAsync)$/.exec(path)?.[1]
    return owner === undefined || owner === 'JSON' || group.items.length === 0
      ? []
      : [{ kind: 'name', path: owner, on: undefined, line, at }]
  })
  for (const schema of [...route.schemas, ...parsed]) {
    const fields = ofSchema(schema, handler.file, base)
    if (fields.length > 0) return fields
  }
  return ofTypes(route, base)
}

/** `z.object({ message: z.string() })`, JSON Schema. */
function ofSchema(schema: Value, file: SourceFile, base: CodeBase): readonly BodyField[] {
  const found = schema.kind === 'name' ? valueOfName(schema.path, file, base) : { what: schema, file }
  if (found === undefined) return []
  let { what } = found
  while (what.kind === 'call' && what.on?.kind === 'call') what = what.on
  if (what.kind === 'call') {
    const [first] = argumentsOf(what.group, 'js').positional
    if (first?.kind !== 'map') return []
    return entriesOf(first.group, 'js').map(({ key, value }) => {
      const path = pathOf(value)
      return {
        name: key,
        type: /\.(string|number|boolean|array)/.exec(path)?.[1] ?? '',
        of: '',
        isRequired: !/optional|default|nullish/.test(path),
      }
    })
  }
  if (what.kind !== 'map') return []
  const entries = entriesOf(what.group, 'js')
  const properties = entry(entries, 'properties')
  if (properties?.kind !== 'map') return []
  return entriesOf(properties.group, 'js').map(({ key, value }) => {
    const type = value.kind === 'map' ? entry(entriesOf(value.group, 'js'), 'type') : undefined
    return { name: key, type: type?.kind === 'text' ? type.text : '', of: '', isRequired: undefined }
  })
}

/** Returns the fields of the declared body type: `req: Request<{}, {}, ChatBody>`. */
function ofTypes({ handler }: RawRoute, base: CodeBase): readonly BodyField[] {
  for (const node of handler.params) {
    const part = isName(node) ? classOf(node.text, handler.file, base) : undefined
    if (part === undefined) continue
    const fields = part.what.fields.map(({ name, type, of }): BodyField => ({ name, type, of, isRequired: undefined }))
    if (fields.length > 0 && !fields.some(({ name }) => name === 'body')) return fields
  }
  return []
}

/** Expressions for the request body. */
const BODY =
  /^(?:(?:req|request|ctx|c|context|event)\.)?(?:(?:req|request)\.)?body$|^(?:self\.)?request\.(?:json|data|form)$/
/** Calls that return the body. */
const BODY_CALL =
  /^(?:req|request|c\.req|ctx\.req|context\.req|ctx\.request|event\.request|await)?\.?(?:json|get_json|valid|readBody|readJson|parseBody|bodyJson)$/
const PARSES = /(?:^|\.)(?:parse|loads|safeParse|parseAsync|readBody)$/

/** Returns the members of the body that the code accesses. */
function ofUse({ handler }: RawRoute, base: CodeBase): readonly string[] {
  const { file, at, end } = handler
  const isBody = (value: Value, depth = DEPTH_MAX): boolean => {
    if (depth <= 0) return false
    if (value.kind === 'choice') return value.of.some((item) => isBody(item, depth - 1))
    if (value.kind === 'name') return BODY.test(value.path)
    if (value.kind !== 'call') return false
    if (BODY_CALL.test(value.path)) return true
    const { positional } = argumentsOf(value.group, file.language)
    return PARSES.test(value.path) && positional.some((item) => isBody(item, depth - 1))
  }
  const unpacked = inStretch(file.unpackings, at, end)
  const holders = new Set(
    inStretch(file.constants, at, end).flatMap(({ name, value }) => (isBody(value) ? [name] : [])),
  )
  const isHeld = (path: string): boolean => BODY.test(path) || holders.has(path)
  const names = [
    ...unpacked.flatMap(({ names: some, of }) => (isBody(of) || isHeld(pathOf(of)) ? some : [])),
    ...inStretch(file.names, at, end).flatMap(({ path }) => memberOfBody(path, isHeld)),
    ...callsIn(handler).flatMap(({ path, group }) => {
      // `data.get("message")`; and calls on members: `body.message.trim()`.
      const owner = path.slice(0, Math.max(0, path.lastIndexOf('.')))
      if (!isHeld(owner)) return memberOfBody(owner, isHeld)
      const [first] = lastName(path) === 'get' ? argumentsOf(group, file.language).positional : []
      return first?.kind === 'text' ? [first.text] : []
    }),
    ...unpackedParams(handler.params),
  ]
  return [...new Set(names)].filter((name) => /^[\w$-]{1,60}$/.test(name) && name !== '*' && base.files.length > 0)
}

function memberOfBody(path: string, isHeld: (path: string) => boolean): readonly string[] {
  const parts = path.split('.').slice(0, 6)
  for (let length = 1; length < parts.length; length += 1) {
    if (isHeld(parts.slice(0, length).join('.'))) return [parts[length]!]
  }
  return []
}

/** `async ({ body: { message } }) => …`. */
function unpackedParams(params: readonly Node[]): readonly string[] {
  const [first] = params
  if (first?.kind !== 'group' || first.open !== '{') return []
  const at = first.items.findIndex((item) => isName(item, 'body'))
  const inner = first.items[at + 2]
  if (at < 0 || inner?.kind !== 'group') return []
  return pieces(inner.items).flatMap(([from]) => {
    const name = inner.items[from]
    return isName(name) ? [name.text] : []
  })
}
