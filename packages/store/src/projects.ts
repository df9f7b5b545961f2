// Exports for projects: schedules, security policies, trends, suppressions.
export {
  changeBuildGate,
  changeProject,
  deleteProject,
  findProject,
  insertProject,
  listProjects,
  type ProjectFields,
  type ProjectRow,
  findProjectByRepository,
} from './tables/appsec/projects.ts'
export { deleteSchedule, putSchedule, type ScheduleRow } from './tables/appsec/schedules.ts'
export {
  changeSecurityPolicy,
  deleteSecurityPolicy,
  findSecurityPolicy,
  insertSecurityPolicy,
  listSecurityPolicies,
  type SecurityPolicyRow,
} from './tables/appsec/security-policies.ts'
export {
  type BaseRole,
  decideSuppression,
  listSuppressions,
  readIgnoreKeys,
  READERS_OF_LISTS,
  type ObservedSuppression,
  type SuppressionRow,
  type SuppressionStatus,
} from './tables/appsec/suppressions.ts'
export {
  findWebhookProjects,
  readWebhookSecret,
  setWebhookSecret,
  type WebhookProject,
} from './tables/appsec/project-webhooks.ts'
export {
  findInboundDelivery,
  forgetOldInboundDeliveries,
  type InboundDelivery,
  noteInboundDelivery,
} from './tables/appsec/inbound-deliveries.ts'
export {
  deleteHostLink,
  findHostLink,
  type HostLinkFields,
  type HostLinkRow,
  saveHostLink,
} from './tables/appsec/host-links.ts'
export {
  claimHostReview,
  disableHostReports,
  hasLaterReview,
  hostQueue,
  type HostReportTask,
  type HostReview,
  saveHostReview,
} from './tables/appsec/host-reviews.ts'
export { repositoryKey } from './tables/appsec/repository-key.ts'
export { readStandings, readTrends } from './tables/appsec/trends.ts'
export { type DueSchedule, takeDueSchedule } from './tables/appsec/schedules-due.ts'
