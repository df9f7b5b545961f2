import { type Register } from '../../../ir.ts'
import { evaluate } from '../../evaluate.ts'
import type { FunctionBuilder } from '../../function-builder.ts'
import { emitCall, lastPart } from '../../operations.ts'
import { pathOf } from './paths.ts'

/** Lowers `<a b={c}>d</a>`: an object of its attributes and children; a component is called with it. */
export function jsxElement(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const opened = file.kind(node) === 'jsx_self_closing_element' ? node : file.child(node, 'open_tag')
  const entries: { key: string | undefined; value: Register }[] = []
  const all: Register[] = []
  const name = opened === -1 ? -1 : file.child(opened, 'name')
  if (opened !== -1) {
    for (const part of file.named(opened)) {
      if (file.kind(part) === 'jsx_attribute') entries.push(attribute(f, part))
      else if (file.kind(part) === 'jsx_expression') {
        const inner = file.first(part)
        if (inner !== -1) all.push(evaluate(f, inner))
      }
    }
  }
  if (opened !== node) children(f, node, entries)
  const to = f.register()
  f.emit({ op: 'make', to, entries, all, node })
  if (name === -1 || !/^[A-Z]|\./.test(file.text(name))) return to
  const path = pathOf(f, name) ?? ''
  return emitCall(
    f,
    { name: path, method: lastPart(path), callee: evaluate(f, name), arguments: [{ value: to }] },
    node,
  )
}

function children(f: FunctionBuilder, node: number, entries: { key: string | undefined; value: Register }[]): void {
  const { file } = f
  const values: Register[] = []
  for (const child of file.named(node)) {
    switch (file.kind(child)) {
      case 'jsx_expression':
      case 'jsx_element':
      case 'jsx_self_closing_element':
      case 'jsx_fragment':
        values.push(evaluate(f, child))
        break
      default:
    }
  }
  if (values.length > 0) entries.push({ key: 'children', value: f.combine('whole', values, node) })
}

function attribute(f: FunctionBuilder, node: number): { key: string; value: Register } {
  const { file } = f
  const [name, value] = file.named(node)
  const key = name === undefined ? '' : file.text(name)
  return { key, value: value === undefined ? f.constant(true, node) : evaluate(f, value) }
}

/** `{a}` within an element. */
export function jsxExpression(f: FunctionBuilder, node: number): Register {
  const inner = f.file.first(node)
  return inner === -1 ? f.combine('whole', [], node) : evaluate(f, inner)
}
