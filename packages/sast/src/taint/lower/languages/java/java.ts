import { assignMember, execute } from '../../evaluate.ts'
import type { FunctionBuilder } from '../../function-builder.ts'
import type { LanguageLowering } from '../../handlers.ts'
import { exportVariable, writeVariable } from '../../names.ts'
import { lastPart } from '../../operations.ts'
import { logicOfSigns } from '../../paths.ts'
import { declareClasses } from './classes.ts'
import { expressions } from './expressions.ts'
import { pathOf, memberReference } from './paths.ts'
import { statements } from './statements.ts'
import { addWildcard } from './types.ts'

/** All of a file: its package, its imports, then its classes. */
function lowerFile(f: FunctionBuilder): void {
  const { file } = f
  const nodes = file.named(0)
  for (const node of nodes) {
    const kind = file.kind(node)
    if (kind === 'package_declaration') {
      file.package = plainText(f, file.named(node).find((child) => file.kind(child).endsWith('identifier')) ?? -1)
    } else if (kind === 'import_declaration') importDeclaration(f, node)
  }
  declareClasses(f, nodes)
  for (const node of nodes) execute(f, node)
  for (const variable of f.scope.all()) {
    if (variable.isClass !== true) continue
    exportVariable(f, variable)
  }
}

function plainText(f: FunctionBuilder, node: number): string {
  return node === -1 ? '' : f.file.text(node).replaceAll(/\s/g, '')
}

function importDeclaration(f: FunctionBuilder, node: number): void {
  const { file } = f
  const path = plainText(f, file.first(node))
  const isStatic = file.hasToken(node, 'static')
  if (file.ofKind(node, 'asterisk') !== -1) {
    if (!isStatic) addWildcard(f, path)
    file.imports.push({ local: '*', module: path, name: '*' })
    return
  }
  const local = lastPart(path)
  const module = isStatic ? path.slice(0, path.length - local.length - 1) : path
  const name = isStatic ? local : '*'
  file.imports.push({ local, module, name })
  // Methods and variables have names of their own.
  for (const own of isStatic ? [local, `${local}()`] : [local]) {
    const variable = f.scope.declare(own)
    variable.path = path
    variable.import = { module, name }
  }
}

function writeTo(f: FunctionBuilder, node: number, value: number): void {
  const name = f.file.text(node)
  const variable = f.scope.lookup(name)
  if (variable !== undefined) {
    writeVariable(f, variable, value, node)
    return
  }
  const self = f.scope.thisOf(undefined)
  if (self !== undefined) f.store(self.register, name, value, node)
}

export const java: LanguageLowering = {
  expressions,
  statements,
  targets: {
    identifier: writeTo,
    field_access: assignMember,
    array_access: assignMember,
    parenthesized_expression: (f, node, value) => writeTo(f, f.file.first(node), value),
  },
  skipped: [
    'line_comment',
    'block_comment',
    'modifiers',
    'type_arguments',
    'dimensions',
    'marker_annotation',
    'annotation',
  ],
  file: lowerFile,
  path: pathOf,
  place: memberReference,
  logic: logicOfSigns,
}
