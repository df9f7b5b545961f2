import { runPolicy, type StageVerdict } from '@gatehouse/guards'
import { yieldAfter } from '@gatehouse/kernel'
import type { AnswerText, ProposedCall } from './dialect.ts'
import type { ChatExchange } from './exchange.ts'
import { mergeVerdicts, type PartVerdict } from '@gatehouse/screening'
import { screenArguments } from './screen-calls.ts'

/** Results of the output guards for the texts of an answer, each separately. */
export interface TextsVerdict {
  readonly verdicts: readonly PartVerdict[]
  /** Redacted texts by channel. */
  readonly texts: Map<string, string>
}

/** Screens texts of an answer and stops at the first block. */
export async function screenTexts(exchange: ChatExchange, answerTexts: readonly AnswerText[]): Promise<TextsVerdict> {
  const verdicts: StageVerdict[] = []
  const texts = new Map<string, string>()
  let turn_ms = performance.now()
  for (const { channel, text } of answerTexts) {
    const policy = runPolicy(exchange.output, { text }, exchange.outputRun)
    // oxlint-disable-next-line no-await-in-loop -- none after a block
    const verdict = policy instanceof Promise ? await policy : policy
    verdicts.push(verdict)
    if (verdict.sanitized !== undefined) texts.set(channel, verdict.sanitized)
    if (!verdict.safe) break
    // oxlint-disable-next-line no-await-in-loop -- waits once in a while, and for nobody
    turn_ms = await yieldAfter(turn_ms)
  }
  return { verdicts, texts }
}

/** Screens texts, then the arguments of calls if the texts may pass. */
export async function screenAnswer(
  exchange: ChatExchange,
  answerTexts: readonly AnswerText[],
  calls: readonly ProposedCall[],
  earlier: readonly PartVerdict[] = [],
): Promise<{ readonly verdict: StageVerdict; readonly texts: ReadonlyMap<string, string> }> {
  const started_ms = performance.now()
  const { verdicts, texts } = await screenTexts(exchange, answerTexts)
  const all = [...earlier, ...verdicts]
  const merged = mergeVerdicts(all, exchange.output.mode, started_ms)
  if (!merged.safe || calls.length === 0) return { verdict: merged, texts }
  const ofCalls = await screenArguments(exchange, calls)
  return { verdict: mergeVerdicts([...all, ...ofCalls], exchange.output.mode, started_ms), texts }
}
