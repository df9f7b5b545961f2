import type { CodeBase } from '../code-base.ts'
import { textOf, valueOfName } from '../resolve.ts'
import { argumentsOf, entriesOf, type Entry, entry, itemsOf } from '../syntax/members.ts'
import type { Call, SourceFile } from '../syntax/source-file.ts'
import { lastName, pathOf, type Value } from '../syntax/value.ts'

/** Router mounted below a path, from the point of view of the mounting file. */
interface Mount {
  readonly prefix: string
  /** Names of the preceding middleware. */
  readonly before: readonly string[]
  /** File of the router and its name there; `*` is any export of the file. */
  readonly file: SourceFile
  readonly name: string
  /** Parent router. */
  readonly into: { readonly file: SourceFile; readonly name: string }
}

/** Routers in routers. */
const DEPTH_MAX = 5
const MOUNTS = new Set(['use', 'route', 'register', 'include_router', 'register_blueprint', 'mount'])

/** Returns the path prefixes of a router and the middleware in front of it. */
export type Mounted = (
  file: SourceFile,
  router: string,
) => { readonly prefix: string; readonly before: readonly string[] }

export function mountsOf(base: CodeBase): Mounted {
  const mounts = base.files.flatMap((file) => file.calls.flatMap((call) => mountOf(call, file, base) ?? []))
  const byFile = Map.groupBy(mounts, ({ file }) => file)
  const guards = new Map(base.files.map((file) => [file, guardsOf(file)]))
  const mounted = (file: SourceFile, router: string, depth: number): ReturnType<Mounted> => {
    const { prefix: own, before: guarded } = ownParts(file, router, base)
    const before = [
      ...guarded,
      ...(guards.get(file) ?? []).filter((item) => item.router === router).map(({ name }) => name),
    ]
    const mount = byFile.get(file)?.find(({ name }) => name === '*' || name === router)
    if (mount === undefined || depth <= 0) return { prefix: own, before }
    const outer = mounted(mount.into.file, mount.into.name, depth - 1)
    return {
      prefix: joined(joined(outer.prefix, mount.prefix), own),
      before: [...outer.before, ...mount.before, ...before],
    }
  }
  return (file, router) => mounted(file, router, DEPTH_MAX)
}

function mountOf(call: Call, file: SourceFile, base: CodeBase): Mount | undefined {
  const name = lastName(call.path)
  if (!MOUNTS.has(name)) return undefined
  const { positional, named } = argumentsOf(call.group, file.language)
  const [first, second] = positional
  const options = second?.kind === 'map' ? entriesOf(second.group, file.language) : []
  const prefix =
    (first?.kind === 'text' ? first.text : undefined) ??
    textOf(entry([...named, ...options], 'prefix', 'url_prefix'), file, base)?.text ??
    ''
  const router = first?.kind === 'text' ? positional.slice(1).findLast(({ kind }) => kind !== 'map') : first
  const place = router === undefined ? undefined : routerLocation(router, file, base)
  if (place === undefined) return undefined
  const into = { file, name: call.path.slice(0, Math.max(0, call.path.length - name.length - 1)) }
  // A router that is mounted into itself would cause a loop.
  if (place.file === file && place.name === into.name) return undefined
  const before = [...positional, ...dependencies(named, file)].filter((item) => item !== router).map(pathOf)
  return { prefix, before: before.filter((item) => item !== '*'), ...place, into }
}

/** `dependencies=[Depends(current_user)]`. */
function dependencies(named: readonly Entry[], file: SourceFile): readonly Value[] {
  const list = entry(named, 'dependencies')
  if (list?.kind !== 'list') return []
  return itemsOf(list.group, file.language).flatMap((item) =>
    item.kind === 'call' ? argumentsOf(item.group, file.language).positional : [],
  )
}

function routerLocation(
  router: Value,
  file: SourceFile,
  base: CodeBase,
): { readonly file: SourceFile; readonly name: string } | undefined {
  if (router.kind === 'call' && (router.path === 'require' || router.path === 'import')) {
    const [module] = router.group.items
    const from = module?.kind === 'text' ? base.index.file(module.text, file) : undefined
    return from && { file: from, name: '*' }
  }
  if (router.kind !== 'name' && router.kind !== 'call') return undefined
  const [first = '', second] = pathOf(router).split('.')
  const source = base.index.imported(first, file)
  if (source === undefined) return file.imports.has(first) ? undefined : { file, name: first }
  // The default export of a file, or a function that registers routes on its argument: all routes of the file.
  const isWhole = source.name === 'default' || base.index.own(source.file).functions.has(source.name ?? '')
  return { file: source.file, name: isWhole ? '*' : (source.name ?? second ?? '*') }
}

/** Returns `router.use(requireUser)` calls: middleware for all routes of the router. */
function guardsOf(file: SourceFile): readonly { readonly router: string; readonly name: string }[] {
  return file.calls.flatMap(({ path, group }) => {
    if (lastName(path) !== 'use') return []
    const { positional } = argumentsOf(group, file.language)
    const router = path.slice(0, -'.use'.length)
    return positional.flatMap((item) =>
      item.kind === 'name' || item.kind === 'call' ? [{ router, name: pathOf(item) }] : [],
    )
  })
}

/** `APIRouter(prefix="/v1")`, `Blueprint("chat", __name__, url_prefix="/chat")`, `new Hono().basePath("/api")`. */
function ownParts(file: SourceFile, router: string, base: CodeBase): ReturnType<Mounted> {
  const made = valueOfName(router, file, base)?.what
  if (made?.kind !== 'call') return { prefix: '', before: [] }
  const { positional, named } = argumentsOf(made.group, file.language)
  if (lastName(made.path) === 'basePath') return { prefix: textOf(positional[0], file, base)?.text ?? '', before: [] }
  const options = positional.flatMap((item) => (item.kind === 'map' ? entriesOf(item.group, file.language) : []))
  const prefix = textOf(entry([...named, ...options], 'prefix', 'url_prefix'), file, base)?.text ?? ''
  return { prefix, before: dependencies(named, file).map(pathOf) }
}

/** Joins two path parts with one slash. */
export function joined(left: string, right: string): string {
  const bare = right.replace(/^\/+/, '')
  if (bare === '') return left
  return `${left.replace(/\/+$/, '')}/${bare}`
}
