import { NONE, type Register } from '../ir.ts'
import type { FunctionBuilder } from './function-builder.ts'

/** Code that a jump may leave. */
export type Frame = Leavable | Finally

interface Leavable {
  readonly type: 'loop' | 'switch' | 'label'
  readonly labels: readonly string[]
  readonly breakTo: number
  /** Of loops. */
  readonly continueTo: number
}

/** A `finally` block. `mode` records how its code was left. */
interface Finally {
  readonly type: 'finally'
  readonly node: number
  readonly entry: number
  readonly mode: Register
  readonly returned: Register
  /** Exits besides its end (mode 0) and an exception (mode 1), with their continuations. */
  readonly left: { readonly key: string; readonly after: () => void }[]
}

/** Leaves a loop, a switch or a labeled block. Does nothing where there is none: the code is invalid. */
export function leave(f: FunctionBuilder, how: 'break' | 'continue', label = ''): void {
  const at = f.frames.findLastIndex(
    (frame) =>
      frame.type !== 'finally' &&
      (label === ''
        ? frame.type === 'loop' || (how === 'break' && frame.type === 'switch')
        : frame.labels.includes(label)),
  )
  const frame = f.frames[at]
  if (frame === undefined || frame.type === 'finally') return
  leaveTo(f, at, how === 'break' ? frame.breakTo : frame.continueTo)
}

function leaveTo(f: FunctionBuilder, at: number, block: number): void {
  const around = f.frames.findLastIndex((frame, index) => index > at && frame.type === 'finally')
  const frame = f.frames[around]
  if (frame?.type === 'finally') leaveBy(f, frame, `to ${block}`, () => leaveTo(f, at, block))
  else f.jump(block)
}

/** Returns a value from the function, through all `finally` blocks. */
export function lowerReturn(f: FunctionBuilder, value: Register, node: number): void {
  if (f.yields !== NONE) {
    if (value !== NONE) f.store(f.yields, undefined, value, node)
    emitReturn(f, f.yields, node)
  } else emitReturn(f, value, node)
}

function emitReturn(f: FunctionBuilder, value: Register, node: number): void {
  const frame = f.frames.findLast((item) => item.type === 'finally')
  if (frame?.type !== 'finally') {
    f.end(value === NONE ? { type: 'end' } : { type: 'return', value, node })
    return
  }
  if (value === NONE) leaveBy(f, frame, 'end', () => emitReturn(f, NONE, node))
  else {
    f.set(frame.returned, value, node)
    leaveBy(f, frame, 'return', () => emitReturn(f, frame.returned, node))
  }
}

function leaveBy(f: FunctionBuilder, frame: Finally, key: string, after: () => void): void {
  let place = frame.left.findIndex((item) => item.key === key)
  if (place === -1) place = frame.left.push({ key, after }) - 1
  f.set(frame.mode, f.constant(place + 2, frame.node), frame.node)
  f.jump(frame.entry)
}

/** One exception handler; languages with several select one by type, which is unknown here. */
export interface Catch {
  readonly node: number
  readonly body: (caught: Register) => void
}

interface Try {
  readonly node: number
  readonly body: () => void
  readonly catches: readonly Catch[]
  /** Whether an exception may fit none of them. */
  readonly isOpen: boolean
  readonly last: (() => void) | undefined
}

/** Lowers `try` with its handlers and its `finally` block. */
export function tryCatch(f: FunctionBuilder, value: Try): void {
  const after = f.block()
  if (value.last === undefined) {
    guardedBody(f, value, after)
    f.use(after)
    return
  }
  const { node } = value
  const frame: Finally = {
    type: 'finally',
    node,
    entry: f.block(),
    mode: f.register(),
    returned: f.register(),
    left: [],
  }
  const thrownTo = f.block()
  const thrown = f.register()
  const done = f.block()
  f.frames.push(frame)
  f.guarded(thrownTo, () => guardedBody(f, value, done))
  f.use(done)
  f.set(frame.mode, f.constant(0, node), node)
  f.jump(frame.entry)
  f.frames.pop()
  f.use(thrownTo)
  const caught = f.register()
  f.emit({ op: 'caught', to: caught, node })
  f.set(thrown, caught, node)
  f.set(frame.mode, f.constant(1, node), node)
  f.jump(frame.entry)
  f.use(frame.entry)
  value.last()
  goOn(f, frame, thrown, after)
}

function guardedBody(f: FunctionBuilder, value: Try, after: number): void {
  if (value.catches.length === 0) {
    value.body()
    f.jump(after)
    return
  }
  const handler = f.block()
  f.guarded(handler, value.body)
  f.jump(after)
  f.use(handler)
  const caught = f.register()
  f.emit({ op: 'caught', to: caught, node: value.catches[0]!.node })
  const entries = value.catches.map(() => f.block())
  const past = f.block()
  if (entries.length === 1 && !value.isOpen) f.jump(entries[0]!)
  else f.end({ type: 'choose', to: value.isOpen ? [...entries, past] : entries })
  for (const [index, item] of value.catches.entries()) {
    f.use(entries[index]!)
    item.body(caught)
    f.jump(after)
  }
  f.use(past)
  f.end({ type: 'throw', value: caught, node: value.node })
}

/** Continues after a `finally` block. */
function goOn(f: FunctionBuilder, frame: Finally, thrown: Register, after: number): void {
  const { node } = frame
  const ways = [() => f.end({ type: 'throw', value: thrown, node }), ...frame.left.map((item) => item.after)]
  for (const [index, path] of ways.entries()) {
    const is = f.block()
    const isNot = f.block()
    f.branch(f.combine('test', [frame.mode, f.constant(index + 1, node)], node, '==='), is, isNot)
    f.use(is)
    path()
    f.use(isNot)
  }
  f.jump(after)
  f.use(after)
}

/** Leaves so many loops and switches at once, as PHP can. */
export function leaveOut(f: FunctionBuilder, how: 'break' | 'continue', levels: number): void {
  let left = levels
  for (let at = f.frames.length - 1; at >= 0; at -= 1) {
    const frame = f.frames[at]!
    if (frame.type !== 'loop' && frame.type !== 'switch') continue
    left -= 1
    if (left > 0) continue
    leaveTo(f, at, how === 'break' ? frame.breakTo : frame.continueTo)
    return
  }
}
