import { restoreTarget } from '@gatehouse/attacks/replay'
import type { Report } from '@gatehouse/contracts/reports'
import { Failure, isJsonObject } from '@gatehouse/kernel'
import type { Io } from '../command.ts'
import { listed } from '../policy/references.ts'
import type { ReplayOptions } from './replay-options.ts'
import { type RequestedRun, requestedRun } from './request.ts'
import type { LocalTarget } from './local-target.ts'

/**
 * Returns the request of a replay: the target of the report or the run file, with command-line overrides.
 * @throws {Failure} `invalid_request` naming the secrets that the report does not contain
 */
export function replayRequest(
  report: Report,
  options: ReplayOptions,
  io: Pick<Io, 'cwd' | 'env'>,
  local?: LocalTarget,
): RequestedRun {
  const { config, auth, header, canary, target, command, targetCommand, targetModule, arg, setEnv } = options
  const hasOwn = auth !== undefined || local !== undefined
  const known = config === undefined ? openTarget(report, hasOwn, header) : undefined
  const { seed } = report.config
  if (typeof seed !== 'string') throw new Failure('invalid_request', 'The report contains no seed.')
  return requestedRun(
    {
      header,
      canary,
      arg,
      setEnv,
      serve: options.serve,
      seed,
      ...(config === undefined ? {} : { config }),
      ...(target === undefined ? {} : { target }),
      ...(command === undefined ? {} : { command }),
      ...(targetCommand === undefined ? {} : { targetCommand }),
      ...(targetModule === undefined ? {} : { targetModule }),
      ...(auth === undefined ? {} : { auth }),
      ...(options.systemPrompt === undefined ? {} : { systemPrompt: options.systemPrompt }),
      ...(options.timeout === undefined ? {} : { timeout: options.timeout }),
    },
    io,
    local,
    known === undefined ? undefined : { target: known },
  )
}

type Raw = Readonly<Record<string, unknown>>

/** Returns the target of a report without masked values. @throws {Failure} if a masked value is required and not given */
function openTarget({ target }: Report, hasOwnAuth: boolean, header: readonly string[]): Raw {
  const { auth: shownAuth, headers: shownHeaders, ...rest } = target
  const values = new Set(header.map((item) => item.split(':', 1)[0]!.trim().toLowerCase()))
  const headers = isJsonObject(shownHeaders)
    ? Object.fromEntries(Object.entries(shownHeaders).filter(([name]) => !values.has(name.toLowerCase())))
    : undefined
  const shown: Raw = {
    ...rest,
    ...(hasOwnAuth || shownAuth === undefined ? {} : { auth: shownAuth }),
    ...(headers === undefined ? {} : { headers }),
  }
  const { target: known, missing } = restoreTarget({ target: shown })
  if (missing.length === 0) return known
  const how = 'pass them with --auth and --header, or pass the configuration of the run with --config'
  throw new Failure(
    'invalid_request',
    `Reports do not contain credentials: ${listed(missing)}. To replay this report, ${how}.`,
  )
}
