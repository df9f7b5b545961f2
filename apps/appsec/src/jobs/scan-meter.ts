import { type Metrics, registerCounter, registerHistogram } from '@gatehouse/http'
import type { ScanRow } from '@gatehouse/store/scans'

/** Seconds: the smallest project takes one, the largest hours. */
const BUCKETS_S = [1, 2.5, 5, 10, 30, 60, 120, 300, 600, 1_800, 3_600, 14_400]

export interface ScanMeter {
  /** Counts a scan that ended in this process. */
  ended(scan: EndedScan): void
}

export type EndedScan = Pick<ScanRow, 'scanType' | 'status' | 'startedAt' | 'completedAt' | 'counts' | 'gateResult'>

/** Counts scan results for `/metrics`: failed scans, failed gates, and findings. */
export function createScanMeter(metrics: Metrics): ScanMeter {
  const scans = new Map<string, Row>()
  const findings = new Map<string, Row>()
  const gates = new Map<string, Row>()
  registerCounter(metrics, {
    name: 'gatehouse_appsec_scans_total',
    help: 'Scans that ended in this process, by type and status.',
    labels: ['scan_type', 'status'],
    read: () => [...scans.values()],
  })
  registerCounter(metrics, {
    name: 'gatehouse_appsec_findings_total',
    help: 'Open findings of completed scans, by severity. A finding counts once per scan.',
    labels: ['severity'],
    read: () => [...findings.values()],
  })
  registerCounter(metrics, {
    name: 'gatehouse_appsec_gates_total',
    help: 'Build gate decisions for these scans, by result.',
    labels: ['result'],
    read: () => [...gates.values()],
  })
  const took = registerHistogram(metrics, {
    name: 'gatehouse_appsec_scan_duration_seconds',
    help: 'Time from the start to the end of a scan, including pauses, by type.',
    labels: ['scan_type'],
    buckets: BUCKETS_S,
  })
  return {
    ended({ scanType, status, startedAt, completedAt, counts, gateResult }) {
      add(scans, [scanType, status], 1)
      if (startedAt !== null && completedAt !== null) {
        took([scanType], Math.max(0, completedAt.getTime() - startedAt.getTime()) / 1_000)
      }
      if (status !== 'COMPLETED') return
      for (const [severity, count] of Object.entries(counts)) {
        if (count > 0) add(findings, [severity.toUpperCase()], count)
      }
      if (gateResult !== 'PENDING') add(gates, [gateResult], 1)
    },
  }
}

interface Row {
  readonly labels: readonly string[]
  readonly value: number
}

function add(rows: Map<string, Row>, labels: readonly string[], by: number): void {
  const key = labels.join('\n')
  rows.set(key, { labels, value: (rows.get(key)?.value ?? 0) + by })
}
