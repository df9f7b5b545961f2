import { nextTurn } from '@gatehouse/kernel'
import {
  type CompiledGuard,
  type CompiledPolicy,
  type OpenPayload,
  type RunContext,
  runPolicy,
  type StageVerdict,
} from '@gatehouse/guards'
import { mergeVerdicts } from '../merge-verdicts.ts'

/** A policy, by what its guards are to see of a record. */
interface RecordParts {
  readonly sentences: CompiledPolicy
  readonly others: CompiledPolicy
}

const parts = new WeakMap<CompiledPolicy, RecordParts>()

/**
 * Runs a policy over a payload. Of JSON, guards that look for places see the text as it stands and, where that hides something
 * behind escapes, what it says, `name: value`; guards that judge how sentences read see the values alone. Plain text is seen by
 * all as it is.
 * @param before stands before the payload and is no part of it, e.g. the name of the tool
 * @returns the verdict; its redactions are places in {@link Payload.text}, for {@link Payload.rewrite}
 */
export async function screenPayload(
  policy: CompiledPolicy,
  payload: OpenPayload,
  run: RunContext,
  before = '',
): Promise<StageVerdict> {
  const started_ms = performance.now()
  if (!payload.isJson) {
    const verdict = await runPolicy(policy, { text: before + payload.text }, run)
    return { ...verdict, redactions: behind(verdict, before.length) }
  }
  const { sentences, others } = partsOf(policy)
  const verdicts: StageVerdict[] = []
  const isSpelled = payload.raw.includes('\\')
  if (!isEmpty(others)) {
    const spelled = await runPolicy(others, { text: before + payload.raw }, run)
    verdicts.push({ ...spelled, redactions: await payload.fromRaw(behind(spelled, before.length)) })
    if (isSpelled && spelled.safe) {
      await othersFirst(payload)
      const said = await runPolicy(others, { text: before + payload.text }, run)
      verdicts.push({ ...said, redactions: behind(said, before.length) })
    }
  }
  if (!isEmpty(sentences) && verdicts.every(({ safe }) => safe)) {
    await othersFirst(payload)
    const found = await runPolicy(sentences, { text: before + payload.values }, { ...run, isRecord: true })
    verdicts.push({ ...found, redactions: [] })
  }
  return mergeVerdicts(verdicts, policy.mode, started_ms)
}

/** Each run reads all of a payload: where that takes milliseconds, others are served in between. */
async function othersFirst({ raw }: OpenPayload): Promise<void> {
  if (raw.length > LONG_CHARS) await nextTurn()
}

const LONG_CHARS = 16_384

function partsOf(policy: CompiledPolicy): RecordParts {
  let made = parts.get(policy)
  if (made === undefined) {
    made = {
      sentences: only(policy, ({ guard }) => guard.readsSentences === true),
      others: only(policy, ({ guard }) => guard.readsSentences !== true),
    }
    parts.set(policy, made)
  }
  return made
}

function only(policy: CompiledPolicy, wanted: (guard: CompiledGuard) => boolean): CompiledPolicy {
  return { ...policy, tiers: policy.tiers.map((tier) => tier.filter(wanted)) }
}

function isEmpty({ tiers }: CompiledPolicy): boolean {
  return tiers.every((tier) => tier.length === 0)
}

/** Redactions of what stands behind the first characters, as places in it. */
function behind({ redactions }: StageVerdict, chars: number): StageVerdict['redactions'] {
  if (chars === 0) return redactions
  return redactions
    .filter(({ end }) => end > chars)
    .map((span) => ({ ...span, start: Math.max(0, span.start - chars), end: span.end - chars }))
}
