import { posix } from 'node:path'
import type { HclNode } from '@gatehouse/sast/configuration'
import { type Instance, instancesOf } from './blocks.ts'
import { evaluate, type Scope, type Step } from './evaluate.ts'
import { attributesIn, type Block, type ConfigFile, type Folder, labelOf } from './files.ts'
import { policyDocument } from './policy-document.ts'
import { toJson } from './print.ts'
import { asType } from './types.ts'
import { EvaluationProblem, keyOfValue, TooLarge, Unknown, type Value } from './value.ts'
import { type World, within } from './world.ts'

/** Gatehouse-specific limit: maximum depth of module calls. */
const MODULE_DEPTH_MAX = 16

/** An expression with its scope. */
export interface ScopedExpression {
  readonly node: HclNode
  readonly file: ConfigFile
  readonly scope: Scope | undefined
}

export interface Child {
  readonly key: Instance['key']
  readonly module: Module
}

/** One call of a configuration folder: the folder with values for its variables. */
export class Module {
  readonly folder: Folder
  readonly scope: Scope
  /** The calling block with its location; undefined for a root module. */
  readonly caller: Block | undefined
  readonly #world: World
  readonly #given: ReadonlyMap<string, ScopedExpression>
  readonly #depth: number
  readonly #values = new Map<string, Value>()
  readonly #open = new Set<string>()
  readonly #children = new Map<Block, readonly Child[]>()
  readonly #named = new Map<string, Block>()
  readonly #locals = new Map<string, ScopedExpression>()

  constructor(world: World, folder: Folder, given: ReadonlyMap<string, ScopedExpression>, depth = 0, caller?: Block) {
    this.folder = folder
    this.caller = caller
    this.#world = world
    this.#given = given
    this.#depth = depth
    world.called.add(folder.path)
    world.countModule()
    this.scope = {
      names: new Map(),
      resolve: (path) => this.#resolve(path),
      read: (path) => world.read(path),
      budget: world.budget,
    }
    for (const block of folder.blocks) {
      const key = [block.type, ...block.labels].join(' ')
      if (!this.#named.has(key)) this.#named.set(key, block)
      if (block.type !== 'locals') continue
      for (const [name, node] of attributesIn(block.file, block.body)) {
        this.#locals.set(name, { node, file: block.file, scope: undefined })
      }
    }
  }

  /** Returns the modules that a block calls; none where the module is not in the tree. */
  childrenOf(block: Block): readonly Child[] {
    let children = this.#children.get(block)
    if (children === undefined) {
      // A module that calls itself finds nothing here.
      this.#children.set(block, [])
      children = this.#call(block)
      this.#children.set(block, children)
    }
    return children
  }

  /** The value of an output. */
  output(name: string): Value {
    const block = this.#named.get(`output ${name}`)
    const node = block === undefined ? undefined : attributesIn(block.file, block.body).get('value')
    if (block === undefined || node === undefined) throw new EvaluationProblem(`Output ${name} not found.`)
    return this.#once(`output.${name}`, () => evaluate(node, block.file, this.scope))
  }

  /** Returns the value of a variable: its argument or its default. */
  variable(name: string): Value {
    return this.#once(`var.${name}`, () => {
      const block = this.#named.get(`variable ${name}`)
      const given = this.#given.get(name)
      const attributes = block === undefined ? new Map<string, HclNode>() : attributesIn(block.file, block.body)
      const standard = attributes.get('default')
      const value = given === undefined ? null : evaluate(given.node, given.file, given.scope ?? this.scope)
      const isGiven = given !== undefined && value !== null
      if (!isGiven && (standard === undefined || block === undefined)) {
        return given === undefined ? new Unknown(`var.${name}`) : null
      }
      const chosen = isGiven ? value : evaluate(standard!, block!.file, this.scope)
      const type = attributes.get('type')
      return type === undefined || block === undefined ? chosen : asType(chosen, type, block.file, this.scope)
    })
  }

  #local(name: string): Value {
    const given = this.#locals.get(name)
    if (given === undefined) return new Unknown(`local.${name}`)
    return this.#once(`local.${name}`, () => evaluate(given.node, given.file, this.scope))
  }

  /** Evaluates a value once. A value that depends on itself, or that Terraform rejects, is unknown. */
  #once(name: string, find: () => Value): Value {
    const known = this.#values.get(name)
    if (known !== undefined) return known
    if (this.#open.has(name)) return new Unknown(name)
    this.#open.add(name)
    let value: Value
    try {
      value = find()
    } catch (thrown) {
      if (!(thrown instanceof EvaluationProblem)) throw thrown
      if (thrown instanceof TooLarge) this.#tell(`The value of ${name} is too large to be evaluated.`)
      value = new Unknown(name)
    } finally {
      this.#open.delete(name)
    }
    this.#values.set(name, value)
    return value
  }

  #tell(detail: string): void {
    this.#world.gap(this.folder.blocks[0]?.file.path ?? this.folder.path, detail)
  }

  #resolve(path: readonly Step[]): { readonly value: Value; readonly used: number } | undefined {
    const [first, second, third, fourth] = path
    if (first?.type !== 'member' || second?.type !== 'member') return undefined
    const { name } = second
    switch (first.name) {
      case 'var':
        return { value: this.variable(name), used: 2 }
      case 'local':
        return { value: this.#local(name), used: 2 }
      case 'path':
        return {
          value:
            name === 'module' ? this.#path() : name === 'root' || name === 'cwd' ? '.' : new Unknown(`path.${name}`),
          used: 2,
        }
      case 'terraform':
        return name === 'workspace' ? { value: 'default', used: 2 } : undefined
      case 'module':
        return this.#moduleValue(name, third, fourth)
      case 'data':
        return name === 'aws_iam_policy_document' ? this.#document(path) : undefined
      default:
        return undefined
    }
  }

  #path(): string {
    const path = posix.relative(
      this.#world.root === '' ? '.' : this.#world.root,
      this.folder.path === '' ? '.' : this.folder.path,
    )
    return path === '' ? '.' : path
  }

  #moduleValue(
    name: string,
    third: Step | undefined,
    fourth: Step | undefined,
  ): { value: Value; used: number } | undefined {
    const block = this.#named.get(`module ${name}`)
    const children = block === undefined ? [] : this.childrenOf(block)
    const [only] = children
    if (only === undefined) return undefined
    if (third?.type === 'member' && only.key === undefined) return { value: only.module.output(third.name), used: 3 }
    if (third?.type === 'index' && fourth?.type === 'member') {
      const { key } = third
      const found = children.find((child) => child.key !== undefined && String(child.key) === keyOfValue(key))
      return found === undefined ? undefined : { value: found.module.output(fourth.name), used: 4 }
    }
    if (third?.type === 'splat' && fourth?.type === 'member') {
      return { value: children.map(({ module }) => module.output(fourth.name)), used: 4 }
    }
    return undefined
  }

  /** The JSON of a policy document. */
  #document(path: readonly Step[]): { readonly value: Value; readonly used: number } | undefined {
    const [, , named, step] = path
    if (named?.type !== 'member') return undefined
    const block = this.#named.get(`data aws_iam_policy_document ${named.name}`)
    if (block === undefined) return undefined
    const used = step?.type === 'index' ? 4 : 3
    const part = path[used]
    if (part?.type !== 'member' || !(part.name === 'json' || part.name === 'minified_json')) return undefined
    const instances = instancesOf(block, this.scope, () => undefined)
    const key = step?.type === 'index' ? keyOfValue(step.key) : undefined
    const instance = instances.find((item) => key === undefined || String(item.key) === key) ?? instances[0]
    if (instance === undefined) return undefined
    const text = this.#once(`data.${named.name}.${key ?? ''}`, () => toJson(policyDocument(block, instance.scope)))
    return { value: text, used: used + 1 }
  }

  #call(block: Block): readonly Child[] {
    const attributes = attributesIn(block.file, block.body)
    const source = attributes.get('source')
    const written = source === undefined ? '' : labelOf(block.file.text, source)
    const told = (detail: string): void => this.#world.gap(block.file.path, detail)
    if (!/^\.\.?(?:\/|$)/.test(written)) {
      told(
        `The module ${block.labels[0] ?? ''} comes from ${written === '' ? 'an external source' : written}, which is not part of the scanned source; its resources were not scanned.`,
      )
      return []
    }
    const path = within(this.folder.path, written)
    const folder = path === undefined ? undefined : this.#world.folders.get(path)
    if (folder === undefined) {
      told(
        `The folder ${written} of the module ${block.labels[0] ?? ''} is not part of the scanned source; its resources were not scanned.`,
      )
      return []
    }
    if (this.#depth >= MODULE_DEPTH_MAX) {
      told(
        `Modules are nested more than ${MODULE_DEPTH_MAX} levels deep: the resources of ${block.labels[0] ?? ''} were not read.`,
      )
      return []
    }
    return instancesOf(block, this.scope, told).map(({ key, scope }) => {
      const given = new Map([...attributes].map(([name, node]) => [name, { node, file: block.file, scope }]))
      return { key, module: new Module(this.#world, folder, given, this.#depth + 1, block) }
    })
  }
}
