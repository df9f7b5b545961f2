import { createMetrics } from '@gatehouse/http'
import { patient_ms } from '@gatehouse/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createScanMeter, type EndedScan } from '../../src/jobs/scan-meter.ts'
import { markerRegistry } from '../marker-scanner.ts'
import { scanned } from '../scans.ts'
import { makeOrganization, makePerson, type Person, serve, type Served } from '../serve.ts'

const NOTHING = { critical: 0, high: 0, medium: 0, low: 0, info: 0 }
const ended = (more: Partial<EndedScan> = {}): EndedScan => ({
  scanType: 'FULL',
  status: 'COMPLETED',
  startedAt: new Date(0),
  completedAt: new Date(90_000),
  counts: NOTHING,
  gateResult: 'PASSED',
  ...more,
})

async function counted(...scans: readonly EndedScan[]): Promise<string[]> {
  const metrics = createMetrics('appsec')
  const meter = createScanMeter(metrics)
  for (const scan of scans) meter.ended(scan)
  return lines(await metrics.render())
}

const lines = (text: string): string[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('gatehouse_appsec_'))
    .map((line) => line.replace(/,?service="appsec",?/, ''))

describe('metrics of scans', () => {
  test('count types, statuses, severities, gates and durations', async () => {
    const shown = await counted(
      ended({ counts: { ...NOTHING, critical: 2, low: 1 }, gateResult: 'FAILED' }),
      ended({ scanType: 'SECRETS_ONLY', completedAt: new Date(500) }),
      ended({ counts: { ...NOTHING, critical: 3 } }),
    )
    expect(shown).toEqual(
      expect.arrayContaining([
        'gatehouse_appsec_scans_total{scan_type="FULL",status="COMPLETED"} 2',
        'gatehouse_appsec_scans_total{scan_type="SECRETS_ONLY",status="COMPLETED"} 1',
        'gatehouse_appsec_findings_total{severity="CRITICAL"} 5',
        'gatehouse_appsec_findings_total{severity="LOW"} 1',
        'gatehouse_appsec_gates_total{result="FAILED"} 1',
        'gatehouse_appsec_gates_total{result="PASSED"} 2',
        'gatehouse_appsec_scan_duration_seconds_sum{scan_type="FULL"} 180',
        'gatehouse_appsec_scan_duration_seconds_count{scan_type="SECRETS_ONLY"} 1',
      ]),
    )
    expect(shown.join('\n')).not.toContain('severity="HIGH"')
  })

  test('of a scan that failed or was stopped neither findings nor a gate count', async () => {
    const shown = await counted(
      ended({ status: 'FAILED', startedAt: null, counts: { ...NOTHING, high: 4 }, gateResult: 'FAILED' }),
      ended({ status: 'STOPPED', completedAt: null, counts: { ...NOTHING, high: 4 } }),
    )
    expect(shown.toSorted()).toEqual([
      'gatehouse_appsec_scans_total{scan_type="FULL",status="FAILED"} 1',
      'gatehouse_appsec_scans_total{scan_type="FULL",status="STOPPED"} 1',
    ])
  })
})

describe('a service that scans', () => {
  let service: Served
  let ann: Person
  beforeAll(async () => {
    service = await serve({ worker: { lanes: 1 }, scanners: markerRegistry() })
    ann = await makePerson(service.store, await makeOrganization(service.store), 'ADMIN')
  })
  afterAll(() => service.close())

  test('exposes scan results without organization, project or file names', async () => {
    await scanned(service, ann, { 'src/secret-place.ts': 'MARK\nMARK\n' }, { projectName: 'shop-of-somebody' })
    const metrics = async (): Promise<string> => (await fetch(`${service.url}/metrics`)).text()
    // The worker counts a scan after it has stored its status.
    await expect
      .poll(async () => lines(await metrics()), { timeout: patient_ms(10_000) })
      .toContain('gatehouse_appsec_scans_total{scan_type="SECRETS_ONLY",status="COMPLETED"} 1')
    const text = await metrics()
    expect(lines(text)).toContain('gatehouse_appsec_scan_duration_seconds_count{scan_type="SECRETS_ONLY"} 1')
    expect(text).not.toMatch(/secret-place|shop-of-somebody/)
  })
})
