import { type FunctionIr, type Instruction, NONE } from '../ir.ts'
import { Conditions } from './conditions.ts'
import { type Call, type Finding, formed, plain, type Proof, type Truth, UNKNOWN } from './truth.ts'
import type { At, Definitions } from './definitions.ts'
import { encodedBy } from './encodings.ts'
import { type Form, IP_FORM, NUMBER_FORM } from './forms.ts'
import type { KnownValues } from './known.ts'
import { isBackByMember, returnedBy } from './functions.ts'
import { type Checked, checkedBy } from './schemas.ts'
import { listKind } from './lists.ts'
import { leftBy } from './regexes.ts'
import { isEnumeration } from '../flow/types.ts'
import { FILTERS, isDemand, REFUSALS, THROWING, THROWING_METHODS, TRIED_TYPES } from './tests.ts'
import { allNamed, hasNamed } from '../named.ts'

const NOTHING: readonly Finding[] = []

/** Facts from the conditions and assertions of one function: computed at first use and cached. */
export class Guards {
  readonly inside: Definitions
  readonly #conditions: Conditions
  readonly #byBlock = new Map<number, Truth>()
  readonly #byResult = new Map<Instruction, Proof | undefined>()
  readonly #byCall = new Map<Instruction, readonly Finding[]>()

  constructor(values: KnownValues, fn: FunctionIr) {
    this.inside = values.definitions(fn.id)
    this.#conditions = new Conditions(values, this.inside)
  }

  /** Whether a list or map is a literal with all of its content, so that its values are independent of the key. */
  isWritten(register: number, at: At): boolean {
    return listKind(this.#conditions.values, { in: this.inside, register, at }, '') === 'literal'
  }

  /** Returns the end of a block. */
  endOf(block: number): At {
    return { block, index: this.inside.fn.blocks[block]!.instructions.length }
  }

  /** Returns the facts on the two edges of a branch. */
  atBranch(block: number): Truth {
    const { ending } = this.inside.fn.blocks[block]!
    return ending.type === 'branch' ? this.#truth(block, ending.condition) : UNKNOWN
  }

  /** Returns the facts for a true and for a false return value. */
  atReturn(block: number): Truth {
    const { ending } = this.inside.fn.blocks[block]!
    return ending.type === 'return' ? this.#truth(block, ending.value) : UNKNOWN
  }

  #truth(block: number, register: number): Truth {
    let truth = this.#byBlock.get(block)
    if (truth === undefined) {
      truth = this.#conditions.truth(register, this.endOf(block))
      this.#byBlock.set(block, truth)
    }
    return truth
  }

  /** Returns the facts after a call returns. */
  afterCall(call: Call, at: At): readonly Finding[] {
    let found = this.#byCall.get(call)
    if (found === undefined) {
      found = this.#demanded(call, at)
      this.#byCall.set(call, found)
    }
    return found
  }

  /** Returns the proof that the result of a call is safe: an enumeration value, or a validated value. */
  givenBy(call: Call, at: At): Proof | undefined {
    if (this.#byResult.has(call)) return this.#byResult.get(call)
    const found = this.#resultOf(call, at)
    this.#byResult.set(call, found)
    return found
  }

  /** The result of the call is validated by a schema, as a whole or member by member. */
  checkedBy(call: Call, at: At): Checked | undefined {
    if (!/^(?:javascript|typescript|tsx)$/.test(this.inside.language)) return undefined
    return checkedBy(this.#conditions.values, call, { in: this.inside, at })
  }

  #resultOf(call: Call, at: At): Proof | undefined {
    const [first, ...others] = call.arguments
    const encoded = this.#encodedBy(call, at)
    if (encoded !== undefined) return { type: 'encoded', form: encoded }
    if (first === undefined) return undefined
    if (this.#isEnumeration(call)) return { type: 'constant' }
    if (isThrowing(call)) return { type: 'kind', kind: 'number' }
    const form = leftBy(this.#conditions.values, call, { in: this.inside, at }, this.#conditions.language)
    if (form !== undefined) return { type: 'form', form }
    if (others.length > 0) return undefined
    if (call.method === 'presence_in' && call.receiver !== NONE)
      return this.#conditions.inList(first.value, call.receiver, at).yes[0]?.proof
    if (!FILTERS.has(call.method) || call.receiver === NONE) return undefined
    const { values } = this.#conditions
    const valueDefinition = values.of({ in: this.inside, register: first.value, at })
    if (valueDefinition?.one.op !== 'function') return undefined
    const parameterGuarantees = returnedBy(this.#conditions, values.definitions(valueDefinition.one.id), 0)
    return parameterGuarantees.find(({ parameter, proof }) => parameter === 0 && isBackByMember(proof))?.proof
  }

  /** A function of the file that has the name of an encoder may do anything else. */
  #encodedBy(call: Call, at: At): Form | undefined {
    const { values } = this.#conditions
    const owner = call.receiver === NONE ? undefined : values.of({ in: this.inside, register: call.receiver, at })?.one
    const form = encodedBy(
      call,
      this.#conditions.language,
      owner?.op === 'call' ? owner.name || owner.method : '',
      (place) => values.constant({ in: this.inside, register: call.arguments[place]?.value ?? NONE, at }),
    )
    return form === undefined || this.#isOwnFunction(call) ? undefined : form
  }

  /**
   * Whether a call converts to an enumeration: `Color.valueOf(x)`, `Color(x)`. Its values are literals in the code. `String.valueOf`
   * accepts anything.
   */
  #isEnumeration({ name, method, arguments: values }: Call): boolean {
    if (values.length !== 1) return false
    const { classes } = this.#conditions.values.file
    if (isEnumeration(classes, name)) return true
    if (method !== 'valueOf' || !/(?:^|\.)[A-Z]\w*\.valueOf$/.test(name) || NO_ENUMERATION.test(name)) return false
    // A class of the file with a `valueOf` of its own is no enumeration.
    const last = name.split('.').at(-2)
    return last === undefined || !allNamed(classes, last).some(({ methods }) => hasNamed(methods, 'valueOf'))
  }

  /** Whether a call targets a function of the file or an imported one, which has its own facts. */
  #isOwnFunction({ callee, receiver, name, method }: Call): boolean {
    const { values } = this.#conditions
    const { classes } = values.file
    const { fn } = this.inside
    const isOfThis = /^(?:(?:this|self|\$this|static|cls)(?:\.|->|::))?[\w?!]+$/.test(name)
    if (isOfThis && hasNamed(classes[fn.owner]?.methods, method)) return true
    if (callee === NONE || receiver !== NONE) return false
    const by = values.of({ in: this.inside, register: callee, at: this.endOf(0) })?.one
    return by?.op === 'function' || (by?.op === 'import' && by.module.startsWith('.') && !KEPT_WORD.test(method))
  }

  #demanded(call: Call, at: At): readonly Finding[] {
    const { method, receiver, arguments: values } = call
    const first = values[0]?.value
    if (first === undefined) return THROWING_METHODS.has(method) && receiver !== NONE ? [plain(receiver, at)] : NOTHING
    if (isThrowing(call))
      return [/ip_(?:address|network)$/.test(call.name) ? formed(first, at, IP_FORM) : formed(first, at, NUMBER_FORM)]
    if (this.#isEnumeration(call)) return [plain(first, at)]
    const helper = values.map(({ value }, argument): Finding => ({
      value,
      at,
      proof: { type: 'helper', call: call, argument, when: undefined },
    }))
    const isOwn = this.#isOwnFunction(call)
    if (isDemand(method, call.name, this.inside.language) && !isOwn)
      return [...this.#conditions.truth(first, at).yes, ...helper]
    return REFUSALS.test(method) && !isOwn ? [...this.#conditions.truth(first, at).no, ...helper] : helper
  }
}

/** Well-known assertion names, regardless of their origin. */
const KEPT_WORD = /^(?:assert|assertTrue|invariant|tiny_invariant|precondition|require)$/

/** Library types with a `valueOf` for any text. */
const NO_ENUMERATION =
  /(?:^|\.)(?:String|StringBuilder|Optional|Boolean|Object|JSObject|Value|QName|MediaType|MimeType|ContentType|Path|URI|Url|Uri|HttpUrl|Text|Html|Name|Version|Range|Cookie|HttpCookie|Template|Expression|Query|Sql)\.valueOf$/

/** Last parts of the names: a fast filter for other calls. */
const LAST_OF_THROWING: ReadonlySet<string> = new Set(
  [...THROWING].map((name) => name.slice(name.lastIndexOf('.') + 1)),
)

function lastOf(name: string): string {
  let from = name.length
  while (from > 0 && !'.:>\\'.includes(name[from - 1]!)) from -= 1
  return name.slice(from)
}

/** Whether a call converts a text to a number, a date or an id, or throws. */
function isThrowing({ name, method }: Call): boolean {
  if (method !== 'Parse' && !LAST_OF_THROWING.has(lastOf(name))) return false
  const full = name.replace(/::|\\|->/g, '.').replace(/^\./, '')
  if (THROWING.has(full) || THROWING.has(full.split('.').slice(-2).join('.'))) return true
  return method === 'Parse' && TRIED_TYPES.test(full.split('.').at(-2) ?? '')
}
