import { evaluateNamed, execute } from '../../evaluate.ts'
import type { FunctionBuilder } from '../../function-builder.ts'
import { writeVariable } from '../../names.ts'
import { beginExports, exportVariable } from './exports.ts'
import { hoistBlock, hoistVars } from './hoist.ts'
import { literalText, plainModule } from './paths.ts'

/** Lowers a file: its imports first, then its functions, then its statements. */
export function lowerModule(f: FunctionBuilder): void {
  const { file } = f
  const nodes = file.named(0)
  for (const node of nodes) if (file.kind(node) === 'import_statement') importNames(f, node)
  hoistVars(f, 0)
  if (/\bexports\b/.test(f.tree.text)) beginExports(f)
  hoistBlock(f, 0)
  for (const node of nodes) execute(f, node)
}

/** Ignores an import statement: its names are already declared. */
export function importStatement(): void {
  // See importNames.
}

function importNames(f: FunctionBuilder, node: number): void {
  const { file } = f
  const clause = file.ofKind(node, 'import_clause')
  const required = file.ofKind(node, 'import_require_clause')
  const at = file.child(required === -1 ? node : required, 'source')
  const module = at === -1 ? undefined : literalText(f, at)
  if (module === undefined) return
  if (clause === -1) {
    if (required === -1) file.imports.push({ local: '', module, name: '*' })
    else importName(f, file.first(required), module, '*')
    return
  }
  for (const part of file.named(clause)) {
    switch (file.kind(part)) {
      case 'identifier':
        importName(f, part, module, 'default')
        break
      case 'namespace_import':
        importName(f, file.first(part), module, '*')
        break
      case 'named_imports':
        for (const child of file.named(part)) {
          const name = file.child(child, 'name')
          const alias = file.child(child, 'alias')
          if (name !== -1) importName(f, alias === -1 ? name : alias, module, keyText(f, name))
        }
        break
      default:
    }
  }
}

function importName(f: FunctionBuilder, node: number, module: string, name: string): void {
  if (node === -1) return
  const variable = f.scope.declare(f.file.text(node))
  const plain = plainModule(module)
  variable.path = name === '*' || name === 'default' ? plain : `${plain}.${name}`
  variable.import = { module, name }
  f.file.imports.push({ local: variable.name, module, name })
}

function keyText(f: FunctionBuilder, node: number): string {
  return literalText(f, node) ?? f.file.text(node)
}

export function exportStatement(f: FunctionBuilder, node: number): void {
  const { file } = f
  const source = file.child(node, 'source')
  const module = source === -1 ? undefined : literalText(f, source)
  const clause = file.ofKind(node, 'export_clause')
  if (clause !== -1) {
    for (const child of file.named(clause)) exportSpecifier(f, child, module)
    return
  }
  if (module !== undefined) {
    const all = file.ofKind(node, 'namespace_export')
    const name = all === -1 ? -1 : file.first(all)
    file.exports.push({ name: name === -1 ? '*' : keyText(f, name), from: { module, name: '*' } })
    return
  }
  const isDefault = file.hasToken(node, 'default')
  const declared = file.child(node, 'declaration')
  if (declared !== -1 && file.child(declared, 'name') !== -1) {
    execute(f, declared)
    exportDeclared(f, declared, isDefault)
  } else if (declared !== -1 && !isDefault) {
    execute(f, declared)
    for (const child of file.named(declared)) exportPattern(f, file.child(child, 'name'))
  } else {
    let value = declared === -1 ? file.child(node, 'value') : declared
    if (value === -1) value = file.first(node)
    if (value === -1) return
    const variable = f.scope.declare(isDefault ? 'default' : 'module.exports')
    writeVariable(f, variable, evaluateNamed(f, value, 'default'), node)
    exportVariable(f, isDefault ? 'default' : '*', variable)
  }
}

function exportDeclared(f: FunctionBuilder, declared: number, isDefault: boolean): void {
  const name = f.file.text(f.file.child(declared, 'name')).split('.', 1)[0]!
  const variable = f.scope.own(name)
  if (variable !== undefined) exportVariable(f, isDefault ? 'default' : name, variable)
}

/** All names of a pattern. */
function exportPattern(f: FunctionBuilder, pattern: number): void {
  if (pattern === -1) return
  const { file, tree } = f
  for (let node = pattern; node < tree.next[pattern]!; node += 1) {
    const kind = file.kind(node)
    if (kind !== 'identifier' && kind !== 'shorthand_property_identifier_pattern') continue
    const variable = f.scope.own(file.text(node))
    if (variable !== undefined) exportVariable(f, variable.name, variable)
  }
}

function exportSpecifier(f: FunctionBuilder, node: number, module: string | undefined): void {
  const { file } = f
  const name = file.child(node, 'name')
  const alias = file.child(node, 'alias')
  if (name === -1) return
  const text = keyText(f, alias === -1 ? name : alias)
  if (module !== undefined) file.exports.push({ name: text, from: { module, name: keyText(f, name) } })
  else {
    const variable = f.scope.lookup(file.text(name))
    if (variable !== undefined) exportVariable(f, text, variable)
  }
}
