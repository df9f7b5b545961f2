import { stringText } from '../../../../match/view.ts'
import { NONE, type Register } from '../../../ir.ts'
import type { FunctionBuilder } from '../../function-builder.ts'
import type { MemberReference } from '../../handlers.ts'
import { readVariable } from '../../names.ts'
import { shellOf } from './shell.ts'

/** Commands that assign variables by name. */
const READERS = /^(?:read|mapfile|readarray|getopts)$/

/** Declares all assigned names of a script: shell variables are visible in all functions. */
export function declareAll(f: FunctionBuilder): void {
  const { file, tree } = f
  for (let node = 0; node < tree.count; node += 1) {
    switch (file.kind(node)) {
      case 'variable_assignment': {
        const at = file.child(node, 'name')
        const name = nameNode(f, at)
        if (name === -1) break
        const isNew = f.scope.own(file.text(name)) === undefined
        const variable = f.scope.declare(file.text(name))
        // A list may exist before it is assigned as a whole.
        if (at !== name && isNew) startList(f, variable.register, at)
        break
      }
      case 'for_statement': {
        const name = file.child(node, 'variable')
        if (name !== -1) f.scope.declare(file.text(name))
        break
      }
      case 'command':
        if (READERS.test(commandName(f, node))) {
          for (const name of namesIn(f, node)) f.scope.declare(file.text(name))
        }
        break
      default:
    }
  }
}

/** An empty list or map. */
export function startList(f: FunctionBuilder, to: Register, node: number): void {
  const result = f.register()
  f.emit({ op: 'make', to: result, entries: [], all: [], node })
  f.set(to, result, node)
}

/** Returns the assigned name of an assignment; for an element, the name of the list. */
export function nameNode(f: FunctionBuilder, node: number): number {
  if (node === -1) return -1
  return f.file.kind(node) === 'subscript' ? f.file.child(node, 'name') : node
}

/** Returns the name of a command without its folder; empty where it is not literal. */
export function commandName(f: FunctionBuilder, node: number): string {
  const { file } = f
  const name = file.child(node, 'name')
  const inner = name === -1 ? -1 : file.first(name)
  const text = inner === -1 ? '' : (plainText(f, inner) ?? '')
  return text.slice(text.lastIndexOf('/') + 1)
}

/** Arguments of `read` and its like that are names. */
export function namesIn(f: FunctionBuilder, node: number): readonly number[] {
  const { file } = f
  const found: number[] = []
  const withValue = commandName(f, node) === 'read' ? /^-\w{0,9}[dinNptu]$/ : /^-\w{0,9}[dnOscCu]$/
  let isValue = false
  for (const child of file.childrenIn(node, 'argument')) {
    const text = file.text(child)
    if (isValue) isValue = false
    else if (text.startsWith('-')) isValue = withValue.test(text)
    else if (/^[A-Za-z_]\w{0,99}$/.test(text)) found.push(child)
  }
  return found
}

/** Returns the text of a word without expansions. */
export function plainText(f: FunctionBuilder, node: number): string | undefined {
  const { file, tree } = f
  switch (file.kind(node)) {
    case 'word':
    case 'number':
    case 'extglob_pattern':
    case 'regex':
      return file.named(node).length > 0 ? undefined : file.text(node).replace(/\\(.)/gs, '$1')
    case 'raw_string':
      return file.text(node).slice(1, -1)
    case 'ansi_c_string':
      return file.text(node).slice(2, -1)
    case 'string':
    case 'translated_string':
      if (file.named(node).some((child) => !file.kind(child).startsWith('string'))) return undefined
      return stringText(tree, node, file.source.vocabulary)
    case 'concatenation': {
      const parts = file.named(node).map((child) => plainText(f, child))
      return parts.includes(undefined) ? undefined : parts.join('')
    }
    default:
      return undefined
  }
}

export function memberReference(f: FunctionBuilder, node: number): MemberReference | undefined {
  const { file } = f
  if (file.kind(node) !== 'subscript') return undefined
  const index = file.child(node, 'index')
  const key = index === -1 ? undefined : plainText(f, index)
  const object = file.child(node, 'name')
  return key === undefined && index !== -1 ? { object, key, index } : { object, key }
}

/** The value of `$name`, `$1`, `$@`. */
export function valueOfName(f: FunctionBuilder, name: string, node: number): Register {
  const shell = shellOf(f)
  if (/^[1-9]\d{0,2}$/.test(name)) {
    if (shell.given === NONE) return f.global(name, node)
    return f.member(shell.given, shell.shifts ? undefined : String(Number(name) - 1), node)
  }
  if (name === '@' || name === '*')
    return shell.given === NONE ? f.global('@', node) : f.combine('either', [shell.given], node)
  if (!/^[A-Za-z_]/.test(name)) return f.constant(null, node)
  const variable = f.scope.lookup(name)
  return variable === undefined ? f.global(name, node) : readVariable(f, variable, node)
}
