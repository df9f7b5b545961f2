import type { BuildGate } from './kinds.ts'

/** What a what-if needs of the record of a gate. */
export interface GateFacts {
  readonly counts: Readonly<Record<Gated, number>>
  readonly newCounts: Readonly<Record<Gated, number>>
  readonly scanStatus: string
  readonly blind: readonly string[]
  /** Absent in records of older scans. */
  readonly unanalysed?: number
  readonly suppressions?: number
}

type Gated = 'CRITICAL' | 'HIGH' | 'MEDIUM' | 'LOW'

export const LIMITS = [
  { name: 'maxCritical', severity: 'CRITICAL', label: 'Critical' },
  { name: 'maxHigh', severity: 'HIGH', label: 'High' },
  { name: 'maxMedium', severity: 'MEDIUM', label: 'Medium' },
  { name: 'maxLow', severity: 'LOW', label: 'Low' },
] as const

/** What a gate would say of a scan, by the rules of the service; empty: it would pass. */
export function reasonsOf(gate: BuildGate, facts: GateFacts): readonly string[] {
  const { counts, newCounts, scanStatus, blind, unanalysed = 0, suppressions = 0 } = facts
  const over = LIMITS.flatMap(({ name, severity, label }) => {
    const [most, there] = [gate[name], counts[severity]]
    return most >= 0 && there > most ? [`${there} ${label.toLowerCase()}, at most ${most}`] : []
  })
  const fresh = LIMITS.reduce((sum, { severity }) => sum + newCounts[severity], 0)
  return [
    ...(scanStatus === 'FAILED' ? ['the scan failed'] : []),
    ...(blind.length > 0 ? ['a check could not be made'] : []),
    ...over,
    ...(gate.failOnNew && fresh > 0 ? [`${fresh} new`] : []),
    ...(gate.failOnUnanalysed && unanalysed > 0 ? [`${unanalysed} files not analysed`] : []),
    ...(!gate.allowSuppressions && suppressions > 0 ? [`${suppressions} suppressions`] : []),
  ]
}
