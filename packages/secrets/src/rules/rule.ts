import type { FindingSeverity } from '@gatehouse/contracts'
import type { SecretFormat } from '@gatehouse/formats'

/** One kind of secret that the scanner reports. */
export interface SecretRule {
  /** Never changes once published, e.g. `secrets/github-token`. */
  readonly id: `secrets/${string}`
  /** Who issues it; empty for what no vendor has a form of its own for. */
  readonly vendor: string
  /** One line, without a full stop. */
  readonly title: string
  /** What whoever holds it can do; continues "Whoever holds it …". */
  readonly grants: string
  /** How it is made worthless, as one or two sentences. */
  readonly revoke: string
  readonly severity: FindingSeverity
  readonly cwe: `CWE-${number}`
  /**
   * Rules that may find one and the same value share a family, so that the finding stays the same when a better rule
   * takes over.
   */
  readonly family: string
  /** The published structure; absent where the value is told by what stands around it. */
  readonly format?: SecretFormat
}

/** What a file of rules says about the credentials of one vendor; the structure of each stands in `@gatehouse/formats`. */
export interface VendorAdvice {
  readonly severity: FindingSeverity
  readonly grants: string
  readonly revoke: string
  /** What is different for single formats, by their ids. */
  readonly kinds?: Readonly<Record<string, Partial<Pick<SecretRule, 'severity' | 'grants' | 'revoke' | 'title'>>>>
}

/** By the vendor's name as the formats spell it. */
export type Advice = Readonly<Record<string, VendorAdvice>>
