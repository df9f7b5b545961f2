import { NONE, type Register } from '../../../ir.ts'
import { branchOn, forEach, loop, switchCases } from '../../control.ts'
import { evaluate, execute, executeAll } from '../../evaluate.ts'
import { lowerReturn } from '../../frames.ts'
import type { FunctionBuilder } from '../../function-builder.ts'
import type { Logic } from '../../handlers.ts'
import { writeVariable } from '../../names.ts'
import { plainText, valueOfName } from './names.ts'
import { outputOf, reading, shellOf, unseen } from './shell.ts'
import { argumentOf, listOf } from './words.ts'

/** Returns the nodes before and after a keyword, e.g. `then`. */
function around(
  f: FunctionBuilder,
  node: number,
  word: string,
): { readonly before: number[]; readonly after: number[] } {
  const { file, tree } = f
  const before: number[] = []
  const after: number[] = []
  let isAfter = false
  const named = new Set(file.named(node))
  for (let at = node + 1; at < tree.next[node]!; at = tree.next[at]!) {
    if (file.kind(at) === word) isAfter = true
    else if (named.has(at)) (isAfter ? after : before).push(at)
  }
  return { before, after }
}

/** Lowers commands; the exit status of the last one is the condition. */
function decide(f: FunctionBuilder, nodes: readonly number[], yes: number, no: number): void {
  executeAll(f, nodes.slice(0, -1))
  const last = nodes.at(-1)
  if (last === undefined) f.jump(yes)
  else branchOn(f, last, yes, no)
}

/** `if a; then b; elif c; then d; else e; fi` */
export function ifStatement(f: FunctionBuilder, node: number): void {
  const { file } = f
  const after = f.block()
  const { before, after: rest } = around(f, node, 'then')
  const isBranch = (item: number): boolean => /^(?:elif|else)_clause$/.test(file.kind(item))
  let condition: readonly number[] = before
  let body: readonly number[] = rest.filter((item) => !isBranch(item))
  for (const branch of [...rest.filter(isBranch), -1]) {
    const [yes, no] = [f.block(), f.block()]
    decide(f, condition, yes, no)
    f.use(yes)
    executeAll(f, body)
    f.jump(after)
    f.use(no)
    if (branch === -1) break
    if (file.kind(branch) === 'else_clause') {
      executeAll(f, file.named(branch))
      break
    }
    const parts = around(f, branch, 'then')
    condition = parts.before
    body = parts.after
  }
  f.jump(after)
  f.use(after)
}

export function whileStatement(f: FunctionBuilder, node: number): void {
  const { file } = f
  const body = file.child(node, 'body')
  const conditions = file.named(node).filter((child) => child !== body)
  const isUntil = file.hasToken(node, 'until')
  loop(f, {
    test: (yes, no) => decide(f, conditions, isUntil ? no : yes, isUntil ? yes : no),
    body: () => executeAll(f, file.named(body)),
  })
}

/** `for a in b c; do d; done` */
export function forStatement(f: FunctionBuilder, node: number): void {
  const { file } = f
  const name = file.child(node, 'variable')
  const body = file.child(node, 'body')
  const values = file.childrenIn(node, 'value')
  const given =
    values.length === 0 && !file.hasToken(node, 'in')
      ? valueOfName(f, '@', node)
      : listOf(
          f,
          values.map((value) => argumentOf(f, value)),
          node,
        )
  forEach(
    f,
    given,
    'members',
    node,
    (value) => {
      if (name === -1) return
      const text = file.text(name)
      writeVariable(f, f.scope.lookup(text) ?? f.scope.root().declare(text), value, name)
    },
    () => executeAll(f, file.named(body)),
  )
}

export function countingLoop(f: FunctionBuilder, node: number): void {
  const { file } = f
  execute(f, file.child(node, 'initializer'))
  const test = file.child(node, 'condition')
  const update = file.child(node, 'update')
  loop(f, {
    ...(test === -1 ? {} : { test: (yes: number, no: number) => f.branch(evaluate(f, test), yes, no) }),
    body: () => execute(f, file.child(node, 'body')),
    ...(update === -1 ? {} : { update: () => void evaluate(f, update) }),
  })
}

/** Wildcards of a pattern. */
const OPEN = /[*?[\]]|^[+@!]\(/

/** Commands that leave a script or a function on an invalid value. */
const LEAVES = /\b(?:exit|return|die|fail|fatal|abort|usage|continue|break|error)\b/

/** Lowers `case a in b) c;; esac`. In a branch of plain texts the variable equals one of them. */
export function caseStatement(f: FunctionBuilder, node: number): void {
  const { file } = f
  const given = file.child(node, 'value')
  const value = evaluate(f, given)
  const name = /^"?\$\{?([A-Za-z_]\w{0,99})\}?"?$/.exec(given === -1 ? '' : file.text(given))?.[1]
  const variable = name === undefined ? undefined : f.scope.lookup(name)
  const items = file.named(node).filter((child) => file.kind(child) === 'case_item')
  switchCases(
    f,
    items.map((item) => {
      const children = file.childrenIn(item, 'value')
      const texts = children.map((entry) => plainText(f, entry))
      const test = (yes: number, no: number): void => {
        const all = children.map((entry) => evaluate(f, entry))
        f.branch(f.combine('test', [value, ...all], item, 'case'), yes, no)
      }
      const isAny = texts.length === 1 && texts[0] === '*'
      const isPlain = texts.every((text) => text !== undefined && !OPEN.test(text))
      return {
        node: item,
        ...(isAny ? {} : { test }),
        body: () => {
          if (variable !== undefined && isPlain) {
            const constants = children.map((entry) => evaluate(f, entry))
            writeVariable(f, variable, f.combine('either', constants, item), item)
          }
          executeAll(
            f,
            file.named(item).filter((child) => !children.includes(child)),
          )
        },
        fallsOn: file.hasToken(item, ';&') || file.hasToken(item, ';;&'),
      }
    }),
    false,
  )
  // `case $a in *[!a-z]*) exit 1;; esac`: from here on it contains only these characters.
  const isChecked = items.some((item) => /^[^)]{0,200}\[[!^]/.test(file.text(item)) && LEAVES.test(file.text(item)))
  if (variable !== undefined && isChecked) writeVariable(f, variable, f.combine('test', [value], node, 'checked'), node)
}

/** Lowers `a | b | c`: the output of each command is the input of the next one. */
export function pipeline(f: FunctionBuilder, node: number): Register {
  return piped(f, f.file.named(node), NONE)
}

function piped(f: FunctionBuilder, nodes: readonly number[], first: Register): Register {
  let input = first
  let value: Register = NONE
  for (const [index, item] of nodes.entries()) {
    const isLast = index === nodes.length - 1
    const run = (): void => {
      if (isLast) value = evaluate(f, item)
      else input = outputOf(f, item, () => execute(f, item))
    }
    shellOf(f).subshells += 1
    if (index === 0 && first === NONE) run()
    else reading(f, input, run)
    shellOf(f).subshells -= 1
  }
  return value
}

/** `a > b`, `a < b`, `a <<EOF`. */
export function redirected(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const body = file.child(node, 'body')
  let input: Register = NONE
  let isUnseen = false
  let after: readonly number[] = []
  for (const item of file.childrenIn(node, 'redirect')) {
    const value = evaluate(f, item)
    const kind = file.kind(item)
    if (kind === 'heredoc_redirect') {
      after = file.named(item).filter((child) => file.kind(child) === 'pipeline')
      if (file.named(item).some((child) => file.kind(child) === 'file_redirect')) isUnseen = true
    }
    if (kind !== 'file_redirect' || file.hasToken(item, '<')) input = value
    else if (file.child(item, 'descriptor') === -1 || file.text(file.child(item, 'descriptor')) === '1') isUnseen = true
  }
  let value: Register = NONE
  const run = (): void => {
    if (body !== -1) value = evaluate(f, body)
  }
  const seen = (): void => (input === NONE ? run() : reading(f, input, run))
  if (after.length > 0) {
    const output = outputOf(f, node, seen)
    const commands = after.flatMap((item) => file.named(item))
    return piped(f, commands, output)
  }
  if (isUnseen) unseen(f, seen)
  else seen()
  return value
}

/** The text of a here-document. */
export function heredoc(f: FunctionBuilder, node: number): Register {
  const { file } = f
  const body = file.ofKind(node, 'heredoc_body')
  return body === -1 ? f.combine('whole', [], node) : evaluate(f, body)
}

/** `a && b`, `a || b`. */
export function logic(f: FunctionBuilder, node: number): Logic | undefined {
  const { file } = f
  switch (file.kind(node)) {
    case 'negated_command':
      return { type: 'not', inner: file.first(node) }
    case 'list': {
      const [left, right] = file.named(node)
      if (left === undefined || right === undefined) return undefined
      return { type: file.hasToken(node, '&&') ? 'and' : 'or', left, right }
    }
    default:
      return undefined
  }
}

export function list(f: FunctionBuilder, node: number): void {
  const { file } = f
  const [left, right] = file.named(node)
  if (left === undefined || right === undefined) {
    if (left !== undefined) execute(f, left)
    return
  }
  const [second, after] = [f.block(), f.block()]
  if (file.hasToken(node, '&&')) branchOn(f, left, second, after)
  else branchOn(f, left, after, second)
  f.use(second)
  execute(f, right)
  f.jump(after)
  f.use(after)
}

/** Whether a function or a script shifts or resets its arguments. */
export function findShifts(f: FunctionBuilder, node: number): void {
  const { file, tree } = f
  const shell = shellOf(f)
  for (let at = node; at < tree.next[node]!; at += 1) {
    if (file.kind(at) === 'command' && /^(?:shift|set\s{1,9}--)/.test(file.text(at))) shell.shifts = true
  }
}

/** Lowers `name() { … }`: the output of a function is its result. */
export function functionDefinition(f: FunctionBuilder, node: number): void {
  const { file } = f
  const nameAt = file.child(node, 'name')
  const name = nameAt === -1 ? '' : file.text(nameAt)
  file.function({ name, node, kind: 'function', outer: f }, (inner) => {
    const register = inner.scope.declare('(given)').register
    inner.parameters.push({ register: register, name: '', node, nameNode: node, isRest: true })
    shellOf(inner).given = register
    // Its input is the input of the calling command.
    inner.receiver = inner.scope.declare('(input)').register
    shellOf(inner).inputs.push(inner.receiver)
    findShifts(inner, node)
    inner.yields = inner.register()
    inner.emit({ op: 'make', to: inner.yields, entries: [], all: [], isList: true, node })
    execute(inner, file.child(node, 'body'))
    lowerReturn(inner, NONE, node)
  })
}
