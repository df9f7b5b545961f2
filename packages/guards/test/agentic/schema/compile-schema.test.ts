import { Failure } from '@gatehouse/kernel'
import { describe, expect, test } from 'vitest'
import { startEffort } from '@gatehouse/testkit'
import { compileArgumentSchema } from '../../../src/agentic/schema/compile-schema.ts'
import { FORMATS } from '../../../src/agentic/schema/formats.ts'
import { SCHEMA_CHARS_MAX, SCHEMA_DEPTH_MAX } from '../../../src/agentic/schema/limits.ts'

type Fields = Readonly<Record<string, unknown>>

const FORMAT_NAMES = Object.keys(FORMATS)

const problems = (schema: Fields, args: Fields) => compileArgumentSchema(schema, ['schema']).problems(args)
const object = (properties: Fields, rest: Fields = {}): Fields => ({ type: 'object', properties, ...rest })

/** Returns the paths and messages of rejected parts. */
function refusal(
  schema: Fields,
): readonly { readonly path: string; readonly type: string; readonly message: string }[] {
  try {
    compileArgumentSchema(schema, ['schema'])
  } catch (thrown) {
    if (!(thrown instanceof Failure) || thrown.code !== 'invalid_request') throw thrown
    return thrown.violations.map(({ path, type, message }) => ({ path: path.join('.'), type, message }))
  }
  return []
}

describe('arguments against a schema', () => {
  const order = object(
    {
      order: { type: 'string', pattern: '^[A-Z]-\\d+$' },
      amount: { type: 'number', exclusiveMinimum: 0, maximum: 100, multipleOf: 0.01 },
      lines: { type: 'array', maxItems: 2, uniqueItems: true, items: object({ sku: { enum: ['a', 'b'] } }) },
      to: { type: 'string', format: 'email' },
    },
    { required: ['order', 'amount'], additionalProperties: false },
  )

  test.each<[string, Fields, string, string]>([
    ['what is missing', { order: 'A-1' }, 'amount', 'is required'],
    ['a number above its range', { order: 'A-1', amount: 101 }, 'amount', 'must be <= 100'],
    ['a number at an excluded end', { order: 'A-1', amount: 0 }, 'amount', 'must be > 0'],
    ['a text for a number', { order: 'A-1', amount: '5' }, 'amount', 'must be number'],
    ['a text without its pattern', { order: 'x', amount: 1 }, 'order', 'must match pattern "^[A-Z]-\\d+$"'],
    ['a name that nobody knows', { order: 'A-1', amount: 1, x: 1 }, 'x', 'is not an argument in the schema'],
    [
      'something inside a list',
      { order: 'A-1', amount: 1, lines: [{ sku: 'c' }] },
      'lines.0.sku',
      'must be equal to one of the allowed values',
    ],
    [
      'one item twice',
      { order: 'A-1', amount: 1, lines: [{ sku: 'a' }, { sku: 'a' }] },
      'lines',
      'must not contain duplicate items',
    ],
    ['a text of another format', { order: 'A-1', amount: 1, to: 'nobody' }, 'to', 'must match format "email"'],
  ])('names %s', (_what, args, path, message) => {
    expect(problems(order, args)[0]).toMatchObject({ path, message })
  })

  test('valid arguments have no problem, and money is counted in cents', () => {
    expect(
      problems(order, { order: 'A-1', amount: 19.99, lines: [{ sku: 'a' }, { sku: 'b' }], to: 'ann@example.com' }),
    ).toEqual([])
  })

  test('arguments are unchanged: no defaults are inserted and no types are coerced', () => {
    const args = { amount: '5' }
    expect(problems(object({ amount: { type: 'number' }, note: { default: 'x' } }), args)).toHaveLength(1)
    expect(args).toEqual({ amount: '5' })
  })

  test.each(['constructor', 'toString', 'hasOwnProperty', 'valueOf'])(
    '%s counts as an argument only if it is sent',
    (name) => {
      const schema = object({ [name]: { type: 'string' } })
      expect(problems(schema, {})).toEqual([])
      expect(problems(schema, { [name]: 1 })).toHaveLength(1)
      expect(problems({ type: 'object', required: [name] }, {})).toEqual([
        { path: name, rule: 'required', message: 'is required' },
      ])
    },
  )

  test('a name that reaches a prototype is a name like any other', () => {
    const args = JSON.parse('{"__proto__": {"amount": 1}}') as Fields
    expect(problems(object({ amount: { type: 'number' } }, { required: ['amount'] }), args)).toHaveLength(1)
    expect(problems(object({ amount: { type: 'number' } }, { additionalProperties: false }), args)).toHaveLength(1)
  })

  test('two patterns of one schema are evaluated separately', () => {
    const schema = object({ a: { pattern: '^a$' }, b: { pattern: '^b$' } })
    expect(problems(schema, { a: 'a', b: 'b' })).toEqual([])
    expect(problems(schema, { a: 'a', b: 'a' })).toHaveLength(1)
  })

  test('references within the schema are followed', () => {
    const schema = object(
      { from: { $ref: '#/$defs/account' } },
      { $defs: { account: { type: 'string', maxLength: 3 } } },
    )
    expect(problems(schema, { from: 'abc' })).toEqual([])
    expect(problems(schema, { from: 'abcd' })).toHaveLength(1)
  })

  test('schemas share only their compiler', () => {
    const named = (type: string): Fields => object({ a: { $ref: '#/$defs/one' } }, { $defs: { one: { type } } })
    const [number, text] = [named('number'), named('string')].map((schema) => compileArgumentSchema(schema, []))
    expect(number!.problems({ a: 'x' })).toHaveLength(1)
    expect(text!.problems({ a: 'x' })).toEqual([])
    expect(number!.problems({ a: 1 })).toEqual([])
    expect(text!.problems({ a: 1 })).toHaveLength(1)
  })

  test('a message contains no value of the arguments', () => {
    const secret = 'made-up-secret-value'
    const schema = object({
      a: { const: 1 },
      b: { enum: ['x'] },
      c: { pattern: '^x$' },
      d: { format: 'uuid' },
      e: { maxLength: 2 },
    })
    for (const name of ['a', 'b', 'c', 'd', 'e']) {
      expect(JSON.stringify(problems(schema, { [name]: secret }))).not.toContain(secret)
    }
  })
})

describe('a schema that is refused', () => {
  test.each<[string, Fields, string, string]>([
    ['a pattern with a look-ahead', object({ a: { pattern: '(?=a)b' } }), 'schema.properties.a.pattern', 'bad_pattern'],
    [
      'a pattern with a reference back',
      object({ a: { pattern: '(a)\\1' } }),
      'schema.properties.a.pattern',
      'bad_pattern',
    ],
    [
      'a pattern for names',
      { patternProperties: { '(?<=x)a': {} } },
      'schema.patternProperties.(?<=x)a',
      'bad_pattern',
    ],
    [
      'a document elsewhere',
      object({ a: { $ref: 'https://example.com/a.json' } }),
      'schema.properties.a.$ref',
      'unknown_reference',
    ],
    ['a file', object({ a: { $ref: 'file:///etc/passwd' } }), 'schema.properties.a.$ref', 'unknown_reference'],
    ['a reference to nothing', object({ a: { $ref: '#/$defs/b' } }), 'schema.properties.a.$ref', 'unknown_reference'],
    [
      'a reference to what is no schema',
      { 'x-hidden': { type: 'string' }, $ref: '#/x-hidden' },
      'schema.$ref',
      'unknown_reference',
    ],
    ['a schema that holds itself', object({ child: { $ref: '#' } }), 'schema', 'recursive_reference'],
    ['a check that answers later', { $async: true }, 'schema.$async', 'unsupported_keyword'],
    ['an inner name', object({ a: { $id: 'b' } }), 'schema.properties.a.$id', 'unsupported_keyword'],
    ['a format of nobody', object({ a: { format: 'shoe-size' } }), 'schema.properties.a.format', 'unknown_format'],
    ['a type of nobody', object({ a: { type: 'text' } }), 'schema.properties.a.type', 'bad_schema'],
    ['a limit that is no number', object({ a: { maximum: '5' } }), 'schema.properties.a.maximum', 'bad_schema'],
    ['another draft', { $schema: 'http://json-schema.org/draft-04/schema#' }, 'schema.$schema', 'unknown_draft'],
    ['one too long', { description: 'x'.repeat(SCHEMA_CHARS_MAX) }, 'schema', 'too_long'],
  ])('%s', (_what, schema, path, type) => {
    expect(refusal(schema)).toContainEqual(expect.objectContaining({ path, type }))
  })

  test('with too deep nesting', () => {
    let schema: Fields = { type: 'string' }
    for (let depth = 0; depth <= SCHEMA_DEPTH_MAX; depth++) schema = { not: schema }
    expect(refusal(schema)).toContainEqual(expect.objectContaining({ type: 'too_deep' }))
  })

  test('with references that double at each step', () => {
    const $defs: Record<string, unknown> = { d0: { type: 'string' } }
    for (let step = 1; step <= 20; step++) {
      $defs[`d${step}`] = { anyOf: [{ $ref: `#/$defs/d${step - 1}` }, { $ref: `#/$defs/d${step - 1}` }] }
    }
    expect(refusal({ $ref: '#/$defs/d20', $defs })).toContainEqual(expect.objectContaining({ type: 'too_complex' }))
  })

  test('a property may be called like a keyword', () => {
    expect(
      refusal(object({ $ref: { type: 'string' }, $id: { type: 'string' }, pattern: { type: 'string' }, format: {} })),
    ).toEqual([])
  })

  test('the common keywords of the drafts and of OpenAPI are accepted', () => {
    const schema = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $id: 'https://example.com/tool',
      title: 'A tool',
      ...object({
        a: { type: ['string', 'null'], examples: ['x'], 'x-own': 1 },
        n: { type: 'integer', format: 'int32' },
      }),
    }
    expect(refusal(schema)).toEqual([])
    expect(problems(schema, { a: null, n: 2 ** 31 })).toMatchObject([{ path: 'n' }])
  })
})

describe('adversarial arguments', () => {
  const within = (limit_ms: number, run: () => unknown): void => {
    const effort_ms = startEffort()
    run()
    expect(effort_ms()).toBeLessThan(3 * limit_ms)
  }

  test('a pattern that would run for ever elsewhere', () => {
    const schema = object({ a: { type: 'string', pattern: '^(a+)+$' } })
    within(2_000, () => {
      expect(problems(schema, { a: `${'a'.repeat(100_000)}!` })).toHaveLength(1)
    })
  })

  test.each(['a', '1', '/', '/~0', '%41', '.', '-', '@', ':', 'P1', '2026-', 'aA1-'])(
    'texts of a megabyte of %j in any format',
    (piece) => {
      const text = `${piece.repeat(1_000_000 / piece.length)}!\n`
      const schemas = FORMAT_NAMES.map((format) => object({ a: { type: 'string', format } }))
      const effort_ms = startEffort()
      for (const schema of schemas) problems(schema, { a: text })
      expect(effort_ms()).toBeLessThan(9_000)
    },
  )

  test('a long list of unique items', () => {
    const list = Array.from({ length: 50_000 }, (_, index) => ({ index }))
    within(3_000, () => {
      expect(problems(object({ a: { uniqueItems: true } }), { a: list })).toEqual([])
    })
  })

  test('more values than the check limit of a large schema are refused, not allowed', () => {
    const schema = object({ a: { items: { anyOf: Array.from({ length: 1_000 }, (_, value) => ({ const: value })) } } })
    within(2_000, () => {
      expect(problems(schema, { a: Array.from({ length: 100_000 }, () => -1) })).toMatchObject([{ rule: 'size' }])
    })
  })
})

test('string formats are checked according to the standard', () => {
  const cases: Readonly<Record<string, readonly [readonly string[], readonly string[]]>> = {
    date: [
      ['2024-02-29', '2026-11-21'],
      ['2023-02-29', '2026-13-01', '2026-1-1', 'x'],
    ],
    time: [
      ['10:00:00Z', '23:59:60+00:00', '10:00:00.5-05:30'],
      ['24:00:00Z', '10:00Z', '10:00:00'],
    ],
    'date-time': [['2026-11-21T10:00:00Z'], ['2026-11-21', '2026-11-21T10:00:00', '2026-02-30T10:00:00Z']],
    duration: [
      ['P1D', 'PT5M', 'P2W', 'P1Y2M3DT4H5M6S'],
      ['P', 'PT', '1D', 'P1H'],
    ],
    email: [
      ['ann@example.com', 'a.b+c@ex-ample.co.uk'],
      ['ann', 'ann@', '@b.c', 'a..b@c.de', 'a b@c.de', 'ann@exa_mple.com'],
    ],
    hostname: [
      ['example.com', 'a'],
      ['-a.com', 'a..b', 'a_b.com', `${'a'.repeat(64)}.com`],
    ],
    ipv4: [['127.0.0.1'], ['127.0.0.256', '1.2.3']],
    ipv6: [
      ['::1', 'fe80::1'],
      ['fe80::1%eth0', '1.2.3.4'],
    ],
    uri: [
      ['https://example.com/a?b#c', 'urn:x:y'],
      ['/a', 'https://exa mple.com', 'https://a/%zz'],
    ],
    'uri-reference': [
      ['/a', '../b?c', ''],
      ['a b', '%'],
    ],
    uuid: [['0192f0c1-2b3c-7d4e-8f5a-6b7c8d9e0f1a'], ['0192f0c12b3c7d4e8f5a6b7c8d9e0f1a']],
    'json-pointer': [
      ['', '/a/~0b~1'],
      ['a', '/~2'],
    ],
    regex: [['^a$'], ['(', '(?=a)']],
    byte: [
      ['QUJD', ''],
      ['QUJ', 'Q?=='],
    ],
  }
  for (const [format, [good, bad]] of Object.entries(cases)) {
    const schema = object({ a: { type: 'string', format } })
    for (const a of good) expect([format, a, problems(schema, { a })]).toEqual([format, a, []])
    for (const a of bad) expect([format, a, problems(schema, { a }).length]).toEqual([format, a, 1])
  }
})
