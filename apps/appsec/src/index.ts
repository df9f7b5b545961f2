export { type AppsecServiceOptions, createAppsecService } from './service.ts'
