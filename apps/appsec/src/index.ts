export { type MadeOrganization, makeOrganization } from './accounts/make-organization.ts'
export { type AppsecServiceOptions, createAppsecService } from './service.ts'
