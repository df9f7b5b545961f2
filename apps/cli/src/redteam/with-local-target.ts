import { Failure } from '@gatehouse/kernel'
import type { Io } from '../command.ts'
import type { LocalTarget } from './local-target.ts'
import type { RunOptions } from './options.ts'

/** Options of a target that is a program of this machine. */
export type LocalTargetOptions = Pick<RunOptions, 'command' | 'targetCommand' | 'targetModule' | 'arg' | 'setEnv'>

/**
 * Runs an action with the program of the command line that is the target, if one is given.
 * @throws {Failure} `invalid_request` if the program does not exist, or for options that contradict each other
 */
export async function withLocalTarget<Result>(
  options: LocalTargetOptions,
  io: Io,
  work: (local: LocalTarget | undefined) => Promise<Result>,
): Promise<Result> {
  const local = await startLocalTarget(options, io)
  try {
    return await work(local)
  } finally {
    await local?.close()
  }
}

async function startLocalTarget(options: LocalTargetOptions, io: Io): Promise<LocalTarget | undefined> {
  const { command, targetCommand, targetModule, arg, setEnv } = options
  if ([command, targetCommand, targetModule].filter((item) => item !== undefined).length > 1) {
    throw new Failure('invalid_request', 'Only one of --command, --target-command and --target-module is allowed.')
  }
  // Loaded on demand: most targets have an address.
  if (command !== undefined) {
    const { startToolProcess } = await import('./tool-process.ts')
    return startToolProcess({ command, arg, setEnv }, io)
  }
  if (targetCommand !== undefined || targetModule !== undefined) {
    const { startAgentProcess } = await import('./agent-process.ts')
    return startAgentProcess({ targetCommand, targetModule, arg, setEnv }, io)
  }
  if (arg.length + setEnv.length === 0) return undefined
  throw new Failure('invalid_request', '--arg and --set-env require --command, --target-command or --target-module.')
}
