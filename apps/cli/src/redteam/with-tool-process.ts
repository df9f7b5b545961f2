import { Failure } from '@gatehouse/kernel'
import type { Io } from '../command.ts'
import type { RunOptions } from './options.ts'
import type { ToolProcess } from './tool-process.ts'

/**
 * Runs an action with the tool server of the command line, if given.
 * @throws {Failure} `invalid_request` if the command does not exist, or for arguments without a command
 */
export async function withToolProcess<Result>(
  { command, arg, setEnv }: Pick<RunOptions, 'command' | 'arg' | 'setEnv'>,
  io: Io,
  work: (process: ToolProcess | undefined) => Promise<Result>,
): Promise<Result> {
  if (command === undefined) {
    if (arg.length + setEnv.length === 0) return work(undefined)
    throw new Failure('invalid_request', '--arg and --set-env require --command.')
  }
  // Loaded lazily: most targets have an address.
  const { startToolProcess } = await import('./tool-process.ts')
  const process = await startToolProcess({ command, arg, setEnv }, io)
  try {
    return await work(process)
  } finally {
    await process.close()
  }
}
