export { type CreatedOrganization, makeOrganization } from './accounts/make-organization.ts'
export { type AppsecServiceOptions, createAppsecService } from './service.ts'
export type { EndedScan } from './jobs/scan-meter.ts'
export type { StartWorkerProcess, WorkerProcess } from './worker-process.ts'
