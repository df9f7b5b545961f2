// Git hosts: inbound webhooks, and links between projects and repositories.
export { hostLinkEndpoints, type HostLinkTest, type HostLinkView, type NewHostLink } from './appsec/host-links.ts'
export {
  IGNORED_REASONS,
  type IgnoredReason,
  inboundWebhookEndpoints,
  WEBHOOK_PROVIDERS,
  type WebhookAnswer,
  type WebhookProvider,
} from './appsec/inbound-webhooks.ts'
