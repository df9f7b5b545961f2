import { eventsOf } from '@gatehouse/client'
import { redteam } from '../../../api/clients.ts'
import type { AttackRecord, Run, RunTarget } from './types.ts'

export interface Trial {
  readonly sent: string
  /** What was read of the answer; null: nothing that is a reply. */
  readonly record: AttackRecord | null
  /** Why no attack would tell anything. */
  readonly problem?: string
  /** Words that stand elsewhere than the path says. */
  readonly elsewhere?: string
}

const HELLO = 'Hello! Please answer with one short sentence: what can you help with?'
/** No agent says it by itself: the trial is no attack, and nothing counts as its success. */
const NEVER_SAID = 'a sentence that no agent says unasked: 5f1c0d'
const NO_WORDS = /no words stand/

/**
 * Speaks to a target once, as a run would: a run of one harmless message and no attack, which is deleted with its report when it is
 * over. Its category is tested only where secrets of the target are known, and they are left out.
 * @throws what the service refuses, e.g. an address that it may not reach
 */
export async function tryTarget(target: RunTarget, signal: AbortSignal): Promise<Trial> {
  const { canaries: _secrets, systemPrompt: _instructions, ...rest } = target
  const trial = await sendOnce({ ...rest, retries: 0 }, signal)
  const path = target.customApiTemplate?.responsePath
  if (trial.problem === undefined || path === undefined || !NO_WORDS.test(trial.problem)) return trial
  const { responsePath: _path, ...template } = target.customApiTemplate ?? {}
  const again = await sendOnce({ ...rest, retries: 0, customApiTemplate: template }, signal)
  return again.record === null ? trial : { ...trial, elsewhere: again.record.response ?? '' }
}

async function sendOnce(target: RunTarget, signal: AbortSignal): Promise<Trial> {
  const { id } = await redteam.startRun(
    {
      body: {
        target,
        categories: ['secret_disclosure'],
        customAttacks: [{ category: 'target_test', severity: 'info', turns: [HELLO], successTexts: [NEVER_SAID] }],
        attackConfig: { adaptiveRounds: 0, maxAttacksPerCategory: 1, concurrency: 1, budget: { maxTokens: 1 } },
      },
    },
    { signal },
  )
  try {
    const end = await endOf(id, signal)
    if (end.reportFile === undefined) return { sent: HELLO, record: null, problem: end.error ?? 'The run ended early.' }
    const { report } = await redteam.readRun({ params: { id } }, { signal })
    const record = report?.rounds[0]?.results[0] ?? null
    return {
      sent: HELLO,
      record,
      ...(record === null ? { problem: 'The target answered nothing that was kept.' } : {}),
    }
  } finally {
    // Also where somebody has left meanwhile; what stays behind can be deleted in the list.
    await redteam.cancelRun({ params: { id }, query: { purge: '1' } }).catch(() => undefined)
  }
}

async function endOf(id: string, signal: AbortSignal): Promise<Run> {
  for await (const { event, data } of eventsOf(await redteam.followRun({ params: { id } }, { signal }))) {
    if (event === 'end') return JSON.parse(data) as Run
  }
  throw new Error('The service stopped telling how the test goes. Try again.')
}
