import { compareText } from '../sbom/bom.ts'

/** Status of one vulnerability in one component of one product: the common model of both formats. */
export interface VexStatement {
  readonly vulnerability: {
    /** `CVE-…` if assigned. */
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
  /** Required or decided action; set exactly for `affected`. */
  readonly action?: string
  /** Reason for the status, or interim measures; allowed with any status. */
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
  /** Starts at 1 and increases with every new version of the document. */
  readonly version?: number
  /** Subject of the statements, by its package URL or its usual name. */
  readonly product: { readonly id: string; readonly name: string; readonly version?: string }
  readonly author: string
  /** Creation time of the first version; if absent, this is the first. */
  readonly issuedAt?: Date
  readonly madeAt: Date
  readonly tool: { readonly name: string; readonly version: string }
  readonly statements: readonly VexStatement[]
}

/** From the most cautious to the least. */
const CAUTION: readonly VexStatus[] = ['affected', 'under_investigation', 'fixed', 'not_affected']

/**
 * Returns statements in a deterministic order, one per vulnerability and component: of several (one package at two locations with
 * different triage) the most cautious is used.
 */
export function sortedStatements({ statements }: VexDocument): readonly VexStatement[] {
  const byKey = new Map<string, VexStatement>()
  for (const statement of statements) {
    const key = `${statement.vulnerability.id} ${statement.component}`
    const other = byKey.get(key)
    if (other === undefined || CAUTION.indexOf(statement.status) < CAUTION.indexOf(other.status))
      byKey.set(key, statement)
  }
  return [...byKey].toSorted(([a], [b]) => compareText(a, b)).map(([, vexStatement]) => vexStatement)
}
