import { type HclNode, partOf, partsOf } from '@gatehouse/sast/configuration'
import { instancesOf, nestedOf, valueOrUnknown } from './blocks.ts'
import type { Emitter } from './emitter.ts'
import { keyOf, type Scope } from './evaluate.ts'
import { type Block, blocksIn, type ConfigFile, labelOf } from './files.ts'
import type { Module } from './module.ts'
import { printKey, printValue } from './print.ts'
import { quoted } from './quote.ts'
import { EvaluationProblem, truthOfValue, Unknown } from './value.ts'
import type { World } from './world.ts'

/** Blocks that `count` and `for_each` multiply. */
const MULTIPLIED: ReadonlySet<string> = new Set(['resource', 'data', 'ephemeral'])

/** Attributes that set the number of instances only. */
const COUNTS: ReadonlySet<string> = new Set(['count', 'for_each'])

/** Blocks and attributes with names that are no values: they are printed as written. */
const VERBATIM: ReadonlySet<string> = new Set(['variable', 'moved', 'import', 'removed', 'check'])
const VERBATIM_ATTRIBUTES: ReadonlySet<string> = new Set(['depends_on', 'provider', 'providers', 'ignore_changes'])

/** Prints a module and all modules that it calls. */
export class Renderer {
  readonly #emitter: Emitter
  readonly #world: World
  /** Called after each block of the outermost level. */
  readonly #flush: () => void
  readonly #seen = new Set<string>()

  constructor(emitter: Emitter, world: World, flush: () => void) {
    this.#emitter = emitter
    this.#world = world
    this.#flush = flush
  }

  module(module: Module): void {
    const isFirst = !this.#seen.has(module.folder.path)
    this.#seen.add(module.folder.path)
    for (const block of module.folder.blocks) {
      // A block that does not depend on the module's caller is printed once.
      const isFixed = !MULTIPLIED.has(block.type) && block.type !== 'module' && block.type !== 'locals'
      if (isFixed && !isFirst) continue
      const report = (detail: string): void => this.#world.gap(block.file.path, detail)
      const instances = MULTIPLIED.has(block.type)
        ? instancesOf(block, module.scope, report)
        : [{ scope: module.scope }]
      for (const { scope } of instances) {
        this.#block(block, block.type, block.body, scope, '', module.caller)
        this.#flush()
      }
      if (block.type === 'module') for (const child of module.childrenOf(block)) this.module(child.module)
    }
  }

  #block(block: Block, type: string, body: HclNode, scope: Scope, indent: string, caller?: Block): void {
    this.#world.budget.block()
    const { file, node } = block
    const out = this.#emitter
    if (caller !== undefined) out.made(`# called as module "${caller.labels[0] ?? ''}" in ${caller.file.path}\n`)
    const labels = type === block.type ? block.labels.map((label) => `${quoted(label)} `).join('') : ''
    out.made(indent)
    out.from(`${type} ${labels}`, file, { start: node.start, end: body.start })
    out.made('{\n')
    if (VERBATIM.has(type)) this.#verbatim(file, body)
    else this.#body(file, body, scope, `${indent}  `, indent === '' && (MULTIPLIED.has(type) || type === 'module'))
    out.made(indent)
    out.from('}', file, { start: node.end - 1, end: node.end })
    out.made('\n')
  }

  #verbatim(file: ConfigFile, body: HclNode): void {
    for (const child of body.children) {
      if (child.kind !== 'attribute' && child.kind !== 'block') continue
      this.#emitter.from(file.text.slice(child.start, child.end), file, child)
      this.#emitter.made('\n')
    }
  }

  #body(file: ConfigFile, body: HclNode, scope: Scope, indent: string, isMultiplied: boolean): void {
    const report = (detail: string): void => this.#world.gap(file.path, detail)
    const nested = new Map(blocksIn(file, body).map((block) => [block.node, block]))
    for (const child of body.children) {
      const block = nested.get(child)
      if (block !== undefined) {
        for (const item of nestedOf(block, scope, report))
          this.#block(item.block, item.type, item.body, item.scope, indent)
      } else if (child.kind === 'attribute') this.#attribute(file, child, scope, indent, isMultiplied)
    }
  }

  #attribute(file: ConfigFile, attribute: HclNode, scope: Scope, indent: string, isMultiplied: boolean): void {
    const name = partOf(attribute, 'name')!
    const node = partOf(attribute, 'value')!
    const word = labelOf(file.text, name)
    if (isMultiplied && COUNTS.has(word)) return
    const out = this.#emitter
    const write = VERBATIM_ATTRIBUTES.has(word)
      ? () => out.from(file.text.slice(node.start, node.end), file, node)
      : this.#value(file, node, scope, indent)
    // An attribute with the value null is absent.
    if (write === undefined) return
    out.made(indent)
    out.from(word, file, name)
    out.made(' = ')
    write()
    out.made('\n')
  }

  /** Returns a printer for a value, piece by piece where the source has pieces; undefined for null. */
  #value(file: ConfigFile, node: HclNode, scope: Scope, indent: string): (() => void) | undefined {
    const out = this.#emitter
    if (node.kind === 'parenthesized') return this.#value(file, partOf(node, 'value')!, scope, indent)
    if (node.kind === 'tuple' && partsOf(node).length > 0) return () => this.#tuple(file, node, scope, indent)
    if (node.kind === 'object' && partsOf(node).length > 0) return () => this.#object(file, node, scope, indent)
    if (node.kind === 'call' && labelOf(file.text, partOf(node, 'function')!) === 'jsonencode') {
      const [argument] = partsOf(partOf(node, 'arguments')!)
      const inner = argument === undefined ? undefined : this.#value(file, argument, scope, indent)
      if (inner !== undefined) {
        return () => {
          out.from('jsonencode(', file, { start: node.start, end: argument!.start })
          inner()
          out.made(')')
        }
      }
    }
    if (node.kind === 'conditional') {
      const hclNode = this.#branch(file, node, scope)
      if (hclNode !== undefined) return this.#value(file, hclNode, scope, indent)
    }
    const value = valueOrUnknown(node, file, scope)
    return value === null ? undefined : () => out.from(printValue(value, indent), file, node)
  }

  #branch(file: ConfigFile, node: HclNode, scope: Scope): HclNode | undefined {
    const condition = valueOrUnknown(partOf(node, 'condition')!, file, scope)
    if (condition instanceof Unknown) return undefined
    try {
      return partOf(node, truthOfValue(condition) ? 'then' : 'else')
    } catch (thrown) {
      if (thrown instanceof EvaluationProblem) return undefined
      throw thrown
    }
  }

  #tuple(file: ConfigFile, node: HclNode, scope: Scope, indent: string): void {
    const out = this.#emitter
    const parts = partsOf(node)
    const isLong = parts.some(({ kind }) => kind === 'object')
    out.from('[', file, { start: node.start, end: node.start + 1 })
    for (const [at, part] of parts.entries()) {
      out.made(isLong ? `\n${indent}  ` : at === 0 ? '' : ', ')
      const write = this.#value(file, part, scope, isLong ? `${indent}  ` : indent)
      if (write === undefined) out.from('null', file, part)
      else write()
      if (isLong) out.made(',')
    }
    if (isLong) out.made(`\n${indent}`)
    out.from(']', file, { start: node.end - 1, end: node.end })
  }

  #object(file: ConfigFile, node: HclNode, scope: Scope, indent: string): void {
    const out = this.#emitter
    out.from('{', file, { start: node.start, end: node.start + 1 })
    for (const part of partsOf(node)) {
      const key = partOf(part, 'key')
      const hclNode = partOf(part, 'value')
      if (key === undefined || hclNode === undefined) continue
      out.made(`\n${indent}  `)
      out.from(this.#key(file, key, scope), file, key)
      out.made(' = ')
      const write = this.#value(file, hclNode, scope, `${indent}  `)
      if (write === undefined) out.from('null', file, hclNode)
      else write()
    }
    out.made(`\n${indent}`)
    out.from('}', file, { start: node.end - 1, end: node.end })
  }

  #key(file: ConfigFile, key: HclNode, scope: Scope): string {
    try {
      return printKey(keyOf(key, file, scope))
    } catch (thrown) {
      if (thrown instanceof EvaluationProblem) return printKey('unknown')
      throw thrown
    }
  }
}
