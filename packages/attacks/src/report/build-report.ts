import { ATTACHMENT_KINDS, type AttachmentKind, type RunTarget } from '@gatehouse/contracts/redteam'
import type { Report } from '@gatehouse/contracts/reports'
import type { Category, Need } from '../engine/category.ts'
import { complianceOf } from '../frameworks/compliance.ts'
import { isRefusal } from '../judges/refusal.ts'
import type { AttemptRecord } from '../run/attempt.ts'
import type { RunOutcome } from '../run/run-attacks.ts'
import { boundedText, type Mask } from './bound.ts'
import { findingsOf, type Proof } from './findings.ts'
import { type ContentMask, createContentMask } from './mask-content.ts'
import { uncreatedFiles } from '../carriers/strategies.ts'
import { notTestedOf } from './not-tested.ts'
import { recordOf } from './record.ts'
import { summarise } from './summary.ts'
import { toDeclareOf } from './to-declare.ts'

/** Report content in addition to the attack results. */
export interface ReportAbout {
  readonly runId: string
  /** Creation time of the report. */
  readonly timestamp: Date
  readonly targetUrl: string
  /** Without secrets: written unchanged. */
  readonly target: Readonly<Record<string, unknown>>
  /** Without secrets: written unchanged, with the seed. */
  readonly config: Readonly<Record<string, unknown>>
  /** Effective seed, requested or generated. */
  readonly seed: string
  /** Requested categories. */
  readonly categories: readonly Category[]
  /** The caller's spellings, by our names. */
  readonly aliases?: ReadonlyMap<string, string>
  readonly can: ReadonlySet<Need>
  /** Request format of the target, for scripts that repeat attacks: secrets are read from the environment. */
  readonly runTarget?: RunTarget
  /** Shorter conversations that succeed as well, by the id of the attack. */
  readonly proofs?: ReadonlyMap<string, Proof>
  /** System prompt of the target: configured by its owner, or inferred from its replies. */
  readonly systemPrompt?: string | undefined
  /** Redacts secrets of the target. Called for all sent and received text. */
  readonly mask: Mask
  /** Values that the replies of the run disclose, as far as they are known. */
  readonly content?: ContentMask
}

/**
 * Builds the report of a run. The same outcome produces the same report, byte for byte, apart from times: records are in the order of the
 * plan, independent of the order of answers. docs/spec/redteam.md "Report".
 */
export function buildReport(outcome: RunOutcome, about: ReportAbout): Report {
  const { mask } = contentMaskOf(outcome, about)
  const attacks = outcome.records.filter(({ attempt }) => attempt.kind !== 'benign')
  const categories = new Map(about.categories.map((category) => [category.name, category]))
  const findings = findingsOf(attacks, {
    categories,
    runTarget: about.runTarget,
    proofs: about.proofs ?? new Map(),
    mask,
    systemPrompt: about.systemPrompt,
  })
  const benign = outcome.records
    .filter(({ attempt }) => attempt.kind === 'benign')
    .map((record) => benignOf(record, mask))
  const rounds = [...Map.groupBy(attacks, ({ attempt }) => attempt.round)].toSorted(([a], [b]) => a - b)
  const written = rounds.map(([round, some]) => {
    const results = some.map((item) => {
      const name = item.attempt.attack.category
      return recordOf(item, categories.get(name), about.aliases?.get(name), mask)
    })
    return { round, results }
  })
  return {
    version: 1,
    timestamp: about.timestamp.toISOString(),
    runId: about.runId,
    targetUrl: mask(about.targetUrl),
    target: { ...about.target },
    config: { ...about.config, seed: about.seed },
    rounds: written,
    summary: summarise({
      lines: attacks.map(({ attempt, judgement }) => ({ ...attempt.attack, verdict: judgement.verdict })),
      findings,
      toDeclare: toDeclareOf(attacks, about.can),
      benignRefused: benign.flatMap(({ refused }) => refused ?? []),
      requests: outcome.requests,
      end: outcome.end,
    }),
    findings: [...findings],
    compliance: [...complianceOf(written.flatMap(({ results }) => results))],
    benign,
    notTested: [...notTestedOf(about.categories, about.can, outcome), ...uncreatedFiles(declaredFiles(about.target))],
  }
}

function declaredFiles({ attachments }: ReportAbout['target']): readonly AttachmentKind[] {
  return Array.isArray(attachments) ? ATTACHMENT_KINDS.filter((kind) => attachments.includes(kind)) : []
}

/** Returns the mask of the report: declared secrets, and values that content detectors find in any reply. */
function contentMaskOf({ records }: RunOutcome, { content, mask, proofs }: ReportAbout): ContentMask {
  const known = content ?? createContentMask(mask)
  // Controls first: what they return is public.
  for (const record of records) if (record.attempt.kind === 'benign') known.add(record)
  for (const record of records) {
    known.add(record)
    const proof = proofs?.get(record.attempt.attack.id)
    if (proof !== undefined) known.addReply(record.exchange, proof.reply)
  }
  return known
}

/** Returns a benign control and whether it was refused; null without a usable answer. */
function benignOf({ attempt, exchange }: AttemptRecord, mask: Mask): Report['benign'][number] {
  const reply = exchange.turns.at(-1)?.reply
  const isAnswered = reply !== undefined && reply.problem === undefined
  return {
    category: attempt.attack.category,
    request: boundedText(attempt.attack.benign, mask),
    response: isAnswered ? boundedText(reply.text, mask) : null,
    refused: isAnswered ? reply.blockedByGuard || isRefusal(reply.text) : null,
  }
}
