import { NONE, type Register } from '../../../ir.ts'
import { branchOn, switchCases } from '../../control.ts'
import { evaluate, execute, executeAll } from '../../evaluate.ts'
import type { FunctionBuilder } from '../../function-builder.ts'
import { expressionsIn, typeName } from './names.ts'

export function switchStatement(f: FunctionBuilder, node: number): void {
  const { file } = f
  f.scoped(() => {
    execute(f, file.child(node, 'initializer'))
    const given = file.child(node, 'value')
    const value = given === -1 ? NONE : evaluate(f, given)
    const [alias] = expressionsIn(f, node, 'alias')
    const cases = file.named(node).filter((child) => file.kind(child).endsWith('_case'))
    const isByType = file.kind(node) === 'type_switch_statement'
    switchCases(
      f,
      cases.map((item) => {
        const statements = file.named(item).filter((child) => file.kind(child) === 'statement_list')
        const inside = statements.flatMap((list) => file.named(list))
        const wanted = isByType ? [] : expressionsIn(f, item, 'value')
        const isDefault = file.kind(item) === 'default_case'
        const last = inside.at(-1)
        return {
          node: item,
          ...(isDefault ? {} : { test: (yes: number, no: number) => caseTest(f, item, value, wanted, yes, no) }),
          body: () =>
            f.scoped(() => {
              if (alias !== undefined) caseAlias(f, alias, value, item)
              executeAll(f, inside)
            }),
          fallsOn: last !== undefined && file.kind(last) === 'fallthrough_statement',
        }
      }),
      false,
    )
  })
}

/** `switch a := b.(type)`: in a case, `a` is `b`. */
function caseAlias(f: FunctionBuilder, alias: number, value: Register, item: number): void {
  const variable = f.scope.declare(f.file.text(alias))
  const types = f.file.childrenIn(item, 'type')
  const type = types.length === 1 ? typeName(f, types[0]!) : undefined
  if (type !== undefined) variable.type = type
  f.set(variable.register, value, alias)
}

function caseTest(
  f: FunctionBuilder,
  node: number,
  value: Register,
  wanted: readonly number[],
  yes: number,
  no: number,
): void {
  if (value === NONE && wanted.length === 1) {
    branchOn(f, wanted[0]!, yes, no)
    return
  }
  const values = wanted.map((item) => evaluate(f, item))
  f.branch(f.combine('test', value === NONE ? values : [value, ...values], node, 'case'), yes, no)
}
