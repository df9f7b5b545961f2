import type { BuildGate } from './kinds.ts'
import { common } from '../../../messages/common.ts'
import { messages } from '../../../messages/appsec/gate.ts'

/** Parts of a gate record that a what-if needs. */
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
  { name: 'maxCritical', severity: 'CRITICAL', label: common.critical },
  { name: 'maxHigh', severity: 'HIGH', label: common.high },
  { name: 'maxMedium', severity: 'MEDIUM', label: common.medium },
  { name: 'maxLow', severity: 'LOW', label: common.low },
] as const

/** Returns the reasons why a gate would fail a scan, by the service's rules; empty if it would pass. */
export function reasonsOf(gate: BuildGate, facts: GateFacts): readonly string[] {
  const { counts, newCounts, scanStatus, blind, unanalysed = 0, suppressions = 0 } = facts
  const over = LIMITS.flatMap(({ name, severity, label }) => {
    const [most, there] = [gate[name], counts[severity]]
    return most >= 0 && there > most ? [messages.gateRules.limit(there, label.toLowerCase(), most)] : []
  })
  const fresh = LIMITS.reduce((sum, { severity }) => sum + newCounts[severity], 0)
  return [
    ...(scanStatus === 'FAILED' ? [messages.gateRules.scanFailed] : []),
    ...(blind.length > 0 ? [messages.gateRules.requiredCheckNotAvailable] : []),
    ...over,
    ...(gate.failOnNew && fresh > 0 ? [messages.gateRules.new(fresh)] : []),
    ...(gate.failOnUnanalysed && unanalysed > 0 ? [messages.gateRules.unanalyzedFiles(unanalysed)] : []),
    ...(!gate.allowSuppressions && suppressions > 0 ? [messages.gateRules.suppressions(suppressions)] : []),
  ]
}
