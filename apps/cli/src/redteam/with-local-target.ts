import { WrittenBrowser } from '@gatehouse/contracts/redteam'
import { Failure } from '@gatehouse/kernel'
import type { Io } from '../command.ts'
import type { BrowserTargetOptions } from './browser-target.ts'
import { readRunFile } from './config-file.ts'
import type { LocalTarget } from './local-target.ts'
import type { RunOptions } from './options.ts'

/** Options of a target that is a program of this machine. */
export type LocalTargetOptions = Pick<
  RunOptions,
  | 'command'
  | 'targetCommand'
  | 'targetModule'
  | 'targetBrowser'
  | 'browserInput'
  | 'browserSend'
  | 'browserReply'
  | 'browserPath'
  | 'config'
  | 'target'
  | 'timeout'
  | 'arg'
  | 'setEnv'
>

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
  const { command, targetCommand, targetModule, targetBrowser, arg, setEnv } = options
  if ([command, targetCommand, targetModule, targetBrowser].filter((item) => item !== undefined).length > 1) {
    throw new Failure(
      'invalid_request',
      'Only one of --command, --target-command, --target-module and --target-browser is allowed.',
    )
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
  const browser = browserOf(options, io)
  if (arg.length + setEnv.length > 0) {
    throw new Failure('invalid_request', '--arg and --set-env require --command, --target-command or --target-module.')
  }
  if (browser === undefined) return undefined
  const { startBrowserTarget } = await import('./browser-target.ts')
  const timeout_ms = options.timeout === undefined ? undefined : Math.round(options.timeout * 1_000)
  return startBrowserTarget({ ...browser, timeout_ms }, io)
}

type BrowserFields = Pick<BrowserTargetOptions, 'url' | 'selectors' | 'program'>

/** Returns the chat page of the command line, or of the run file. @throws {Failure} `invalid_request` for selectors without a page */
function browserOf(options: LocalTargetOptions, io: Io): BrowserFields | undefined {
  const { config, target, targetBrowser, browserInput, browserSend, browserReply, browserPath } = options
  const isFile = config !== undefined && target === undefined && targetBrowser === undefined
  const written = isFile ? readRunFile(config, io).raw['browser'] : undefined
  const read = WrittenBrowser.safeParse(written)
  if (written !== undefined && !read.success) {
    throw new Failure('invalid_request', `Invalid configuration ${config}: browser needs a url and CSS selectors.`)
  }
  const { url = targetBrowser, input, send, reply, path } = read.data ?? {}
  const selectors = { input: browserInput ?? input, send: browserSend ?? send, reply: browserReply ?? reply }
  const program = browserPath ?? path
  if (url !== undefined) return { url, selectors, program }
  if ([...Object.values(selectors), program].every((item) => item === undefined)) return undefined
  throw new Failure(
    'invalid_request',
    '--browser-input, --browser-send, --browser-reply and --browser-path require --target-browser.',
  )
}
