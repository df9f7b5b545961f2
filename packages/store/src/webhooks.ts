// Exports for webhooks and their delivery queue.
export {
  changeWebhook,
  deleteWebhook,
  disableWebhook,
  insertWebhook,
  listStaleSecrets,
  listWebhooks,
  readWebhook,
  resealWebhookSecret,
  type SealedSecret,
  type WebhookRow,
  WEBHOOKS_MAX,
} from './tables/webhooks.ts'
export {
  type DeliveryAttempt,
  type DeliveryRow,
  insertClaimedDelivery,
  listDeliveries,
  type NewDelivery,
  readDelivery,
  requeueDelivery,
  sweepDeliveries,
} from './tables/webhook-deliveries.ts'
export {
  CLAIM_PER_TENANT,
  CLAIM_PER_WEBHOOK,
  claimDeliveries,
  type ClaimedDelivery,
  type DeliveryOutcome,
  finishDelivery,
  noteFailing,
  noteReceived,
  queueDeliveries,
} from './tables/webhook-queue.ts'
