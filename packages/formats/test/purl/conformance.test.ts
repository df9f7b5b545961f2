import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { Failure } from '@gatehouse/kernel'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { buildPurl, normalisePurl, parsePurl, type Purl } from '../../src/purl/purl.ts'

/** The cases of the specification: reference data that lies beside a checkout and is no part of it. */
const FOLDER = fileURLToPath(new URL('../../../../../shared/data/conformance/purl/', import.meta.url))

const Parts = z.object({
  type: z.string().nullable(),
  namespace: z.string().nullable(),
  name: z.string().nullable(),
  version: z.string().nullable(),
  qualifiers: z.record(z.string(), z.string()).nullable(),
  subpath: z.string().nullable(),
})
const Case = z.object({
  description: z.string(),
  test_type: z.enum(['parse', 'build', 'validate']),
  input: z.union([z.string(), Parts]),
  /** Absent where the case must fail. */
  expected_output: z.union([z.string(), Parts]).nullish(),
})
const Suite = z.object({ tests: z.array(Case) })

describe.skipIf(!existsSync(FOLDER))('The cases of the purl specification', () => {
  const files = existsSync(FOLDER) ? readdirSync(FOLDER).filter((file) => file.endsWith('-test.json')) : []

  test('are all here', () => {
    const count = files.map((file) => readSuite(file).length).reduce((sum, length) => sum + length, 0)
    expect(count).toBeGreaterThanOrEqual(586)
  })

  test.each(files)('%s', (file) => {
    const wrong = readSuite(file).filter(
      (given) => !isDeepStrictEqual(outcome(given), given.expected_output ?? 'refused'),
    )
    expect(wrong).toEqual([])
  })
})

function readSuite(file: string): z.infer<typeof Case>[] {
  return Suite.parse(JSON.parse(readFileSync(`${FOLDER}${file}`, 'utf8'))).tests
}

function outcome(given: z.infer<typeof Case>): unknown {
  try {
    return run(given)
  } catch (thrown) {
    return thrown instanceof Failure ? 'refused' : thrown
  }
}

function run({ test_type, input }: z.infer<typeof Case>): unknown {
  if (typeof input === 'string') return test_type === 'parse' ? nulled(parsePurl(input)) : normalisePurl(input)
  return buildPurl({ ...input, type: input.type ?? '', name: input.name ?? '' })
}

function nulled(purl: Purl): z.infer<typeof Parts> {
  const absent = { namespace: null, version: null, qualifiers: null, subpath: null }
  return { ...absent, ...purl, qualifiers: purl.qualifiers === undefined ? null : { ...purl.qualifiers } }
}
