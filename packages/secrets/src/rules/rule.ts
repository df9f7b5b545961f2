import type { FindingSeverity } from '@gatehouse/contracts/scans'
import type { SecretFormat } from '@gatehouse/formats/credentials'

/** A kind of secret that the scanner reports. */
export interface SecretRule {
  /** Never changes once published, e.g. `secrets/github-token`. */
  readonly id: `secrets/${string}`
  /** Issuer; empty without a vendor-specific format. */
  readonly vendor: string
  /** One line, without a full stop. */
  readonly title: string
  /** Access that the secret grants; continues "An attacker with this value can …". */
  readonly grants: string
  /** Revocation instructions in one or two sentences. */
  readonly revoke: string
  readonly severity: FindingSeverity
  readonly cwe: `CWE-${number}`
  /** Rules that may match the same value share a family, so that a finding keeps its identity when a better rule replaces its rule. */
  readonly family: string
  /** Published structure; absent for a value that its context identifies. */
  readonly format?: SecretFormat
}

/** Advice for the credentials of one vendor. `@gatehouse/formats` contains their structures. */
export interface VendorAdvice {
  readonly severity: FindingSeverity
  readonly grants: string
  readonly revoke: string
  /** Overrides for single formats, by format id. */
  readonly kinds?: Readonly<Record<string, Partial<Pick<SecretRule, 'severity' | 'grants' | 'revoke' | 'title'>>>>
}

/** By the vendor's name as the formats spell it. */
export type Advice = Readonly<Record<string, VendorAdvice>>
