import type { Register } from '../../../ir.ts'
import { branchOn } from '../../control.ts'
import { assign, evaluate } from '../../evaluate.ts'
import type { FunctionBuilder } from '../../function-builder.ts'
import type { Assign } from '../../handlers.ts'
import { writeName, writeVariable } from '../../names.ts'

/** Variants that the data flow treats as their content. */
export const SAME_VARIANTS = new Set(['Some', 'Ok', 'Err'])

/** Returns the elements of a list pattern with their positions: `_` is a token, and has a position too. */
function placed(f: FunctionBuilder, node: number): { readonly node: number; readonly index: number }[] {
  const { file, tree } = f
  const type = file.child(node, 'type')
  const found: { node: number; index: number }[] = []
  let index = 0
  for (let at = node + 1; at < tree.next[node]!; at = tree.next[at]!) {
    if (at === type) continue
    if (file.kind(at) === ',') index += 1
    else if (file.named(node).includes(at)) found.push({ node: at, index })
  }
  return found
}

/** Lowers the patterns `(a, b)`, `[a, .., b]`. After `..` positions are unknown. */
function listTarget(f: FunctionBuilder, node: number, value: Register, isDeclaration: boolean): void {
  let isOpen = false
  for (const { node: item, index } of placed(f, node)) {
    if (f.file.kind(item) === 'remaining_field_pattern') isOpen = true
    else assign(f, item, f.member(value, isOpen ? undefined : String(index), item), isDeclaration)
  }
}

/** `Some(a)`, `Shape::Rect(a, b)`. */
function variantTarget(f: FunctionBuilder, node: number, value: Register, isDeclaration: boolean): void {
  const { file } = f
  const name = file.text(file.child(node, 'type'))
  const inside = placed(f, node)
  const [only] = inside
  if (inside.length === 1 && only!.index === 0 && SAME_VARIANTS.has(name.slice(name.lastIndexOf(':') + 1))) {
    assign(f, only!.node, value, isDeclaration)
  } else listTarget(f, node, value, isDeclaration)
}

function fieldTarget(f: FunctionBuilder, node: number, value: Register, isDeclaration: boolean): void {
  const { file } = f
  const name = file.child(node, 'name')
  const pattern = file.child(node, 'pattern')
  const part = f.member(value, file.text(name), node)
  assign(f, pattern === -1 ? name : pattern, part, isDeclaration)
}

/** Whether a name in a pattern is a constant or a variant, by the case of its letters. */
function isConstant(text: string): boolean {
  return /^[A-Z]/.test(text)
}

function nameTarget(f: FunctionBuilder, node: number, value: Register, isDeclaration: boolean): void {
  const text = f.file.text(node)
  if (text === '_') return
  if (!isDeclaration) writeName(f, text, value, node)
  else if (!isConstant(text)) {
    const variable = f.scope.own(text) ?? f.scope.declare(text)
    delete variable.type
    delete variable.path
    delete variable.import
    writeVariable(f, variable, value, node)
  }
}

function within(f: FunctionBuilder, node: number, value: Register, isDeclaration: boolean): void {
  const inner = f.file.named(node).findLast((child) => f.file.kind(child) !== 'mutable_specifier')
  if (inner !== undefined) assign(f, inner, value, isDeclaration)
}

function nothing(): void {
  // It names nothing.
}

export const patterns: Readonly<Record<string, Assign>> = {
  identifier: nameTarget,
  shorthand_field_identifier: nameTarget,
  metavariable: nothing,
  self: nothing,
  tuple_pattern: listTarget,
  slice_pattern: listTarget,
  tuple_struct_pattern: variantTarget,
  struct_pattern: (f, node, value, isDeclaration) => {
    for (const { node: item } of placed(f, node)) assign(f, item, value, isDeclaration)
  },
  field_pattern: fieldTarget,
  remaining_field_pattern: nothing,
  reference_pattern: within,
  ref_pattern: within,
  mut_pattern: within,
  // Of alternatives each names the same.
  or_pattern: (f, node, value, isDeclaration) => {
    for (const child of f.file.named(node)) assign(f, child, value, isDeclaration)
  },
  captured_pattern: (f, node, value, isDeclaration) => {
    for (const child of f.file.named(node)) assign(f, child, value, isDeclaration)
  },
  match_pattern: (f, node, value, isDeclaration) => assign(f, f.file.first(node), value, isDeclaration),
  range_pattern: nothing,
  scoped_identifier: nothing,
  generic_pattern: nothing,
  const_block: nothing,
  integer_literal: nothing,
  float_literal: nothing,
  string_literal: nothing,
  raw_string_literal: nothing,
  char_literal: nothing,
  boolean_literal: nothing,
  negative_literal: nothing,
  macro_invocation: nothing,
}

/** Returns the constants of a pattern with only constants; undefined for other patterns. */
function constantsOf(f: FunctionBuilder, node: number): readonly number[] | undefined {
  const { file } = f
  const kind = file.kind(node)
  if (kind.endsWith('literal')) return [node]
  if (kind !== 'or_pattern') return undefined
  const all = file.named(node).map((child) => constantsOf(f, child))
  return all.includes(undefined) ? undefined : all.flatMap((item) => item ?? [])
}

/** Whether everything fits a pattern. */
export function isIrrefutable(f: FunctionBuilder, node: number): boolean {
  const { file } = f
  switch (file.kind(node)) {
    case 'identifier':
      return !isConstant(file.text(node))
    case 'ref_pattern':
    case 'mut_pattern':
    case 'reference_pattern':
      return file.named(node).every((child) => file.kind(child) === 'mutable_specifier' || isIrrefutable(f, child))
    case 'tuple_pattern':
      return file.named(node).every((child) => isIrrefutable(f, child))
    case 'match_pattern':
      return file.child(node, 'condition') === -1 && (file.first(node) === -1 || isIrrefutable(f, file.first(node)))
    default:
      return false
  }
}

/** Branches by whether a value matches. */
export function patternTest(f: FunctionBuilder, node: number, value: Register, yes: number, no: number): void {
  const { file } = f
  const condition = file.child(node, 'condition')
  const inner = file.kind(node) === 'match_pattern' ? file.named(node).find((child) => child !== condition) : node
  const constants = inner === undefined ? [] : (constantsOf(f, inner) ?? [])
  const wanted = constants.map((constant) => evaluate(f, constant))
  const fits = condition === -1 ? yes : f.block()
  if (inner === undefined || isIrrefutable(f, inner)) f.jump(fits)
  else f.branch(f.combine('test', [value, ...wanted], node, wanted.length === 1 ? '==' : 'case'), fits, no)
  if (condition === -1) return
  f.use(fits)
  f.scoped(() => {
    if (inner !== undefined) assign(f, inner, value, true)
    branchOn(f, condition, yes, no)
  })
}

/** Returns the pattern of a node; -1 for `_`, which binds no name. */
export function patternIn(f: FunctionBuilder, node: number): number {
  const pattern = f.file.child(node, 'pattern')
  return pattern !== -1 && f.file.kind(pattern) === '_' ? -1 : pattern
}

/** Declares the types of the names in a pattern. */
export function assignType(f: FunctionBuilder, pattern: number, type: string | undefined): void {
  const { file } = f
  let node = pattern
  while (node !== -1 && /^(?:mut|ref|reference)_pattern$/.test(file.kind(node))) node = file.named(node).at(-1) ?? -1
  if (type === undefined || node === -1 || file.kind(node) !== 'identifier') return
  const variable = f.scope.own(file.text(node))
  if (variable !== undefined) variable.type = type
}
