import type { GuardRule } from '@gatehouse/attacks/harden'

/** Result of one proof in front of and behind the guard. */
export type ProofStatus =
  /** Succeeds without the guard, and the guard blocks it. */
  | 'blocked'
  /** Succeeds in spite of the guard. */
  | 'open'
  /** Does not succeed without the guard either. */
  | 'not_reproduced'
  /** The attack could not be regenerated or sent. */
  | 'not_replayed'
  /** No verdict behind the guard. */
  | 'inconclusive'

export interface HardenedProof {
  readonly attackId: string
  readonly status: ProofStatus
  /** Guards that blocked or redacted. */
  readonly guards: readonly string[]
}

export interface HardenedFinding {
  readonly id: string
  readonly title: string
  readonly severity: string
  /** `blocked` only when every reproduced proof is blocked. */
  readonly status: ProofStatus
  readonly proofs: readonly HardenedProof[]
}

export interface DraftedRule extends GuardRule {
  /** Findings whose proofs this rule alone blocks. */
  readonly findings: readonly string[]
  readonly proofsBlocked: number
  readonly falsePositives: number
  /** More false positives than blocked proofs. */
  readonly isHarmful: boolean
}

export interface HardenResult {
  readonly target: string
  readonly guard: string
  readonly before: { readonly proofs: number; readonly succeeded: number }
  readonly after: { readonly succeeded: number; readonly blocked: number }
  readonly findings: readonly HardenedFinding[]
  readonly rules: readonly DraftedRule[]
  /** Candidates that block no proof in the replay. */
  readonly dropped: readonly string[]
  readonly benign: { readonly sent: number; readonly blocked: readonly FalsePositive[] }
  readonly traffic: { readonly checked: number; readonly blocked: readonly FalsePositive[] } | null
  readonly policy: Readonly<Record<string, unknown>>
}

export interface FalsePositive {
  readonly text: string
  readonly guards: readonly string[]
}

/** Combines the proofs of a finding: one open proof leaves it open, and without a blocked proof it is never blocked. */
export function statusOf(proofs: readonly HardenedProof[]): ProofStatus {
  const has = (status: ProofStatus): boolean => proofs.some((proof) => proof.status === status)
  const order: readonly ProofStatus[] = ['open', 'inconclusive', 'blocked', 'not_reproduced']
  return order.find(has) ?? 'not_replayed'
}
