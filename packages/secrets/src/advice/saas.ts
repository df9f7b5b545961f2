import type { Advice } from '../rules/rule.ts'

const PORTAL = "Delete it under the account's developer or security settings and create a new one."

/** Identity, design, planning, documents and other services. */
export default {
  Notion: {
    severity: 'HIGH',
    grants: 'read and write the pages that are shared with the integration',
    revoke: 'Refresh the secret under My integrations.',
  },
  Linear: {
    severity: 'HIGH',
    grants: 'read and write issues as its user',
    revoke: 'Revoke it under Security & access.',
  },
  Asana: {
    severity: 'HIGH',
    grants: 'read and write tasks as its user',
    revoke: 'Deauthorize it in the developer console.',
  },
  Figma: {
    severity: 'MEDIUM',
    grants: 'read and comment on files within its scopes',
    revoke: 'Revoke it under Settings > Security.',
  },
  'Frame.io': { severity: 'MEDIUM', grants: 'read and write assets within its scopes', revoke: PORTAL },
  ReadMe: { severity: 'MEDIUM', grants: 'read and change the documentation of the project', revoke: PORTAL },
  Adobe: {
    severity: 'HIGH',
    grants: 'obtain access tokens of the project',
    revoke: 'Add a new client secret in the developer console and delete this one.',
  },
  Adafruit: { severity: 'MEDIUM', grants: 'read and write feeds of devices', revoke: 'Regenerate it under IO Key.' },
  Okta: {
    severity: 'CRITICAL',
    grants: 'manage users, groups and applications with the permissions of its creator',
    revoke: 'Revoke it under Security > API > Tokens.',
  },
  Auth0: {
    severity: 'CRITICAL',
    grants: 'obtain tokens on behalf of the application',
    revoke: 'Rotate the secret in the settings of the application.',
  },
  Salesforce: {
    severity: 'CRITICAL',
    grants: 'read and write records as its user until the session ends',
    revoke: 'End the session under Session management.',
  },
  '42': { severity: 'MEDIUM', grants: 'obtain tokens on behalf of the application', revoke: PORTAL },
  SettleMint: { severity: 'HIGH', grants: 'use blockchain services of its user or application', revoke: PORTAL },
  RapidAPI: { severity: 'MEDIUM', grants: 'call subscribed APIs at your expense', revoke: PORTAL },
  Squarespace: { severity: 'HIGH', grants: 'read orders and change the inventory of the shop', revoke: PORTAL },
  Flickr: { severity: 'LOW', grants: 'call the API on behalf of the application', revoke: PORTAL },
  'The New York Times': { severity: 'LOW', grants: 'call the API on behalf of the application', revoke: PORTAL },
  OpenWeather: { severity: 'LOW', grants: 'call the API at your expense', revoke: PORTAL },
  VirusTotal: { severity: 'MEDIUM', grants: 'query and upload within the quota of its user', revoke: PORTAL },
  Shodan: { severity: 'MEDIUM', grants: 'search within the quota of its user', revoke: PORTAL },
  ClickUp: {
    severity: 'HIGH',
    grants: 'read and write tasks as its user',
    revoke: 'Regenerate it in the settings under Apps.',
  },
  WakaTime: { severity: 'LOW', grants: 'read and write the coding activity of its user', revoke: PORTAL },
  Calendly: { severity: 'MEDIUM', grants: 'read and cancel events of its user', revoke: PORTAL },
  Zapier: {
    severity: 'MEDIUM',
    grants: 'start the workflow of the hook',
    revoke: 'Create a new hook in the workflow.',
  },
  IFTTT: {
    severity: 'MEDIUM',
    grants: 'start every webhook applet of its user',
    revoke: 'Regenerate the key in the settings of the Webhooks service.',
  },
} satisfies Advice
