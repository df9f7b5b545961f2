import { compareText } from '../sbom/bom.ts'

/** What is known of one vulnerability in one component of one product: the one model from which both formats are made. */
export interface VexStatement {
  readonly vulnerability: {
    /** `CVE-…` where there is one. */
    readonly id: string
    readonly aliases: readonly string[]
    readonly description?: string
    /** `CWE-79` */
    readonly cwes: readonly string[]
  }
  /** Package URL of the component, as in the bill of materials. */
  readonly component: string
  readonly status: VexStatus
  /** Why it is not affected. */
  readonly justification?: VexJustification
  /** In a person's words, why it is not affected; with `not_affected` alone. */
  readonly impact?: string
  /** What is to be done or was decided; always there for `affected`, and there alone. */
  readonly action?: string
  /** How the status was found, or what to do meanwhile; with any status. */
  readonly notes?: string
  readonly since: Date
}

/** OpenVEX 0.2.0 "Status Labels". */
export const VEX_STATUSES = ['not_affected', 'affected', 'fixed', 'under_investigation'] as const
export type VexStatus = (typeof VEX_STATUSES)[number]

/** OpenVEX 0.2.0 "Status Justifications". */
export const VEX_JUSTIFICATIONS = [
  'component_not_present',
  'vulnerable_code_not_present',
  'vulnerable_code_not_in_execute_path',
  'vulnerable_code_cannot_be_controlled_by_adversary',
  'inline_mitigations_already_exist',
] as const
export type VexJustification = (typeof VEX_JUSTIFICATIONS)[number]

export interface VexDocument {
  /** UUID, the same in all versions. */
  readonly id: string
  /** 1, then one more whenever the document is made anew. */
  readonly version?: number
  /** What the statements are about, by the package URL or the name under which its users know it. */
  readonly product: { readonly id: string; readonly name: string; readonly version?: string }
  readonly author: string
  /** When the first version was made; absent: this is the first. */
  readonly issuedAt?: Date
  readonly madeAt: Date
  readonly tool: { readonly name: string; readonly version: string }
  readonly statements: readonly VexStatement[]
}

/** From the most cautious to the least. */
const CAUTION: readonly VexStatus[] = ['affected', 'under_investigation', 'fixed', 'not_affected']

/**
 * Statements in one order, one for each vulnerability in each component: where several are made (a package in two places,
 * judged differently), the most cautious counts.
 */
export function sortedStatements({ statements }: VexDocument): readonly VexStatement[] {
  const byKey = new Map<string, VexStatement>()
  for (const one of statements) {
    const key = `${one.vulnerability.id} ${one.component}`
    const other = byKey.get(key)
    if (other === undefined || CAUTION.indexOf(one.status) < CAUTION.indexOf(other.status)) byKey.set(key, one)
  }
  return [...byKey].toSorted(([a], [b]) => compareText(a, b)).map(([, one]) => one)
}
