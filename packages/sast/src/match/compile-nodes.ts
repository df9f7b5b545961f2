import { isConfigLanguage } from '../languages/config-language.ts'
import { regexOf } from '../rules/text-regex.ts'
import { type CompactTree, isLeaf, NAMED, textOf } from '../tree/compact-tree.ts'
import { openObject } from './chain.ts'
import { groupsOf } from './groups.ts'
import type { NodePattern, Pattern } from './pattern.ts'
import { operandsOf } from './operands.ts'
import { ALL, ANY_LOOP, DEEP, ELLIPSIS, META, TYPED, type TypedMeta } from './pattern-text.ts'
import { literalOf } from './literals.ts'
import { deepOfShell } from './compile-shell.ts'
import { assignmentOf, namePath } from './shapes.ts'
import { childIn, speaking, stringText, unwrap, type Vocabulary, wordOf } from './view.ts'

/** All ways in which languages write an ellipsis. */
const OPEN = /^(?:int |\*\*|case |when |const |val |\$)?__GHE(?:(?:: | | -> | => | in |\) )__GHE)?(?: = 1)?[:,]?$/

const ANY_PAIR = `${ELLIPSIS} = ${ELLIPSIS}`

/** How `for (...)` is written. */
const LOOP = new RegExp(`^for\\s*\\(\\s*\\$?${ANY_LOOP}\\b`)

/** A metavariable with adjacent punctuation, or anywhere in a word that is a string. */
const SIGNED = /^([^\w\s]{1,9})__GHM_(\w+?)([^\w\s]{0,9})$/
const WITHIN = /^(?=.*[^\w])(\S{0,200}?)__GHM_([A-Z0-9_]{1,99})([^\w\s]\S{0,200})?$/

/** Prefix of a Python string that may contain code. */
const FORMATTED = /^[rb]{0,1}[ft][rb]{0,1}["']/i

/** Compiles the tree of a pattern to a matcher tree. */
export class CompileNodes {
  readonly metas = new Set<string>()
  readonly #tree: CompactTree
  readonly #vocabulary: Vocabulary
  readonly #typed: readonly TypedMeta[]

  constructor(tree: CompactTree, vocabulary: Vocabulary, typed: readonly TypedMeta[]) {
    this.#tree = tree
    this.#vocabulary = vocabulary
    this.#typed = typed
  }

  compile(value: number): Pattern {
    const tree = this.#tree
    const vocabulary = this.#vocabulary
    const node = unwrap(tree, value, vocabulary)
    const kind = tree.kind[node]!
    const special = this.#special(node)
    if (special !== undefined) return special
    const object = openObject(tree, node, vocabulary)
    if (object !== -1) return { type: 'chain', inner: this.compile(object) }
    const string = stringText(tree, node, vocabulary)
    if (string !== undefined) return (string === '...' ? this.#template(node) : undefined) ?? this.#string(string)
    const children = speaking(tree, node, vocabulary)
    if (children.length === 0 || vocabulary.literals.has(kind) || vocabulary.identifiers.has(kind)) {
      const text = wordOf(tree, node, vocabulary)
      const constant = literalOf(tree, node, vocabulary)
      const isName = vocabulary.identifiers.has(kind) || text.length < tree.end[node]! - tree.start[node]!
      if (/^\/(?:\.\.\.|__GHE\W?)\/$/.test(text)) return { type: 'kind', kinds: vocabulary.sameAs(kind) }
      const open = isName || !vocabulary.literals.has(kind) ? null : /^(\S{0,200}?)__GHE(\S{0,200})$/.exec(text)
      if (open !== null) return { type: 'part', before: open[1]!, after: open[2]!, name: '$_' }
      const part = (isName || !vocabulary.literals.has(kind) ? SIGNED : WITHIN).exec(text)
      if (part !== null) {
        this.metas.add(`$${part[2]}`)
        return { type: 'part', before: part[1]!, after: part[3] ?? '', name: `$${part[2]}` }
      }
      if (isLeaf(tree, node) || !vocabulary.lists.has(kind)) {
        const tokens = vocabulary.sameAs(kind)
        return {
          type: 'leaf',
          text,
          isName,
          ...(constant !== undefined && { constant }),
          ...((tree.flags[node]! & NAMED) === 0 && tokens.size > 1 && { tokens }),
        }
      }
    }
    return this.#node(node, children)
  }

  #node(node: number, children: readonly number[]): NodePattern {
    const tree = this.#tree
    const vocabulary = this.#vocabulary
    const kind = tree.kind[node]!
    const path = namePath(tree, node, vocabulary)
    const swaps = this.#swaps(node)
    const assignment = assignmentOf(tree, node, vocabulary)
    const calls = this.#calls(node)
    const order = vocabulary.subset.has(kind) ? 'subset' : vocabulary.unordered.has(kind) ? 'unordered' : 'ordered'
    if (vocabulary.loops.has(kind) && LOOP.test(textOf(tree, node))) return this.#loop(children)
    const parts: Pattern[] = vocabulary.tokens.has(kind)
      ? [...this.#groups(node)]
      : children.map((child) => this.compile(child))
    if (this.#isImage(node) && children.length === 1 && parts[0]?.type === 'meta') parts.push({ type: 'ellipsis' })
    if (this.#isOpenClass(node, parts)) parts.push({ type: 'ellipsis' })
    const [first] = parts
    const isPair = isConfigLanguage(vocabulary.language) && vocabulary.language.pairs.includes(tree.kinds.name(kind))
    return {
      type: 'node',
      kinds: vocabulary.sameAs(kind),
      children: parts,
      ...(isPair && first?.type === 'leaf' && first.isName && { begins: first.text }),
      ...(vocabulary.tokens.has(kind) && { isGrouped: true }),
      order,
      isBlock: vocabulary.blocks.has(kind),
      ...(path !== undefined && !path.includes('__GH') && { path }),
      ...(swaps !== undefined && { swaps, ...this.#operands(node) }),
      ...([...vocabulary.sameAs(kind)].some((item) => vocabulary.named.has(item)) && { isNamed: true }),
      ...(vocabulary.rows.calls.has(kind) && { isCall: true }),
      ...(this.#isRecord(kind, children) && { isRecord: true }),
      ...(vocabulary.parameters.has(kind) && { isParameters: true }),
      ...(/^pair(?:_pattern)?$/.test(tree.kinds.name(kind)) && { isPair: true }),
      ...this.#member(kind),
      ...this.#arrow(kind, children),
      ...this.#tag(kind),
      ...this.#decorated(kind, children),
      ...(calls !== undefined && { calls }),
      ...(assignment !== undefined &&
        !assignment.isDeclared && {
          assigns: { left: this.compile(assignment.left), right: this.compile(assignment.right) },
        }),
    }
  }

  /** Compiles `for (...)`: a loop over anything. */
  #loop(children: readonly number[]): NodePattern {
    const body = this.compile(children.at(-1)!)
    const parts: readonly Pattern[] = [{ type: 'ellipsis' }, body]
    return { type: 'node', kinds: this.#vocabulary.loops, children: parts, order: 'ordered', isBlock: false }
  }

  #operands(node: number): Pick<NodePattern, 'operands'> {
    const chain = operandsOf(this.#tree, node, this.#vocabulary)
    if (chain === undefined) return {}
    const parts = chain.operands.map((operand) => this.compile(operand))
    return { operands: { operator: chain.operator, parts } }
  }

  #isRecord(kind: number, children: readonly number[]): boolean {
    const { records, recordMembers } = this.#vocabulary
    return (
      records.has(kind) &&
      children.length > 0 &&
      children.every((child) => recordMembers.has(this.#tree.kind[child]!) || this.#isMeta(child))
    )
  }

  #isMeta(node: number): boolean {
    return /^\$?__GH[MA]_\w+$/.test(textOf(this.#tree, node))
  }

  /** `a.b` is also `a['b']`. */
  #member(kind: number): Pick<NodePattern, 'isMember' | 'kinds'> | undefined {
    const { kinds, language } = this.#vocabulary
    if (language.imports !== 'javascript' || kinds.name(kind) !== 'member_expression') return undefined
    return { isMember: true, kinds: new Set([kind, kinds.id('subscript_expression', true)]) }
  }

  /** A function without a name may be an arrow. */
  #arrow(kind: number, children: readonly number[]): Pick<NodePattern, 'arrow' | 'kinds'> | undefined {
    const { kinds, parameters } = this.#vocabulary
    const arrow = kinds.id('arrow_function', true)
    if (arrow === -1 || !/^function_(?:expression|declaration)$/.test(kinds.name(kind))) return undefined
    const place = children.findIndex((child) => parameters.has(this.#tree.kind[child]!))
    const [params, body] = [children[place], children.at(-1)]
    const before = children.slice(0, Math.max(0, place)).map((child) => textOf(this.#tree, child))
    if (params === undefined || body === undefined || body === params) return undefined
    if (before.some((word) => word !== 'function' && word !== ELLIPSIS)) return undefined
    return {
      kinds: new Set([...this.#vocabulary.sameAs(kind), arrow]),
      arrow: { params: this.compile(params), body: this.compile(body) },
    }
  }

  /** The decorators of an exported class precede the export. */
  #decorated(kind: number, children: readonly number[]): Pick<NodePattern, 'isDecorated' | 'kinds'> | undefined {
    const { kinds } = this.#vocabulary
    const [first] = children
    const exported = kinds.id('export_statement', true)
    if (first === undefined || exported === -1 || this.#nameOf(first) !== 'decorator') return undefined
    return { isDecorated: true, kinds: new Set([...this.#vocabulary.sameAs(kind), exported]) }
  }

  /** `<a />` is also `<a></a>`. */
  #tag(kind: number): Pick<NodePattern, 'isTag' | 'kinds'> | undefined {
    const { kinds } = this.#vocabulary
    if (kinds.name(kind) !== 'jsx_self_closing_element') return undefined
    return { isTag: true, kinds: new Set([kind, kinds.id('jsx_element', true)]) }
  }

  #groups(node: number): readonly Pattern[] {
    return groupsOf(this.#tree, node, this.#vocabulary).map((group) => {
      const parts = group.map((token) => this.compile(token))
      const [only] = parts
      return parts.length === 1 && only !== undefined ? only : { type: 'run', parts }
    })
  }

  /** Compiles pattern syntax that is no code of the language; its node may be wrapped in nodes without meaning. */
  #special(node: number): Pattern | undefined {
    const tree = this.#tree
    const text = textOf(tree, node)
      .replace(/[;\s]+$/, '')
      .replace(/^[$Z](?=__GH)/, '')
    // Between code parts of a string, and in code within a string.
    if (text === '...' && (tree.flags[node]! & NAMED) !== 0) return { type: 'ellipsis' }
    if (text.includes(ELLIPSIS)) {
      const isOpen = OPEN.test(text) || (text === ANY_PAIR && this.#nameOf(node) === 'element_value_pair')
      if (isOpen && !this.#isList(node)) return { type: 'ellipsis' }
    }
    const shell = deepOfShell(tree, node, text, this.#vocabulary)
    if (shell !== undefined) return { type: 'deep', inner: this.compile(shell) }
    if (text.startsWith(`${DEEP}(`) && text.endsWith(')')) {
      const [callee, args] = speaking(tree, node, this.#vocabulary)
      if (callee !== undefined && args !== undefined && textOf(tree, callee) === DEEP) {
        const [inner] = speaking(tree, args, this.#vocabulary)
        if (inner !== undefined) return { type: 'deep', inner: this.compile(inner) }
      }
    }
    if (this.#isList(node) || this.#isImage(node)) return undefined
    const name = /^__GH([MAT])_(\w+)$/.exec(text)
    if (name === null) return undefined
    if (`__GH${name[1]}_` === TYPED) {
      const meta = this.#typed[Number(name[2])]
      if (meta === undefined) return undefined
      this.metas.add(`$${meta.name}`)
      return { type: 'meta', name: `$${meta.name}`, ofType: meta.type }
    }
    const isAll = text.startsWith(ALL)
    const word = isAll ? `$...${name[2]}` : `$${name[2]}`
    if (word !== '$_') this.metas.add(word)
    return { type: isAll ? 'all' : 'meta', name: word }
  }

  /** Whether a class body with an ellipsis describes some of its members only, where members are statements. */
  #isOpenClass(node: number, parts: readonly Pattern[]): boolean {
    const above = this.#tree.parent[node]!
    if (above === -1 || !this.#vocabulary.blocks.has(this.#tree.kind[node]!)) return false
    if (!/^(?:class|module|class_definition)$/.test(this.#nameOf(above))) return false
    return parts.at(-1)?.type !== 'ellipsis' && parts.some(({ type }) => type === 'ellipsis')
  }

  /** Whether a node is a Dockerfile image: a name matches any tag and digest unless the pattern has one. */
  #isImage(node: number): boolean {
    return this.#vocabulary.language.name === 'dockerfile' && this.#nameOf(node) === 'image'
  }

  #nameOf(node: number): string {
    return this.#vocabulary.kinds.name(this.#tree.kind[node]!)
  }

  #isList(node: number): boolean {
    return this.#vocabulary.lists.has(this.#tree.kind[node]!)
  }

  /** Compiles `f"..."` and similar: a string with or without code. */
  #template(node: number): Pattern | undefined {
    const name = this.#vocabulary.kinds.name(this.#tree.kind[node]!)
    const kinds = new Set([this.#tree.kind[node]!])
    if (/^(?:template_string|interpolated_string_expression)$/.test(name)) return { type: 'kind', kinds }
    const isPrefixed = this.#vocabulary.language.name === 'python' && FORMATTED.test(textOf(this.#tree, node))
    return isPrefixed ? { type: 'kind', kinds, opening: FORMATTED } : undefined
  }

  #string(text: string): Pattern {
    if (text === '...') return { type: 'string' }
    const regex = /^=~\/([\s\S]*)\/([ims]{0,3})$/.exec(text)
    if (regex !== null) {
      const flags = regex[2] === '' ? '' : `(?${regex[2]})`
      return { type: 'string', regex: regexOf(flags + regex[1]!, 'a string of a pattern') }
    }
    const meta = /^__GHM_(\w+)$/.exec(text)
    if (meta === null || !text.startsWith(META)) return { type: 'string', text }
    this.metas.add(`$${meta[1]}`)
    return { type: 'string', meta: `$${meta[1]}` }
  }

  /** Compiles `$F(...)` where the object is a separate node from the name. */
  #calls(node: number): NodePattern['calls'] {
    const tree = this.#tree
    const { language, kinds } = this.#vocabulary
    const row = language.calls.find((call) => kinds.id(call.kind, true) === tree.kind[node])
    if (row?.object === undefined || childIn(tree, node, kinds.field(row.object)) !== -1) return undefined
    const callee = this.compile(childIn(tree, node, kinds.field(row.callee)))
    if (callee.type !== 'meta') return undefined
    return { name: callee.name, args: this.compile(childIn(tree, node, kinds.field(row.args))) }
  }

  /** Returns the operator if its operands may change places. */
  #swaps(node: number): string | undefined {
    const tree = this.#tree
    const kind = tree.kind[node]!
    if (!this.#vocabulary.language.binary.some((row) => tree.kinds.id(row.kind, true) === kind)) return undefined
    const operator = speaking(tree, node, this.#vocabulary).find((child) => (tree.flags[child]! & NAMED) === 0)
    return operator === undefined ? undefined : textOf(tree, operator)
  }
}
