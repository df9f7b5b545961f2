import type { FunctionRun } from '../flow/function-run.ts'
import type { Value } from '../flow/values.ts'
import { type ClassIr, type FunctionIr, NONE } from '../ir.ts'
import type { At } from './definitions.ts'
import { isInfluenced } from './given.ts'
import { LIST_HAS, PLAIN_FUNCTIONS, PLAIN_METHODS } from './tests.ts'
import type { Call } from './truth.ts'
import type { Safe } from './refine.ts'
import { allNamed, firstNamed } from '../named.ts'

/** Facts of a function about its parameters by result: the rules for which they are safe. */
export interface Checks {
  readonly onTrue: readonly Safe[]
  readonly onFalse: readonly Safe[]
  /** For a normal return. */
  readonly onReturn: readonly Safe[]
  /** Parameters that are allowlists for other parameters. */
  readonly lists: readonly number[]
}

const NONE_SAFE: Safe = []

/**
 * Returns the rules for which an argument is safe after a call that returns true or false, or returns at all. @param at location of the
 * call
 */
export function safeAfter(run: FunctionRun, call: Call, argument: number, when: boolean | undefined, at: At): Safe {
  if (isDeferred(run, call)) return NONE_SAFE
  const ids = calleesOf(run, call)
  if (ids === undefined) return deferToOtherFiles(run, call, argument, when, at)
  if (ids.length === 0) return NONE_SAFE
  let all: Safe = 'all'
  for (const id of ids) {
    const fn = run.file.file.functions[id]!
    const parameter = parameterOf(fn, call, argument)
    if (parameter === -1 || fn.isGenerator === true || (isAsync(run, fn) && !isAwaited(run, call, at))) return NONE_SAFE
    const checks = run.file.checksOf(id)
    const list = when === undefined ? checks?.onReturn : when ? checks?.onTrue : checks?.onFalse
    const isOthers = (place: number): boolean => {
      const value = call.arguments.findIndex((_, index) => parameterOf(fn, call, index) === place)
      return value !== -1 && isInfluenced(run, { in: run.guards.inside, register: call.arguments[value]!.value, at })
    }
    if (checks?.lists.some(isOthers) === true) return NONE_SAFE
    all = both(all, list?.[parameter] ?? NONE_SAFE)
  }
  return all
}

/** Whether a called function of the file passes an argument to a decoder: facts about its letters are invalid from there on. */
export function isDecodedWithin(run: FunctionRun, call: Call, argument: number): boolean {
  return (calleesOf(run, call) ?? []).some((id) => {
    const place = parameterOf(run.file.file.functions[id]!, call, argument)
    return place !== -1 && run.file.decodedBy(id).has(place)
  })
}

/** Names of functions that check or enforce that something is allowed. */
const ASKS =
  /^_?(?:is|has|can|may|in|check|assert|valid|ensure|verify|require|guard|must|allow|permit|accept|safe|known|support|match|reject|deny|forbid|bad|unsafe|invalid|enforce|demand|expect|restrict|throw|refuse|contains|confirm|authori|sanity|test)/i

/** Registers a query about a function of another file, as a number below 0: the linker resolves it when all files are known. */
function deferToOtherFiles(run: FunctionRun, call: Call, argument: number, when: boolean | undefined, at: At): Safe {
  if (!ASKS.test(call.method) || call.isNew || isOfLanguage(call)) return NONE_SAFE
  return [
    run.file.ask(
      run.fn.id,
      run.plan.callAt[run.plan.firstSite[at.block]! + at.index]!,
      argument,
      when,
      isAwaited(run, call, at),
    ),
  ]
}

/** Whether a name is a library method of texts and lists. */
function isOfLanguage({ method }: Call): boolean {
  return LIST_HAS.has(method) || PLAIN_METHODS.has(method) || PLAIN_FUNCTIONS.has(method) || LIBRARY.test(method)
}

const LIBRARY =
  /^(?:test|match|matches|match\?|matchAll|isinstance|issubclass|isNaN|isArray|isEmpty|isBlank|isNotEmpty|isNotBlank|isNullOrEmpty|isNull|is_null|is_array|is_string|is_object|is_a\?|isset|containsMatchIn|containsAll|equals|IsNullOrEmpty|IsNullOrWhiteSpace|IsMatch)$/

/** Own limit: analysed arguments of one call. */
const ARGUMENTS_MAX = 64

/** Returns the parameter of an argument; -1 for an unknown or ambiguous one. */
export function parameterOf({ parameters }: FunctionIr, { arguments: values }: Call, argument: number): number {
  const item = values[argument]!
  if (argument >= ARGUMENTS_MAX) return -1
  if (item.isSpread === true || values.slice(0, argument).some(({ isSpread }) => isSpread === true)) return -1
  const index = item.name === undefined ? argument : parameters.findIndex(({ name }) => name === item.name)
  return parameters[index]?.isRest === false ? index : -1
}

/** Whether the result of a function is asynchronous. */
export function isAsync({ file }: FunctionRun, { node }: FunctionIr): boolean {
  const head = /^[^({]*/.exec(file.known.text(node))?.[0] ?? ''
  return file.file.language !== 'rust' && /\basync\b/.test(head)
}

/** Number of instructions between a call and its `await`. */
const AWAITED_WITHIN = 2

function isAwaited(run: FunctionRun, { to }: Call, { block, index }: At): boolean {
  const next = run.fn.blocks[block]!.instructions.slice(index + 1, index + 1 + AWAITED_WITHIN)
  return next.some((item) => item.op === 'combine' && item.operator === 'await' && item.from.includes(to))
}

/** Whether a call is deferred: `go check(x)` and `defer check(x)` run concurrently, or at the end. */
function isDeferred({ file }: FunctionRun, { node }: Call): boolean {
  return file.file.language === 'go' && /(?:^|[\n;{])\s*(?:go|defer)\s*$/.test(file.textBefore(node))
}

/** Returns the only possible callees in the file; undefined for a function of another file. */
function calleesOf(run: FunctionRun, { callee, name, method, receiver }: Call): readonly number[] | undefined {
  const { atoms, file, fn } = run
  const found: number[] = []
  const value = callee === NONE ? undefined : run.get(callee)
  for (const atom of value?.atoms ?? []) {
    const origin = atoms.originOf(atom)
    if (origin?.type === 'function') found.push(origin.id)
    // The caller passes the called function.
    else if (origin?.type === 'parameter' && receiver === NONE) return []
  }
  if (found.length > 0) return found.length === value?.atoms.length ? found : []
  // A method of the same class, or a function of the file by its name.
  const isOwn =
    /^(?:this|self|\$this|static|cls|[A-Z]\w*)(?:\.|->|::)\w+$/.test(name) || receiver === NONE || name === method
  if (!isOwn) return undefined
  const head = /^([A-Z]\w*)(?:\.|->|::)/.exec(name)?.[1]
  const { classes } = file.file
  const owner = head === undefined ? classes[fn.owner] : firstNamed(classes, head)
  if (owner === undefined) return undefined
  // Subclasses may override the method.
  const meant = head === undefined ? [owner, ...classesBelow(classes, owner)] : [owner]
  const own = meant.flatMap(({ methods }) => allNamed(methods, method).map((item) => item.function))
  return own.length === 0 ? undefined : own
}

/** Gatehouse-specific limit: maximum depth of superclasses. */
const ABOVE_MAX = 8

const lastPart = (name: string): string => name.split(/[.\\:]/).at(-1) ?? ''

/** Class hierarchy of a file: direct subclasses by superclass name, and all subclasses by class. */
interface Hierarchy {
  readonly children: ReadonlyMap<string, readonly ClassIr[]>
  readonly below: Map<ClassIr, readonly ClassIr[]>
}

const hierarchies = new WeakMap<readonly ClassIr[], Hierarchy>()

function hierarchyOf(classes: readonly ClassIr[]): Hierarchy {
  let hierarchy = hierarchies.get(classes)
  if (hierarchy === undefined) {
    const children = new Map<string, ClassIr[]>()
    for (const item of classes) {
      for (const name of new Set(item.supers.map(lastPart))) {
        const list = children.get(name)
        if (list === undefined) children.set(name, [item])
        else list.push(item)
      }
    }
    hierarchy = { children, below: new Map() }
    hierarchies.set(classes, hierarchy)
  }
  return hierarchy
}

/** Returns the transitive subclasses of a class name. */
function classesBelow(classes: readonly ClassIr[], above: ClassIr): readonly ClassIr[] {
  const { children, below } = hierarchyOf(classes)
  let known = below.get(above)
  if (known === undefined) {
    const found = new Set<ClassIr>()
    let open: readonly string[] = [lastPart(above.name)]
    for (let depth = 0; depth < ABOVE_MAX && open.length > 0; depth += 1) {
      const next = open.flatMap((name) => children.get(name) ?? []).filter((item) => !found.has(item))
      for (const item of next) found.add(item)
      open = [...new Set(next.map(({ name }) => lastPart(name)))]
    }
    known = [...found]
    below.set(above, known)
  }
  return known
}

export function both(a: Safe, b: Safe): Safe {
  if (a === 'all') return b
  return b === 'all' ? a : a.filter((rule) => b.includes(rule))
}

/** Returns the rules for which a value is safe by its qualifiers. */
export function safetyOf(run: FunctionRun, value: Value): Safe {
  let all: Safe = 'all'
  for (const atom of value.atoms) all = both(all, run.atoms.quals.of(run.atoms.qualOf(atom)).except)
  return all
}
