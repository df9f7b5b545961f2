import { conductRun, egressPort, egressSocketPort, maskSecrets, prepareRun, targetSecrets } from '@gatehouse/attacks'
import { harden, notReplayed } from '@gatehouse/attacks/harden'
import { restoreTarget } from '@gatehouse/attacks/replay'
import { PolicyFile } from '@gatehouse/contracts/policies'
import { type DraftLine, type DraftRequest, type HardenStep, RunRequest } from '@gatehouse/contracts/redteam'
import type { Report } from '@gatehouse/contracts/reports'
import { Failure, uuidv7 } from '@gatehouse/kernel'
import type { RedteamPorts } from '../routes/handler.ts'
import { checkAddresses } from '../runs/check-addresses.ts'

/** Maximum number of requests of one replay of the proofs. Own limit: a fraction of the requests of a run. */
const REQUESTS_MAX = 1_000

export type DraftPorts = Pick<RedteamPorts, 'egress' | 'clock' | 'contentFor' | 'model'>
type DraftResult = Extract<DraftLine, { readonly type: 'result' }>

/** Draft that was validated and may be sent. */
export interface PreparedDraft {
  /** @param signal ends the replay: what was not sent is not checked */
  readonly run: (onProgress: (step: HardenStep) => void, signal: AbortSignal) => Promise<DraftResult>
}

/**
 * Prepares the draft of a guard policy for a report.
 * @throws {Failure} `not_found` for an unknown finding; `target_refused` by the egress policy; `invalid_request` for an invalid policy
 */
export async function prepareDraft(whole: Report, body: DraftRequest, ports: DraftPorts): Promise<PreparedDraft> {
  const report = { ...whole, findings: findingsOf(whole, body.finding) }
  const base = body.policy === undefined ? undefined : PolicyFile.parse({ version: 1, ...body.policy })
  const { target, missing, undeclared } = restoreTarget(report, body.secrets)
  const notChecked = (why: string): DraftResult => {
    const result = notReplayed(report, base)
    return { type: 'result', ...result, notChecked: why, missing: [...missing], undeclared: [...undeclared] }
  }
  if (missing.length > 0) {
    const why = `Reports do not contain credentials. Required: ${missing.join(', ')}.`
    return { run: () => Promise.resolve(notChecked(why)) }
  }
  const { seed, requestsPerMinute, delayMs } = report.config
  const attackConfig = { seed, requestsPerMinute, delayMs, budget: { maxRequests: REQUESTS_MAX } }
  const read = RunRequest.safeParse({ target, attackConfig })
  if (!read.success) {
    return { run: () => Promise.resolve(notChecked('This version cannot send requests to the target of the report.')) }
  }
  await checkAddresses(read.data.target, ports.egress)
  return {
    async run(onProgress, signal) {
      try {
        const result = await harden(
          { report, request: read.data, base, traffic: undefined },
          waysOf(ports, onProgress, signal),
        )
        const why = signal.aborted ? 'The time limit ended the replay. Draft a policy for one finding at a time.' : null
        return { type: 'result', ...result, notChecked: why, missing: [], undeclared: [...undeclared] }
      } catch (thrown) {
        // The target, not the request, is the cause.
        if (!(thrown instanceof Failure)) throw thrown
        return notChecked(maskSecrets(thrown.message, targetSecrets(read.data.target)))
      }
    },
  }
}

function waysOf(
  { egress, clock, contentFor, model }: DraftPorts,
  onProgress: (step: HardenStep) => void,
  signal: AbortSignal,
): Parameters<typeof harden>[1] {
  const [http, socket] = [egressPort(egress), egressSocketPort(egress)]
  const runId = uuidv7()
  return {
    prepare: (request) =>
      prepareRun(request, { runId, hasContentHost: contentFor(request.target, runId) !== undefined }),
    conduct: (prepared, ways) => {
      const contentHost = contentFor(prepared.request.target, runId)
      return conductRun(prepared, {
        http,
        socket,
        clock,
        signal,
        ...(contentHost === undefined ? {} : { contentHost }),
        ...(model === undefined ? {} : { models: { judges: [model] } }),
        ...ways,
      })
    },
    http,
    socket,
    signal,
    onProgress,
  }
}

function findingsOf({ findings }: Report, wanted: string | undefined): Report['findings'] {
  if (wanted === undefined) return findings
  const found = findings.filter(({ id, formerIds = [] }) => id === wanted || formerIds.includes(wanted))
  if (found.length === 0) throw new Failure('not_found', 'Finding not found in the report.')
  return found
}
