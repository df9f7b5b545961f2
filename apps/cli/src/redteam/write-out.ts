import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Failure, messageOf } from '@gatehouse/kernel'
import type { Io } from '../command.ts'

/**
 * Writes a document to a file or to standard output.
 * @param code code of the failure
 * @throws {Failure} with the file that cannot be written
 */
export async function writeOut(
  text: string,
  output: string | undefined,
  io: Pick<Io, 'cwd' | 'stdout'>,
  code: 'invalid_request' | 'unavailable' = 'invalid_request',
): Promise<void> {
  if (output === undefined || output === '-') {
    io.stdout.write(text)
    return
  }
  try {
    await writeFile(resolve(io.cwd, output), text)
  } catch (error) {
    throw new Failure(code, `Cannot write ${output}: ${messageOf(error)}`)
  }
}
