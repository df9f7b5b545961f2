import {
  conductRun,
  egressPort,
  egressSocketPort,
  maskSecrets,
  type PreparedRun,
  prepareRun,
  type RunResult,
} from '@gatehouse/attacks'
import type { ReplayWays } from '@gatehouse/attacks/harden'
import type { RunRequest } from '@gatehouse/contracts/redteam'
import { Report } from '@gatehouse/contracts/reports'
import { Failure, systemClock } from '@gatehouse/kernel'
import { createEgress, type Egress, parseEgressAllow } from '@gatehouse/kernel/egress'
import type { Io } from '../command.ts'
import { contentHostOf, servesContent } from './content.ts'
import { explainFailed } from './exit.ts'
import { inFormat } from './formats.ts'
import { modelsOf } from './models.ts'
import type { RunOptions } from './options.ts'
import { checkOutputs, writeOutputs } from './outputs.ts'
import { NO_PROGRESS, runProgress, type RunProgressView } from './progress.ts'
import { requestedRun } from './request.ts'
import { nextText, summaryText } from './summary.ts'
import type { LocalTarget } from './local-target.ts'
import { type RunVerdict, untestedOf, verdictOf } from './verdict.ts'
import { withLocalTarget } from './with-local-target.ts'

/** Own limit: shorter values occur in text by chance. */
const SECRET_CHARS_MIN = 4
const SCHEMES = ['http', 'https', 'ws', 'wss']

/**
 * Runs a red-team test in this process and prints its result.
 * @returns the exit code
 */
export async function runRedteam(options: RunOptions, io: Io): Promise<number> {
  try {
    checkOutputs(options, io)
    return await withLocalTarget(options, io, (local) => attack(options, io, local))
  } catch (thrown) {
    return explainFailed(thrown, io)
  }
}

async function attack(options: RunOptions, io: Io, local: LocalTarget | undefined): Promise<number> {
  const { file, secrets } = requestedRun(options, io, local)
  const { failUnder, failOn, ...request } = file
  const prepared = understood(request, options)
  const { result, signal } = await conducted(prepared, request, options, io)
  const report = masked(result.report, secrets)
  const verdict = verdictOf(report, { failUnder, failOn }, untestedOf(report, prepared, request))
  // Prints the result first: a full disk must not hide it.
  printReport(report, verdict, { ...options, end: result.end, signal }, io)
  await writeOutputs(report, options, io)
  return verdict.code
}

/** @throws {Failure} `invalid_request` with command-line terms */
export function understood(request: RunRequest, options: ConductOptions): PreparedRun {
  const listedBy = (list: string): string => `"gatehouse redteam ${list}"`
  return prepareRun(request, { hasContentHost: servesContent(request.target, options), listedBy })
}

interface Conducted {
  readonly result: RunResult
  /** Signal that ended the run. */
  readonly signal: string | undefined
}

/** Options of a local run besides its request. */
export type ConductOptions = Pick<RunOptions, 'quiet' | 'serve' | 'servePort' | 'serveUrl' | 'models'>

/**
 * Runs a request in this process under the egress policy of local mode.
 * @param ways a guard in front of the target, and other ports of the run
 * @throws {Failure} if the target is not allowed, or if its responses cannot be judged
 */
export async function conducted(
  prepared: PreparedRun,
  request: RunRequest,
  options: ConductOptions,
  io: Io,
  ways: ReplayWays = {},
): Promise<Conducted> {
  const stop = new AbortController()
  let signal: string | undefined
  const stopped = async (): Promise<void> => {
    signal = await io.untilStopped()
    stop.abort(new Failure('unavailable', `The run was stopped by ${signal}.`))
  }
  void stopped()
  const egress = createEgress({ allow: parseEgressAllow(io.env['GATEHOUSE_EGRESS_ALLOW'] ?? ''), localMode: true })
  const view = viewOf(prepared, request, options, io)
  try {
    await checkAddress(request, egress)
    const contentHost = contentHostOf(request.target, options, prepared.seed, io)
    const models = options.models === false ? undefined : modelsOf(io, egress)
    const result = await conductRun(prepared, {
      http: egressPort(egress),
      socket: egressSocketPort(egress),
      clock: systemClock,
      signal: stop.signal,
      ...(contentHost === undefined ? {} : { contentHost }),
      ...(models === undefined ? {} : { models }),
      ...ways,
      onRecord: (record) => {
        view.record(record)
        ways.onRecord?.(record)
      },
      onPhase: (phase) => {
        view.phase(phase)
        ways.onPhase?.(phase)
      },
    })
    return { result, signal }
  } finally {
    view.end()
    await egress.close()
  }
}

/** @throws {Failure} `invalid_request` before anything is sent, with the setting that allows the address */
async function checkAddress({ target }: RunRequest, egress: Egress): Promise<void> {
  try {
    await egress.check(target.baseUrl, SCHEMES)
  } catch (thrown) {
    if (!(thrown instanceof Failure) || thrown.code !== 'egress_refused') throw thrown
    throw new Failure('invalid_request', thrown.message, { cause: thrown })
  }
}

function viewOf(prepared: PreparedRun, request: RunRequest, { quiet }: ConductOptions, io: Io): RunProgressView {
  if (quiet === true) return NO_PROGRESS
  const rounds = request.attackConfig.adaptiveRounds
  return runProgress({ total: prepared.estimatedTotal, rounds }, io)
}

/** Masks values from the config file's references if the target echoes them. */
export function masked(report: Report, secrets: readonly string[]): Report {
  const some = secrets.filter((secret) => secret.length >= SECRET_CHARS_MIN).toSorted((a, b) => b.length - a.length)
  return some.length === 0 ? report : Report.parse(withTexts(report, (text) => maskSecrets(text, some)))
}

/** Maps all strings of a value except field names, which never come from the target. */
function withTexts(value: unknown, make: (text: string) => string): unknown {
  if (typeof value === 'string') return make(value)
  if (Array.isArray(value)) return value.map((item) => withTexts(item, make))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withTexts(item, make)]))
}

interface OutputOptions extends Pick<RunOptions, 'json' | 'report'> {
  readonly end: RunResult['end']
  readonly signal: string | undefined
}

function printReport(report: Report, { reason }: RunVerdict, options: OutputOptions, io: Io): void {
  const { json, report: file, end, signal } = options
  const ended = {
    cancelled: `Stopped by ${signal ?? 'a signal'}. `,
    budget: 'The request budget is used up. ',
    final: '',
  }[end]
  const message = `${ended}${reason}`
  if (json === true) {
    io.stdout.write(inFormat('json', report))
    io.stderr.write(`${message}\n`)
    return
  }
  io.stdout.write(summaryText(report, file === undefined ? {} : { file }))
  io.stdout.write(`\n${message}\n${nextText(report, file)}`)
}
