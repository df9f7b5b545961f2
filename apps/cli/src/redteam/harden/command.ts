import { egressPort, egressSocketPort } from '@gatehouse/attacks'
import { harden, type HardenRequest } from '@gatehouse/attacks/harden'
import type { HardenResult } from '@gatehouse/contracts/redteam'
import type { Report } from '@gatehouse/contracts/reports'
import { createEgress, parseEgressAllow } from '@gatehouse/kernel/egress'
import type { Io } from '../../command.ts'
import { explainFailed, REDTEAM_EXIT } from '../exit.ts'
import type { LocalTarget } from '../local-target.ts'
import { readReport } from '../read-report.ts'
import { replayRequest } from '../replay-target.ts'
import { requestedRun } from '../request.ts'
import { conducted, masked, understood } from '../run.ts'
import { withLocalTarget } from '../with-local-target.ts'
import { writeOut } from '../write-out.ts'
import { type Destination, openDestination, writePolicy } from './destination.ts'
import type { HardenOptions } from './options.ts'
import { hardenMarkdown, hardenText } from './show.ts'
import { readTraffic } from './traffic.ts'

/**
 * Hardens a target: attacks it, drafts a policy, replays the proofs behind it, and publishes it after a confirmation.
 * @returns the exit code
 */
export async function hardenTarget(options: HardenOptions, io: Io): Promise<number> {
  try {
    const traffic = options.traffic === undefined ? undefined : readTraffic(options.traffic, io)
    const destination = await openDestination(options.guard, options.url, io)
    return await withLocalTarget(options, io, async (local) => {
      const { report, request } = await reportOf(options, io, local)
      const { base } = destination
      const result = await hardened({ report, request, base, traffic }, options, io)
      await print(result, options, io)
      await publish(result, destination, options, io)
      return codeOf(result)
    })
  } catch (thrown) {
    return explainFailed(thrown, io)
  }
}

/** Hardens under the egress policy of local mode. */
async function hardened(request: HardenRequest, options: HardenOptions, io: Io): Promise<HardenResult> {
  const egress = createEgress({ allow: parseEgressAllow(io.env['GATEHOUSE_EGRESS_ALLOW'] ?? ''), localMode: true })
  try {
    return await harden(request, {
      prepare: (run) => understood(run, options),
      conduct: async (prepared, ways) => (await conducted(prepared, request.request, options, io, ways)).result,
      http: egressPort(egress),
      socket: egressSocketPort(egress),
      signal: new AbortController().signal,
    })
  } finally {
    await egress.close()
  }
}

/** Reads the report of an earlier run, or attacks the target first. */
async function reportOf(options: HardenOptions, io: Io, local: LocalTarget | undefined) {
  const { report: name, markdown: _markdown, ...others } = options
  if (name !== undefined) {
    const report = readReport(name, io)
    const { file } = replayRequest(report, { ...others, repeats: 1 }, io, local)
    return { report, request: requestIn(file) }
  }
  const { file, secrets } = requestedRun(others, io, local)
  const request = requestIn(file)
  const { result } = await conducted(understood(request, others), request, others, io)
  const report: Report = masked(result.report, secrets)
  return { report, request }
}

function requestIn({ failUnder: _failUnder, failOn: _failOn, ...request }: ReturnType<typeof requestedRun>['file']) {
  return request
}

async function print(result: HardenResult, { guard, json, markdown }: HardenOptions, io: Io): Promise<void> {
  io.stdout.write(json === true ? `${JSON.stringify({ ...result, guard }, null, 2)}\n` : hardenText(result))
  if (markdown !== undefined) await writeOut(hardenMarkdown(result), markdown, io, 'unavailable')
}

async function publish(result: HardenResult, destination: Destination, options: HardenOptions, io: Io): Promise<void> {
  const tell = (text: string): void => void (options.json === true ? io.stderr : io.stdout).write(`${text}\n`)
  if (options.draft !== undefined) {
    writePolicy(options.draft, result.policy, io)
    tell(`Draft written to ${options.draft}.`)
  }
  if (result.rules.length === 0) return
  if (!destination.needsConfirmation || options.publish === true || (await isConfirmed(options.guard, io))) {
    tell(`Policy published: ${await destination.publish(result.policy)}.`)
  } else {
    tell(`Policy of ${options.guard} unchanged. Pass --publish to publish the draft.`)
  }
}

/** Asks on a terminal. Without one, nothing is published. */
async function isConfirmed(name: string, io: Io): Promise<boolean> {
  if (io.stderr.isTTY !== true) return false
  io.stderr.write(`Publish the draft to ${name}? [y/N] `)
  for await (const chunk of io.stdin) return /^\s*y(?:es)?\s*$/i.test(chunk.toString())
  return false
}

function codeOf({ findings, rules, before }: HardenResult): number {
  if (findings.length === 0) return REDTEAM_EXIT.passed
  if (findings.some(({ status }) => status === 'open') || rules.some(({ isHarmful }) => isHarmful)) {
    return REDTEAM_EXIT.failed
  }
  const isAllBlocked = before.succeeded > 0 && findings.every(({ status }) => status === 'blocked')
  return isAllBlocked ? REDTEAM_EXIT.passed : REDTEAM_EXIT.unknown
}
