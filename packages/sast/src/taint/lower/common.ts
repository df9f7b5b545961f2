import { NONE, type Register } from '../ir.ts'
import { branchOn, loop } from './control.ts'
import { evaluate, execute } from './evaluate.ts'
import { lowerReturn, leave, tryCatch } from './frames.ts'
import type { FunctionBuilder } from './function-builder.ts'
import type { Execute } from './handlers.ts'

/** Creates a list of the values, in order. */
export function makeList(f: FunctionBuilder, values: readonly Register[], node: number): Register {
  const to = f.register()
  const entries = values.map((value, index) => ({ key: String(index), value }))
  f.emit({ op: 'make', to, entries, all: [], isList: true, node })
  return to
}

/** Returns a list that repeats one value. */
export function repeated(f: FunctionBuilder, value: Register, node: number): Register {
  const to = f.register()
  const entries = value === NONE ? [] : [{ key: undefined, value }]
  f.emit({ op: 'make', to, entries, all: [], isList: true, node })
  return to
}

/** A function without a name of its own, as a value. */
export function functionValue(f: FunctionBuilder, node: number, run: (inner: FunctionBuilder) => void): Register {
  const { file } = f
  const name = file.nextName
  file.nextName = ''
  const id = file.function({ name, node, kind: 'function', outer: f }, run)
  const to = f.register()
  f.emit({ op: 'function', to, id, node })
  return to
}

/** `return`, with or without a value. */
export function returnOf(f: FunctionBuilder, node: number, value: number): void {
  lowerReturn(f, value === -1 ? NONE : evaluate(f, value), node)
}

/**
 * Lowers `if` with any number of `else if` iteratively: the chain may be long.
 * @param parts of an `if`: its condition, its body, and its `else` part or -1
 */
export function ifChain(
  f: FunctionBuilder,
  node: number,
  parts: (node: number) => { readonly test: number; readonly yes: number; readonly no: number },
  first?: (node: number) => void,
): void {
  const kind = f.tree.kind[node]
  const after = f.block()
  for (let at = node; ;) {
    first?.(at)
    const { test, yes, no } = parts(at)
    const used = f.block()
    const other = f.block()
    branchOn(f, test, used, other)
    f.use(used)
    execute(f, yes)
    f.jump(after)
    f.use(other)
    if (no === -1) break
    if (f.tree.kind[no] !== kind) {
      execute(f, no)
      break
    }
    at = no
  }
  f.jump(after)
  f.use(after)
}

/** Returns the value of a number literal; its text for any other notation. */
export function numberOf(text: string): number | string {
  const plain = text.replaceAll('_', '').replace(/(?<![xX][\da-fA-F]{0,40})[a-zA-Z]{1,3}$/, '')
  const value = Number(plain)
  return Number.isNaN(value) || plain === '' ? text : value
}

/** Jumps to one of several blocks by an unknown condition. */
export function chooseOf(f: FunctionBuilder, ways: readonly (() => void)[]): void {
  const after = f.block()
  const entries = ways.map(() => f.block())
  f.end({ type: 'choose', to: [...entries, after] })
  f.frames.push({ type: 'switch', labels: f.labels, breakTo: after, continueTo: after })
  f.labels = []
  for (const [index, path] of ways.entries()) {
    f.use(entries[index]!)
    path()
    f.jump(after)
  }
  f.frames.pop()
  f.use(after)
}

/** Lowers `while` and `do … while` with the common field names. */
export function whileStatement(f: FunctionBuilder, node: number): void {
  const { file } = f
  loop(f, {
    test: (yes, no) => branchOn(f, file.child(node, 'condition'), yes, no),
    body: () => execute(f, file.child(node, 'body')),
    isTestedAfter: file.kind(node) === 'do_statement',
  })
}

/** `break` and `continue`. @param labelOf the node of the label, or -1 */
export function jump(how: 'break' | 'continue', labelOf: (f: FunctionBuilder, node: number) => number): Execute {
  return (f, node) => {
    const label = labelOf(f, node)
    leave(f, how, label === -1 ? '' : f.file.text(label))
  }
}

/**
 * Lowers `try` with the common names of its clauses.
 * @param first code before the body, covered by the same handlers
 */
export function tryStatement(
  f: FunctionBuilder,
  node: number,
  catchClause: (f: FunctionBuilder, clause: number, caught: Register) => void,
  first?: () => void,
): void {
  const { file } = f
  const clauses = file.named(node)
  const last = clauses.find((clause) => file.kind(clause) === 'finally_clause')
  tryCatch(f, {
    node,
    body: () => {
      first?.()
      execute(f, file.child(node, 'body'))
    },
    catches: clauses
      .filter((clause) => file.kind(clause) === 'catch_clause')
      .map((clause) => ({ node: clause, body: (caught) => catchClause(f, clause, caught) })),
    isOpen: true,
    last: last === undefined ? undefined : () => execute(f, file.first(last)),
  })
}
