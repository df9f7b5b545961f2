import type { CompiledPolicy } from '../engine/compile.ts'
import { type RunContext, runPolicy, type StageVerdict } from '../engine/run.ts'
import type { Released, StreamEnd, StreamScreen, StreamStep } from './stream-screen.ts'

const NOTHING: StreamStep = Object.freeze({ released: [] })

/** Screens a text while it comes; see {@link StreamScreen}. */
export function screenStream(policy: CompiledPolicy, context: RunContext): StreamScreen {
  const texts = new Map<string, string>()
  const verdicts: StageVerdict[] = []
  const close = async (channel: string): Promise<StreamStep> => {
    const text = texts.get(channel) ?? ''
    texts.delete(channel)
    const verdict = await runPolicy(policy, { text }, context)
    verdicts.push(verdict)
    if (!verdict.safe) return { released: [], blocked: verdict }
    return { released: text === '' ? [] : [{ channel, text: verdict.sanitized ?? text }] }
  }
  return {
    push(channel, text) {
      texts.set(channel, (texts.get(channel) ?? '') + text)
      return NOTHING
    },
    close,
    async finish(): Promise<StreamEnd> {
      const released: Released[] = []
      for (const channel of [...texts.keys()]) {
        const step = await close(channel)
        released.push(...step.released)
      }
      if (verdicts.length === 0) verdicts.push(await runPolicy(policy, { text: '' }, context))
      const blocked = verdicts.find(({ safe }) => !safe)
      if (blocked !== undefined) return { released: [], blocked, verdict: blocked }
      return { released, verdict: verdicts.at(-1)! }
    },
  }
}
