import type { Advice } from '../rules/rule.ts'

/** Chat, telephony and social networks. */
export default {
  Slack: {
    severity: 'HIGH',
    grants: 'read and post messages within its scopes',
    revoke: 'Call the method auth.revoke with it, or regenerate it in the app under OAuth & Permissions.',
    kinds: {
      slack_user_token: { severity: 'CRITICAL', grants: 'read and write as its user' },
      slack_cookie: {
        severity: 'CRITICAL',
        grants: 'use the session of its user',
        revoke: 'Sign out all sessions of the user.',
      },
      slack_webhook: {
        severity: 'MEDIUM',
        grants: 'post messages to its channel',
        revoke: 'Remove the webhook in the settings of the app.',
      },
      slack_config_token: { grants: 'create and change apps of the workspace' },
    },
  },
  Discord: {
    severity: 'HIGH',
    grants: 'act as the bot or application',
    revoke: 'Reset it in the developer portal.',
    kinds: {
      discord_webhook: {
        severity: 'MEDIUM',
        grants: 'post messages to its channel',
        revoke: 'Delete the webhook under Integrations of the channel.',
      },
    },
  },
  Telegram: { severity: 'HIGH', grants: 'read and send messages as the bot', revoke: 'Send /revoke to BotFather.' },
  'Microsoft Teams': {
    severity: 'MEDIUM',
    grants: 'post messages to its channel',
    revoke: 'Remove the webhook under Connectors or Workflows of the channel.',
  },
  Mattermost: {
    severity: 'HIGH',
    grants: 'read and post messages as its user or bot',
    revoke: 'Delete it in the profile under Security.',
  },
  Gitter: {
    severity: 'MEDIUM',
    grants: 'read and post messages as its user',
    revoke: 'Remove it in the settings of the account.',
  },
  Twilio: {
    severity: 'HIGH',
    grants: 'send messages and make calls at your expense, and read message and call logs',
    revoke: 'Delete the key, or promote a secondary auth token, in the Twilio console.',
  },
  Sendbird: {
    severity: 'HIGH',
    grants: 'manage users and messages of the application',
    revoke: 'Revoke it in the dashboard under Settings > General.',
  },
  MessageBird: {
    severity: 'HIGH',
    grants: 'send messages and make calls at your expense',
    revoke: 'Delete it under Developers > API access.',
  },
  Telnyx: {
    severity: 'HIGH',
    grants: 'send messages and make calls at your expense',
    revoke: 'Delete it under API keys of the portal.',
  },
  Zoom: {
    severity: 'HIGH',
    grants: 'act as the application on meetings and users',
    revoke: 'Regenerate it in the marketplace under App credentials.',
  },
  Ably: {
    severity: 'HIGH',
    grants: 'publish and subscribe within its capabilities',
    revoke: 'Revoke it in the app under API keys.',
  },
  PubNub: {
    severity: 'HIGH',
    grants: 'grant and withdraw access to all channels of the keyset',
    revoke: 'Regenerate the secret key of the keyset.',
  },
  Facebook: {
    severity: 'HIGH',
    grants: "read messages and post as the token's user, page or app",
    revoke: 'Reset the app secret under Settings > Basic, or remove the app from the account.',
  },
  'X (Twitter)': {
    severity: 'HIGH',
    grants: 'read and post within the access of its application or user',
    revoke: 'Regenerate it in the developer portal under Keys and tokens.',
  },
  LinkedIn: {
    severity: 'HIGH',
    grants: 'request access from users on behalf of your application',
    revoke: 'Generate a new secret in the application under Auth.',
  },
  Twitch: {
    severity: 'HIGH',
    grants: 'act as its user or application',
    revoke: 'Post it to the revocation endpoint, or create a new secret in the developer console.',
  },
} satisfies Advice
