import type { ProjectCard, SeverityCounts } from '@gatehouse/contracts/appsec'

/** Project status from its scans. */
export interface ProjectStatus {
  /** Open findings of its last completed scans. */
  readonly counts: SeverityCounts
  readonly lastScanAt: Date
  /** False if the scans found no source code to analyse. */
  readonly isAnalysed: boolean
}

/** Statuses of scanned projects. */
export interface Standings {
  /** Returns statuses by project id. Projects without scans are absent. */
  of(organizationId: string, projectIds: readonly string[]): Promise<ReadonlyMap<string, ProjectStatus>>
}

/** Own limit: more HIGH findings are as severe as a CRITICAL one, because an attacker needs to exploit only one of them. */
const HIGH_OF_D_MAX = 20
/** Own limit of HIGH findings for grade C: the same as in the default gate. */
const HIGH_OF_C_MAX = 5

export function cardOf(standing: ProjectStatus | undefined): ProjectCard {
  if (standing === undefined) return { grade: null, counts: NONE, lastScanAt: null }
  const { counts, lastScanAt, isAnalysed } = standing
  const grade = gradeOf(counts)
  // Grade A requires analysed code.
  return { grade: isAnalysed || grade !== 'A' ? grade : null, counts, lastScanAt: lastScanAt.toISOString() }
}

export function gradeOf({ critical, high, medium }: SeverityCounts): NonNullable<ProjectCard['grade']> {
  if (critical > 0 || high > HIGH_OF_D_MAX) return 'F'
  if (high > HIGH_OF_C_MAX) return 'D'
  if (high > 0) return 'C'
  return medium > 0 ? 'B' : 'A'
}

const NONE: SeverityCounts = { critical: 0, high: 0, medium: 0, low: 0, info: 0 }
