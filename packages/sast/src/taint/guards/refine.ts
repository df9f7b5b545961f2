import { ANY_KEY, cellKey } from '../flow/atoms.ts'
import type { FunctionRun } from '../flow/function-run.ts'
import { keyOf } from '../flow/key-of.ts'
import { cleaned } from '../flow/marking.ts'
import { NOTHING, single, type Value } from '../flow/values.ts'
import type { Instruction, Register } from '../ir.ts'
import type { Finding, Proof } from './truth.ts'
import type { At } from './definitions.ts'
import { isHarmless } from './forms.ts'
import { isInfluenced } from './given.ts'
import { groupsThat, isBeyondLetters, kindNumber, type RuleGroup } from './groups.ts'
import { withHalves } from './halves.ts'
import { safeAfter } from './helpers.ts'
import { type CheckSubject, type Subject, subjectsOf } from './subjects.ts'

/** Rules for which a value is safe: all of them, or those with these indexes. */
export type Safe = 'all' | readonly number[]

/** Applies the facts of a condition from here on. @param to where the facts apply */
export function refine(run: FunctionRun, findings: readonly Finding[], to: At): void {
  const isAboutPaths = run.plan.mayCheck || run.file.marks.groups.includes('path')
  for (const { value, at, proof } of findings) {
    if (proof.type === 'within' && !isAboutPaths) continue
    if (proof.type === 'list' && isOthers(run, proof)) continue
    if (proof.type === 'helper' && isNothing(safeAfter(run, proof.call, proof.argument, proof.when, at))) continue
    for (const checkSubject of subjectsOf(run.guards.inside, value, at, to)) {
      if (proof.type === 'within' && (!checkSubject.isNormal || isOthers(run, proof))) continue
      if (proof.type === 'below' && (isEmpty(run, checkSubject.subject) || isOthers(run, proof))) continue
      const safe = safeBy(run, proof, checkSubject, at)
      if (isNothing(safe)) continue
      change(run, checkSubject.subject, (before) => withGuarantee(run, before, safe, isByLetters(proof)))
    }
  }
}

/** Whether a variable contains no external data, like a loop counter. */
function isEmpty(run: FunctionRun, subject: Subject): boolean {
  return subject.type === 'variable' && run.get(subject.register).atoms.length === 0
}

function isNothing(safe: Safe): boolean {
  return safe !== 'all' && safe.length === 0
}

/** Returns the result of a call, sanitized where it is proved safe. */
export function safeResult(run: FunctionRun, proof: Proof, value: Value): Value {
  return isOthers(run, proof)
    ? value
    : withGuarantee(
        run,
        value,
        safeBy(run, proof, { isHost: false, isNormal: false, isFile: false }, run.guards.endOf(run.block)),
        isByLetters(proof),
      )
}

/** @param isFormed whether only its letters prove it */
export function withGuarantee(run: FunctionRun, value: Value, safe: Safe, isFormed = false): Value {
  return safe === 'all' ? NOTHING : withHalves(run, cleaned(run, value, safe, isFormed), safe)
}

function isByLetters({ type }: Proof): boolean {
  return type === 'form' || type === 'encoded' || type === 'kind' || type === 'helper'
}

/** Whether the source of the checked value may also affect the value that it is compared with. */
function isOthers(run: FunctionRun, proof: Proof): boolean {
  if (proof.type === 'list') return proof.kind !== 'literal' && isInfluenced(run, proof.list)
  if (proof.type === 'below') return isInfluenced(run, proof.limit)
  return proof.type === 'within' && isInfluenced(run, proof.start)
}

/** Weaknesses in which the letters of a value do the harm: for other weaknesses the origin of an encoded value matters. */
const INJECTIONS: ReadonlySet<RuleGroup> = new Set<RuleGroup>([
  'command',
  'query',
  'document',
  'path',
  'address',
  'page',
  'code',
  'line',
  'option',
])

/** @param at location of the check */
function safeBy(
  run: FunctionRun,
  proof: Proof,
  { isHost, isNormal, isFile }: Pick<CheckSubject, 'isHost' | 'isNormal' | 'isFile'>,
  at: At,
): Safe {
  const { groups, without } = run.file.marks
  const after = (numbers: readonly number[]): readonly number[] => numbers.map((number) => groups.length + number)
  const those = (isMeant: (group: RuleGroup) => boolean): readonly number[] => [
    ...groups.flatMap((group, rule) => (isMeant(group) ? [rule] : [])),
    ...after(groupsThat(isMeant)),
  ]
  if (isHost) {
    const isWhole = proof.type === 'constant' || proof.type === 'list' || proof.type === 'suffix'
    return isWhole ? those((group) => group === 'address') : []
  }
  // A normalized path proves facts about the file only.
  if (isFile) {
    const isWhole = proof.type === 'constant' || proof.type === 'list' || proof.type === 'within'
    return isWhole ? those((group) => group === 'path') : []
  }
  switch (proof.type) {
    case 'constant':
      return proof.isZero === true && groups.includes('divisor') ? those((group) => group !== 'divisor') : 'all'
    case 'list':
      if (proof.kind === 'files') return those((group) => group === 'path')
      // Every object has `constructor` and `__proto__`.
      if (proof.isLoose === true && groups.includes('object')) return those((group) => group !== 'object')
      return proof.kind === 'literal' ? 'all' : those((group) => !isBeyondLetters(group))
    case 'form':
      return those((group) => group !== 'none' && isHarmless(proof.form, group))
    case 'encoded':
      return those((group) => INJECTIONS.has(group) && isHarmless(proof.form, group))
    case 'kind':
      if (proof.kind === 'string') return those((group) => group === 'document')
      return proof.kind === 'number'
        ? [...without.numbers, ...after([kindNumber('numbers')])]
        : [...without.booleans, ...after([kindNumber('booleans')])]
    case 'within':
      return isNormal ? those((group) => group === 'path') : []
    case 'suffix':
      return []
    case 'below':
      return proof.isWhole ? those((group) => group === 'size') : after([kindNumber('below')])
    case 'above':
      return after([kindNumber('above')])
    case 'nonzero':
      return those((group) => group === 'divisor')
    case 'lacks':
      return proof.what === 'dash' ? those((group) => group === 'option') : after([kindNumber(proof.what)])
    case 'known':
      return those((group) => group === proof.group)
    case 'helper':
    default:
      return safeAfter(run, proof.call, proof.argument, proof.when, at)
  }
}

/** Gatehouse-specific limit: maximum depth of members that are read again. */
const NESTED_MAX = 6

/** Returns the value of a register, recomputed if another block assigned it: blocks keep only values that later code reads. */
function valueAt(run: FunctionRun, register: Register, at: At, depth = 0): Value {
  const { inside } = run.guards
  const found = inside.of(register, at)
  if (found === undefined || found.at.block === run.block) return run.get(register)
  const { one } = found
  if (depth > NESTED_MAX) return NOTHING
  if (one.op === 'read') return run.get(one.from)
  if (one.op === 'global') return single(run.atoms.origin({ type: 'global', name: one.name }))
  if (one.op === 'load') return run.state.slots[run.cellSlot(one.cell)] ?? single(run.cellAtom(one.cell))
  const key = one.op === 'member' ? memberKey(run, one, found.at) : ANY_KEY
  if (one.op !== 'member' || key === ANY_KEY) return NOTHING
  return run.state.heap.read(valueAt(run, one.object, found.at, depth + 1), key)
}

function memberKey(run: FunctionRun, instruction: Extract<Instruction, { op: 'member' }>, at: At): number {
  if (instruction.key !== undefined || at.block === run.block) return keyOf(run, instruction.key, instruction.index)
  return ANY_KEY
}

function change(run: FunctionRun, subject: Subject, by: (value: Value) => Value): void {
  switch (subject.type) {
    case 'variable':
      run.refined.add(subject.register)
      run.set(subject.register, by(run.get(subject.register)))
      break
    case 'cell': {
      const { slot } = run.plan.cells.get(cellKey(subject.cell)) ?? {}
      if (slot !== undefined) run.setSlot(slot, by(run.state.slots[slot] ?? single(run.cellAtom(subject.cell))))
      break
    }
    case 'member':
    default: {
      const { one, at } = subject
      const object = valueAt(run, one.object, at)
      const { heap } = run.state
      const key = memberKey(run, one, at)
      if (key !== ANY_KEY && object.atoms.length === 1) heap.write(object, key, by(heap.read(object, key)))
    }
  }
}
