import { canonicalHash, type Clock, Failure } from '@gatehouse/kernel'

import type { UpstreamConnection } from '../connection.ts'
import type { Era } from '../eras.ts'
import type { Channel, ChannelEars } from '../upstream/channel.ts'
import { ChannelConnection, type ChannelEndpoint } from '../upstream/channel-connection.ts'
import { type ClientAbout, sharedClient } from '../upstream/client.ts'
import { UPSTREAM_LIMITS, type UpstreamLimits } from '../upstream/limits.ts'
import { erasToTry, type Remembered, UpstreamMemory } from '../upstream/memory.ts'
import { throughBreaker } from '../upstream/through-breaker.ts'
import { UpstreamEvents } from '../upstream/trouble.ts'
import type { CommandAllowlist } from './allowlist.ts'
import { environmentOf, type ProcessSurroundings, refusedVariable } from './environment.ts'
import { startProcess } from './process.ts'
import type { Processes } from './processes.ts'
import { SharedServer } from './shared-server.ts'

/** Timeout of the version probe before the older version is tried. MCP 2026-07-28 "stdio"; own limit. */
const PROBE_MS = 10_000

export interface ConnectStdioOptions {
  /** Name of the upstream in error messages; empty when the route has only one. */
  readonly name: string
  /** Route for limits; shared processes never serve another route. */
  readonly route: string
  /** Group of routes. Default: the route alone. */
  readonly group?: string
  readonly command: string
  readonly args: readonly string[]
  /** Environment from the route; with `surroundings` the complete environment of the process. */
  readonly env: Readonly<Record<string, string>>
  readonly surroundings: ProcessSurroundings
  readonly allowlist: CommandAllowlist
  readonly processes: Processes
  /** Whether all connections of the route share one process. */
  readonly shared: boolean
  readonly cwd?: string | undefined
  readonly clock: Clock
  readonly client: ClientAbout
  readonly signal: AbortSignal
  readonly limits?: UpstreamLimits
  readonly remembered?: Remembered
}

/**
 * Starts an MCP server as a process and connects over stdio. The process runs with the rights of the gateway's account.
 * @throws {Failure} `invalid_request` for a command that is not allowed; `unavailable`
 */
export async function connectStdio(options: ConnectStdioOptions): Promise<UpstreamConnection> {
  const { client, signal, shared, processes } = options
  const trouble = new UpstreamEvents(options.name)
  const file = allowedFile(options, trouble)
  const remembered = options.remembered ?? new UpstreamMemory(options.clock).of('')
  if (!shared) return throughBreaker(remembered.breaker, trouble, signal, () => run(file, options, trouble, remembered))
  const key = canonicalHash([options.route, file, options.args, options.env, options.cwd ?? '', client.era])
  let server = processes.shared.get(key)
  if (server === undefined) {
    const start = () => {
      const never = new AbortController().signal
      return run(file, { ...options, client: sharedClient(client.era), signal: never }, trouble, remembered)
    }
    server = new SharedServer({ clock: options.clock, trouble, start, onUnused: () => processes.shared.delete(key) })
    processes.shared.set(key, server)
  }
  return server.join()
}

/** @throws {Failure} `invalid_request`, `unavailable` */
function allowedFile({ command, args, env, allowlist }: ConnectStdioOptions, trouble: UpstreamEvents): string {
  if (!allowlist.mayRun(command, args)) {
    throw new Failure('invalid_request', `${trouble.subject} uses a command that this deployment does not allow.`)
  }
  const variable = refusedVariable(env)
  if (variable !== undefined) {
    throw new Failure('invalid_request', `${trouble.subject} must not receive the variable ${variable}.`)
  }
  const file = allowlist.fileOf(command)
  if (file === undefined) throw trouble.failure('uses a command that was not found when the service started')
  return file
}

async function run(
  file: string,
  options: ConnectStdioOptions,
  trouble: UpstreamEvents,
  remembered: Remembered,
): Promise<ChannelConnection> {
  const { client, limits = UPSTREAM_LIMITS, processes, signal, shared } = options
  const { breaker } = remembered
  const probe_ms = Math.min(PROBE_MS, limits.connect_ms)
  const place: ChannelEndpoint = { client, limits, trouble, breaker, probe_ms, isShared: shared }
  const giveBack = processes.take(options.route, options.group ?? options.route, trouble)
  const open = async (ears: ChannelEars): Promise<Channel> => {
    let forget = () => undefined as void
    try {
      const channel = await startProcess(
        {
          ...options,
          file,
          offspring: processes.offspring,
          limits,
          trouble,
          env: environmentOf(options.surroundings, options.env),
          onExit: (end) => {
            forget()
            giveBack()
            processes.onExit(options.name, end)
          },
        },
        ears,
      )
      forget = processes.add(() => channel.close())
      return channel
    } catch (thrown) {
      giveBack()
      throw thrown
    }
  }
  const eras: readonly Era[] = erasToTry(remembered, client.era)
  const connection = await ChannelConnection.open(open, place, eras, signal)
  for (const era of eras) {
    remembered.eras.set(era, era === connection.era)
    if (era === connection.era) break
  }
  return connection
}
