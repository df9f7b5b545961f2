import { ALL_ANALYSED, type GateRecordInput, gateRecordOf, NO_SUPPRESSIONS } from '@gatehouse/scan-engine/gate'

type Asked = Pick<GateRecordInput, 'gate' | 'findings' | 'scanStatus' | 'blind'>

/** Returns the service's gate record, for tests of code that must not import the engine; one part of the source is unanalysed. */
export function serviceGateRecord(request: Asked): ReturnType<typeof gateRecordOf> {
  return gateRecordOf({
    ...request,
    blind: [...request.blind],
    scanId: 's',
    projectId: 'p',
    branch: null,
    commitSha: null,
    baselineScanId: 'b',
    decidedAt: new Date('2026-05-01T00:00:00Z'),
    gaps: 1,
    notRun: [],
    suppressions: NO_SUPPRESSIONS,
    unanalysed: ALL_ANALYSED,
    advisories: null,
  })
}
