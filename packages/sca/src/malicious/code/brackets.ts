import { finishCall } from './call.ts'
import { ANSWER_BEFORE, type Frame, newFrame, NOTHING_BEFORE, type Routine, VALUE_BEFORE } from './frames.ts'
import type { Reading } from './reading.ts'
import { joined } from './scope.ts'
import { calleeOf, heldCallee, renamedCallee } from './words.ts'

/** Maximum number of reported flows per file; files with more are scored on these only. */
const FLOWS_MAX = 200
/** Words before a block. */
const BLOCKS = new Set(['else', 'do', 'try', 'finally'])

/** Opens a bracket, a body or a statement. */
export function push(r: Reading, frame: Frame): void {
  r.scope.push(frame)
  r.before = NOTHING_BEFORE
}

/** Assigns the value of a statement to its names, and starts the next statement. */
export function endStatement(r: Reading): void {
  const { top } = r.scope
  if (top.kind !== 'statement') return
  r.scope.settle()
  top.declares = false
  top.returns = false
  top.loops = false
  r.before = NOTHING_BEFORE
}

/** Opens a parenthesis: a call after a value, else a group or parameters. */
export function openBracket(r: Reading): void {
  const { name, object, keyword, isMember, isValue, isAnswer } = r.before
  const { start } = r.lexer
  if (keyword !== '' || (name === '' && !isValue)) {
    return push(r, newFrame('group', start, { loops: keyword === 'for' }))
  }
  const { taints, tokens, top, lastRoutine } = r.scope
  const isHeld = isMember || isAnswer
  const receiver = isHeld ? taints.of(object, tokens) | top.mask : 0
  const current = isHeld ? heldCallee(receiver, name) : renamedCallee(taints.of(name, tokens))
  // A member of an unnamed object, such as a regular expression, is unknown.
  const callee = current ?? calleeOf(r.syntax, isMember ? object || '?' : '', name)
  const routine = name === '' ? lastRoutine : r.scope.routineNamed(name)
  push(r, newFrame('call', start, { callee, object: isMember ? object : '', name, routine, receiver }))
}

/** Closes a parenthesis with everything still open in it. */
export function closeBracket(r: Reading): void {
  const scope = r.scope
  while (scope.top.kind === 'object' || scope.top.kind === 'template') scope.join()
  const frame = scope.top
  r.before = ANSWER_BEFORE
  if (frame.kind !== 'call' && frame.kind !== 'group') return
  r.closed = frame
  frame.mask |= joined(frame)
  if (frame.kind === 'call' && !isDefinition(r)) {
    const flow = finishCall(frame, scope)
    if (flow !== undefined && r.flows.length < FLOWS_MAX) r.flows.push(flow)
  } else if (frame.loops) frame.targets = frame.names
  if (frame.kind === 'group') scope.assign(frame)
  scope.join()
  if (r.pending !== undefined && frame.kind === 'group') readParams(r, r.pending, frame)
}

function readParams(r: Reading, routine: Routine, { names, start }: Frame): void {
  routine.params = names
  if (r.syntax !== 'python') return
  r.scope.define(routine, r.text, start)
  r.pending = undefined
}

/** Returns whether the closed parentheses contain the parameters of a method: a body follows. */
function isDefinition(r: Reading): boolean {
  return r.syntax === 'js' && /^\s{0,40}\{/.test(r.text.slice(r.lexer.end, r.lexer.end + 41))
}

/** Opens a body or an object. */
export function openBrace(r: Reading): void {
  const scope = r.scope
  const { start } = r.lexer
  const routine = bodyOf(r)
  if (routine === false) return push(r, newFrame('object', start))
  r.pending = undefined
  const outer = scope.callbackMask()
  push(r, newFrame('body', start, { routine }))
  scope.taints.open()
  if (routine !== undefined) scope.enter(routine, outer)
  push(r, newFrame('statement'))
}

/** Returns the function whose body a brace opens, undefined for a block, false for an object. */
function bodyOf(r: Reading): Routine | undefined | false {
  if (r.syntax === 'python') return false
  const { isValue, isAnswer, keyword } = r.before
  const { top } = r.scope
  const closed = r.closed
  const isMethod = isAnswer && closed.kind === 'call' && closed.name !== ''
  if (top.kind === 'statement' && (top.imports || (top.declares && top.targets.length === 0))) return false
  if (r.pending !== undefined) return r.pending
  const begins = top.kind === 'statement' && !top.declares && top.mask === 0 && keyword === ''
  const isBlock = top.kind === 'object' ? isMethod : BLOCKS.has(keyword) || isValue || begins
  if (!isBlock) return false
  if (!isMethod) return undefined
  const routine = r.scope.routineOf(closed.name, closed.start)
  routine.params = closed.names
  return routine
}

/** Closes a body, an object or a template substitution. */
export function closeBrace(r: Reading): void {
  const scope = r.scope
  while (scope.depth > 0) {
    const { kind, names, routine } = scope.top
    if (kind === 'statement') endStatement(r)
    if (kind === 'object' || kind === 'template') {
      scope.join()
      if (scope.top.imports) scope.top.names.push(...names)
      if (kind === 'object' && scope.top.declares && scope.top.targets.length === 0) scope.declare(names)
      r.before = VALUE_BEFORE
      return
    }
    scope.pop()
    if (kind === 'body') return endBody(r, routine)
  }
}

function endBody(r: Reading, routine: Routine | undefined): void {
  const { taints, top } = r.scope
  taints.close()
  r.scope.lastRoutine = routine
  r.before = VALUE_BEFORE
  if (top.kind === 'statement' && top.targets.length === 0 && routine?.name !== '') endStatement(r)
}
