import { readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { GuardEvent } from '@gatehouse/attacks/harden'
import { Failure, messageOf } from '@gatehouse/kernel'
import { z } from 'zod'
import type { Io } from '../../command.ts'

/** Own limit: recorded requests of several days. */
const FILE_BYTES_MAX = 64 * 1024 * 1024
const Line = z
  .object({ input: z.string().optional(), output: z.string().optional() })
  .refine(({ input, output }) => input !== undefined || output !== undefined, 'input or output is required')

/**
 * Reads recorded traffic: JSON Lines with `input`, `output` or both. The texts are screened, and never sent to the target.
 * @throws {Failure} `invalid_request` with the file and the line
 */
export function readTraffic(name: string, { cwd }: Pick<Io, 'cwd'>): readonly (readonly GuardEvent[])[] {
  const lines = textOf(name, cwd).split('\n')
  return lines.flatMap((line, at) => (line.trim() === '' ? [] : [eventsOf(line, `${name}:${at + 1}`)]))
}

function textOf(name: string, cwd: string): string {
  try {
    const path = resolve(cwd, name)
    const { size } = statSync(path)
    if (size > FILE_BYTES_MAX) throw new Error(`the file has ${size} bytes; the limit is ${FILE_BYTES_MAX}`)
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new Failure('invalid_request', `Cannot read the traffic file ${name}: ${messageOf(error)}`)
  }
}

function eventsOf(line: string, where: string): readonly GuardEvent[] {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch (error) {
    throw new Failure('invalid_request', `Invalid JSON in ${where}: ${messageOf(error)}`)
  }
  const read = Line.safeParse(value)
  if (!read.success) throw new Failure('invalid_request', `Invalid line ${where}: ${read.error.issues[0]?.message}.`)
  const { input, output } = read.data
  return [
    ...(input === undefined ? [] : [{ at: 'input', text: input } as const]),
    ...(output === undefined ? [] : [{ at: 'output', text: output, prompt: input ?? '' } as const]),
  ]
}
