import type { Advice } from '../rules/rule.ts'

const PORTAL = "Delete it under the account's API keys and create a new one."

/** Mail, marketing and customer messages. */
export default {
  SendGrid: { severity: 'HIGH', grants: 'send mail from your domains and read contacts', revoke: PORTAL },
  Mailgun: {
    severity: 'HIGH',
    grants: 'send mail from your domains and read logs',
    revoke: PORTAL,
    kinds: { mailgun_signing_key: { severity: 'MEDIUM', grants: 'forge webhooks that your endpoint trusts' } },
  },
  Mailchimp: {
    severity: 'HIGH',
    grants: 'read audiences and send campaigns',
    revoke: 'Revoke it under Extras > API keys.',
  },
  Brevo: { severity: 'HIGH', grants: 'send mail and messages and read contacts', revoke: PORTAL },
  Resend: { severity: 'HIGH', grants: 'send mail from your domains', revoke: PORTAL },
  Postmark: {
    severity: 'HIGH',
    grants: 'send mail from your domains',
    revoke: "Create a new token under the server's API tokens and delete this one.",
  },
  Mailjet: { severity: 'HIGH', grants: 'send mail from your domains', revoke: PORTAL },
  MailerSend: { severity: 'HIGH', grants: 'send mail from your domains', revoke: PORTAL },
  Klaviyo: { severity: 'HIGH', grants: 'read profiles and send campaigns', revoke: PORTAL },
  SparkPost: { severity: 'HIGH', grants: 'send mail from your domains', revoke: PORTAL },
  Beamer: { severity: 'MEDIUM', grants: 'post news and read visitors of the product', revoke: PORTAL },
  Intercom: {
    severity: 'HIGH',
    grants: 'read and write conversations and contacts',
    revoke: 'Regenerate it in the app under Authentication.',
  },
  Zendesk: {
    severity: 'HIGH',
    grants: 'read and write tickets as the user that it is used with',
    revoke: 'Delete it under Apps and integrations > Zendesk API.',
  },
  HubSpot: {
    severity: 'HIGH',
    grants: 'read and write contacts within its scopes',
    revoke: 'Rotate it in the settings under Private apps.',
  },
  Typeform: {
    severity: 'MEDIUM',
    grants: 'read forms and answers within its scopes',
    revoke: 'Delete it under Personal tokens.',
  },
} satisfies Advice
