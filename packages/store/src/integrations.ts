// Exports for outbound integrations of organizations and their delivery queue.
export {
  deleteIntegration,
  disableIntegration,
  findIntegration,
  type IntegrationFields,
  integrationQueue,
  type IntegrationReceiver,
  type IntegrationRow,
  INTEGRATIONS_MAX,
  listIntegrations,
  saveIntegration,
} from './tables/appsec/integrations.ts'
export type { ScanNotice } from './tables/appsec/scan-notices.ts'
