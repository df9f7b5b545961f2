import type { Register } from '../../../ir.ts'
import { assign, assignMember, evaluate } from '../../evaluate.ts'
import type { FunctionBuilder } from '../../function-builder.ts'
import type { Assign, LanguageLowering, Logic } from '../../handlers.ts'
import { exportVariable, writeVariable } from '../../names.ts'
import { selfOf } from './calls.ts'
import { expressions, logicOf } from './expressions.ts'
import { localOf, pathOf, memberReference } from './names.ts'

/** All of a file. Constants, classes and functions may be used by others. */
function lowerFile(f: FunctionBuilder): void {
  const { file } = f
  for (const node of file.named(0)) {
    if (file.kind(node) === 'method') f.scope.declare(`${file.text(file.child(node, 'name'))}()`)
  }
  for (const node of file.named(0)) evaluate(f, node)
  for (const variable of f.scope.all()) {
    const isFunction = variable.name.endsWith('()')
    if (!isFunction && !/^[A-Z$]/.test(variable.name)) continue
    exportVariable(f, variable, isFunction ? variable.name.slice(0, -2) : variable.name)
  }
}

function logic(f: FunctionBuilder, node: number): Logic | undefined {
  const { file } = f
  switch (file.kind(node)) {
    case 'parenthesized_statements': {
      const inside = file.named(node)
      return inside.length === 1 ? { type: 'same', inner: inside[0]! } : undefined
    }
    case 'unary': {
      const operator = file.operator(node)
      return operator === '!' || operator === 'not' ? { type: 'not', inner: file.child(node, 'operand') } : undefined
    }
    case 'binary': {
      const type = logicOf(file.operator(node))
      return type === undefined ? undefined : { type, left: file.child(node, 'left'), right: file.child(node, 'right') }
    }
    default:
      return undefined
  }
}

function assignName(f: FunctionBuilder, node: number, value: Register): void {
  const text = f.file.text(node)
  writeVariable(f, localOf(f, text) ?? f.scope.declare(text), value, node)
}

function objectVariable(f: FunctionBuilder, node: number, value: Register): void {
  f.store(selfOf(f, node), f.file.text(node).replace(/^@/, ''), value, node)
}

function several(f: FunctionBuilder, node: number, value: Register): void {
  const { file } = f
  for (const [index, part] of file.named(node).entries()) {
    if (file.kind(part) === 'rest_assignment' || file.kind(part) === 'splat_parameter') {
      assign(f, file.first(part), f.combine('whole', [value], part, `rest ${index}`), true)
    } else assign(f, part, f.member(value, String(index), part), true)
  }
}

const inner: Assign = (f, node, value, declares) => assign(f, f.file.first(node), value, declares)

export const ruby: LanguageLowering = {
  expressions,
  statements: {},
  targets: {
    identifier: assignName,
    constant: assignName,
    instance_variable: objectVariable,
    class_variable: objectVariable,
    global_variable: (f, node, value) => writeVariable(f, f.scope.root().declare(f.file.text(node)), value, node),
    element_reference: assignMember,
    call: assignMember,
    left_assignment_list: several,
    destructured_left_assignment: several,
    destructured_parameter: several,
    exception_variable: inner,
    rest_assignment: inner,
  },
  skipped: ['comment', 'heredoc_end'],
  file: lowerFile,
  path: pathOf,
  place: memberReference,
  logic,
}
