import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { Failure } from '@gatehouse/kernel'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { buildPurl, normalisePurl, parsePurl, type Purl } from '../../src/purl/purl.ts'

/** Test cases of the specification, one JSON object per line; `data/README.md` names source and license. */
const FOLDER = fileURLToPath(new URL('./data/', import.meta.url))
const CASE_COUNT = 586

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
  /** Absent when the case must fail. */
  expected_output: z.union([z.string(), Parts]).nullish(),
})

describe('purl specification test cases', () => {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith('.jsonl'))

  test('are complete', () => {
    const count = files.map((file) => readSuite(file).length).reduce((sum, length) => sum + length, 0)
    expect(count).toBe(CASE_COUNT)
  })

  test.each(files)('%s', (file) => {
    const wrong = readSuite(file).filter(
      (value) => !isDeepStrictEqual(outcome(value), value.expected_output ?? 'refused'),
    )
    expect(wrong).toEqual([])
  })
})

function readSuite(file: string): z.infer<typeof Case>[] {
  const lines = readFileSync(`${FOLDER}${file}`, 'utf8').trimEnd().split('\n')
  return lines.map((line) => Case.parse(JSON.parse(line)))
}

function outcome(value: z.infer<typeof Case>): unknown {
  try {
    return run(value)
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
