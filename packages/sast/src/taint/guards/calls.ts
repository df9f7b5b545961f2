import { cellKey } from '../flow/atoms.ts'
import { type Instruction, NONE, type Register } from '../ir.ts'
import type { Conditions } from './conditions.ts'
import { conjunction, type Call, type Finding, formed, helped, kindOf, plain, type Truth, UNKNOWN } from './truth.ts'
import type { At, Definitions } from './definitions.ts'
import { isBackByMember, returnedBy } from './functions.ts'
import { prefixForm, NUMBER_FORM } from './forms.ts'
import { knownCheck } from './known-checks.ts'
import { returnsIndex, partOf } from './lacks.ts'
import { isOfTexts } from './lists.ts'
import { regexTestOf } from './regexes.ts'
import { isBelow } from './starts.ts'
import {
  EACH,
  ENDS,
  EQUAL,
  ID_FUNCTIONS,
  LIST_FUNCTIONS,
  LIST_HAS,
  MAP_GET,
  NO_MEMBER,
  NO_NUMBER,
  PLAIN_FUNCTIONS,
  PLAIN_METHODS,
  SOME,
  STARTS,
  TRIED_TYPES,
  TRIES,
} from './tests.ts'

const yes = (...all: readonly Finding[]): Truth => ({ yes: all, no: [] })

/** Returns the facts for the true and the false result of a call. */
export function truthOfCall(conditions: Conditions, call: Call, at: At, depth: number): Truth {
  const known = conjunction(
    ofKnown(conditions, call, at, depth),
    conjunction(ofPart(conditions, call, at), knownCheck(conditions, call, at)),
  )
  return known === UNKNOWN ? helped(call, at) : known
}

/** Where an index is returned, 0 is a valid result. */
function ofPart(conditions: Conditions, call: Call, at: At): Truth {
  return returnsIndex(call) && conditions.language !== 'ruby' ? UNKNOWN : partOf(conditions, call, at)
}

function ofKnown(conditions: Conditions, call: Call, at: At, depth: number): Truth {
  const { values, inside, language } = conditions
  const { method, name, receiver, arguments: inputs } = call
  const first = inputs[0]?.value
  const second = inputs[1]?.value
  const full = name.replace(/::|\\|->/g, '.').replace(/^\./, '')
  const places = LIST_FUNCTIONS.get(full) ?? LIST_FUNCTIONS.get(full.split('.').slice(-2).join('.'))
  if (places !== undefined && inputs.length > 1) {
    const [list, value] = places.map((place) => inputs[place]!.value) as [number, number]
    // PHP compares the numeric prefix of a text in non-strict mode.
    const isStrict = full !== 'in_array' || conditions.constant(inputs[2]?.value ?? NONE, at) === true
    return isStrict || isOfTexts(values, { in: inside, register: list, at })
      ? conditions.inList(list, value, at)
      : UNKNOWN
  }
  const regexTest = regexTestOf(values, call, { in: inside, at }, language)
  if (regexTest !== undefined) return yes({ value: regexTest.value, at, proof: { type: 'form', form: regexTest.form } })
  if (method === 'in?' && receiver !== NONE && first !== undefined) return conditions.inList(first, receiver, at)
  if (EQUAL.has(method) && first !== undefined) {
    const isFunction = second !== undefined && conditions.constant(receiver, at) === undefined && inputs.length === 2
    return conditions.equal(isFunction ? first : receiver, isFunction ? second : first, at, depth)
  }
  if ((name === 'all' || name === 'any') && language === 'python') return ofGenerated(conditions, call, at, depth)
  if (NO_MEMBER.has(method)) {
    const some = ofEach(conditions, call, at, depth)
    return { yes: some.no, no: some.yes }
  }
  const byFunction = EACH.has(method) || SOME.has(method) ? ofEach(conditions, call, at, depth) : UNKNOWN
  if (byFunction !== UNKNOWN) return byFunction
  if (PLAIN_METHODS.has(method) && receiver !== NONE && first === undefined) return yes(plain(receiver, at))
  if (ID_FUNCTIONS.has(full) && first !== undefined) return kindOf(first, 'string', at)
  // C functions get a single character. Options may name allowed characters.
  const isPlain = PLAIN_FUNCTIONS.has(method) && language !== 'cpp' && language !== 'c' && inputs.length < 3
  if (isPlain && first !== undefined)
    return yes(/^(?:is_numeric|isFinite)$/.test(method) ? formed(first, at, NUMBER_FORM) : plain(first, at))
  if (full === 'filter_var' && second !== undefined && first !== undefined)
    return isFilterOfNumbers(inside, second, at) ? yes(plain(first, at)) : UNKNOWN
  if (NO_NUMBER.has(full) && first !== undefined) return { yes: [], no: [formed(first, at, NUMBER_FORM)] }
  if (TRIES.has(method) && first !== undefined && TRIED_TYPES.test(full.split('.').at(-2) ?? ''))
    return yes(formed(first, at, NUMBER_FORM))
  if ((method === 'is_ok' || method === 'is_err') && isParsed(conditions, receiver, at)) {
    const truth = yes(plain(receiver, at))
    return method === 'is_ok' ? truth : { yes: [], no: truth.yes }
  }
  if ((method === 'is_some' || method === 'is_none') && receiver !== NONE) {
    const truth = conditions.present(receiver, at)
    return method === 'is_some' ? truth : { yes: truth.no, no: truth.yes }
  }
  if (STARTS.has(method)) return ofStart(conditions, call, at)
  if (ENDS.has(method)) return ofEnd(conditions, call, at)
  // Such a module checks its first argument.
  if (/^(?:validator|StringUtils|lodash|_)\./.test(name)) return UNKNOWN
  const isList = LIST_HAS.has(method) || (method === 'TryGetValue' && MAP_GET.has(method))
  if (isList && receiver !== NONE && first !== undefined) return conditions.inList(receiver, first, at)
  if (method === 'get' && receiver !== NONE && first !== undefined) return conditions.inList(receiver, first, at)
  return UNKNOWN
}

/** Whether PHP's `filter_var` has a filter that accepts only numbers and booleans. */
function isFilterOfNumbers(inside: Conditions['inside'], filter: Register, at: At): boolean {
  const kind = inside.of(filter, at)?.one
  return kind?.op === 'global' && /^FILTER_VALIDATE_(?:INT|FLOAT|BOOL|BOOLEAN)$/.test(kind.name)
}

function isParsed({ inside }: Conditions, register: Register, at: At): boolean {
  const item = inside.of(register, at)?.one
  return item?.op === 'combine' && item.operator === 'parse'
}

/**
 * Returns partial facts from a prefix check; `root` may be the first or the second argument: `path.startsWith(root)`,
 * `strings.HasPrefix(path, root)`.
 */
function halves({ receiver, arguments: values, name }: Call): readonly [Register, Register] {
  const [first, second] = values
  const isFunction = second !== undefined && /^(?:strings\.|str_)/.test(name)
  return isFunction ? [first!.value, second.value] : [receiver, first?.value ?? NONE]
}

function ofStart(conditions: Conditions, call: Call, at: At): Truth {
  const [value, start] = halves(call)
  if (value === NONE || start === NONE) return UNKNOWN
  const { values, inside } = conditions
  // `https://a.example/` fixes the host, and no input can change it.
  const constant = conditions.constant(start, at)
  if (typeof constant === 'string' && /^https?:\/\/[\w.:-]+\//.test(constant))
    return yes(formed(value, at, prefixForm(constant)))
  if (!isBelow(values, call, value, start, at, inside)) return UNKNOWN
  return yes({ value, at, proof: { type: 'within', start: { in: inside, register: start, at } } })
}

function ofEnd(conditions: Conditions, call: Call, at: At): Truth {
  const [value, end] = halves(call)
  const constant = end === NONE ? undefined : conditions.constant(end, at)
  if (typeof constant !== 'string' || !/^\.[\w-]+\.[\w.-]+$/.test(constant)) return UNKNOWN
  return yes({ value, at, proof: { type: 'suffix' } })
}

/** Reads a check by a function on each member: `parts.every((one) => LIST.has(one))`, `LIST.some((one) => one === x)`. */
function ofEach(conditions: Conditions, call: Call, at: At, depth: number): Truth {
  const { values, inside } = conditions
  const first = call.arguments.at(-1)?.value
  const valueDefinition = first === undefined ? undefined : values.of({ in: inside, register: first, at })
  if (call.receiver === NONE || valueDefinition === undefined) return UNKNOWN
  if (valueDefinition.one.op !== 'function') {
    // `chars().all(char::is_alphanumeric)`
    const name = nameOf(valueDefinition.one)
    return EACH.has(call.method) && (PLAIN_METHODS.has(name) || PLAIN_FUNCTIONS.has(name))
      ? yes(plain(call.receiver, at))
      : UNKNOWN
  }
  const inner = values.definitions(valueDefinition.one.id)
  if (EACH.has(call.method)) {
    const parameterGuarantees = returnedBy(conditions, inner, depth)
    const all = parameterGuarantees.flatMap(({ parameter, proof }): Finding[] =>
      parameter === 0 && isBackByMember(proof) ? [{ value: call.receiver, at, proof }] : [],
    )
    return all.length === 0 ? UNKNOWN : yes(...all)
  }
  return ofSome(conditions, call, valueDefinition.one.id, at)
}

function nameOf(item: { readonly op: string; readonly name?: string; readonly key?: string | undefined }): string {
  return (item.op === 'member' ? item.key : item.name)?.split('.').at(-1) ?? ''
}

/** Reads `LIST.some((one) => one === x)`. */
function ofSome(conditions: Conditions, call: Call, id: number, at: At): Truth {
  const { values, inside } = conditions
  const inner = values.definitions(id)
  const [block, ...others] = inner.fn.blocks
  if (block?.ending.type !== 'return' || others.length > 0) return UNKNOWN
  const end = { block: 0, index: block.instructions.length }
  const sides = sidesOf(inner.of(block.ending.value, end)?.one)
  const sources = sides.map((register) => definitionOf(inner, register, end))
  const cell = sources.find((source) => source?.op === 'load')
  const isOfMember = sides.some((register) => isFirst(inner, register, end))
  if (cell?.op !== 'load' || cell.cell.owner !== inside.fn.id || !isOfMember) return UNKNOWN
  const saved = inside.lastBefore((step) => step.op === 'save' && cellKey(step.cell) === cellKey(cell.cell), at)?.one
  return saved?.op === 'save' ? conditions.inList(call.receiver, saved.from, at) : UNKNOWN
}

/** Returns the operands of a comparison or a comparing call. */
function sidesOf(item: Instruction | undefined): readonly Register[] {
  if (item?.op === 'combine' && ['==', '===', 'eq'].includes(item.operator ?? '')) return item.from
  if (item?.op !== 'call' || !EQUAL.has(item.method) || item.receiver === NONE) return []
  return [item.receiver, ...item.arguments.map(({ value }) => value)]
}

/** Own limit: names followed. */
const HOPS_MAX = 6

/** Returns the definition of a register through names and pass-through calls. */
function definitionOf(inside: Definitions, register: Register, from: At): Instruction | undefined {
  let found = inside.of(register, from)
  for (let hops = 0; hops < HOPS_MAX; hops += 1) {
    const item = found?.one
    const next =
      item?.op === 'read' || item?.op === 'assign'
        ? item.from
        : item?.op === 'combine' && item.kind === 'either'
          ? item.from[0]
          : undefined
    if (found === undefined || next === undefined) return item
    if (inside.isGiven(next)) return item
    found = inside.of(next, found.at)
  }
  return found?.one
}

/** Whether a register contains the first parameter of a function. */
function isFirst(inside: Definitions, register: Register, at: At): boolean {
  const definition = definitionOf(inside, register, at)
  return (
    (definition?.op === 'read' || definition?.op === 'assign') && definition.from === inside.fn.parameters[0]?.register
  )
}

/** Reads Python's `all(one in LIST for one in x)` and `any(one == x for one in LIST)`: the condition is an element of a generator. */
function ofGenerated(conditions: Conditions, call: Call, at: At, depth: number): Truth {
  const { values, inside } = conditions
  const first = call.arguments[0]?.value ?? NONE
  const valueDefinition = values.of({ in: inside, register: first, at })
  if (valueDefinition?.one.op !== 'make' || valueDefinition.in !== inside) return UNKNOWN
  const list = valueDefinition.one.to
  const stores = inside.fn.blocks.flatMap(({ instructions }, block) =>
    instructions.flatMap((step, index) =>
      step.op === 'store' && step.object === list ? [{ from: step.from, at: { block, index } }] : [],
    ),
  )
  const [only, ...others] = stores
  if (only === undefined || others.length > 0) return UNKNOWN
  const found = conditions.truth(only.from, only.at, depth + 1).yes
  if (call.name === 'any') return yes(...found)
  return yes(
    ...found.flatMap((finding): Finding[] => {
      const definition = definitionOf(inside, finding.value, finding.at)
      return definition?.op === 'each' ? [{ ...finding, value: definition.from, at: only.at }] : []
    }),
  )
}
