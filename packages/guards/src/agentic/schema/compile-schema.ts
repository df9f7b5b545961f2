import { canonicalHash, Failure, type Violation } from '@gatehouse/kernel'
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js'
import { SCHEMA_BOUNDS, type SchemaBounds, schemaProblems } from './check-schema.ts'
import { type ArgumentProblem, TOO_LARGE, valuesIn, withinSteps } from './problems.ts'
import {
  CHECK_STEPS_MAX,
  PLACE_CHARS_MAX,
  PROBLEMS_MAX,
  SCHEMAS_KEPT_MAX,
  SENT_SCHEMA_CHARS_MAX,
  SENT_SCHEMA_COST_MAX,
} from './limits.ts'
import { makeValidate, type Validate } from './validators.ts'

/** A compiled schema of arguments. */
export interface ArgumentSchema {
  /** Schema without its draft and id. */
  readonly definition: Readonly<Record<string, unknown>>
  /**
   * Returns the violations of the arguments, empty for valid ones. Arguments that take too long to check are invalid. The arguments are
   * never changed: no defaults, no type coercion.
   */
  problems(args: Readonly<Record<string, unknown>>): readonly ArgumentProblem[]
}

/** Drafts with the same meaning here, except for what the schema validation rejects. */
const DRAFT = /^https?:\/\/json-schema\.org\/(?:draft\/(?:2020-12|2019-09)|draft-0[67])\/schema#?$/

const schemaCache = new Map<string, ArgumentSchema>()

/** Validator of schemas. Created at first use, because it takes about 30 ms. */
let meta: Ajv2020 | undefined

/**
 * Compiles an untrusted schema.
 * @param path path of the schema, for violations
 * @param bounds size limits; default: those of a tenant's own schemas
 * @throws {Failure} `invalid_request` with one violation per problem, each with its path
 */
export function compileArgumentSchema(
  value: Readonly<Record<string, unknown>>,
  path: readonly (string | number)[],
  bounds: SchemaBounds = SCHEMA_BOUNDS,
): ArgumentSchema {
  const key = canonicalHash(value)
  const known = schemaCache.get(key)
  if (known !== undefined) {
    schemaCache.delete(key)
    schemaCache.set(key, known)
    return known
  }
  const { $schema: draft, $id: _id, ...schema } = value
  if (draft !== undefined && (typeof draft !== 'string' || !DRAFT.test(draft))) {
    throw refused([
      { path: [...path, '$schema'], message: 'The schema must use draft 2020-12.', type: 'unknown_draft' },
    ])
  }
  const { problems, cost } = schemaProblems(schema, path, bounds)
  if (problems.length > 0) throw refused(problems)
  const wrong = metaProblems(schema, path)
  if (wrong.length > 0) throw refused(wrong)
  const argumentSchema = compiled(schema, cost, path)
  schemaCache.set(key, argumentSchema)
  if (schemaCache.size > SCHEMAS_KEPT_MAX) schemaCache.delete(schemaCache.keys().next().value!)
  return argumentSchema
}

function compiled(
  schema: Readonly<Record<string, unknown>>,
  cost: number,
  path: readonly (string | number)[],
): ArgumentSchema {
  const validate = compileWith(schema, path)
  return {
    definition: schema,
    problems(args) {
      if (cost * valuesIn(args) > CHECK_STEPS_MAX) return [TOO_LARGE]
      return withinSteps(() =>
        validate(args) ? [] : (validate.errors ?? []).slice(-PROBLEMS_MAX).toReversed().map(toProblem),
      )
    },
  }
}

function compileWith(schema: object, path: readonly (string | number)[]): Validate {
  try {
    return makeValidate(schema)
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : 'it cannot be compiled'
    throw refused([{ path, message: `The schema cannot be used: ${reason}.`, type: 'bad_schema' }])
  }
}

function metaProblems(schema: object, path: readonly (string | number)[]): Violation[] {
  meta ??= new Ajv2020({ strict: false, logger: false, validateFormats: false })
  if (meta.validateSchema(schema) === true) return []
  return (meta.errors ?? []).slice(0, PROBLEMS_MAX).map(({ instancePath, message = 'is wrong' }) => {
    const steps = instancePath.split('/').slice(1).map(unescaped)
    return { path: [...path, ...steps], message: `"${steps.at(-1) ?? 'schema'}" ${message}.`, type: 'bad_schema' }
  })
}

function toProblem({ instancePath, keyword, message = 'is wrong', params }: ErrorObject): ArgumentProblem {
  const name = missingOrSurplus(params)
  const steps = instancePath.split('/').slice(1).map(unescaped)
  const path = [...steps, ...(name === undefined ? [] : [name])].join('.').slice(0, PLACE_CHARS_MAX)
  if (keyword === 'required') return { path, rule: keyword, message: 'is required' }
  if (name !== undefined) return { path, rule: keyword, message: 'is not an argument in the schema' }
  return { path, rule: keyword, message }
}

/** Returns the name of an error that is not in its path. */
function missingOrSurplus(params: Readonly<Record<string, unknown>>): string | undefined {
  const name = params['missingProperty'] ?? params['additionalProperty'] ?? params['unevaluatedProperty']
  return typeof name === 'string' ? name : undefined
}

function unescaped(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~')
}

function refused(violations: readonly Violation[]): Failure {
  return new Failure('invalid_request', violations[0]!.message, { violations: violations.slice(0, PROBLEMS_MAX) })
}

/**
 * Compiles a schema from a request, with lower limits because every call may have another schema.
 * @throws {Failure} `invalid_request` with one violation per problem, each with its path
 */
export function compileSentSchema(
  value: Readonly<Record<string, unknown>>,
  path: readonly (string | number)[],
): ArgumentSchema {
  return compileArgumentSchema(value, path, SENT_BOUNDS)
}

const SENT_BOUNDS: SchemaBounds = { chars: SENT_SCHEMA_CHARS_MAX, cost: SENT_SCHEMA_COST_MAX }
