import type { Advice } from '../rules/rule.ts'

const PORTAL = "Delete it under the account's API keys and create a new one."

/** Mail, marketing and customer messages. */
export default {
  SendGrid: { severity: 'HIGH', grants: 'sends mail as your domains and reads contacts', revoke: PORTAL },
  Mailgun: {
    severity: 'HIGH',
    grants: 'sends mail as your domains and reads logs',
    revoke: PORTAL,
    kinds: { mailgun_signing_key: { severity: 'MEDIUM', grants: 'forges webhooks that your endpoint trusts' } },
  },
  Mailchimp: {
    severity: 'HIGH',
    grants: 'reads audiences and sends campaigns',
    revoke: 'Revoke it under Extras, API keys.',
  },
  Brevo: { severity: 'HIGH', grants: 'sends mail and messages and reads contacts', revoke: PORTAL },
  Resend: { severity: 'HIGH', grants: 'sends mail as your domains', revoke: PORTAL },
  Postmark: {
    severity: 'HIGH',
    grants: 'sends mail as your domains',
    revoke: "Create a new token under the server's API tokens and delete this one.",
  },
  Mailjet: { severity: 'HIGH', grants: 'sends mail as your domains', revoke: PORTAL },
  MailerSend: { severity: 'HIGH', grants: 'sends mail as your domains', revoke: PORTAL },
  Klaviyo: { severity: 'HIGH', grants: 'reads profiles and sends campaigns', revoke: PORTAL },
  SparkPost: { severity: 'HIGH', grants: 'sends mail as your domains', revoke: PORTAL },
  Beamer: { severity: 'MEDIUM', grants: 'posts news and reads visitors of the product', revoke: PORTAL },
  Intercom: {
    severity: 'HIGH',
    grants: 'reads and writes conversations and contacts',
    revoke: 'Regenerate it under Authentication of the app.',
  },
  Zendesk: {
    severity: 'HIGH',
    grants: 'reads and writes tickets as the user that it is used with',
    revoke: 'Delete it under Apps and integrations, Zendesk API.',
  },
  HubSpot: {
    severity: 'HIGH',
    grants: 'reads and writes contacts within its scopes',
    revoke: 'Rotate it under Private apps of the settings.',
  },
  Typeform: {
    severity: 'MEDIUM',
    grants: 'reads forms and answers within its scopes',
    revoke: 'Delete it under Personal tokens.',
  },
} satisfies Advice
