import type { CallFacts, Origin } from '../facts.ts'
import { modelsOf } from '../models/models.ts'
import type { Ground } from './ground.ts'
import { importsAs } from './look-up.ts'
import { callOf, dotted, type FileNode, type Fn } from './program.ts'
import { methodTarget } from './resolve.ts'
import type { Target } from './targets.ts'
import { hasNamed } from '../named.ts'

/** Own limit: a name of more methods is ambiguous. */
const SAME_MAX = 8
/** Gatehouse-specific limit: maximum depth of chained calls in the search for the origin of a receiver. */
const DEPTH_MAX = 4
const NAME_CHARS_MIN = 4

/** Types without information about a value. */
const VAGUE = new Set(
  'any unknown object Object dynamic var auto mixed let val interface{} Any id void self'.split(' '),
)
/** Global objects of JavaScript. */
const GIVEN = new Set(
  'console process window document globalThis global Math JSON Object Array Promise Reflect Intl Buffer navigator location history localStorage sessionStorage performance crypto Date Number String Symbol Atomics WebAssembly'.split(
    ' ',
  ),
)
/** Common method names of libraries: on a library object the method belongs to the library. */
const COMMON = new Set(
  'start stop open close execute exec query send read write load save parse render connect process handle create update delete remove insert select find init invoke apply build fetch request emit publish subscribe listen register resolve generate format convert validate verify check login search count print download upload submit Start Stop Open Close Execute Query Send Read Write Load Save Parse Render Connect Process Handle Create Update Delete Remove Insert Find Build Fetch Request'.split(
    ' ',
  ),
)
/** Languages with capitalized type names, which occur with their path or alone in calls. */
const TYPED = new Set(['java', 'kotlin', 'csharp', 'php', 'ruby', 'cpp', 'rust'])

/**
 * Resolves a call with an unknown callee to the only method of its name in the tree. This is a guess, and is skipped where the receiver
 * may belong to a library.
 */
export class ByName {
  readonly #ground: Ground

  constructor(ground: Ground) {
    this.#ground = ground
  }

  targets(fn: Fn, at: number): readonly Target[] {
    const call = callOf(fn, at)
    if (!this.#isOpen(fn, at, call)) return []
    const found = this.#ground.classes.methodsNamed(call.method, fn.file)
    const [only] = found
    if (only?.owner === undefined || found.length > SAME_MAX || this.#isForeign(fn, at, call)) return []
    const family = new Set(this.#ground.classes.related(only.owner))
    if (!found.every(({ owner }) => owner !== undefined && family.has(owner))) return []
    const fits = found.filter(
      ({ facts }) => facts.kind === 'method' && facts.parameters.length >= call.arguments.length,
    )
    return fits.map((fit) => ({ ...methodTarget(fit), isGuess: true }))
  }

  /** Whether only the name of a callee is known. A common library name is ambiguous; a call without receiver is no method call. */
  #isOpen(fn: Fn, at: number, call: CallFacts): boolean {
    if (this.#ground.targets.of(fn.firstCall + at).length > 0 || call.isNew) return false
    if (call.method.length < NAME_CHARS_MIN || call.name === call.method) return false
    return !modelsOf(fn.file.family).hasMethod(call.method)
  }

  #isForeign(fn: Fn, at: number, call: CallFacts): boolean {
    if (this.#isOfLibrary(call.receiverType, fn.file)) return true
    if (this.#isStatic(fn, call)) return true
    const receivers = this.#receivers(fn, at)
    if (receivers.some((receiver) => this.#isMadeElsewhere(fn, receiver))) return true
    return COMMON.has(call.method) && receivers.some((receiver) => this.#comesFromLibrary(fn, receiver, 0))
  }

  /** Whether a declared type is not in the tree. */
  #isOfLibrary(type: string | undefined, file: FileNode): boolean {
    const last = type === undefined ? '' : dotted(type).split('.').at(-1)!
    if (type === undefined || VAGUE.has(last) || /^T?[A-Z]?$|^T[A-Z]/.test(last) || !/^[\w$]+$/.test(last)) return false
    if (this.#ground.classes.declared(type, file).length > 0) return false
    if (file.family !== 'javascript' && file.family !== 'python') return true
    // A name without a path may be a type of the file that is no class.
    const module = type.slice(0, Math.max(0, type.lastIndexOf('.')))
    return module !== '' && this.#ground.modules.files(file, module).length === 0
  }

  /** Whether the part before the method is a type or a module, not an object. */
  #isStatic(fn: Fn, call: CallFacts): boolean {
    const { file } = fn
    const parts = dotted(call.name).split('.').slice(0, -1)
    const [root] = parts
    if (root === undefined || ['this', 'self', 'super', 'base', 'parent', '$this'].includes(root)) return false
    const imported = importsAs(file.facts.imports, root)[0]
    if (file.family === 'go') return imported !== undefined
    if (file.family === 'javascript' || file.family === 'python') {
      if (imported === undefined && file.family === 'javascript' && GIVEN.has(root)) return true
      const module = imported?.module ?? moduleOf(call.name, file)
      return module !== undefined && this.#ground.modules.files(file, module, imported?.up).length === 0
    }
    const last = parts.at(-1)!
    return TYPED.has(file.family) && /^[A-Z]/.test(last) && !this.#isField(fn, root)
  }

  /** Whether an object of the enclosing class has a member of that name: in C# these are capitalized, too. */
  #isField(fn: Fn, name: string): boolean {
    if (fn.owner === undefined) return false
    const related = this.#ground.classes.related(fn.owner)
    return related.some(({ facts }) => hasNamed(facts.fields, name))
  }

  /** Returns the possible receivers of a call. */
  #receivers(fn: Fn, at: number): readonly Origin[] {
    const found: Origin[] = []
    for (const { origin, flows } of fn.origins.values()) {
      const gets = flows.some(
        ({ to, toPath, fromPath }) =>
          to.type === 'argument' && to.call === at && to.index === -1 && toPath.length === 0 && fromPath.length === 0,
      )
      if (gets && origin.type !== 'after') found.push(origin)
    }
    return found
  }

  #isMadeElsewhere(fn: Fn, origin: Origin): boolean {
    const call = origin.type === 'result' ? callOf(fn, origin.call) : undefined
    return call?.isNew === true && call.name !== '' && this.#ground.classes.declared(call.name, fn.file).length === 0
  }

  #comesFromLibrary(fn: Fn, origin: Origin, depth: number): boolean {
    if (origin.type === 'import') return this.#ground.modules.files(fn.file, origin.module).length === 0
    if (origin.type !== 'result' || depth > DEPTH_MAX) return false
    if (this.#ground.targets.of(fn.firstCall + origin.call).length > 0) return false
    const call = callOf(fn, origin.call)
    if (call.isNew) return this.#isMadeElsewhere(fn, origin)
    if (this.#isOfLibrary(call.receiverType, fn.file) || this.#isStatic(fn, call)) return true
    return this.#receivers(fn, origin.call).some((receiver) => this.#comesFromLibrary(fn, receiver, depth + 1))
  }
}

/** Returns the module at the start of a full name. */
function moduleOf(name: string, { facts }: FileNode): string | undefined {
  return facts.imports.find(({ module }) => module !== '' && name.startsWith(`${module}.`))?.module
}
