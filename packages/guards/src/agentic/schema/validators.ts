import { canonicalJson } from '@gatehouse/kernel'
import { compileRegex, type StepMeter } from '@gatehouse/kernel/match'
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js'
import { FORMATS } from './formats.ts'
import { PATTERN_STEPS_MAX } from './limits.ts'

/** Whether a value is valid; `errors` belong to the last invalid value. */
export interface Validate {
  (value: unknown): boolean
  readonly errors?: readonly ErrorObject[] | null | undefined
}

/**
 * Number of schemas that share a compiler. A compiler per schema would cost 0.25 ms and memory. A single compiler would keep all schemas
 * forever. A compiler is released with the last of its schemas.
 */
const SCHEMAS_PER_COMPILER = 64

let compiler: Ajv2020 | undefined
let schemas = 0

/** Pattern steps of the running check. Checks are synchronous, so that there is only one. */
let meter: StepMeter = { steps: 0 }

/**
 * Compiles a schema that passed the schema check.
 * @returns a check that throws `Failure('limit_reached')` when its patterns take too many steps
 * @throws {Error} when the schema cannot be compiled
 */
export function makeValidate(schema: object): Validate {
  if (compiler === undefined || schemas >= SCHEMAS_PER_COMPILER) {
    compiler = newCompiler()
    schemas = 0
  }
  schemas += 1
  const validate = compiler.compile(schema)
  return Object.defineProperty(
    (value: unknown) => {
      meter = { steps: 0, stepsMax: PATTERN_STEPS_MAX }
      return validate(value)
    },
    'errors',
    { get: () => validate.errors },
  )
}

function newCompiler(): Ajv2020 {
  const ajv = new Ajv2020({
    meta: false,
    validateSchema: false,
    addUsedSchema: false,
    strict: false,
    logger: false,
    // Without it "constructor" and "toString" would be arguments of every call.
    ownProperties: true,
    multipleOfPrecision: 9,
    formats: { ...FORMATS },
    code: { regExp: Object.assign(linear, { code: 'new RegExp' }) },
  })
  // Its own compares every item with every other.
  ajv.removeKeyword('uniqueItems')
  ajv.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    validate: (isAsked: boolean, items: readonly unknown[]) => !isAsked || areUnique(items),
    error: { message: 'must not contain duplicate items' },
  })
  return ajv
}

/** Returns a pattern in the form that the compiler requires; it distinguishes patterns by their text. */
function linear(pattern: string): { test(text: string): boolean; toString(): string } {
  const regex = compileRegex(pattern)
  return { test: (text) => regex.test(text, meter), toString: () => pattern }
}

function areUnique(items: readonly unknown[]): boolean {
  const texts = items.map((item) => (typeof item === 'string' ? JSON.stringify(item) : canonicalJson(item)))
  return new Set(texts).size === items.length
}
