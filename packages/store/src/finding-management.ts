// Exports for finding management: assignees, risk acceptances, comments, retests.
export {
  addComment,
  type CommentedFinding,
  type FindingCommentRow,
  listComments,
} from './tables/appsec/finding-comments.ts'
export {
  findAssignee,
  type FindingPlan,
  type FindingPlanRow,
  readPlans,
  type ReopenedFindings,
  reopenExpired,
} from './tables/appsec/finding-plans.ts'
export { insertRetest } from './tables/appsec/retest.ts'
export { readSlaPolicy, saveSlaPolicy, type SlaPolicy } from './tables/appsec/sla-policies.ts'
