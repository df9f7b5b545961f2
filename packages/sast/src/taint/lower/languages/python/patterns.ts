import type { Register } from '../../../ir.ts'
import { switchCases } from '../../control.ts'
import { assign, assignMember, evaluate, execute } from '../../evaluate.ts'
import type { FunctionBuilder } from '../../function-builder.ts'
import type { Assign } from '../../handlers.ts'
import { writeName, writeVariable } from '../../names.ts'
import { branchOn } from '../../control.ts'
import { keyOf } from './paths.ts'

function name(f: FunctionBuilder, node: number, value: Register, declares: boolean): void {
  const text = f.file.text(node)
  const variable = declares ? f.scope.own(text) : undefined
  if (variable?.import !== undefined) {
    delete variable.import
    delete variable.path
  }
  if (variable === undefined) writeName(f, text, value, node)
  else writeVariable(f, variable, value, node)
}

function several(f: FunctionBuilder, node: number, value: Register, declares: boolean): void {
  const { file } = f
  let isAfterRest = false
  for (const [index, part] of file.named(node).entries()) {
    const kind = file.kind(part)
    if (kind === 'list_splat_pattern' || kind === 'list_splat') {
      isAfterRest = true
      assign(f, file.first(part), f.combine('whole', [value], part, `rest ${index}`), declares)
    } else assign(f, part, f.member(value, isAfterRest ? undefined : String(index), part), declares)
  }
}

function inner(f: FunctionBuilder, node: number, value: Register, declares: boolean): void {
  assign(f, f.file.first(node), value, declares)
}

export const targets: Readonly<Record<string, Assign>> = {
  identifier: name,
  attribute: assignMember,
  subscript: assignMember,
  pattern_list: several,
  tuple_pattern: several,
  list_pattern: several,
  tuple: several,
  list: several,
  expression_list: several,
  parenthesized_expression: inner,
  as_pattern_target: inner,
}

/** Lowers `match`: the names of patterns get their parts of the value. */
export function matchStatement(f: FunctionBuilder, node: number): void {
  const { file } = f
  const subjects = file.childrenIn(node, 'subject')
  const value = evaluate(f, subjects[0] ?? -1)
  const body = file.child(node, 'body')
  const cases = body === -1 ? [] : file.named(body).filter((child) => file.kind(child) === 'case_clause')
  switchCases(
    f,
    cases.map((item) => {
      const pattern = file.ofKind(item, 'case_pattern')
      const guard = file.child(item, 'guard')
      const isAll = pattern !== -1 && guard === -1 && file.text(pattern) === '_'
      return {
        node: item,
        ...(isAll ? {} : { test: (yes: number, no: number) => matches(f, item, pattern, guard, value, yes, no) }),
        body: () => {
          const statements = file.child(item, 'consequence')
          if (statements !== -1) for (const statement of file.named(statements)) execute(f, statement)
        },
      }
    }),
    false,
  )
}

function matches(
  f: FunctionBuilder,
  node: number,
  pattern: number,
  guard: number,
  value: Register,
  yes: number,
  no: number,
): void {
  const fits = f.block()
  const texts = pattern === -1 ? undefined : textsOf(f, pattern)
  const test =
    texts === undefined
      ? f.combine('test', [value], node, 'match')
      : f.combine('test', [value, ...texts.map((text) => evaluate(f, text))], node, 'case')
  f.branch(test, fits, no)
  f.use(fits)
  if (pattern !== -1) capture(f, pattern, value)
  const requested = guard === -1 ? -1 : f.file.first(guard)
  if (requested === -1) f.jump(yes)
  else branchOn(f, requested, yes, no)
}

/** Returns the constants of a pattern with only texts and numbers; undefined for other patterns. */
function textsOf(f: FunctionBuilder, node: number): readonly number[] | undefined {
  const { file } = f
  const kind = file.kind(node)
  if (kind === 'string' || kind === 'integer') return [node]
  if (kind !== 'case_pattern' && kind !== 'union_pattern') return undefined
  const all = file.named(node).map((child) => textsOf(f, child))
  return all.length === 0 || all.includes(undefined) ? undefined : all.flatMap((item) => item ?? [])
}

/** Assigns the names of a pattern their parts of a value. */
function capture(f: FunctionBuilder, node: number, value: Register): void {
  const { file } = f
  switch (file.kind(node)) {
    case 'case_pattern': {
      const only = file.first(node)
      if (only !== -1) capture(f, only, value)
      return
    }
    case 'dotted_name':
      if (file.named(node).length === 1) capture(f, file.first(node), value)
      return
    case 'identifier':
      assign(f, node, value, true)
      return
    case 'list_pattern':
    case 'tuple_pattern':
    case 'pattern_list':
      for (const [index, part] of file.named(node).entries()) capture(f, part, f.member(value, String(index), part))
      return
    case 'splat_pattern':
    case 'union_pattern':
      for (const part of file.named(node)) capture(f, part, f.combine('whole', [value], part))
      return
    case 'as_pattern':
      for (const part of file.named(node)) capture(f, part, value)
      return
    case 'as_pattern_target':
      capture(f, file.first(node), value)
      return
    case 'dict_pattern':
      dictPattern(f, node, value)
      return
    case 'class_pattern':
      for (const part of file.named(node).slice(1)) classPart(f, part, value)
      return
    default:
  }
}

function dictPattern(f: FunctionBuilder, node: number, value: Register): void {
  const { file } = f
  let key: string | undefined
  for (const part of file.named(node)) {
    if (f.tree.field[part] === file.handlers.fields.get('key')) key = keyOf(f, part)
    else if (file.kind(part) === 'splat_pattern') capture(f, part, value)
    else capture(f, part, f.member(value, key, part))
  }
}

function classPart(f: FunctionBuilder, node: number, value: Register): void {
  const { file } = f
  const part = file.kind(node) === 'case_pattern' ? file.first(node) : node
  if (part === -1) return
  if (file.kind(part) !== 'keyword_pattern') {
    capture(f, part, f.member(value, undefined, part))
    return
  }
  const [key, inside] = file.named(part)
  if (key !== undefined && inside !== undefined) capture(f, inside, f.member(value, file.text(key), inside))
}
