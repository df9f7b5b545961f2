import type { Advice } from '../rules/rule.ts'

/** Chat, telephony and social networks. */
export default {
  Slack: {
    severity: 'HIGH',
    grants: 'reads and posts messages within its scopes',
    revoke: 'Call the method auth.revoke with it, or regenerate it under OAuth & Permissions of the app.',
    kinds: {
      slack_user_token: { severity: 'CRITICAL', grants: 'reads and writes as its user' },
      slack_cookie: {
        severity: 'CRITICAL',
        grants: 'is logged in as its user',
        revoke: 'Sign out all sessions of the user.',
      },
      slack_webhook: {
        severity: 'MEDIUM',
        grants: 'posts messages to its channel',
        revoke: 'Remove the webhook in the settings of the app.',
      },
      slack_config_token: { grants: 'creates and changes apps of the workspace' },
    },
  },
  Discord: {
    severity: 'HIGH',
    grants: 'acts as the bot or application',
    revoke: 'Reset it in the developer portal.',
    kinds: {
      discord_webhook: {
        severity: 'MEDIUM',
        grants: 'posts messages to its channel',
        revoke: 'Delete the webhook under Integrations of the channel.',
      },
    },
  },
  Telegram: { severity: 'HIGH', grants: 'reads and sends messages as the bot', revoke: 'Send /revoke to BotFather.' },
  'Microsoft Teams': {
    severity: 'MEDIUM',
    grants: 'posts messages to its channel',
    revoke: 'Remove the webhook under Connectors or Workflows of the channel.',
  },
  Mattermost: {
    severity: 'HIGH',
    grants: 'reads and posts messages as its user or bot',
    revoke: 'Delete it under Security of the profile.',
  },
  Gitter: {
    severity: 'MEDIUM',
    grants: 'reads and posts messages as its user',
    revoke: 'Remove it in the settings of the account.',
  },
  Twilio: {
    severity: 'HIGH',
    grants: 'sends messages and calls at your cost and reads their logs',
    revoke: 'Delete the key, or promote a secondary auth token, in the Twilio console.',
  },
  Sendbird: {
    severity: 'HIGH',
    grants: 'manages users and messages of the application',
    revoke: 'Revoke it under Settings, General of the dashboard.',
  },
  MessageBird: {
    severity: 'HIGH',
    grants: 'sends messages and calls at your cost',
    revoke: 'Delete it under Developers, API access.',
  },
  Telnyx: {
    severity: 'HIGH',
    grants: 'sends messages and calls at your cost',
    revoke: 'Delete it under API keys of the portal.',
  },
  Zoom: {
    severity: 'HIGH',
    grants: 'acts as the application on meetings and users',
    revoke: 'Regenerate it under App credentials of the marketplace.',
  },
  Ably: {
    severity: 'HIGH',
    grants: 'publishes and subscribes within its capabilities',
    revoke: 'Revoke it under API keys of the app.',
  },
  PubNub: {
    severity: 'HIGH',
    grants: 'grants and withdraws access to all channels of the keyset',
    revoke: 'Regenerate the secret key of the keyset.',
  },
  Facebook: {
    severity: 'HIGH',
    grants: 'reads and posts as its user, page or application',
    revoke: 'Reset the app secret under Settings, Basic, or remove the app from the account.',
  },
  'X (Twitter)': {
    severity: 'HIGH',
    grants: 'reads and posts within the access of its application or user',
    revoke: 'Regenerate it under Keys and tokens of the developer portal.',
  },
  LinkedIn: {
    severity: 'HIGH',
    grants: 'asks users for access on behalf of your application',
    revoke: 'Generate a new secret under Auth of the application.',
  },
  Twitch: {
    severity: 'HIGH',
    grants: 'acts as its user or application',
    revoke: 'Post it to the revocation endpoint, or create a new secret in the developer console.',
  },
} satisfies Advice
