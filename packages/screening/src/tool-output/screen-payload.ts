import { nextTurn } from '@gatehouse/kernel'
import {
  type CompiledGuard,
  type CompiledPolicy,
  type RunContext,
  runPolicy,
  type StageVerdict,
} from '@gatehouse/guards'
import type { OpenPayload } from '@gatehouse/guards/data-policy'
import { mergeVerdicts } from '../merge-verdicts.ts'

/** A policy, split by the record parts that its guards read. */
interface RecordParts {
  readonly sentences: CompiledPolicy
  readonly others: CompiledPolicy
}

const parts = new WeakMap<CompiledPolicy, RecordParts>()

/**
 * Runs a policy on a payload. For JSON, guards with locations read the raw text and, if escapes hide content, the decoded `name: value`
 * lines. Sentence guards read only the values. All guards read plain text unchanged.
 * @param before text before the payload that does not belong to it, such as the name of the tool
 * @returns the verdict; its redactions are offsets in {@link Payload.text}, for {@link Payload.rewrite}
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
    return { ...verdict, redactions: redactionsAfter(verdict, before.length) }
  }
  const { sentences, others } = partsOf(policy)
  const verdicts: StageVerdict[] = []
  const isSpelled = payload.raw.includes('\\')
  if (!isEmpty(others)) {
    const spelled = await runPolicy(others, { text: before + payload.raw }, run)
    verdicts.push({ ...spelled, redactions: await payload.fromRaw(redactionsAfter(spelled, before.length)) })
    if (isSpelled && spelled.safe) {
      await othersFirst(payload)
      const stageVerdict = await runPolicy(others, { text: before + payload.text }, run)
      verdicts.push({ ...stageVerdict, redactions: redactionsAfter(stageVerdict, before.length) })
    }
  }
  if (!isEmpty(sentences) && verdicts.every(({ safe }) => safe)) {
    await othersFirst(payload)
    const found = await runPolicy(sentences, { text: before + payload.values }, { ...run, isRecord: true })
    verdicts.push({ ...found, redactions: [] })
  }
  return mergeVerdicts(verdicts, policy.mode, started_ms)
}

/** Each run reads the whole payload, so that other requests run in between if it is large. */
async function othersFirst({ raw }: OpenPayload): Promise<void> {
  if (raw.length > LONG_CHARS) await nextTurn()
}

const LONG_CHARS = 16_384

function partsOf(policy: CompiledPolicy): RecordParts {
  let recordParts = parts.get(policy)
  if (recordParts === undefined) {
    recordParts = {
      sentences: only(policy, ({ guard }) => guard.readsSentences === true),
      others: only(policy, ({ guard }) => guard.readsSentences !== true),
    }
    parts.set(policy, recordParts)
  }
  return recordParts
}

function only(policy: CompiledPolicy, wanted: (guard: CompiledGuard) => boolean): CompiledPolicy {
  return { ...policy, tiers: policy.tiers.map((tier) => tier.filter(wanted)) }
}

function isEmpty({ tiers }: CompiledPolicy): boolean {
  return tiers.every((tier) => tier.length === 0)
}

/** Returns redactions after the prefix, with offsets in the rest. */
function redactionsAfter({ redactions }: StageVerdict, chars: number): StageVerdict['redactions'] {
  if (chars === 0) return redactions
  return redactions
    .filter(({ end }) => end > chars)
    .map((span) => ({ ...span, start: Math.max(0, span.start - chars), end: span.end - chars }))
}
