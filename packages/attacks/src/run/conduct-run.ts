import type { RunTarget } from '@gatehouse/contracts/redteam'
import type { Report } from '@gatehouse/contracts/reports'
import type { Clock } from '@gatehouse/kernel'
import type { ContentHost } from '../content/content-host.ts'
import { createContentServer } from '../content/content-server.ts'
import { allCategories } from '../categories.gen.ts'
import { OutOfBudget } from '../engine/out-of-budget.ts'
import type { Spent } from '../engine/judge.ts'
import { createRandom } from '../engine/random.ts'
import { openModels, type OpenedModels } from '../models/open-models.ts'
import { type RunModels, WRITING_METHODS } from '../models/run-models.ts'
import type { TargetGuard } from '../harden/target-guard.ts'
import { containsSecret } from '../judges/learned-prompt.ts'
import type { TargetProfile } from '../profile/profile-target.ts'
import { profiledCategory, shownProfile } from '../profile/stored-profile.ts'
import type { Mask } from '../report/bound.ts'
import { buildReport } from '../report/build-report.ts'
import { type ContentMask, createContentMask } from '../report/mask-content.ts'
import { maskDisclosed } from '../report/mask-disclosed.ts'
import { type CreatedTarget, createTarget } from '../targets/create-target.ts'
import type { HttpPort, SocketPort } from '../targets/port.ts'
import { shownTarget, targetSecrets } from '../targets/shown.ts'
import { reviewFindings, type Looked } from './after-attacks.ts'
import { beginRun } from './begin-run.ts'
import { finalizeRun } from './finalize-run.ts'
import { type AttemptRecord, type Journal, memoryJournal } from './attempt.ts'
import { countedHttp, countedSocket, createMeter, type Meter } from './counted.ts'
import { createHolder } from './held.ts'
import { createPace, type Pace } from '../targets/pace.ts'
import { checkMethods, type OwnAddresses, type PreparedRun } from './prepare-run.ts'
import { runAttacks, type RunOutcome, type RunPorts, type RunSetup } from './run-attacks.ts'

/** Default request limit for all proofs together. Own limit: a fraction of the requests of a run with default size. */
const PROOF_REQUESTS_DEFAULT = 400
const CONTENT_PATH = '/c'
const SINK_PATH = '/s'

export const RUN_PHASES = ['preflight', 'attacks', 'proofs', 'report'] as const
export type RunPhase = (typeof RUN_PHASES)[number]

/** Ports and callbacks of a run. */
export interface RunEgressPorts {
  /** Under the egress policy: `egressPort(egress)`. */
  readonly http: HttpPort
  /** For targets of type websocket_agent. */
  readonly socket?: SocketPort
  readonly clock: Clock
  /** Cancels the run: requests in flight are aborted, and the report contains the ended attempts. */
  readonly signal: AbortSignal
  /** Default: in memory. A journal with records resumes a run: ended attempts are not repeated. */
  readonly journal?: Journal
  /** Content server of the run; without it attacks that need it are not sent, and the report says so. */
  readonly contentHost?: ContentHost
  /** After the rules, e.g. a model. */
  readonly judge?: NonNullable<RunPorts['judge']>
  /** Judge inconclusive attacks, and write attacks. Default: criteria that need a model are inconclusive, and the report says so. */
  readonly models?: RunModels
  /** Called at the end of each attempt in this process, benign controls included. */
  readonly onRecord?: (record: AttemptRecord) => void
  readonly onPhase?: (phase: RunPhase) => void
  /** Called once before the first request, with a function that returns the current usage. */
  readonly onMeters?: (read: () => RunMeters) => void
  /** For shorter proofs, at most; 0: none are looked for. */
  readonly proofRequests?: number
  /** Guard in front of the target; default: none. */
  readonly guard?: TargetGuard
}

/** Usage of a run so far, over all processes that worked on it. */
export interface RunMeters {
  /** Number of ended attacks, without benign controls and proofs. */
  readonly attacks: number
  readonly requests: number
  /** Undefined without models, or before their first use. */
  readonly models: { readonly spent: Spent; readonly maxTokens: number } | undefined
}

export interface RunResult {
  readonly report: Report
  /** `cancelled` and `budget`: the report contains the attempts that had ended. */
  readonly end: RunOutcome['end']
}

/**
 * Executes a run from its first request to its report: target, preflight, content server, attacks, shorter proofs, report.
 * @throws {Failure} `invalid_request` when model-written attacks were requested without a model; `target_failed` when the target returns
 * no usable answer: no attack was sent
 */
export async function conductRun(prepared: PreparedRun, ways: RunEgressPorts): Promise<RunResult> {
  if (ways.models?.attacker === undefined) checkMethods(prepared.methods)
  const given = ways.journal ?? memoryJournal()
  const left = await given.read()
  const hadSent = [...left.ended.values()].reduce((sum, { exchange }) => sum + sentIn(exchange), 0)
  const meter = createMeter(prepared.request.attackConfig.budget?.maxRequests, hadSent)
  const counts = countsOf(left)
  let opened: OpenedModels | undefined
  ways.onMeters?.(() => ({ attacks: counts.attacks(), requests: meter.sent(), models: opened?.meter() }))
  const content = contentMaskOf(prepared, left)
  const own = await openOwn(ways.contentHost)
  try {
    const target = connectedTarget(prepared, ways, meter, own)
    const journal = readOnce(given, left, meter)
    const { outcome: begun, profile } = await beginRun(prepared, target, { ...ways, meter, journal: given, left })
    const languages = prepared.request.attackConfig.languages ?? [profile.language]
    const setup = profiledSetup(prepared.setupFor(target, own?.addresses), profile, languages)
    const models = begun === undefined ? await modelsOf(prepared, { ...ways, journal: given }, left) : undefined
    opened = models
    const [judge, writer] = [models?.judge ?? ways.judge, models?.writer]
    const ports = {
      ...ways,
      ...portsOf(target, own),
      journal,
      hold: holderOf(content),
      onRecord: (record: AttemptRecord) => {
        counts.add(record)
        ways.onRecord?.(record)
      },
      ...(judge === undefined ? {} : { judge }),
      ...(writer === undefined ? {} : { writer }),
    }
    if (begun === undefined) ways.onPhase?.('attacks')
    const made = begun ?? (await runAttacks(setup, ports))
    const {
      outcome: looked,
      proofs,
      systemPrompt,
    } = await reviewFindings(made, setup, {
      ...ports,
      ...left,
      requestsMax: Math.min(ways.proofRequests ?? PROOF_REQUESTS_DEFAULT, meter.left()),
      onProofs: () => ways.onPhase?.('proofs'),
    })
    await finalizeRun(made.records, looked.records, ports.journal, ways.signal)
    const outcome = { ...looked, requests: meter.sent() }
    ways.onPhase?.('report')
    const report = reportOf(
      { ...prepared, config: { ...prepared.config, languages, profile: shownProfile(profile, content.mask) } },
      outcome,
      target,
      { proofs, systemPrompt, content },
      ways.clock,
    )
    const ofModels = models === undefined ? {} : { models: models.report(outcome.records) }
    return { report: { ...report, ...ofModels }, end: outcome.end }
  } finally {
    await own?.close()
  }
}

function connectedTarget(
  prepared: PreparedRun,
  ways: RunEgressPorts,
  meter: Meter,
  own: Own | undefined,
): CreatedTarget {
  return createTarget(prepared.request.target, {
    pace: paceOf(prepared, ways.clock),
    http: countedHttp(ways.http, meter),
    ...(ways.socket === undefined ? {} : { socket: countedSocket(ways.socket, meter) }),
    guard: ways.guard,
    random: createRandom(prepared.seed),
    ...(own === undefined ? {} : { alsoCan: ['content', 'sink'] }),
  })
}

/** The ports count all requests, so that the setup needs no limit. */
function profiledSetup(setup: RunSetup, profile: TargetProfile, languages: readonly string[]): RunSetup {
  const { publicContent } = profile
  const categories = setup.categories.map((category) => profiledCategory(category, { profile, languages }))
  return { ...setup, categories, languages, publicContent, maxRequests: undefined }
}

function countsOf(left: Left) {
  const isAttack = ({ attempt: { kind } }: AttemptRecord): boolean => kind === 'attack' || kind === 'custom'
  let attacks = [...left.ended.values()].filter(isAttack).length
  return { attacks: () => attacks, add: (record: AttemptRecord) => void (attacks += isAttack(record) ? 1 : 0) }
}

function sentIn({ turns, before = [] }: AttemptRecord['exchange']): number {
  return turns.length + before.length
}

function paceOf({ request }: PreparedRun, clock: Clock): Pace {
  const { requestsPerMinute, delayMs } = request.attackConfig
  return createPace(requestsPerMinute, delayMs, clock)
}

type Left = Awaited<ReturnType<Journal['read']>>

/** @returns undefined without models, or when the run was cancelled during calibration */
async function modelsOf(
  { request, categories, policy, methods: named }: PreparedRun,
  { models, journal, signal }: RunEgressPorts & { readonly journal: Journal },
  left: Left,
): Promise<OpenedModels | undefined> {
  if (models === undefined) return undefined
  const { budget = {}, judgeConfidenceThreshold: threshold } = request.attackConfig
  const mask = maskOf({ request })
  const run = { categories, allCategories, policy, threshold, budget, mask, journal, left, signal }
  try {
    const methods = WRITING_METHODS.filter((item) => (named ?? models.methods ?? WRITING_METHODS).includes(item))
    return await openModels({ ...models, methods }, run)
  } catch (thrown) {
    if (signal.aborted) return undefined
    throw thrown
  }
}

interface Own {
  readonly addresses: OwnAddresses
  readonly server: ReturnType<typeof createContentServer>
  readonly close: () => Promise<void>
}

async function openOwn(host: ContentHost | undefined): Promise<Own | undefined> {
  if (host === undefined) return undefined
  const server = createContentServer({ contentPath: CONTENT_PATH, sinkPath: SINK_PATH })
  const { url, close } = await host.open((request, response) => server.handle(request, response))
  return { addresses: { contentUrl: `${url}${CONTENT_PATH}`, sinkUrl: `${url}${SINK_PATH}` }, server, close }
}

function portsOf({ probe }: CreatedTarget, own: Own | undefined): Pick<RunPorts, 'content' | 'probe'> {
  return { ...(own === undefined ? {} : { content: own.server }), ...(probe === undefined ? {} : { probe }) }
}

/** Wraps a journal whose state was already read; without remaining budget no attempt is started. */
function readOnce(journal: Journal, left: Left, meter: Meter): Journal {
  return {
    ...journal,
    read: () => Promise.resolve(left),
    begin: async (attempt) => {
      if (meter.left() < 1) throw new OutOfBudget()
      await journal.begin(attempt)
    },
  }
}

/** Returns the mask of declared secrets and of values that the replies so far disclosed. */
function contentMaskOf(prepared: PreparedRun, { ended }: Left): ContentMask {
  const content = createContentMask(maskOf(prepared))
  for (const record of ended.values()) content.add(record)
  return content
}

function holderOf(content: ContentMask): NonNullable<RunPorts['hold']> {
  const reduce = createHolder(content.mask)
  return (record) => {
    content.add(record)
    return reduce(record)
  }
}

/** Returns a function that redacts secrets of the target. */
function maskOf({ request }: Pick<PreparedRun, 'request'>): Mask {
  const secrets = targetSecrets(request.target)
  return (text) => maskDisclosed(text, secrets)
}

function reportOf(
  prepared: PreparedRun,
  outcome: RunOutcome,
  target: CreatedTarget,
  learned: Pick<Looked, 'proofs' | 'systemPrompt'> & { readonly content: ContentMask },
  clock: Clock,
): Report {
  const { request, runId, seed, categories, aliases, config } = prepared
  return buildReport(outcome, {
    runId,
    timestamp: new Date(clock.now()),
    targetUrl: target.url,
    target: { ...shownTarget(request.target) },
    config,
    seed,
    categories,
    aliases,
    can: target.can,
    runTarget: request.target,
    proofs: learned.proofs,
    systemPrompt: shownPrompt(request.target, learned.systemPrompt),
    mask: maskOf(prepared),
    content: learned.content,
  })
}

/** Returns the system prompt for a report: an inferred prompt with a secret is left out completely. */
function shownPrompt(target: RunTarget, prompt: string | undefined): string | undefined {
  if (prompt === undefined || prompt === target.systemPrompt) return prompt
  return targetSecrets(target).some((secret) => containsSecret(prompt, secret)) ? undefined : prompt
}
