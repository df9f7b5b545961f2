import type { ReportModels } from '@gatehouse/contracts/reports'
import type { Category } from '../engine/category.ts'
import type { AttemptRecord, Journal } from '../run/attempt.ts'
import { createPool } from '../run/pool.ts'
import type { RunPorts } from '../run/run-attacks.ts'
import { type AskPorts, CALLS_AT_ONCE } from './ask.ts'
import { calibrate, type Calibration, trustOf, uncalibrated } from './judging/calibrate.ts'
import { createModelJudge } from './judging/model-judge.ts'
import type { RunPolicy } from './judging/question.ts'
import type { Spent } from '../engine/judge.ts'
import { createLedger, type ModelBudget, TOKENS_MAX_DEFAULT } from './ledger.ts'
import { createNotebook } from './notebook.ts'
import { reportModels } from './report-models.ts'
import { type RunModels, WRITING_METHODS } from './run-models.ts'
import { createModelWriter, type ModelWriter } from './writing/model-writer.ts'

/** Properties of a run that its models need. */
export interface ModelsFor {
  /** Of the run. */
  readonly categories: readonly Category[]
  /** Categories of custom attacks and of calibration probes. */
  readonly allCategories: readonly Category[]
  readonly policy: RunPolicy | undefined
  /** 0–1. */
  readonly threshold: number
  readonly budget: ModelBudget
  /** Redacts secrets of the target: text for models is sent to an external machine. */
  readonly mask: (text: string) => string
  readonly journal: Journal
  readonly left: Awaited<ReturnType<Journal['read']>>
  readonly signal: AbortSignal
}

/** Models that are ready for a run. */
export interface OpenedModels {
  /** Undefined: no judge passed calibration. */
  readonly judge: RunPorts['judge']
  /** Undefined: no model writes attacks. */
  readonly writer: ModelWriter | undefined
  /** Current usage and the budget. */
  readonly meter: () => { readonly spent: Spent; readonly maxTokens: number }
  readonly report: (records: readonly AttemptRecord[]) => ReportModels
}

/**
 * Calibrates the judges of a run, unless an earlier process has done so, and creates them.
 * @throws the reason of the signal when it fires
 */
export async function openModels(models: RunModels, run: ModelsFor): Promise<OpenedModels> {
  const { judges, attacker, prices, secondOpinion = false } = models
  const ledger = createLedger(run.budget, prices)
  const notebook = createNotebook(run.journal, run.left.notes)
  for (const spent of notebook.spent()) ledger.restore(spent)
  for (const { judgement } of run.left.ended.values()) if (judgement.spent) ledger.restore(judgement.spent)
  const ports: AskPorts = { ledger, gate: createPool(CALLS_AT_ONCE), signal: run.signal }
  const calibration = await calibrationOf(models, run, ports, notebook)
  const usable = new Set(calibration.judges.flatMap(({ model, problem }) => (problem === undefined ? [model] : [])))
  const used = judges.filter(({ name }) => usable.has(name))
  const judge =
    used.length === 0
      ? undefined
      : createModelJudge(
          {
            judges: used,
            trustOf: trustOf(calibration),
            categories: new Map(run.allCategories.map((entry) => [entry.name, entry])),
            policy: run.policy,
            threshold: run.threshold,
            secondOpinion,
            mask: run.mask,
          },
          ports,
        )
  const writer =
    attacker === undefined
      ? undefined
      : createModelWriter(
          // Another model detects errors that the author overlooks.
          {
            author: attacker,
            checker: used[0] ?? attacker,
            methods: models.methods ?? WRITING_METHODS,
            mask: run.mask,
          },
          notebook,
          ports,
        )
  return {
    judge,
    writer,
    meter: () => ({ spent: ledger.spent(), maxTokens: run.budget.maxTokens ?? TOKENS_MAX_DEFAULT }),
    report: (records) =>
      reportModels(records, {
        calibration,
        attacker: attacker && { model: attacker.name, ...(writer?.counts() ?? { silent: 0, strayed: 0 }) },
        methods: new Set(WRITING_METHODS),
        spent: ledger.spent(),
      }),
  }
}

/** A judge without a known price is not used when the run has a cost limit. */
const NO_PRICE = 'The run has a cost limit, but no price is configured for this model.'

async function calibrationOf(
  { judges, prices, calibrate: wanted = true }: RunModels,
  { allCategories, budget }: ModelsFor,
  ports: AskPorts,
  { remembered }: ReturnType<typeof createNotebook>,
): Promise<Calibration> {
  if (budget.maxCostUsd !== undefined && judges.some(({ name }) => prices?.has(name) !== true)) {
    const { judges: none, ...rest } = uncalibrated(judges)
    return { ...rest, judges: none.map((item) => ({ ...item, problem: NO_PRICE })) }
  }
  if (!wanted || judges.length === 0) return uncalibrated(judges)
  // A run may go on with other models than it has begun with.
  const name = `calibration/${judges.map((judge) => judge.name).join('/')}`
  return remembered(name, async () => {
    const value = await calibrate(judges, allCategories, ports)
    // A judge that failed to answer may answer after a restart.
    return {
      value,
      spent: value.spent,
      isKept: value.judges.every(({ successes, withstood }) => successes.decided + withstood.decided > 0),
    }
  })
}
