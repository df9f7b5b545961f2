import type { Advice } from '../rules/rule.ts'

const PORTAL = "Delete it under the account's developer or security settings and create a new one."

/** Identity, design, planning, documents and other services. */
export default {
  Notion: {
    severity: 'HIGH',
    grants: 'reads and writes the pages that are shared with the integration',
    revoke: 'Refresh the secret under My integrations.',
  },
  Linear: {
    severity: 'HIGH',
    grants: 'reads and writes issues as its user',
    revoke: 'Revoke it under Security & access.',
  },
  Asana: {
    severity: 'HIGH',
    grants: 'reads and writes tasks as its user',
    revoke: 'Deauthorize it in the developer console.',
  },
  Figma: {
    severity: 'MEDIUM',
    grants: 'reads and comments on files within its scopes',
    revoke: 'Revoke it under Settings, Security.',
  },
  'Frame.io': { severity: 'MEDIUM', grants: 'reads and writes assets within its scopes', revoke: PORTAL },
  ReadMe: { severity: 'MEDIUM', grants: 'reads and changes the documentation of the project', revoke: PORTAL },
  Adobe: {
    severity: 'HIGH',
    grants: 'obtains access tokens of the project',
    revoke: 'Add a new client secret in the developer console and delete this one.',
  },
  Adafruit: { severity: 'MEDIUM', grants: 'reads and writes feeds of devices', revoke: 'Regenerate it under IO Key.' },
  Okta: {
    severity: 'CRITICAL',
    grants: 'manages users, groups and applications with the rights of its creator',
    revoke: 'Revoke it under Security, API, Tokens.',
  },
  Auth0: {
    severity: 'CRITICAL',
    grants: 'obtains tokens on behalf of the application',
    revoke: 'Rotate the secret in the settings of the application.',
  },
  Salesforce: {
    severity: 'CRITICAL',
    grants: 'reads and writes records as its user until the session ends',
    revoke: 'End the session under Session management.',
  },
  '42': { severity: 'MEDIUM', grants: 'obtains tokens on behalf of the application', revoke: PORTAL },
  SettleMint: { severity: 'HIGH', grants: 'uses blockchain services of its user or application', revoke: PORTAL },
  RapidAPI: { severity: 'MEDIUM', grants: 'calls subscribed APIs at your cost', revoke: PORTAL },
  Squarespace: { severity: 'HIGH', grants: 'reads orders and changes the inventory of the shop', revoke: PORTAL },
  Flickr: { severity: 'LOW', grants: 'calls the API on behalf of the application', revoke: PORTAL },
  'The New York Times': { severity: 'LOW', grants: 'calls the API on behalf of the application', revoke: PORTAL },
  OpenWeather: { severity: 'LOW', grants: 'calls the API at your cost', revoke: PORTAL },
  VirusTotal: { severity: 'MEDIUM', grants: 'queries and uploads within the quota of its user', revoke: PORTAL },
  Shodan: { severity: 'MEDIUM', grants: 'searches within the quota of its user', revoke: PORTAL },
  ClickUp: {
    severity: 'HIGH',
    grants: 'reads and writes tasks as its user',
    revoke: 'Regenerate it under Apps of the settings.',
  },
  WakaTime: { severity: 'LOW', grants: 'reads and writes the coding activity of its user', revoke: PORTAL },
  Calendly: { severity: 'MEDIUM', grants: 'reads and cancels events of its user', revoke: PORTAL },
  Zapier: {
    severity: 'MEDIUM',
    grants: 'starts the workflow behind the hook',
    revoke: 'Create a new hook in the workflow.',
  },
  IFTTT: {
    severity: 'MEDIUM',
    grants: 'starts every webhook applet of its user',
    revoke: 'Regenerate the key in the settings of the Webhooks service.',
  },
} satisfies Advice
