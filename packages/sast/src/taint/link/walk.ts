import type { Flow } from '../facts.ts'
import { argumentsFor, passedTo } from './arguments.ts'
import type { Accessor } from './accessors.ts'
import type { Guide } from './guide.ts'
import { type Fact, Facts, type Step } from './facts-found.ts'
import type { Ground } from './ground.ts'
import { Library } from './library.ts'
import { WHOLE } from './paths.ts'
import { afterKey, parameterKey, resultKey, thrownKey } from './keys.ts'
import { callOf, type Fn, type OriginNode } from './program.ts'
import { Shared } from './receivers.ts'
import type { Target } from './targets.ts'
import { Variables } from './variables.ts'
import { type Exit, type Incoming, RESULT, type LabelRules, THROWN, CallContexts } from './ways.ts'
import { ANYWHERE } from './tags.ts'

/** Own limit: keys that distinguish the entries of a function; everything below them is merged. */
const ENTRY_KEYS_MAX = 1

const BEGIN: Step = { how: 'begin', before: undefined, flow: undefined, call: -1 }

/**
 * Follows labels through all functions, on paths with matching calls and returns: a value returns only to its call. The effect of a
 * function on a part of a parameter is computed once for all. Breadth-first: the first path found is a shortest one.
 */
export class Walk {
  readonly ground: Ground
  readonly #guide: Guide
  readonly #facts: Facts
  readonly #ways: CallContexts
  readonly #shared: Shared
  readonly #library: Library
  readonly #variables: Variables

  /** @param base walk whose entries are also valid exits of this walk */
  constructor(ground: Ground, guide: Guide, factsMax: number, base?: Walk) {
    this.ground = ground
    this.#guide = guide
    this.#facts = new Facts(ground.paths, factsMax, ground.program.originCount)
    this.#shared = new Shared(ground.receivers)
    this.#library = new Library(ground, guide, {
      at: (...given) => this.#at(...given),
      into: (...given) => this.#into(...given),
    })
    this.#ways = new CallContexts(base === undefined ? undefined : base.#ways)
    this.#variables = new Variables(ground, guide, this.#ways, {
      push: (...given) => this.#push(...given),
      come: (...given) => this.#come(...given),
    })
  }

  /** Returns the rules that exceeded their limit. */
  get full(): number {
    return this.#facts.full
  }

  /** Calls `each` for the incoming calls of an entry. */
  forEachIncoming(entry: number, each: (one: Incoming) => void): void {
    this.#ways.forEachIncoming(entry, each)
  }

  begin(node: OriginNode, path: number, said: LabelRules): void {
    this.#push(node, ANYWHERE, path, said, BEGIN)
  }

  run(): void {
    for (let fact = this.#facts.take(); fact !== undefined; fact = this.#facts.take()) {
      for (const flow of fact.node.flows) {
        const rules = fact.rules & this.#guide.allowed(flow, fact.node.fn)
        if (rules === 0) continue
        for (const tag of this.#guide.tagsAfter(fact, flow)) this.follow(fact, flow, { tag, rules })
      }
      for (const item of this.ground.accessors.at(fact.node)) this.#access(fact, item)
    }
  }

  /** Returns all facts. */
  facts(): readonly Fact[] {
    return this.#facts.all()
  }

  /** Makes a member visible under the name of its accessor. */
  #access(fact: Fact, { key, fn, isSetter }: Accessor): void {
    const { paths } = this.ground
    if (fact.path === WHOLE) return
    const given = isSetter ? paths.moved(fact.path, [key], []) : fact.path
    const from = fn.origins.get(isSetter ? parameterKey(0) : 'p-1')
    for (const flow of given === -1 ? [] : (from?.flows ?? [])) {
      const { to } = flow
      const isThere = isSetter ? to.type === 'parameter' && to.index === -1 : to.type === 'return'
      const rules = isThere ? fact.rules & this.#guide.allowed(flow, fn) : 0
      if (rules === 0) continue
      const path = paths.moved(given, flow.fromPath, isSetter ? flow.toPath : [key, ...flow.toPath])
      if (path === -1) continue
      const said: LabelRules = { tag: fact.tag, rules }
      this.#push(fact.node, fact.entry, path, said, { how: 'member', before: fact, flow: undefined, call: -1 })
    }
  }

  follow(fact: Fact, flow: Flow, said: LabelRules): void {
    const path = this.ground.paths.moved(fact.path, flow.fromPath, flow.toPath)
    if (path === -1 || !this.#guide.goesInto(this.ground.paths.path(path), said.tag)) return
    const { to } = flow
    switch (to.type) {
      case 'sink':
        this.#guide.sink(fact, flow, to.mark, said.tag, said.rules)
        break
      case 'argument':
        this.#give(fact, flow, fact.node.fn.firstCall + to.call, to.index, path, said)
        break
      case 'cell':
        this.#variables.save(fact, flow, path, said)
        break
      case 'import':
        this.#variables.saveOutside(fact, flow, path, said)
        break
      case 'return':
        this.#leave({ fact, flow, port: RESULT, path, said })
        break
      case 'parameter':
        this.#leave({ fact, flow, port: to.index, path, said })
        break
      case 'throw':
      default:
        this.#leave({ fact, flow, port: THROWN, path, said })
        break
    }
  }

  /** Attaches a resolved target: the exits of the function continue at the call. */
  attach(call: number, target: Target): void {
    for (const exit of this.#ways.open(target.fn)) this.#back(call, target.entry, target, undefined, exit, exit.said)
  }

  /** Passes a value to a function of a call. */
  enter(fact: Fact, flow: Flow, call: number, index: number, path: number, given: LabelRules, target: Target): void {
    if (target.mode === 'callback') return
    const together = this.#ways.comeTogether(fact.entry, target.entry)
    const others = given.rules & ~together
    if (others !== 0) {
      this.#ways.refuse({ fact, flow, call, index, path, said: { tag: given.tag, rules: others }, target })
      if (others === given.rules) return
    }
    const said: LabelRules = others === 0 ? given : { tag: given.tag, rules: given.rules & together }
    if (index === -1) {
      if (target.hasReceiver) this.#into(fact, flow, call, -1, path, said, target)
      return
    }
    const owner = this.ground.program.ownerOf(call)
    for (const { parameter, from, to } of passedTo(callOf(owner, call - owner.firstCall), index, target.fn.facts)) {
      const moved = this.ground.paths.moved(path, from, to)
      if (moved !== -1) this.#into(fact, flow, call, parameter, moved, said, target)
    }
  }

  #give(fact: Fact, flow: Flow, call: number, index: number, path: number, said: LabelRules): void {
    this.#guide.given(fact, flow, call, index, path, said.tag)
    if (index === -1 && path !== WHOLE && this.#isModule(fact, flow)) return
    // The argument may keep its content after the call.
    if (this.#guide.keeps(fact, flow, path, said.tag)) {
      const after = afterKey(call - fact.node.fn.firstCall, index)
      this.#at(fact.node.fn, after, fact.entry, path, said, { how: 'variable', before: fact, flow, call: -1 })
    }
    const targets = this.ground.targets.of(call)
    if (targets.length === 0) this.#library.byModel(fact, flow, call, index, path, said)
    else for (const target of targets) this.enter(fact, flow, call, index, path, said, target)
  }

  /** Whether the callee is a module function: it does not use other members of the module. */
  #isModule({ node: { origin, fn } }: Fact, { fromPath }: Flow): boolean {
    if (origin.type !== 'import' || fromPath.length > 0) return false
    return this.ground.modules.isWhole(fn.file, origin.module, origin.name)
  }

  #into(
    fact: Fact,
    flow: Flow,
    call: number,
    parameter: number,
    path: number,
    given: LabelRules,
    target: Target,
  ): void {
    const node = target.fn.origins.get(parameterKey(parameter))
    const rules = node === undefined ? 0 : given.rules & this.#guide.wanting(node)
    if (node === undefined || rules === 0) return
    const { tag } = given
    const said: LabelRules = { tag, rules }
    const step: Step = { how: 'call', before: fact, flow, call, isGuess: target.isGuess }
    if (!this.#guide.tellsWays(tag)) {
      this.#push(node, ANYWHERE, path, said, step)
      return
    }
    const start = this.ground.paths.start(path, ENTRY_KEYS_MAX)
    const entry = this.ground.entries.number(node, start, tag)
    this.#come(entry, { fact, flow, call, entry: fact.entry, target, fn: fact.node.fn, rules })
    this.#push(node, entry, start, said, step)
  }

  #come(entry: number, incoming: Incoming): void {
    const added = this.#ways.addIncoming(entry, incoming)
    if (added === undefined) return
    for (const exit of this.#ways.exits(entry)) this.#backBy(added, exit)
    for (const { fact, flow, call, index, path, said, target } of this.#ways.refused(entry)) {
      this.enter(fact, flow, call, index, path, said, target)
    }
  }

  #leave(exit: Exit): void {
    const { fact, port, path, said } = exit
    const { fn } = fact.node
    if (port === RESULT && fact.entry === ANYWHERE) {
      for (const { node, key } of this.ground.accessors.reads(fn)) {
        const to = this.ground.paths.number([key, ...this.ground.paths.path(path)])
        this.#push(node, ANYWHERE, to, said, { how: 'member', before: fact, flow: exit.flow, call: -1 })
      }
    }
    if (port === -1 && fn.owner !== undefined && path !== 0 && this.#guide.shares(fact, said.tag)) this.#share(exit)
    const added = this.#guide.leavesBy(port, fn) ? this.#ways.addExit(exit) : undefined
    if (added === undefined) return
    if (fact.entry === ANYWHERE) {
      for (const { call, target } of this.ground.targets.sites(fn))
        this.#back(call, target.entry, target, undefined, added, added.said)
    } else this.#ways.forEachIncoming(fact.entry, (one) => this.#backBy(one, added))
  }

  #backBy(incoming: Incoming, exit: Exit): void {
    const said: LabelRules = { tag: exit.said.tag, rules: exit.said.rules & incoming.rules }
    if (said.rules === 0) return
    if (incoming.call !== -1 && incoming.target !== undefined) {
      this.#back(incoming.call, incoming.entry, incoming.target, incoming.fact, exit, said)
      return
    }
    // It came through a captured variable: it leaves calls there unchanged.
    const { fn } = exit.fact.node
    for (const { call, target } of this.ground.targets.sites(fn)) {
      const isThere = this.ground.program.ownerOf(call) === incoming.fn
      this.#back(call, isThere ? incoming.entry : target.entry, target, isThere ? incoming.fact : undefined, exit, said)
    }
  }

  #back(call: number, entry: number, target: Target, before: Fact | undefined, exit: Exit, said: LabelRules): void {
    const { port, path } = exit
    const owner = this.ground.program.ownerOf(call)
    const local = call - owner.firstCall
    if (target.mode === 'callback') {
      if (port !== RESULT || this.ground.targets.of(call).length > 0) return
      for (const flow of this.#guide.model(call, said.tag)?.flows ?? []) {
        if (flow.from.type !== 'returned' || flow.from.index !== target.index) continue
        const moved = this.#library.moved(path, flow, call)
        if (moved !== -1) this.#library.put(before ?? exit.fact, exit.flow, call, entry, flow, moved, said, exit)
      }
      return
    }
    const { isGuess } = target
    const step: Step = { how: 'back', before, flow: undefined, call, inner: exit.fact, innerFlow: exit.flow, isGuess }
    if (port === RESULT) {
      if (target.mode === 'call') this.#at(owner, resultKey(local), entry, path, said, step)
      return
    }
    if (port === THROWN) {
      this.#at(owner, thrownKey(local), entry, path, said, step)
      return
    }
    if (port === -1) {
      if (target.hasReceiver)
        this.#at(owner, target.mode === 'make' ? resultKey(local) : afterKey(local, -1), entry, path, said, step)
      return
    }
    for (const { parameter: index, from, to } of argumentsFor(callOf(owner, local), port, target.fn.facts)) {
      const moved = this.ground.paths.moved(path, from, to)
      if (moved !== -1) this.#at(owner, afterKey(local, index), entry, moved, said, step)
    }
  }

  /** Makes a write of a method to its object visible in other methods of the class. */
  #share({ fact, flow, path, said }: Exit): void {
    const { fn } = fact.node
    const step: Step = { how: 'member', before: fact, flow, call: -1 }
    this.#shared.add(fn, fn.owner!, path, said, (node, rules) => {
      this.#push(node, ANYWHERE, path, { tag: said.tag, rules }, step)
    })
  }

  #at(fn: Fn, key: string, entry: number, path: number, said: LabelRules, step: Step): void {
    const node = fn.origins.get(key)
    if (node !== undefined) this.#push(node, entry, path, said, step)
  }

  #push(node: OriginNode, entry: number, path: number, { tag, rules }: LabelRules, step: Step): void {
    const wanted = rules & this.#guide.wanting(node)
    if (wanted !== 0) this.#facts.add(node, entry, path, tag, wanted, step, this.#guide.saysAtMost(tag))
  }
}
