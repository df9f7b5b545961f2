import { readFileSync, statSync } from 'node:fs'
import { Failure, messageOf } from '@gatehouse/kernel'
import type { z } from 'zod'

/** Own limit: a list of a million findings is smaller. */
const FILE_BYTES_MAX = 512 * 1024 * 1024

/**
 * Reads a JSON file.
 * @param subject name in messages, e.g. `baseline`
 * @throws {Failure} `invalid_request` with the file and its problems
 */
export function readJsonFile<Schema extends z.ZodType>(
  path: string,
  subject: string,
  schema: Schema,
): z.output<Schema> {
  let value: unknown
  try {
    const { size } = statSync(path)
    if (size > FILE_BYTES_MAX) throw new Error(`the file has ${size} bytes; the limit is ${FILE_BYTES_MAX}`)
    value = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new Failure('invalid_request', `Cannot read the ${subject} ${path}: ${messageOf(error)}`)
  }
  const read = schema.safeParse(value)
  if (read.success) return read.data
  const [issue] = read.error.issues
  const place = issue === undefined || issue.path.length === 0 ? '' : `${issue.path.join('.')}: `
  throw new Failure('invalid_request', `${path} is not a valid ${subject}: ${place}${issue?.message ?? ''}`)
}
