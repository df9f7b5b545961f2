import { type Instruction, NONE, type Register } from '../ir.ts'
import type { Constant } from '../flow/values.ts'
import type { At, Definition, Definitions } from './definitions.ts'
import type { KnownValues } from './known.ts'
import { listKind } from './lists.ts'
import { regexTestOf, formOfRegex } from './regexes.ts'
import { truthOfCall } from './calls.ts'
import { truthOfCase } from './cases.ts'
import { boundsOf, truthOfNumber, zeroOf } from './bounds.ts'
import { truthOfBoth } from './joined.ts'
import { returnsIndex, partOf, partWithin } from './lacks.ts'
import { byCompare, compared, ordered, parsedBy, searchedBy } from './comparisons.ts'
import { conjunction, type Finding, helped, kindOf, plain, swapped, type Truth, UNKNOWN, YES } from './truth.ts'
import { LIST_INDEX, MAP_GET, OR_ERROR, OR_NOTHING } from './tests.ts'

/** Own limit: nested conditions. */
const DEPTH_MAX = 12

/** Reads facts about values from the conditions of one function. */
export class Conditions {
  readonly values: KnownValues
  readonly inside: Definitions
  readonly language: string

  constructor(values: KnownValues, inside: Definitions) {
    this.values = values
    this.inside = inside
    this.language = values.file.language
  }

  truth(register: Register, at: At, depth = 0): Truth {
    if (depth > DEPTH_MAX || register === NONE) return UNKNOWN
    const found = this.inside.of(register, at)
    if (found === undefined) return truthOfBoth(this, register, depth)
    const { one, at: where } = found
    switch (one.op) {
      case 'read':
      case 'assign':
        return conjunction(
          this.truth(one.from, where, depth + 1),
          depth === 0 ? truthOfNumber(this, register, at) : UNKNOWN,
        )
      case 'combine':
        return this.#combined(one, where, depth)
      case 'member':
        if (one.index !== undefined) return this.#inObject(one.object, one.index, where)
        // The second result of a Go regex match or map lookup.
        return this.#pairOf(one, where)
      case 'call':
        return truthOfCall(this, one, where, depth)
      case 'constant':
      case 'load':
      case 'store':
      case 'clear':
      case 'make':
      case 'each':
      case 'function':
      case 'class':
      case 'import':
      case 'save':
      case 'global':
      case 'caught':
      default:
        return UNKNOWN
    }
  }

  /**
   * Returns the facts of a lookup in a list: the value is an element; none where input may change the list.
   * @param from where the list is read
   * @param at where the value is read
   */
  inList(list: Register, value: Register, from: At, at = from): Truth {
    const written = this.inside.of(list, from)?.one
    const text = written === undefined || written.node < 0 ? '' : this.values.text(written.node)
    const kind = listKind(this.values, { in: this.inside, register: list, at: from }, text)
    if (kind === undefined) return UNKNOWN
    return YES({ value, at, proof: { type: 'list', kind, list: { in: this.inside, register: list, at: from } } })
  }

  /** Returns the same for objects with inherited members: `x in MAP`, `MAP[x]` in JavaScript. */
  #inObject(list: Register, value: Register, at: At): Truth {
    const truth = this.inList(list, value, at)
    if (!/^(?:javascript|typescript|tsx)$/.test(this.language)) return truth
    return YES(
      ...truth.yes.map((item) =>
        item.proof.type === 'list' ? { ...item, proof: { ...item.proof, isLoose: true } } : item,
      ),
    )
  }

  constant(register: Register, at: At): Constant | undefined {
    return this.values.constant({ in: this.inside, register, at })
  }

  #combined(instruction: Extract<Instruction, { op: 'combine' }>, at: At, depth: number): Truth {
    const [a = NONE, b = NONE] = instruction.from
    if (instruction.kind === 'either')
      return instruction.from.length === 1 ? this.truth(a, at, depth + 1) : this.truth(b, at, depth + 1)
    if (instruction.kind !== 'test') return UNKNOWN
    switch (instruction.operator) {
      case '!':
      case 'not':
        return swapped(conjunction(this.truth(a, at, depth + 1), depth === 0 ? truthOfNumber(this, a, at) : UNKNOWN))
      case '==':
      case '===':
      case 'is':
      case 'eq':
        return compared(this, instruction.operator, instruction.from, at, depth)
      case '!=':
      case '!==':
      case '<>':
      case 'is not':
        return swapped(compared(this, instruction.operator, instruction.from, at, depth))
      case 'in':
        return conjunction(this.#inObject(b, a, at), partWithin(this, b, a, at))
      case 'not in':
      case '!in':
        return swapped(conjunction(this.#inObject(b, a, at), partWithin(this, b, a, at)))
      case 'case':
        return truthOfCase(this, instruction.from, at)
      case '=~':
        return this.#matched(a, b, at)
      case '!~':
        return swapped(this.#matched(a, b, at))
      case 'isset':
        return this.truth(a, at, depth + 1)
      case 'nullish':
        return swapped(this.#present(a, at))
      case '>':
      case '>=':
      case '<':
      case '<=':
        return conjunction(
          ordered(this, instruction.operator, a, b, at),
          boundsOf(this, instruction.operator, a, b, at),
        )
      case undefined:
        return instruction.from.length === 1 ? this.truth(a, at, depth + 1) : UNKNOWN
      default:
        return UNKNOWN
    }
  }

  #equal(a: Register, b: Register, at: At, depth: number): Truth {
    const right = this.constant(b, at)
    if (right !== undefined || this.#isNothing(b, at)) return this.#equalTo(a, right ?? null, at, depth)
    const left = this.constant(a, at)
    if (left !== undefined || this.#isNothing(a, at)) return this.#equalTo(b, left ?? null, at, depth)
    const member = this.#isMember(a, b, at) ?? this.#isMember(b, a, at)
    if (member !== undefined) return member
    // `set.find(x) == set.end()`
    const end = this.inside.of(b, at)?.one
    if (end?.op === 'combine' && end.operator === 'end') return swapped(this.#present(a, at))
    const call = this.last(a, at)
    if (call?.one.op === 'call' && returnsIndex(call.one) && /\bnpos$/.test(this.#textOf(b, at)))
      return swapped(partOf(this, call.one, call.at))
    return YES(this.within(a, b, at), this.within(b, a, at))
  }

  #textOf(register: Register, at: At): string {
    const node = this.inside.of(register, at)?.one.node ?? -1
    return node < 0 ? '' : this.values.text(node)
  }

  /** Returns the facts where a path starts with another path, or equals it. */
  within(value: Register, start: Register, at: At): Finding {
    return { value, at, proof: { type: 'within', start: { in: this.inside, register: start, at } } }
  }

  /** Returns the facts where a value equals a loop element: it is an element of the list. */
  #isMember(value: Register, member: Register, at: At): Truth | undefined {
    const found = this.last(member, at)
    return found?.one.op === 'each' ? this.inList(found.one.from, value, found.at, at) : undefined
  }

  #isNothing(register: Register, at: At): boolean {
    const item = this.inside.of(register, at)?.one
    return item?.op === 'global' && /^(?:undefined|nil|None|nullptr|NULL)$/.test(item.name)
  }

  #equalTo(value: Register, wanted: Constant, at: At, depth: number): Truth {
    if (wanted === null) return swapped(this.#present(value, at))
    if (wanted === true) return this.truth(value, at, depth + 1)
    const found = this.values.of({ in: this.inside, register: value, at })
    const item = found?.one
    const place = item?.op === 'call' && returnsIndex(item) ? partOf(this, item, found!.at) : UNKNOWN
    if (place !== UNKNOWN && (wanted === false || wanted === -1)) return swapped(place)
    if (wanted === false) {
      const truth = item?.op === 'combine' || item?.op === 'call' ? this.truth(value, at, depth + 1) : UNKNOWN
      return swapped(truth)
    }
    if (item?.op === 'combine' && item.operator === 'typeof') return kindOf(item.from[0]!, wanted, at)
    if (item?.op === 'call' && typeof wanted === 'number') {
      if (LIST_INDEX.has(item.method) && wanted === -1 && item.arguments[0] !== undefined)
        return swapped(this.inList(item.receiver, item.arguments[0].value, found!.at))
      const isCompare = /^(?:str(?:case|n|ncase)?cmp|strcoll|compareTo|compare)$/.test(item.method)
      if (isCompare && wanted === 0) return byCompare(this, item, found!.at, depth)
      const searched = searchedBy(this, item, found!.at)
      if (searched !== UNKNOWN) return wanted === -1 ? swapped(searched) : wanted === 0 ? searched : UNKNOWN
      const truth = this.truth(value, at, depth + 1)
      const isKnown = truth.yes.length + truth.no.length > 0
      if (wanted === 0 && isKnown) return swapped(truth)
      if (wanted === 1 && isKnown) return truth
    }
    return wanted === 0 ? zeroOf(value, at) : YES({ value, at, proof: { type: 'constant' } })
  }

  equal(a: Register, b: Register, at: At, depth: number): Truth {
    return this.#equal(a, b, at, depth + 1)
  }

  #matched(a: Register, b: Register, at: At): Truth {
    for (const [value, pattern] of [
      [a, b],
      [b, a],
    ] as const) {
      const form = formOfRegex(this.values, { in: this.inside, register: pattern, at }, this.language)
      if (form !== undefined && this.constant(value, at) === undefined)
        return YES({ value, at, proof: { type: 'form', form } })
    }
    return UNKNOWN
  }

  /** Returns the facts for a non-null and for a null value. */
  #present(register: Register, at: At): Truth {
    const found = this.last(register, at)
    if (found === undefined) return UNKNOWN
    const { one, at: where } = found
    if (one.op === 'member' && one.key === '1') {
      const call = this.last(one.object, where)
      return call?.one.op === 'call' ? swapped(parsedBy(call.one, call.at)) : UNKNOWN
    }
    if (one.op === 'member' && one.index !== undefined) return this.inList(one.object, one.index, where)
    if (one.op !== 'call') return UNKNOWN
    const part = partOf(this, one, where)
    if (part !== UNKNOWN && (one.method.startsWith('str') || this.language === 'ruby')) return part
    const first = one.arguments[0]
    if (OR_ERROR.has(one.name)) return swapped(parsedBy(one, where))
    if (OR_NOTHING.has(one.method) && one.receiver !== NONE) return YES(plain(one.receiver, where))
    if (MAP_GET.has(one.method) && one.receiver !== NONE && first !== undefined)
      return this.inList(one.receiver, first.value, where)
    // The .NET result is non-null with or without a match.
    const regexTest =
      this.language === 'csharp'
        ? undefined
        : regexTestOf(this.values, one, { in: this.inside, at: where }, this.language)
    if (regexTest !== undefined)
      return YES({ value: regexTest.value, at: where, proof: { type: 'form', form: regexTest.form } })
    return this.language === 'go' ? helped(one, where) : UNKNOWN
  }

  /** `v, ok := m[x]`, `ok, err := regexp.MatchString(…)` */
  #pairOf(instruction: Extract<Instruction, { op: 'member' }>, at: At): Truth {
    const from = this.last(instruction.object, at)
    if (from?.one.op === 'call' && (instruction.key === '0' || instruction.key === 'Success'))
      return this.truth(instruction.object, at, 1)
    if (from?.one.op === 'call' && MAP_GET.has(from.one.method) && this.#isTruthy())
      return this.#present(instruction.object, at)
    return UNKNOWN
  }

  #isTruthy(): boolean {
    return ['javascript', 'typescript', 'tsx', 'python', 'php', 'ruby'].includes(this.language)
  }

  /** Returns the definition of a register, through names. */
  last(register: Register, at: At): Definition | undefined {
    let found = this.inside.of(register, at)
    for (let steps = 0; steps < DEPTH_MAX; steps += 1) {
      if (found?.one.op !== 'read' && found?.one.op !== 'assign') return found
      found = this.inside.of(found.one.from, found.at)
    }
    return found
  }

  present(register: Register, at: At): Truth {
    return this.#present(register, at)
  }
}
