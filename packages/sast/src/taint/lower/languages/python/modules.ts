import { execute } from '../../evaluate.ts'
import type { FunctionBuilder } from '../../function-builder.ts'
import { exportVariable, writeVariable } from '../../names.ts'
import { hoistNames } from './hoist.ts'

/** All of a file: every name of a module may be used by others. */
export function lowerModule(f: FunctionBuilder): void {
  const { file } = f
  hoistNames(f, 0)
  for (const node of file.named(0)) execute(f, node)
  for (const variable of f.scope.all()) {
    if (variable.import !== undefined) file.exports.push({ name: variable.name, from: variable.import })
    else exportVariable(f, variable)
  }
}

/** `import a.b`, `import a.b as c`. */
export function plainImport(f: FunctionBuilder, node: number): void {
  const { file } = f
  for (const child of file.named(node)) {
    const isAliased = file.kind(child) === 'aliased_import'
    const module = file.text(isAliased ? file.child(child, 'name') : child)
    const [first] = module.split('.', 1)
    if (isAliased) importName(f, file.child(child, 'alias'), module, module, '*')
    else {
      importName(f, child, first!, first!, '*')
      if (module !== first) file.imports.push({ local: '', module, name: '*', up: -1 })
    }
  }
}

/** `from a import b as c`, `from . import d`, `from a import *`. */
export function fromImport(f: FunctionBuilder, node: number): void {
  const { file } = f
  const from = file.child(node, 'module_name')
  if (from === -1) return
  const module = file.text(from).replaceAll(/\s/g, '')
  const plain = module.replace(/^\.+/, '')
  for (const child of file.named(node)) {
    if (child === from) continue
    const kind = file.kind(child)
    if (kind === 'wildcard_import') {
      file.imports.push({ local: '*', module, name: '*', up: upOf(module) })
      if (f.id === 0) file.exports.push({ name: '*', from: { module, name: '*' } })
    } else {
      const name = file.text(kind === 'aliased_import' ? file.child(child, 'name') : child)
      const path = plain === '' ? name : `${plain}.${name}`
      importName(f, kind === 'aliased_import' ? file.child(child, 'alias') : child, path, module, name)
    }
  }
}

function upOf(module: string): number {
  return module.length - module.replace(/^\.+/, '').length - 1
}

function importName(f: FunctionBuilder, node: number, path: string, module: string, name: string): void {
  if (node === -1) return
  const local = f.file.text(node).split('.', 1)[0]!
  const variable = f.scope.lookup(local) ?? f.scope.declare(local)
  const to = f.register()
  f.emit({ op: 'import', to, module, name, node })
  writeVariable(f, variable, to, node)
  variable.path = path
  variable.import = { module, name }
  f.file.imports.push({ local, module, name, up: upOf(module) })
}
