import type { Register } from '../../../ir.ts'
import { withDefault } from '../../control.ts'
import { assign, assignMember, evaluate, evaluateNamed } from '../../evaluate.ts'
import type { FunctionBuilder } from '../../function-builder.ts'
import type { Assign, MemberReference } from '../../handlers.ts'
import { writeName, writeVariable } from '../../names.ts'
import { literalText } from './paths.ts'

function assignName(f: FunctionBuilder, node: number, value: Register, declares: boolean): void {
  const text = f.file.text(node)
  if (declares) writeVariable(f, f.scope.lookup(text) ?? f.scope.declare(text), value, node)
  else writeName(f, text, value, node)
}

/** `a.b` and `a[b]`. */
export function memberReference(f: FunctionBuilder, node: number): MemberReference | undefined {
  const { file } = f
  switch (file.kind(node)) {
    case 'member_expression':
      return { object: file.child(node, 'object'), key: file.text(file.child(node, 'property')) }
    case 'subscript_expression': {
      const index = file.child(node, 'index')
      return { object: file.child(node, 'object'), key: constantKey(f, index), index }
    }
    case 'parenthesized_expression':
    case 'non_null_expression':
      return memberReference(f, file.first(node))
    default:
      return undefined
  }
}

function constantKey(f: FunctionBuilder, node: number): string | undefined {
  if (node === -1) return undefined
  return f.file.kind(node) === 'number' ? f.file.text(node) : literalText(f, node)
}

/** A key that is an expression. */
export function keyOf(
  f: FunctionBuilder,
  node: number,
): { readonly key: string | undefined; readonly index: Register } {
  return { key: constantKey(f, node), index: evaluate(f, node) }
}

/** Returns the key before the colon in an object or a pattern. */
export function propertyKey(
  f: FunctionBuilder,
  node: number,
): { readonly key: string | undefined; readonly index?: Register } {
  if (node === -1) return { key: undefined }
  const kind = f.file.kind(node)
  if (kind === 'computed_property_name') return keyOf(f, f.file.first(node))
  return { key: literalText(f, node) ?? f.file.text(node) }
}

function objectPattern(f: FunctionBuilder, node: number, value: Register, declares: boolean): void {
  const { file } = f
  for (const part of file.named(node)) {
    switch (file.kind(part)) {
      case 'shorthand_property_identifier_pattern':
        assign(f, part, f.member(value, file.text(part), part), declares)
        break
      case 'object_assignment_pattern': {
        const left = file.child(part, 'left')
        const current = f.member(value, file.text(left), left)
        assign(
          f,
          left,
          withDefault(f, current, () => evaluateNamed(f, file.child(part, 'right'), file.text(left)), part),
          declares,
        )
        break
      }
      case 'pair_pattern': {
        const { key, index } = propertyKey(f, file.child(part, 'key'))
        assign(f, file.child(part, 'value'), f.member(value, key, part, index), declares)
        break
      }
      case 'rest_pattern': {
        const to = f.register()
        f.emit({ op: 'make', to, entries: [], all: [value], node: part })
        assign(f, file.first(part), to, declares)
        break
      }
      default:
    }
  }
}

function arrayPattern(f: FunctionBuilder, node: number, value: Register, declares: boolean): void {
  const { file, tree } = f
  let at = 0
  const end = tree.next[node]!
  for (let part = node + 1; part < end; part = tree.next[part]!) {
    const kind = file.kind(part)
    if (kind === ',') at += 1
    else if (kind === 'rest_pattern') {
      assign(f, file.first(part), f.combine('whole', [value], part, `rest ${at}`), declares)
    } else if (file.handlers.targets[tree.kind[part]!] !== undefined) {
      assign(f, part, f.member(value, String(at), part), declares)
    }
  }
}

function withOtherwise(f: FunctionBuilder, node: number, value: Register, declares: boolean): void {
  const left = f.file.child(node, 'left')
  const right = f.file.child(node, 'right')
  assign(
    f,
    left,
    withDefault(f, value, () => evaluateNamed(f, right, f.file.text(left)), node),
    declares,
  )
}

function inner(f: FunctionBuilder, node: number, value: Register, declares: boolean): void {
  assign(f, f.file.first(node), value, declares)
}

export const targets: Readonly<Record<string, Assign>> = {
  identifier: assignName,
  shorthand_property_identifier_pattern: assignName,
  shorthand_property_identifier: assignName,
  undefined: assignName,
  member_expression: assignMember,
  subscript_expression: assignMember,
  object_pattern: objectPattern,
  array_pattern: arrayPattern,
  assignment_pattern: withOtherwise,
  object_assignment_pattern: withOtherwise,
  parenthesized_expression: inner,
  non_null_expression: inner,
  as_expression: inner,
  satisfies_expression: inner,
  rest_pattern: inner,
}
