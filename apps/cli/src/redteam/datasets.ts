import { readFileSync, statSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import type { Dataset } from '@gatehouse/contracts/redteam'
import { Failure, isJsonObject, messageOf } from '@gatehouse/kernel'
import type { Io } from '../command.ts'

/** Own limit, as in the contract: the largest of the well-known files has 30 MB. */
const FILE_BYTES_MAX = 64 * 1024 * 1024
const FIELDS = ['prompt', 'category', 'expected', 'id', 'context', 'target', 'format', 'limit'] as const
const MAPPING = /^(?:[a-z]+=[^,=]+)(?:,[a-z]+=[^,=]+)*$/

/**
 * Reads a dataset of the command line: `file`, or `file:field=column,…`.
 * @throws {Failure} `invalid_request` with the file, or with the field of the mapping
 */
export function datasetOf(option: string, io: Pick<Io, 'cwd'>): Dataset {
  const colon = option.lastIndexOf(':')
  const isMapped = colon > 0 && MAPPING.test(option.slice(colon + 1))
  const file = isMapped ? option.slice(0, colon) : option
  const pairs = isMapped ? option.slice(colon + 1).split(',') : []
  const fields = pairs.map((pair): [string, string] => {
    const [field = '', column = ''] = pair.split('=', 2)
    return [field, column.trim()]
  })
  const unknown = fields.find(([field]) => !(FIELDS as readonly string[]).includes(field))
  if (unknown !== undefined) {
    throw new Failure('invalid_request', `Invalid --dataset ${file}: unknown field ${unknown[0]}. Allowed: ${FIELDS.join(', ')}.`) // prettier-ignore
  }
  const { format, limit, ...mapping } = Object.fromEntries(fields)
  return {
    ...readDataset(file, io.cwd),
    ...(fields.length === 0 ? {} : { mapping }),
    ...(format === undefined ? {} : { format: formatOf(format, file) }),
    ...(limit === undefined ? {} : { limit: limitOf(limit, file) }),
  }
}

/** Replaces `file` of datasets in a run file with its content. Paths are relative to the run file. */
export function withFileContents(
  datasets: readonly unknown[],
  config: string | undefined,
  { cwd }: Pick<Io, 'cwd'>,
): readonly unknown[] {
  const folder = config === undefined ? cwd : dirname(resolve(cwd, config))
  return datasets.map((dataset) => {
    if (!isJsonObject(dataset) || typeof dataset['file'] !== 'string') return dataset
    const { file, ...rest } = dataset
    return { ...readDataset(file, folder), ...rest }
  })
}

function readDataset(file: string, folder: string): Pick<Dataset, 'name' | 'content'> {
  try {
    const path = resolve(folder, file)
    const { size } = statSync(path)
    if (size > FILE_BYTES_MAX) throw new Error(`the file has ${size} bytes; the limit is ${FILE_BYTES_MAX}`)
    return { name: basename(file), content: new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path)) }
  } catch (error) {
    const reason = error instanceof TypeError ? 'it is not UTF-8 text; decompress or convert it' : messageOf(error)
    throw new Failure('invalid_request', `Cannot read dataset ${file}: ${reason}`)
  }
}

const FORMATS = ['csv', 'json', 'jsonl', 'text'] as const

function formatOf(text: string, file: string): NonNullable<Dataset['format']> {
  const format = FORMATS.find((known) => known === text)
  if (format !== undefined) return format
  throw new Failure('invalid_request', `Invalid --dataset ${file}: format ${text}. Allowed: ${FORMATS.join(', ')}.`)
}

function limitOf(text: string, file: string): number {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text)
  throw new Failure(
    'invalid_request',
    `Invalid --dataset ${file}: limit ${text}. Allowed: a whole number of at least 1.`,
  )
}
