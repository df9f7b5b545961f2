import { createHash, randomBytes } from 'node:crypto'
import type { RunRequest, RunTarget, TargetType } from '@gatehouse/contracts/redteam'
import { Failure, uuidv7 } from '@gatehouse/kernel'
import { allCategories } from '../categories.gen.ts'
import type { Category } from '../engine/category.ts'
import { BASE_STRATEGY } from '../engine/make-attack.ts'
import { carrierProblem, CARRIER_STRATEGIES, carriersFor } from '../carriers/strategies.ts'
import { byName, closestName, type Resolved, resolveNames } from '../engine/names.ts'
import { createRandom } from '../engine/random.ts'
import type { Strategy } from '../engine/strategy.ts'
import { chainName, resolveStrategies, type StrategyChain } from '../engine/ways.ts'
import { type WritingMethod, WRITING_METHODS } from '../models/run-models.ts'
import { WRITTEN_STRATEGIES } from '../models/writing/wish.ts'
import { PROMPTFOO_PLUGINS, PROMPTFOO_STRATEGIES } from '../names/promptfoo.ts'
import { translateNames } from '../names/translate.ts'
import { chosenDomains, domainCategories } from '../domains/chosen-domains.ts'
import { type DomainPack, withDomains } from '../domains/domain.ts'
import { allStrategies } from '../strategies.gen.ts'
import { type CreatedTarget, createTarget } from '../targets/create-target.ts'
import { type DatasetAttack, loadDatasets } from '../datasets/dataset-attacks.ts'
import { customAttacksOf, datasetAttacksOf } from './custom-attacks.ts'
import { defaultCategories } from './default-categories.ts'
import { estimatedAttacks } from './estimate.ts'
import type { RunSetup } from './run-attacks.ts'

/**
 * Maximum number of attempts of one run, repetitions included: every category with the maximum number of attacks per request. Own limit.
 */
export const RUN_ATTEMPTS_MAX = 100_000
const SEED_BYTES = 12

export interface PrepareOptions {
  /** Default: a new id. */
  readonly runId?: string
  /** Seed of a resumed run; overrides that of the request. */
  readonly seed?: string
  /** Whether the run will have a {@link ContentHost}, for the estimate. */
  readonly hasContentHost?: boolean
  /** Whether a model will write attacks. Default: the run itself checks whether a requested model exists. */
  readonly hasAttacker?: boolean
  /** Request or command that lists the known names, for errors. Default: `GET /api/categories` and `GET /api/strategies`. */
  readonly listedBy?: ListedBy
}

type NameList = 'categories' | 'strategies'
type ListedBy = (list: NameList) => string

/** A run that was understood: nothing of it is wrong, and nothing was sent. */
export interface PreparedRun {
  readonly runId: string
  /** With the secrets of the target. */
  readonly request: RunRequest
  /** Displayed address. */
  readonly targetUrl: string
  /** Effective seed, requested or generated. */
  readonly seed: string
  readonly categories: readonly Category[]
  readonly strategies: readonly Strategy[]
  /** Combinations of strategies that were requested by name, e.g. `role_play+base64`. */
  readonly layers: readonly StrategyChain[]
  /** Requested strategies that a model executes; undefined: no strategy was named, and all methods are allowed. */
  readonly methods: readonly WritingMethod[] | undefined
  /** The caller's names of categories, by our names. */
  readonly aliases: ReadonlyMap<string, string>
  /** Additional criteria for judge models. */
  readonly policy: { readonly name: string; readonly criteria: string } | undefined
  /**
   * Maximum number of attacks, including repetitions and custom attacks; without benign controls. The progress total is at most this
   * number.
   */
  readonly estimatedTotal: number
  /** For reports: without secrets, with every name as we spell it. */
  readonly config: Readonly<Record<string, unknown>>
  /** Returns the engine's setup, once the target's connection and the content addresses are known. */
  readonly setupFor: (target: CreatedTarget, own?: OwnAddresses) => RunSetup
}

/** URLs at which a target reaches the run's own server; without trailing slashes. */
export interface OwnAddresses {
  readonly contentUrl: string
  readonly sinkUrl: string
}

/**
 * Resolves a run request: its categories, strategies and limits. Sends nothing.
 * @param request parsed by the contract
 * @throws {Failure} `invalid_request`, naming the invalid category, strategy or target field, without secrets
 * @example conductRun(prepareRun(RunRequest.parse(body)), { http: egressPort(egress), clock, signal })
 */
export function prepareRun(request: RunRequest, options: PrepareOptions = {}): PreparedRun {
  const { attackConfig, target } = request
  // The report names both as they were understood.
  const { enabledCategories: _words, seed: _asked, ...shown } = attackConfig
  const seed = options.seed ?? attackConfig.seed ?? randomBytes(SEED_BYTES).toString('hex')
  const { listedBy = (list: NameList) => `GET /api/${list}` } = options
  const datasets = loadDatasets(request.datasets)
  const ownAttacks = (request.customAttacks ?? []).length + datasets.attacks.length
  const domains = chosenDomains(attackConfig.domains ?? [])
  const categories = chosenCategories(categoryNames(request), { type: target.type, ownAttacks, domains }, listedBy)
  const named = strategyNames(attackConfig.strategies ?? [])
  const { words, methods } = withoutMethods(named.filter((item) => item !== BASE_STRATEGY))
  if (options.hasAttacker === false) checkMethods(methods)
  if (attackConfig.adaptiveRounds === 0 && methods.length > 0) {
    throw refused(`${methods.join(', ')} need adaptive rounds: set adaptiveRounds to 1 or more.`, 'adaptiveRounds')
  }
  const ways =
    words.length === 0 && named.length > 0
      ? { strategies: [], layers: [] }
      : chosenStrategies(words, { maxSteps: attackConfig.maxMultiTurnSteps, attachments: target.attachments }, listedBy)
  const policy = typeof request.policy === 'string' ? { name: 'custom', criteria: request.policy } : request.policy
  const probe = checkedTarget(request)
  const prepared = {
    runId: options.runId ?? uuidv7(),
    request,
    targetUrl: probe.url,
    seed,
    categories: withDomains(
      categories.map(({ unit }) => unit),
      domains,
    ),
    ...ways,
    methods: named.length === 0 ? undefined : methods,
    datasetAttacks: datasets.attacks,
    aliases: new Map(
      categories.flatMap(({ unit, alias }) => (alias === undefined ? [] : [[unit.name, alias] as const])),
    ),
    policy,
  }
  const can = new Set([...probe.can, ...(options.hasContentHost ? (['content', 'sink'] as const) : [])])
  const estimatedTotal = estimatedAttacks(prepared.categories, can, request, ownAttacks)
  checkTotal(estimatedTotal)
  return {
    ...prepared,
    estimatedTotal,
    config: {
      ...shown,
      categories: prepared.categories.map(({ name }) => name),
      strategies: [...ways.strategies.map(({ name }) => name), ...ways.layers.map(chainName), ...methods],
      customAttacks: (request.customAttacks ?? []).length,
      ...(domains.length === 0 ? {} : { domains: domains.map(({ name }) => name) }),
      ...(datasets.summaries.length === 0 ? {} : { datasets: datasets.summaries }),
      ...(policy === undefined ? {} : { policy }),
      targetType: target.type,
    },
    setupFor: (created, own) => setupOf(prepared, created, own),
  }
}

/** @throws {Failure} `invalid_request`: the run is too large */
function checkTotal(estimatedTotal: number): void {
  if (estimatedTotal > RUN_ATTEMPTS_MAX) {
    const detail = `The run can make up to ${estimatedTotal} attacks; the limit is ${RUN_ATTEMPTS_MAX}. Lower maxAttacksPerCategory or repeats, or choose fewer categories.`
    throw refused(detail, 'attackConfig')
  }
}

/** Separates strategies that a model executes from the others. */
function withoutMethods(words: readonly string[]) {
  const isMethod = (word: string): boolean => resolveNames([word], WRITTEN_STRATEGIES).found.length > 0
  const { found } = resolveNames(words, WRITTEN_STRATEGIES)
  const names = new Set(found.map(({ unit }) => unit.name))
  return { words: words.filter((word) => !isMethod(word)), methods: WRITING_METHODS.filter((item) => names.has(item)) }
}

/** @throws {Failure} `invalid_request`: the methods need a model, and none is configured */
export function checkMethods(methods: readonly WritingMethod[] = []): void {
  if (methods.length === 0) return
  const detail = `${methods.join(', ')} requires a model, and none is configured. Set MODEL_BASE_URL and MODEL_NAME, or choose other strategies.`
  throw refused(detail, 'strategies', 'no_model')
}

interface Understood extends Pick<PreparedRun, 'request' | 'seed' | 'categories' | 'strategies' | 'layers'> {
  readonly datasetAttacks: readonly DatasetAttack[]
}

function setupOf(
  { request, seed, categories, strategies, layers, datasetAttacks }: Understood,
  target: CreatedTarget,
  own?: OwnAddresses,
): RunSetup {
  const { attackConfig: config } = request
  const words = { runKey: runKeyOf(seed), sinkUrl: own?.sinkUrl, contentUrl: own?.contentUrl }
  const find = byName(allCategories)
  return {
    categories,
    strategies,
    layers,
    ...(config.adaptiveRounds === 0 && (config.strategies ?? []).length > 0
      ? { firstWays: [...strategies.map((strategy) => [strategy]), ...layers] }
      : {}),
    isNamed: (config.strategies ?? [BASE_STRATEGY]).every((name) => name !== BASE_STRATEGY),
    random: createRandom(seed),
    words,
    can: target.can,
    adaptiveRounds: config.adaptiveRounds,
    maxAttacksPerCategory: config.maxAttacksPerCategory,
    strategiesPerRound: config.strategiesPerRound,
    maxMultiTurnSteps: config.maxMultiTurnSteps,
    target,
    targetCanaries: request.target.canaries ?? [],
    systemPrompt: request.target.systemPrompt,
    allowedTools: request.target.allowedTools,
    customAttacks: [
      ...customAttacksOf(request.customAttacks ?? [], words, (said) => find(said)?.unit),
      ...datasetAttacksOf(datasetAttacks, words, (said) => find(said)?.unit),
    ],
    repeats: config.repeats,
    concurrency: config.concurrency,
    maxRequests: config.budget?.maxRequests,
    judgeConfidenceThreshold: config.judgeConfidenceThreshold,
  }
}

/** Derives the key for the words of a run, so that the same seed recreates the same attacks. */
function runKeyOf(seed: string): string {
  return createHash('sha256').update(`run key of ${seed}`).digest('hex')
}

/** docs/spec/redteam.md: both fields work, as a union. */
function categoryNames({ categories, attackConfig }: RunRequest): readonly string[] {
  return [...new Set([...(categories ?? []), ...(attackConfig.enabledCategories ?? [])])]
}

/** Resolves category names, or returns the default categories without names. @throws {Failure} naming unknown names */
function chosenCategories(
  words: readonly string[],
  {
    type,
    ownAttacks,
    domains,
  }: { readonly type: TargetType; readonly ownAttacks: number; readonly domains: readonly DomainPack[] },
  listedBy: ListedBy,
): readonly Resolved<Category>[] {
  // Only custom attacks and datasets are sent.
  if (words.length === 1 && words[0] === 'none') {
    if (ownAttacks > 0) return []
    throw refused('Categories "none" needs customAttacks or datasets: the run has no attacks.', 'categories')
  }
  if (words.length === 0) {
    const names = new Set([...defaultCategories(type).map(({ name }) => name), ...domainCategories(type, domains)])
    return allCategories.filter(({ name }) => names.has(name)).map((unit) => ({ unit, alias: undefined }))
  }
  const { names, aliases, problems } = translateNames(words, allCategories, PROMPTFOO_PLUGINS, 'plugin')
  if (problems.length > 0) throw refused(problems.join(' '), 'categories', 'unsupported_plugin')
  const { found, unknown } = resolveNames(names, allCategories)
  if (unknown.length > 0) throw unknownNames('category', unknown, listedBy)
  return found.map(({ unit, alias }) => ({ unit, alias: alias ?? aliases.get(unit.name) }))
}

/** Replaces names of other tools. @throws {Failure} naming strategies of other tools that are not supported */
function strategyNames(words: readonly string[]): readonly string[] {
  const units = [...allStrategies, ...CARRIER_STRATEGIES, ...WRITTEN_STRATEGIES]
  const { names, problems } = translateNames(words, units, PROMPTFOO_STRATEGIES, 'strategy')
  if (problems.length > 0) throw refused(problems.join(' '), 'strategies', 'unsupported_strategy')
  return names
}

function unknownNames(what: 'category' | 'strategy', unknown: readonly string[], listedBy: ListedBy): Failure {
  const named = unknown.map((item) => JSON.stringify(item)).join(', ')
  const list = what === 'category' ? 'categories' : 'strategies'
  const units = what === 'category' ? allCategories : [...allStrategies, ...CARRIER_STRATEGIES, ...WRITTEN_STRATEGIES]
  const similar = new Set(unknown.map((item) => closestName(item, units)).filter((name) => name !== undefined))
  const hint = similar.size === 0 ? '' : ` Similar: ${[...similar].join(', ')}.`
  return refused(`Unknown ${what} ${named}.${hint} ${listedBy(list)} lists all.`, list, `unknown_${what}`)
}

/** Resolves strategies and their combinations. @throws {Failure} naming unknown names, or an invalid combination with the reason */
function chosenStrategies(
  words: readonly string[],
  { maxSteps, attachments }: { readonly maxSteps: number; readonly attachments: RunTarget['attachments'] },
  listedBy: ListedBy,
): Pick<PreparedRun, 'strategies' | 'layers'> {
  const defaults = allStrategies.filter(({ isDefault }) => isDefault)
  if (words.length === 0) return { strategies: [...defaults, ...carriersFor(attachments)], layers: [] }
  const all = resolveStrategies(words, [...allStrategies, ...CARRIER_STRATEGIES], maxSteps)
  const { strategies, layers, unknown, problems } = all
  const problem = carrierProblem([...strategies, ...layers.flat()], attachments)
  if (problem !== undefined) throw refused(problem, 'strategies', 'missing_attachments')
  if (unknown.length > 0) throw unknownNames('strategy', unknown, listedBy)
  if (problems.length > 0) throw refused(`${problems.join('; ')}.`, 'strategies', 'invalid_layer')
  return { strategies, layers }
}

/** Creates an unconnected target to validate its configuration and determine its capabilities. */
function checkedTarget({ target }: RunRequest): CreatedTarget {
  const nowhere = { send: () => Promise.reject(new RangeError('nothing is sent')) }
  const socket = { open: () => Promise.reject(new RangeError('nothing is sent')) }
  try {
    return createTarget(target, { http: nowhere, socket, random: createRandom('none') })
  } catch (thrown) {
    if (thrown instanceof RangeError) throw refused(thrown.message, 'target')
    throw thrown
  }
}

function refused(detail: string, where: string, type = 'invalid'): Failure {
  return new Failure('invalid_request', detail, { violations: [{ path: ['body', where], message: detail, type }] })
}
