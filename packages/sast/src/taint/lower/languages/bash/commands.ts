import { NONE, type Register } from '../../../ir.ts'
import { assign, evaluate } from '../../evaluate.ts'
import { lowerReturn, leave } from '../../frames.ts'
import type { FunctionBuilder } from '../../function-builder.ts'
import { writeVariable } from '../../names.ts'
import { emitCall } from '../../operations.ts'
import { commandName, namesIn, plainText, startList, valueOfName } from './names.ts'
import { inputOf, reading, shellOf, write } from './shell.ts'
import { argumentOf, listOf } from './words.ts'

/** Lowers `A=b command "$c" < d`. @returns its output */
export function command(f: FunctionBuilder, node: number): Register {
  const { file } = f
  for (const child of file.named(node)) if (file.kind(child) === 'variable_assignment') evaluate(f, child)
  let value: Register = NONE
  const run = (): void => {
    value = run_(f, node)
  }
  const redirect = file
    .childrenIn(node, 'redirect')
    .find((child) => /^(?:herestring|heredoc)_redirect$/.test(file.kind(child)))
  if (redirect === undefined) run()
  else reading(f, evaluate(f, redirect), run)
  return value
}

function run_(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const name = commandName(f, node)
  const nodes = file.childrenIn(node, 'argument')
  const own = BUILT_IN[name]
  if (own !== undefined && Object.hasOwn(BUILT_IN, name)) return own(f, node, nodes)
  const callee = name === '' ? evaluate(f, file.child(node, 'name')) : NONE
  const values = nodes.map((item) => argumentOf(f, item))
  const to = emitCall(f, { name, method: name, callee, receiver: inputOf(f), arguments: values }, node)
  write(f, to, node)
  return to
}

type BuiltIn = (f: FunctionBuilder, node: number, values: readonly number[]) => Register

/** `echo a "$b"` */
const echo: BuiltIn = (f, node, values) => {
  const words = values.filter((item, index) => index > 0 || !/^-[neE]{1,3}$/.test(f.file.text(item)))
  const parts = words.flatMap((word, index) =>
    index === 0 ? [evaluate(f, word)] : [f.constant(' ', word), evaluate(f, word)],
  )
  const value = f.combine('text', parts, node)
  write(f, value, node)
  return value
}

/** `printf '%s' "$a"`, `printf -v b '%s' "$a"`. */
const printf: BuiltIn = (f, node, inputs) => {
  const isKept = inputs[0] !== undefined && f.file.text(inputs[0]) === '-v'
  const [format, ...values] = isKept ? inputs.slice(2) : inputs
  const text = format === undefined ? undefined : plainText(f, format)
  const parts = (format === undefined ? [] : [format, ...values]).map((item) => evaluate(f, item))
  // Numbers, and texts quoted for the shell, contain no code.
  const isPlain = text !== undefined && /%/.test(text) && !/%[-\d.*]{0,20}[sbc(]/.test(text)
  const value = f.combine(isPlain ? 'test' : 'text', parts, node)
  if (isKept && inputs[1] !== undefined) assignVariable(f, inputs[1], value)
  else write(f, value, node)
  return value
}

/** `read a b`: each name gets a part of the input. */
const read: BuiltIn = (f, node, values) => {
  for (const item of values) evaluate(f, item)
  const value = emitCall(f, { name: 'read', method: 'read', receiver: inputOf(f), arguments: [] }, node)
  const names = namesIn(f, node)
  const isList = values.some((item) => /^-\w{0,9}a$/.test(f.file.text(item)))
  for (const name of names) assignVariable(f, name, isList ? listOf(f, [{ value }], node) : value)
  if (names.length === 0) assignVariable(f, node, value, 'REPLY')
  return value
}

const mapfile: BuiltIn = (f, node) => {
  const value = emitCall(f, { name: 'mapfile', method: 'mapfile', receiver: inputOf(f), arguments: [] }, node)
  for (const name of namesIn(f, node).slice(-1)) {
    const to = f.register()
    f.emit({ op: 'make', to, entries: [{ key: undefined, value }], all: [], isList: true, node })
    assignVariable(f, name, to)
  }
  return NONE
}

/** `getopts ab: name`: the argument of an option is in `OPTARG`. */
const getopts: BuiltIn = (f, node, values) => {
  const name = values[1]
  if (name !== undefined) assignVariable(f, name, f.constant('', name))
  assignVariable(f, node, valueOfName(f, '@', node), 'OPTARG')
  return f.combine('test', [], node)
}

function assignVariable(f: FunctionBuilder, node: number, value: Register, name = f.file.text(node)): void {
  writeVariable(f, f.scope.lookup(name) ?? f.scope.root().declare(name), value, node)
}

const lowerExit =
  (how: 'break' | 'continue'): BuiltIn =>
  (f) => {
    leave(f, how)
    return NONE
  }

/** `exit`, `return`: in a subshell they only end the subshell. */
const ending: BuiltIn = (f, node, values) => {
  for (const item of values) evaluate(f, item)
  if (shellOf(f).subshells === 0) lowerReturn(f, NONE, node)
  return NONE
}

const test: BuiltIn = (f, node, values) =>
  f.combine(
    'test',
    values.map((item) => evaluate(f, item)),
    node,
  )

const nothing: BuiltIn = (f, _node, values) => {
  for (const item of values) evaluate(f, item)
  return NONE
}

const BUILT_IN: Readonly<Record<string, BuiltIn>> = {
  echo,
  printf,
  read,
  mapfile,
  readarray: mapfile,
  getopts,
  break: lowerExit('break'),
  continue: lowerExit('continue'),
  exit: ending,
  return: ending,
  test,
  '[': test,
  let: test,
  ':': nothing,
  true: nothing,
  false: nothing,
  shift: nothing,
  trap: nothing,
  wait: nothing,
  cd: nothing,
}

/** `local a=b c`, `export A`, `declare -a d=(…)`. */
export function declaration(f: FunctionBuilder, node: number): void {
  const { file } = f
  const isLocal =
    f.shape.kind === 'function' &&
    /^(?:local|declare|typeset)\b/.test(file.text(node)) &&
    !/\s-\w{0,9}g/.test(file.text(node))
  for (const child of file.named(node)) {
    const isAssignment = file.kind(child) === 'variable_assignment'
    const name = isAssignment ? file.child(child, 'name') : child
    if (isLocal && name !== -1 && file.kind(name) === 'variable_name' && f.scope.own(file.text(name)) === undefined) {
      f.scope.declare(file.text(name))
    }
    if (isAssignment) evaluate(f, child)
    else if (file.kind(child) === 'variable_name' && /\s-\w{0,9}[aA]/.test(file.text(node))) {
      const variable = f.scope.lookup(file.text(child))
      if (variable?.owner === f) startList(f, variable.register, child)
    } else if (file.kind(child) !== 'variable_name' && file.kind(child) !== 'word') evaluate(f, child)
  }
}

/** `a=b`, `a+=b`, `a[1]=b`. */
export function assignment(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const name = file.child(node, 'name')
  const given = file.child(node, 'value')
  const value = given === -1 ? f.constant('', node) : evaluate(f, given)
  if (name === -1) return NONE
  if (!file.hasToken(node, '+=')) {
    assign(f, name, value, false)
    return value
  }
  const before = evaluate(f, name)
  const isList = given !== -1 && file.kind(given) === 'array'
  if (!isList) {
    assign(f, name, f.combine('text', [before, value], node), false)
    return value
  }
  const to = f.register()
  f.emit({ op: 'make', to, entries: [], all: [before, value], isList: true, node })
  assign(f, name, to, false)
  return value
}
