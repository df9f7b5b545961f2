import type { Flow, Path } from '../facts.ts'
import { type FoundModel, readFlows } from '../models/model.ts'
import { ByName } from './by-name.ts'
import type { Fact } from './facts-found.ts'
import type { Ground } from './ground.ts'
import { ALL_RULES, type Guide } from './guide.ts'
import { resultKey } from './keys.ts'
import { WHOLE } from './paths.ts'
import { callOf, type ClassNode, type Fn, type OriginNode } from './program.ts'
import { functionTarget, makeTarget, methodTarget, Resolver } from './resolve.ts'
import { type Tag } from './tags.ts'
import type { Target } from './targets.ts'
import { Walk } from './walk.ts'
import { RESULT, type LabelRules } from './ways.ts'

/** Own limit: with more facts a scan would take minutes and a gigabyte; the omission is reported. */
const FACTS_MAX = 400_000

/** Gatehouse-specific limit: maximum depth of a callee in an object. */
const DEPTH_MAX = 1

/** Own limit: a value of more possible objects is unknown. */
const OBJECTS_MAX = 8
const FUNCTIONS_MAX = 40

/** Methods that return a function that calls their argument or receiver. */
const WRAPPERS = new Set('bind debounce throttle once memoize promisify wrap partial curry callbackify'.split(' '))
/** Default model: a function with a function argument usually returns one that calls the argument. */
const WRAPPED: FoundModel = { flows: readFlows('args -> result, this -> result'), isGuess: true }

/** Methods of function interfaces, and of every object. */
const OF_FUNCTIONS = new Set(
  'andThen compose negate and or reversed thenComparing equals hashCode toString getClass wait notify notifyAll let also takeIf'.split(
    ' ',
  ),
)

const [UNKNOWN, UNUSED, USED] = [0, 1, 2]
const NOTHING_SAID: readonly number[] = []

/** Follows functions, classes and instances to the calls that run them. */
export class Values implements Guide {
  readonly walk: Walk
  readonly #ground: Ground
  readonly #resolver: Resolver
  /** By call number: its arguments, each as a fact followed by its flow. */
  readonly #given: (Fact | Flow)[][] = []

  /** By value number: whether its labels are useful. */
  readonly #uses: Uint8Array

  constructor(ground: Ground) {
    this.#ground = ground
    this.#uses = new Uint8Array(ground.program.originCount)
    this.#resolver = new Resolver(ground)
    this.walk = new Walk(ground, this, FACTS_MAX)
  }

  /** Fills the table of call targets. */
  run(): void {
    const { program } = this.#ground
    for (const fn of program.functions) {
      fn.facts.calls.forEach((call, at) => {
        for (const target of this.#resolver.targets(fn, call)) this.#found(fn.firstCall + at, target)
        if (call.isNew) {
          for (const node of this.#ground.classes.declared(call.name, fn.file)) this.#made(fn, at, node)
        }
      })
    }
    for (const fn of program.functions) this.#seed(fn)
    this.walk.run()
    const byName = new ByName(this.#ground)
    for (const fn of program.functions) {
      for (let at = 0; at < fn.facts.calls.length; at += 1) {
        for (const target of byName.targets(fn, at)) this.#found(fn.firstCall + at, target)
      }
    }
    this.walk.run()
    this.#given.length = 0
    this.#noteInstances()
  }

  /** Labels values with the classes of their types. */
  #noteInstances(): void {
    const { accessors, classes, program, tags } = this.#ground
    for (const { node, path, tag } of this.walk.facts()) {
      const said = tags.tag(tag)
      if (said.type === 'instance' && path === WHOLE) accessors.note(node, said.node, classes)
    }
    for (const fn of program.functions) {
      for (const node of fn.origins.values()) {
        const { origin } = node
        const type = origin.type === 'parameter' ? fn.facts.parameters[origin.index]?.type : undefined
        if (type === undefined || !node.flows.some(({ fromPath }) => fromPath.length > 0)) continue
        for (const owner of classes.named(type, fn.file)) accessors.note(node, owner, classes)
      }
    }
  }

  allowed(flow: Flow): number {
    return flow.only === undefined ? ALL_RULES : 0
  }

  /** The label of an object does not apply to its members. */
  tagsAfter({ tag, path }: Fact, { fromPath }: Flow): readonly number[] {
    return path === WHOLE && fromPath.length > 0 ? NOTHING_SAID : [tag]
  }

  wanting(node: OriginNode): number {
    let use = this.#uses[node.id]!
    if (use === UNKNOWN) {
      use = isOfUse(node) ? USED : UNUSED
      this.#uses[node.id] = use
    }
    return use === USED ? ALL_RULES : 0
  }

  /** A callee does not change a function that it receives. */
  keeps(_fact: Fact, _flow: Flow, path: number, tag: number): boolean {
    return this.#ground.tags.tag(tag).type !== 'function' || path !== WHOLE
  }

  sink(): void {
    // Functions and objects do no harm.
  }

  given(fact: Fact, flow: Flow, call: number, index: number, path: number, number: number): void {
    const list = (this.#given[call] ??= [])
    list.push(fact, flow)
    const tag = this.#ground.tags.tag(number)
    const fn = fact.node.fn
    const facts = callOf(fn, call - fn.firstCall)
    const keys = this.#ground.paths.path(path)
    const isCallee =
      (index === -2 && path === WHOLE) ||
      (index === -1 && keys.length === 1 && (keys[0] === facts.method || keys[0] === '*'))
    if (tag.type === 'function') {
      if (isCallee || (index === -1 && path === WHOLE && isRunBy(facts.method, fn))) {
        this.#found(call, methodTarget(tag.fn, fact.entry))
      } else if (index >= 0 && path === WHOLE) {
        this.#found(call, { fn: tag.fn, mode: 'callback', hasReceiver: false, index, entry: fact.entry })
      }
    } else if (tag.type === 'class') {
      if (isCallee) this.#make(call, fn, tag.node, fact.entry)
      else if (index === -1 && path === WHOLE) {
        const found = this.#ground.classes.inherited(tag.node, facts.method)
        for (const item of found) this.#found(call, { ...functionTarget(item), entry: fact.entry })
        if (facts.method === 'new') this.#make(call, fn, tag.node, fact.entry)
      }
    } else if (tag.type === 'instance' && index === -1 && path === WHOLE) {
      for (const item of this.#ground.classes.dispatch(tag.node, facts.method, tag.isExact)) {
        this.#found(call, methodTarget(item, fact.entry))
      }
    }
  }

  model(call: number, tag: number): FoundModel | undefined {
    // Values in containers have declared types, or too many possible objects.
    if (this.#ground.tags.tag(tag).type !== 'function') return undefined
    const found = this.#ground.models.of(call)
    if (!found.isGuess) return found
    const owner = this.#ground.program.ownerOf(call)
    const { name, method } = callOf(owner, call - owner.firstCall)
    return name === method || WRAPPERS.has(method) ? WRAPPED : undefined
  }

  saysAtMost(tag: number): number {
    return this.#ground.tags.tag(tag).type === 'function' ? FUNCTIONS_MAX : OBJECTS_MAX
  }

  /** Only for function arguments the caller matters: an object has the same methods for all callers. */
  tellsWays(tag: number): boolean {
    return this.#ground.tags.tag(tag).type === 'function'
  }

  goesInto(path: Path): boolean {
    return path.length <= DEPTH_MAX
  }

  leavesBy(port: number, { facts }: Fn): boolean {
    return port === RESULT || (port === -1 && facts.kind === 'constructor')
  }

  shares(): boolean {
    return true
  }

  #enter(fact: Fact, flow: Flow, call: number, target: Target): void {
    if (flow.to.type !== 'argument') return
    const path = this.#ground.paths.moved(fact.path, flow.fromPath, flow.toPath)
    this.walk.enter(fact, flow, call, flow.to.index, path, fact, target)
  }

  #make(call: number, fn: Fn, node: ClassNode, entry: number): void {
    for (const constructor of this.#ground.classes.constructorsOf(node))
      this.#found(call, { ...makeTarget(constructor), entry })
    this.#made(fn, call - fn.firstCall, node)
  }

  #made(fn: Fn, call: number, node: ClassNode): void {
    this.#say(fn, resultKey(call), { type: 'instance', node, isExact: true })
  }

  #found(call: number, target: Target): void {
    if (!this.#ground.targets.add(call, target)) return
    this.walk.attach(call, target)
    if (target.mode === 'callback') return
    const values = this.#given[call] ?? []
    for (let at = 0; at < values.length; at += 2) this.#enter(values[at] as Fact, values[at + 1] as Flow, call, target)
    const owner = this.#ground.program.ownerOf(call)
    const { returnType } = target.fn.facts
    if (returnType === undefined || target.mode === 'make') return
    for (const node of this.#ground.classes.named(returnType, target.fn.file)) {
      this.#say(owner, resultKey(call - owner.firstCall), { type: 'instance', node, isExact: false })
    }
  }

  #seed(fn: Fn): void {
    for (const node of fn.origins.values()) {
      const { origin } = node
      if (origin.type === 'function') {
        const named = fn.file.functions[origin.id]
        if (named !== undefined) this.#begin(node, { type: 'function', fn: named })
      } else if (origin.type === 'class') {
        const named = fn.file.classes[origin.id]
        if (named !== undefined) this.#begin(node, { type: 'class', node: named })
      } else if (origin.type === 'import' && fn.file.family !== 'javascript') {
        const full = origin.name === '*' ? origin.module : `${origin.module}.${origin.name}`
        for (const named of this.#ground.classes.declared(full, fn.file))
          this.#begin(node, { type: 'class', node: named })
      }
    }
    // For typed parameters, the type resolves the call.
    if (fn.owner !== undefined && fn.facts.kind !== 'static') this.#seedReceiver(fn, fn.owner)
  }

  #seedReceiver(fn: Fn, owner: ClassNode): void {
    const receiver = fn.origins.get('p-1')
    if (receiver === undefined) return
    this.#begin(receiver, { type: 'instance', node: owner, isExact: false })
    for (const { name, type } of owner.facts.fields) {
      if (type === undefined) continue
      for (const node of this.#ground.classes.named(type, owner.file)) {
        this.walk.begin(
          receiver,
          this.#ground.paths.number([name]),
          labelOf(this.#ground.tags.number({ type: 'instance', node, isExact: false })),
        )
      }
    }
  }

  #say(fn: Fn, key: string, tag: Tag): void {
    const node = fn.origins.get(key)
    if (node !== undefined) this.#begin(node, tag)
  }

  #begin(node: OriginNode, tag: Tag): void {
    this.walk.begin(node, WHOLE, labelOf(this.#ground.tags.number(tag)))
  }
}

/**
 * Whether a method of a function object calls it: where interfaces type functions, any method except those of the interfaces themselves.
 */
function isRunBy(method: string, { file }: Fn): boolean {
  const { language } = file.facts
  return (language === 'java' || language === 'kotlin') && !OF_FUNCTIONS.has(method)
}

/** Whether labels of a value are useful: a flow to a sink or back through a parameter calls nothing. */
function isOfUse({ flows, fn }: OriginNode): boolean {
  return flows.some(({ fromPath, to }) => {
    // A member may have an accessor function.
    if (fromPath.length > 0) return true
    if (to.type === 'parameter') return to.index === -1 && fn.owner !== undefined
    return to.type !== 'sink' && to.type !== 'throw'
  })
}

/** Names of callees do not depend on rules. */
function labelOf(tag: number): LabelRules {
  return { tag, rules: ALL_RULES }
}
