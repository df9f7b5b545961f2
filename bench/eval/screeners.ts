import { BUILTIN_DEFAULTS, createGuard, type Guard } from '@gatehouse/guards'
import type { GuardBlock } from '@gatehouse/contracts/policies'
import type { ContentVerdict } from '@gatehouse/contracts/verdicts'
import type { EvalRow, EvalTask } from './tasks.ts'

/** Verdict of a guard on a row. */
export interface Judged {
  readonly flagged: boolean
  /** Score of the guard, if it has one: between 0 and 1. */
  readonly score: number
}

/** Screens a row with one guard. */
export type Screener = (row: EvalRow) => Promise<Judged>

/** Maximum number of cached guards, compiled for the settings of rows. */
const GUARDS_MAX = 64

/** Through the library, in this process. */
export function localScreener(task: EvalTask): Screener {
  const guards = new Map<string, Guard>()
  return async (row) => {
    const settings = task.settings(row)
    const key = JSON.stringify(settings)
    let guard = guards.get(key)
    if (guard === undefined) {
      if (guards.size >= GUARDS_MAX) guards.clear()
      guard = createGuard({ [task.stage]: blockOf(task, row) })
      guards.set(key, guard)
    }
    const verdict =
      task.stage === 'input' ? await guard.checkInput(row.text) : await guard.checkOutput(row.text, task.about(row))
    return judged(verdict, task.guard)
  }
}

/** Through a running service. */
export function httpScreener(task: EvalTask, base: string, apiKey: string | undefined): Screener {
  return async (row) => {
    const block = blockOf(task, row)
    const body =
      task.stage === 'input'
        ? { message: row.text, input: block }
        : { output: row.text, guardrails: block, context_docs: task.about(row).contextDocs ?? [] }
    const response = await fetch(new URL(`/guardrails/${task.stage}`, base), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(apiKey === undefined ? {} : { 'x-api-key': apiKey }) },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${response.status} from ${base}: ${(await response.text()).slice(0, 200)}`)
    return judged((await response.json()) as ContentVerdict, task.guard)
  }
}

/** Only the task's guard: a blocking one before it would end the check. */
function blockOf(task: EvalTask, row: EvalRow): GuardBlock {
  const others = Object.keys(BUILTIN_DEFAULTS[task.stage]).map((name) => [name, { enabled: false }] as const)
  return {
    ...Object.fromEntries(others),
    [task.guard]: { enabled: true, action: 'warn', settings: { ...task.settings(row) } },
  }
}

function judged(verdict: ContentVerdict, name: string): Judged {
  const result = verdict.guardrail_results.find(({ guardrail }) => guardrail === name)
  if (result === undefined) throw new Error(`the verdict holds no result of ${name}; an earlier guard may have blocked`)
  return { flagged: !result.passed, score: result.score ?? (result.passed ? 0 : 1) }
}
