import type { CallFacts } from '../facts.ts'
import type { Ground } from './ground.ts'
import { classesNamed, functionsNamed, importsAs } from './look-up.ts'
import { type ClassNode, dotted, type FileNode, type Fn, push } from './program.ts'
import { ANYWHERE } from './tags.ts'
import type { Target } from './targets.ts'

/** Languages in which functions are visible in all files of a folder or package, without an import. */
const SHARED = new Set(['go', 'kotlin', 'php', 'ruby', 'csharp', 'java', 'c', 'cpp', 'rust', 'bash'])
/** Languages in which a name alone may mean any function of the tree. */
const GLOBAL = new Set(['php', 'ruby', 'c', 'cpp'])
/** Own limit: a name of more functions is ambiguous. */
const SAME_MAX = 8

/** Resolves calls by declared names and types. */
export class Resolver {
  readonly #ground: Ground
  /** By family, folder and name: functions that are no methods. */
  readonly #functions = new Map<string, Fn[]>()
  readonly #anywhere = new Map<string, Fn[]>()

  constructor(ground: Ground) {
    this.#ground = ground
    for (const fn of ground.program.functions) {
      const { name, kind, outer } = fn.facts
      if (kind !== 'function' || name === '' || outer > 0) continue
      push(this.#functions, `${fn.file.family} ${fn.file.facts.package} ${folder(fn.file)} ${name}`, fn)
      push(this.#functions, `${fn.file.family} ${dotted(fn.file.facts.package, name)}`, fn)
      if (GLOBAL.has(fn.file.family)) push(this.#anywhere, `${fn.file.family} ${name}`, fn)
    }
  }

  targets(fn: Fn, call: CallFacts): readonly Target[] {
    const found = this.#named(fn, call)
    const isMethod = fn.file.family === 'kotlin' && !call.isNew && call.name !== call.method
    return found.length > 0 || !isMethod ? found : this.#extensions(fn.file, call.method)
  }

  #named(fn: Fn, call: CallFacts): readonly Target[] {
    const { file } = fn
    if (call.isNew) return this.#made(this.#ground.classes.declared(call.name, file))
    if (call.receiverType !== undefined && call.receiverType !== '') {
      const classes = this.#ground.classes.named(call.receiverType, file)
      const found = classes.flatMap((item) => this.#ground.classes.dispatch(item, call.method, false))
      if (found.length > 0) return unique(found.map((item) => methodTarget(item)))
    }
    const name = dotted(call.name)
    const parts = name.split('.')
    if (parts.length === 1) return this.#plain(fn, name)
    const method = parts.at(-1)!
    const before = parts.slice(0, -1).join('.')
    if (before === 'super' || before === 'base' || before === 'parent') return this.#above(fn, method)
    if (['this', 'self', 'static', 'cls'].includes(before) && fn.owner !== undefined) {
      const own = this.#own(fn.owner, method)
      return own.length > 0 ? own : this.#broughtIn(file, method)
    }
    const found = [...this.#ofClass(before, method, file), ...this.#ofModule(fn, before, method)]
    // Of C++: namespaces are no part of the name of a function.
    const isPath = file.family === 'cpp' && call.name.includes('::')
    return found.length === 0 && isPath ? this.#plain(fn, method) : found
  }

  /** A name of a package, or of a class, of which all names are there: `import a.b.*`, `import static a.B.*`. */
  #broughtIn(file: FileNode, name: string): readonly Target[] {
    const whole = importsAs(file.facts.imports, '*')
    const found = whole.flatMap(({ module }) => [
      ...(this.#functions.get(`${file.family} ${dotted(module, name)}`) ?? []),
      ...this.#ground.classes.declared(module, file).flatMap((item) => this.#ground.classes.inherited(item, name)),
    ])
    return found.length > SAME_MAX ? [] : unique(found.map(functionTarget))
  }

  /** Returns Kotlin extension functions of a name: their receiver is the first argument. */
  #extensions(file: FileNode, name: string): readonly Target[] {
    const imported = importsAs(file.facts.imports, name)[0]
    const places = [
      dotted(file.facts.package, name),
      ...(imported === undefined ? [] : [dotted(imported.module)]),
      ...importsAs(file.facts.imports, '*').map(({ module }) => dotted(module, name)),
    ]
    const found = places.flatMap((place) => this.#functions.get(`${file.family} ${place}`) ?? [])
    const fits = found.filter(({ origins }) => origins.has('p-1'))
    return fits.length > SAME_MAX ? [] : unique(fits.map((fit) => ({ ...functionTarget(fit), hasReceiver: true })))
  }

  #made(classes: readonly ClassNode[]): readonly Target[] {
    return unique(classes.flatMap((item) => this.#ground.classes.constructorsOf(item)).map(makeTarget))
  }

  #own(owner: ClassNode, method: string): readonly Target[] {
    return this.#ground.classes.dispatch(owner, method, false).map((item) => methodTarget(item))
  }

  #above(fn: Fn, method: string): readonly Target[] {
    const above = fn.owner === undefined ? undefined : this.#ground.classes.superOf(fn.owner)
    if (above === undefined) return []
    const isMade =
      fn.facts.kind === 'constructor' &&
      ['super', 'constructor', '__init__', '__construct', 'initialize', 'base'].includes(method)
    const found = isMade ? this.#ground.classes.constructorsOf(above) : this.#ground.classes.inherited(above, method)
    return found.map((item) => methodTarget(item))
  }

  /** A name without dots: a method of the own class, a function of the file, of its package, or of the tree. */
  #plain(fn: Fn, name: string): readonly Target[] {
    const { file } = fn
    if (name === 'super' || name === 'base') return this.#above(fn, 'super')
    if (!SHARED.has(file.family)) {
      // Of Python: a call of a class creates an instance.
      return file.family === 'python' ? this.#made(classesNamed(file.classes, name)) : []
    }
    if (file.family === 'rust') return this.#inRust(file, name)
    if (file.family === 'bash') return this.#inBash(file, name)
    for (let around: Fn | undefined = fn; around !== undefined; around = file.functions[around.facts.outer]) {
      if (around.owner === undefined) continue
      const found = this.#ground.classes.inherited(around.owner, name)
      if (found.length > 0) return found.map((item) => methodTarget(item))
    }
    const here = this.#functions.get(`${file.family} ${file.facts.package} ${folder(file)} ${name}`)
    const own = here?.filter((item) => item.file === file)
    if (own !== undefined && own.length > 0) return own.map(functionTarget)
    const near = here ?? this.#functions.get(`${file.family} ${dotted(file.facts.package, name)}`)
    if (near !== undefined) return near.length > SAME_MAX ? [] : near.map(functionTarget)
    const imported = importsAs(file.facts.imports, name)[0]
    const full =
      imported === undefined
        ? undefined
        : this.#functions.get(`${file.family} ${dotted(imported.module, imported.name)}`)
    const found = full ?? this.#anywhere.get(`${file.family} ${name}`) ?? []
    if (found.length > 0) return found.length > SAME_MAX ? [] : found.map(functionTarget)
    const targets = this.#broughtIn(file, name)
    if (targets.length > 0) return targets
    return file.family === 'kotlin' ? this.#made(this.#ground.classes.declared(name, file)) : []
  }

  /** Resolves a function of the script, or of a sourced script: only the last part of its path is known. */
  #inBash(file: FileNode, name: string): readonly Target[] {
    const named = this.#functions.get(`bash ${name}`) ?? []
    const own = named.filter((item) => item.file === file)
    if (own.length > 0) return own.map((item) => ({ ...functionTarget(item), hasReceiver: true }))
    const found = named.filter((item) => reads(file, item.file) || reads(item.file, file))
    return found.length > SAME_MAX ? [] : found.map((item) => ({ ...functionTarget(item), hasReceiver: true }))
  }

  /** A name alone is of the file, or of a module of which all names are there. */
  #inRust(file: FileNode, name: string): readonly Target[] {
    const own = functionsNamed(file.functions, name)
    if (own.length > 0) return own.map(functionTarget)
    const files = importsAs(file.facts.imports, '*').flatMap(({ module }) => this.#ground.modules.files(file, module))
    return unique(files.flatMap(({ functions }) => functionsNamed(functions, name)).map(functionTarget))
  }

  /** Resolves `Class.method(…)` and `package.Class.method(…)`; in some languages `Class(…)` creates an instance. */
  #ofClass(before: string, method: string, file: FileNode): readonly Target[] {
    const { classes } = this.#ground
    const found = classes.declared(before, file).flatMap((item) => {
      if (method === 'new' && file.family === 'ruby') return classes.constructorsOf(item).map(makeTarget)
      return classes.inherited(item, method).map((fn) => functionTarget(fn))
    })
    if (found.length > 0) return unique(found)
    return file.family === 'python' || file.family === 'kotlin'
      ? this.#made(exactly(classes.declared(`${before}.${method}`, file), `${before}.${method}`))
      : []
  }

  /** `package.function(…)` */
  #ofModule(fn: Fn, before: string, method: string): readonly Target[] {
    const { file } = fn
    if (file.family === 'go') return this.#ofGo(file, before, method)
    const direct = this.#functions.get(`${file.family} ${before}.${method}`)
    if (direct !== undefined && direct.length <= SAME_MAX && file.family !== 'javascript')
      return direct.map(functionTarget)
    if (file.family === 'python' || file.family === 'rust') {
      const files = this.#ground.modules.files(file, before)
      return files.flatMap(({ functions }) => functionsNamed(functions, method)).map(functionTarget)
    }
    return []
  }

  #ofGo(file: FileNode, before: string, method: string): readonly Target[] {
    const imports = file.facts.imports.filter(
      ({ local, module }) =>
        local === before || dotted(module) === before || module.endsWith(`/${before}`) || module === before,
    )
    const files = imports.flatMap(({ module }) => this.#ground.modules.files(file, module))
    if (files.length > 0) {
      return unique(files.flatMap(({ functions }) => functionsNamed(functions, method)).map(functionTarget))
    }
    if (imports.some(({ module }) => this.#ground.modules.isOfOthers(module))) return []
    // A package need not be called as its folder is.
    const direct = this.#functions.get(`go ${before}.${method}`) ?? []
    return direct.length > SAME_MAX ? [] : direct.map(functionTarget)
  }
}

function reads(file: FileNode, other: FileNode): boolean {
  const { path } = other.facts
  return file.facts.imports.some(({ module }) => path === module || path.endsWith(`/${module}`))
}

function exactly(classes: readonly ClassNode[], name: string): readonly ClassNode[] {
  return classes.filter(({ facts }) => name === facts.name || name.endsWith(`.${facts.name}`))
}

function folder(file: FileNode): string {
  // A Java or C# package may span several folders; a Go package may not.
  const { path } = file.facts
  return file.family === 'go' || file.facts.package === '' ? path.slice(0, path.lastIndexOf('/') + 1) : ''
}

export function methodTarget(fn: Fn, entry = ANYWHERE): Target {
  return { fn, mode: 'call', hasReceiver: fn.facts.kind !== 'static' && fn.facts.kind !== 'function', index: -1, entry }
}

export function functionTarget(fn: Fn): Target {
  return { fn, mode: 'call', hasReceiver: false, index: -1, entry: ANYWHERE }
}

export function makeTarget(fn: Fn): Target {
  return { fn, mode: 'make', hasReceiver: true, index: -1, entry: ANYWHERE }
}

function unique(targets: readonly Target[]): readonly Target[] {
  return [...new Map(targets.map((target) => [target.fn, target])).values()]
}
