import type { CodeBase } from '../code-base.ts'
import { functionOf, textOf, valueOfName } from '../resolve.ts'
import { argumentsOf, entriesOf, entry, itemsOf } from '../syntax/members.ts'
import type { Call, FunctionPart, SourceFile } from '../syntax/source-file.ts'
import type { Node } from '../syntax/tree.ts'
import { lastName, pathOf, type Value } from '../syntax/value.ts'
import { joined, type Mounted } from './mounts.ts'

/** A piece of a file: of a handler, of a function that it calls. */
export interface Stretch {
  readonly file: SourceFile
  readonly at: number
  readonly end: number
}

/** A way into the code over HTTP. */
export interface RawRoute {
  readonly method: string
  readonly path: string
  readonly file: SourceFile
  readonly line: number
  readonly framework: string
  readonly handler: Stretch & { readonly params: readonly Node[] }
  /** Names of the middleware before the handler. */
  readonly before: readonly string[]
  /** Body schemas in the route options. */
  readonly schemas: readonly Value[]
  /** Response model of FastAPI. */
  readonly responseModel: string | undefined
}

const METHODS = new Set(['get', 'post', 'put', 'patch', 'all'])
const FRAMEWORKS: readonly (readonly [form: RegExp, name: string])[] = [
  [/^express$|(?:^|\.)Router$/, 'express'],
  [/^[fF]astify$/, 'fastify'],
  [/^(?:Open[aA][pP][iI])?Hono/, 'hono'],
  [/^(?:fastapi\.)?(?:FastAPI|APIRouter)$/, 'fastapi'],
  [/^(?:flask\.)?(?:Flask|Blueprint)$/, 'flask'],
]
/** Usual names of routers that are function parameters. */
const ROUTER_NAME = /^(?:app|server|fastify|instance|router|api|routes|f)$|(?:Router|App|router|_app)$/

export function rawRoutes(base: CodeBase, mounted: Mounted): readonly RawRoute[] {
  return base.files.flatMap((file) =>
    file.language === 'python'
      ? file.functions.flatMap((part) => pythonRoutes(part, file, base, mounted))
      : [...file.calls.flatMap((call) => jsRoute(call, file, base, mounted) ?? []), ...nextRoutes(file)],
  )
}

function frameworkOf(receiver: string, file: SourceFile, base: CodeBase): string | undefined {
  let made = valueOfName(receiver, file, base)?.what
  while (made?.kind === 'call' && made.on !== undefined) made = made.on
  if (made?.kind !== 'call') return undefined
  const { path } = made
  return FRAMEWORKS.find(([form]) => form.test(path))?.[1]
}

/** Returns the framework by the imports of this file, or of any file. */
function importedFramework(file: SourceFile, base: CodeBase): string {
  for (const item of [file, ...base.files]) {
    for (const { module } of item.imports.values()) {
      const found = /^(express|fastify|hono|fastapi|flask)\b/.exec(module)
      if (found !== null && item.language === file.language) return found[1]!
    }
  }
  return 'http'
}

function jsRoute(call: Call, file: SourceFile, base: CodeBase, mounted: Mounted): RawRoute | undefined {
  const name = lastName(call.path)
  const receiver = call.path.slice(0, Math.max(0, call.path.length - name.length - 1))
  const { positional } = argumentsOf(call.group, 'js')
  if (name === 'route' && positional[0]?.kind === 'map')
    return described(positional[0], call, receiver, file, base, mounted)
  if (!METHODS.has(name) || receiver === '') return undefined
  // `router.route('/chat').post(handler)`.
  const isChained = receiver.endsWith('.route')
  const owner = isChained ? receiver.slice(0, -'.route'.length) : receiver
  const framework = frameworkOf(owner.split('.')[0]!, file, base)
  if (framework === undefined && !ROUTER_NAME.test(lastName(owner))) return undefined
  const place = isChained ? chainedPath(receiver, call, file) : positional[0]
  const path = textOf(place, file, base)?.text
  const handler = handlerOf(positional.at(-1), file, base)
  if (path === undefined || handler === undefined || (framework === undefined && !path.startsWith('/')))
    return undefined
  const around = mounted(file, owner.split('.')[0]!)
  const between = isChained ? positional.slice(0, -1) : positional.slice(1, -1)
  return {
    method: name === 'all' ? 'POST' : name.toUpperCase(),
    path: joined(joined('', around.prefix), path) || '/',
    file,
    line: call.line,
    framework: framework ?? importedFramework(file, base),
    handler,
    before: [...around.before, ...between.map(pathOf).filter((item) => item !== '*')],
    schemas: between.flatMap((item) => schemasOf(item)),
    responseModel: undefined,
  }
}

function chainedPath(receiver: string, call: Call, file: SourceFile): Value | undefined {
  const made = file.calls.filter(({ path, at }) => path === receiver && at < call.at).toSorted((a, b) => b.at - a.at)[0]
  return made === undefined ? undefined : argumentsOf(made.group, 'js').positional[0]
}

/** `fastify.route({ method, url, handler })`. */
function described(
  options: Extract<Value, { kind: 'map' }>,
  call: Call,
  receiver: string,
  file: SourceFile,
  base: CodeBase,
  mounted: Mounted,
): RawRoute | undefined {
  const entries = entriesOf(options.group, 'js')
  const path = textOf(entry(entries, 'url', 'path'), file, base)?.text
  const handler = handlerOf(entry(entries, 'handler'), file, base)
  if (path === undefined || handler === undefined) return undefined
  const around = mounted(file, receiver)
  const method = entry(entries, 'method')
  const methods = method?.kind === 'list' ? itemsOf(method.group, 'js') : [method]
  const [said] = methods.flatMap((item) => (item?.kind === 'text' ? [item.text.toUpperCase()] : []))
  return {
    method: said ?? 'POST',
    path: joined(joined('', around.prefix), path),
    file,
    line: call.line,
    framework: frameworkOf(receiver, file, base) ?? importedFramework(file, base),
    handler,
    before: [
      ...around.before,
      ...[entry(entries, 'preHandler', 'onRequest')].flatMap((item) => (item === undefined ? [] : [pathOf(item)])),
    ],
    schemas: schemasOf(options),
    responseModel: undefined,
  }
}

/** Returns body schemas in options: `{ schema: { body } }`, `zValidator('json', schema)`. */
function schemasOf(value: Value): readonly Value[] {
  if (value.kind === 'call') {
    const { positional } = argumentsOf(value.group, 'js')
    return /[vV]alidat/.test(value.path) ? positional.slice(-1) : []
  }
  if (value.kind !== 'map') return []
  const schema = entry(entriesOf(value.group, 'js'), 'schema')
  const body = schema?.kind === 'map' ? entry(entriesOf(schema.group, 'js'), 'body') : undefined
  return body === undefined ? [] : [body]
}

function handlerOf(value: Value | undefined, file: SourceFile, base: CodeBase): RawRoute['handler'] | undefined {
  if (value?.kind === 'function') return { file, at: value.at, end: value.end, params: value.params }
  if (value?.kind === 'name') {
    const found = functionOf(value.path, file, base)
    return found && { file: found.file, ...found.what }
  }
  if (value?.kind !== 'call') return undefined
  // `wrap(async (req, res) => …)`.
  const { positional } = argumentsOf(value.group, file.language)
  for (const item of positional.toReversed()) {
    const inner = item.kind === 'call' ? undefined : handlerOf(item, file, base)
    if (inner !== undefined) return inner
  }
  return undefined
}

/** Returns routes by file location: Next.js and compatible frameworks. */
function nextRoutes(file: SourceFile): readonly RawRoute[] {
  const app = /(?:^|\/)app\/(.*)\/route\.[cm]?[jt]sx?$/.exec(`/${file.path}`)
  const pages = /(?:^|\/)pages\/(api\/.*?)(?:\/index)?\.[cm]?[jt]sx?$/.exec(`/${file.path}`)
  if (app === null && pages === null) return []
  const bare = (app?.[1] ?? pages![1]!)
    .split('/')
    // `(group)` and `@slot` are no part of the address.
    .filter((part) => !/^[(@]/.test(part))
    .join('/')
  const path = `/${bare.replaceAll(/\[{1,2}(?:\.\.\.)?([^\]]{1,80})\]{1,2}/g, ':$1')}`
  const names = app === null ? ['default'] : ['POST', 'PUT', 'PATCH', 'GET']
  return names.flatMap((name): RawRoute[] => {
    const part = file.functions.find((item) => item.name === name)
    // `export const POST = wrap(async (req) => …)`, or a function somewhere in the file.
    const other = file.constants.find((constant) => constant.name === name)
    const handler =
      part ?? (other?.value.kind === 'call' ? { ...other.value.group, params: [], line: other.line } : undefined)
    if (handler === undefined) return []
    return [
      {
        method: name === 'default' ? 'POST' : name,
        path,
        file,
        line: handler.line,
        framework: 'next',
        handler: { file, at: handler.at, end: handler.end, params: handler.params },
        before: [],
        schemas: [],
        responseModel: undefined,
      },
    ]
  })
}

function pythonRoutes(part: FunctionPart, file: SourceFile, base: CodeBase, mounted: Mounted): readonly RawRoute[] {
  return part.decorators.flatMap(({ path, call }): RawRoute[] => {
    const name = lastName(path)
    const receiver = path.slice(0, Math.max(0, path.length - name.length - 1))
    if (call === undefined || receiver === '' || !(METHODS.has(name) || name === 'route' || name === 'api_route'))
      return []
    const { positional, named } = argumentsOf(call.group, 'python')
    const text = textOf(positional[0] ?? entry(named, 'path', 'rule'), file, base)?.text
    if (text === undefined) return []
    const methods = entry(named, 'methods')
    const list = methods?.kind === 'list' ? itemsOf(methods.group, 'python') : []
    const words = list.flatMap((item) => (item.kind === 'text' ? [item.text.toUpperCase()] : []))
    const method = METHODS.has(name) ? name.toUpperCase() : words.includes('POST') ? 'POST' : (words[0] ?? 'GET')
    const model = entry(named, 'response_model')
    const around = mounted(file, receiver)
    return [
      {
        method,
        path: joined(joined('', around.prefix), text) || '/',
        file,
        line: call.line,
        framework: frameworkOf(receiver, file, base) ?? importedFramework(file, base),
        handler: { file, at: part.at, end: part.end, params: part.params },
        before: [
          ...around.before,
          ...part.decorators.filter((decorator) => decorator.path !== path).map((decorator) => decorator.path),
        ],
        schemas: [],
        responseModel: model === undefined ? undefined : pathOf(model),
      },
    ]
  })
}
