import type { DraftLine, HardenStep } from '@gatehouse/contracts/redteam'
import type { PreparedDraft } from './draft-policy.ts'

/** Interval of progress lines while a slow target answers: proxies close silent connections. Own value. */
const REPEAT_MS = 10_000

/** Runs a draft and yields its progress, then its result. Leaving the loop ends the replay. */
export async function* draftLines({ run }: PreparedDraft, limit: AbortSignal): AsyncGenerator<DraftLine> {
  const left = new AbortController()
  let progress: Extract<DraftLine, { type: 'progress' }> = { type: 'progress', step: 'without_guard', sent: 0 }
  let changed = Promise.withResolvers<void>()
  const onProgress = (step: HardenStep): void => {
    progress = { type: 'progress', step, sent: step === progress.step ? progress.sent + 1 : 1 }
    changed.resolve()
  }
  const result = run(onProgress, AbortSignal.any([limit, left.signal]))
  // Awaited below; without a handler, an early rejection would end the process.
  result.catch(() => undefined)
  try {
    for (;;) {
      const timer = Promise.withResolvers<undefined>()
      const repeat = setTimeout(() => timer.resolve(undefined), REPEAT_MS)
      // oxlint-disable-next-line no-await-in-loop
      const end = await Promise.race([result, changed.promise, timer.promise])
      clearTimeout(repeat)
      if (end !== undefined) {
        yield end
        return
      }
      changed = Promise.withResolvers<void>()
      yield progress
    }
  } finally {
    left.abort(new Error('the reader left'))
    // Nothing may reach the target after the answer.
    await result.catch(() => undefined)
  }
}
