import type { FunctionBuilder } from '../../function-builder.ts'

/** `use a::b;`, `use a::b as c;`, `use a::{b, c::d};`, `use a::*;`. */
export function useDeclaration(f: FunctionBuilder, node: number): void {
  const { file } = f
  const argument = file.child(node, 'argument')
  const isGiven = file.ofKind(node, 'visibility_modifier') !== -1
  if (argument !== -1) use(f, argument, '', isGiven)
}

/** @param before prefix of the braces, with a dot; @param isGiven whether it is re-exported */
function use(f: FunctionBuilder, node: number, before: string, isGiven: boolean): void {
  const { file } = f
  switch (file.kind(node)) {
    case 'use_as_clause':
      importPath(f, before + textOf(f, file.child(node, 'path')), file.text(file.child(node, 'alias')), isGiven)
      return
    case 'use_wildcard': {
      const module = before + textOf(f, node).replace(/\.?\*$/, '')
      file.imports.push({ local: '*', module, name: '*' })
      if (isGiven) file.exports.push({ name: '*', from: { module, name: '*' } })
      return
    }
    case 'scoped_use_list': {
      const path = file.child(node, 'path')
      const list = file.child(node, 'list')
      if (list !== -1) use(f, list, path === -1 ? before : `${before}${textOf(f, path)}.`, isGiven)
      return
    }
    case 'use_list':
      for (const child of file.named(node)) use(f, child, before, isGiven)
      return
    default: {
      const path = textOf(f, node)
      // `use a::{self}` is `a` itself.
      importPath(f, path === 'self' ? before.slice(0, -1) : before + path, '', isGiven)
    }
  }
}

function importPath(f: FunctionBuilder, text: string, alias: string, isGiven: boolean): void {
  const { file } = f
  const at = text.lastIndexOf('.')
  const name = text.slice(at + 1)
  const local = alias === '' ? name : alias
  if (local === '_' || name === 'self') return
  // An earlier `use` may import the first name: `use std::fs; use fs::read;`.
  const [first = '', ...rest] = text.split('.')
  const known = rest.length === 0 ? undefined : f.scope.lookup(first)?.path
  const full = known === undefined ? text : [known, ...rest].join('.')
  const variable = f.scope.declare(local)
  variable.path = full
  const cut = full.lastIndexOf('.')
  const module = cut === -1 ? full : full.slice(0, cut)
  const subject = { module, name: cut === -1 ? '*' : name }
  variable.import = subject
  file.imports.push({ local, ...subject })
  if (isGiven) file.exports.push({ name: local, from: subject })
}

function textOf(f: FunctionBuilder, node: number): string {
  return f.file.text(node).replaceAll(/\s/g, '').replaceAll('::', '.').replace(/^\./, '')
}
