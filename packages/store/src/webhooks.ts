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
export { webhookQueue, type WebhookReceiver } from './tables/webhook-queue.ts'
