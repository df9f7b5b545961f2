import type { Register } from '../ir.ts'
import { evaluate } from './evaluate.ts'
import type { FunctionBuilder } from './function-builder.ts'
import type { Logic } from './handlers.ts'

/** Branches by a condition; `and`, `or` and `not` become control flow. */
export function branchOn(f: FunctionBuilder, node: number, yes: number, no: number): void {
  const logic = f.file.handlers.language.logic(f, node)
  if (logic === undefined || !f.file.down()) {
    f.branch(evaluate(f, node), yes, no)
    return
  }
  branchByLogic(f, logic, yes, no)
  f.file.up()
}

function branchByLogic(f: FunctionBuilder, logic: Logic, yes: number, no: number): void {
  switch (logic.type) {
    case 'same':
      branchOn(f, logic.inner, yes, no)
      return
    case 'not':
      branchOn(f, logic.inner, no, yes)
      return
    case 'and':
    case 'or':
    default: {
      const second = f.block()
      if (logic.type === 'and') branchOn(f, logic.left, second, no)
      else branchOn(f, logic.left, yes, second)
      f.use(second)
      branchOn(f, logic.right, yes, no)
    }
  }
}

/** `if`. */
export function ifElse(f: FunctionBuilder, test: number, yes: () => void, no?: () => void): void {
  const first = f.block()
  const after = f.block()
  const second = no === undefined ? after : f.block()
  branchOn(f, test, first, second)
  f.use(first)
  yes()
  f.jump(after)
  if (no !== undefined) {
    f.use(second)
    no()
    f.jump(after)
  }
  f.use(after)
}

/** `a ? b : c`. */
export function conditional(
  f: FunctionBuilder,
  test: number,
  yes: () => Register,
  no: () => Register,
  node: number,
): Register {
  const to = f.register()
  ifElse(
    f,
    test,
    () => f.set(to, yes(), node),
    () => f.set(to, no(), node),
  )
  return to
}

/** Lowers `a && b`, `a || b`, `a ?? b`: the second operand is only evaluated where the first does not decide. */
export function shortCircuit(
  f: FunctionBuilder,
  kind: 'and' | 'or' | 'nullish',
  left: Register,
  right: () => Register,
  node: number,
): Register {
  const to = f.register()
  const second = f.block()
  const after = f.block()
  f.set(to, left, node)
  if (kind === 'and') f.branch(left, second, after)
  else if (kind === 'or') f.branch(left, after, second)
  else f.branch(f.combine('test', [left], node, 'nullish'), second, after)
  f.use(second)
  f.set(to, right(), node)
  f.jump(after)
  f.use(after)
  return to
}

/** Applies the default of a parameter or a pattern. */
export function withDefault(f: FunctionBuilder, value: Register, otherwise: () => Register, node: number): Register {
  const to = f.register()
  const missing = f.block()
  const after = f.block()
  f.set(to, value, node)
  f.branch(f.combine('test', [value], node, 'missing'), missing, after)
  f.use(missing)
  f.set(to, otherwise(), node)
  f.jump(after)
  f.use(after)
  return to
}

interface Loop {
  /** Branches to one of the two blocks; default: an endless loop. */
  readonly test?: (yes: number, no: number) => void
  readonly body: () => void
  readonly update?: () => void
  /** Runs where the loop ends by its condition: `else` of Python. */
  readonly otherwise?: () => void
  /** Whether the body runs once before the test. */
  readonly isTestedAfter?: boolean
}

export function loop(f: FunctionBuilder, { test, body, update, otherwise, isTestedAfter = false }: Loop): void {
  const head = f.block()
  const inside = f.block()
  const after = f.block()
  const done = otherwise === undefined ? after : f.block()
  const next = update === undefined ? head : f.block()
  f.jump(isTestedAfter ? inside : head)
  f.use(head)
  if (test === undefined) f.jump(inside)
  else test(inside, done)
  f.use(inside)
  f.frames.push({ type: 'loop', labels: f.labels, breakTo: after, continueTo: next })
  f.labels = []
  body()
  f.frames.pop()
  f.jump(next)
  if (update !== undefined) {
    f.use(next)
    update()
    f.jump(head)
  }
  if (otherwise !== undefined) {
    f.use(done)
    otherwise()
    f.jump(after)
  }
  f.use(after)
}

/** Lowers a loop over a list, map or iterator. `head` assigns each element to names. */
export function forEach(
  f: FunctionBuilder,
  list: Register,
  takes: 'members' | 'keys' | 'both',
  node: number,
  head: (value: Register) => void,
  body: () => void,
  otherwise?: () => void,
): void {
  const rest = f.combine('either', [list], node, takes === 'keys' ? 'iterate keys' : 'iterate')
  loop(f, {
    test: (yes, no) => f.branch(f.combine('test', [rest], node, 'more'), yes, no),
    body: () => {
      const value = f.register()
      f.emit({ op: 'each', to: value, from: rest, takes, node })
      head(value)
      body()
    },
    ...(otherwise === undefined ? {} : { otherwise }),
  })
}

interface Case {
  readonly node: number
  /** Branches to one of the two blocks; default: always taken. */
  readonly test?: (yes: number, no: number) => void
  readonly body: () => void
  /** Whether this case falls through, regardless of the others. */
  readonly fallsOn?: boolean
}

/** Lowers `switch`. @param fallsThrough whether a case falls through to the next one */
export function switchCases(f: FunctionBuilder, cases: readonly Case[], fallsThrough: boolean): void {
  const after = f.block()
  const bodies = cases.map(() => f.block())
  let otherwise = after
  for (const [index, { test }] of cases.entries()) {
    if (test === undefined) {
      otherwise = bodies[index]!
      continue
    }
    const next = f.block()
    test(bodies[index]!, next)
    f.use(next)
  }
  f.jump(otherwise)
  f.frames.push({ type: 'switch', labels: f.labels, breakTo: after, continueTo: after })
  f.labels = []
  for (const [index, { body, fallsOn = fallsThrough }] of cases.entries()) {
    f.use(bodies[index]!)
    body()
    f.jump(fallsOn ? (bodies[index + 1] ?? after) : after)
  }
  f.frames.pop()
  f.use(after)
}

/** Lowers a statement that a `break` with a label may leave. */
export function labelled(f: FunctionBuilder, label: string, isLoop: boolean, body: () => void): void {
  if (isLoop) {
    f.labels = [...f.labels, label]
    body()
    f.labels = []
    return
  }
  const after = f.block()
  f.frames.push({ type: 'label', labels: [label], breakTo: after, continueTo: after })
  body()
  f.frames.pop()
  f.jump(after)
  f.use(after)
}
