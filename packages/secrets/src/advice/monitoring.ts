import type { Advice } from '../rules/rule.ts'

const PORTAL = "Delete it under the account's keys or tokens and create a new one."

/** Monitoring, analytics and feature flags. */
export default {
  Datadog: {
    severity: 'HIGH',
    grants: 'sends data to the account or, with an application key, reads and changes it',
    revoke: 'Revoke it under Organization settings, API keys or Application keys.',
  },
  'New Relic': {
    severity: 'HIGH',
    grants: 'queries data of the account as its user',
    revoke: PORTAL,
    kinds: {
      newrelic_insert_key: { severity: 'MEDIUM', grants: 'sends or queries events' },
      newrelic_license_key: { severity: 'MEDIUM', grants: 'sends data to the account' },
      newrelic_browser_key: { severity: 'LOW', grants: 'sends data of browsers; it is public in pages' },
    },
  },
  Sentry: {
    severity: 'HIGH',
    grants: 'reads issues and source maps and changes projects within its scopes',
    revoke: 'Revoke it under Auth tokens of the organisation or user.',
    kinds: {
      sentry_dsn: {
        severity: 'LOW',
        grants: 'sends events to the project; a DSN with a secret is of an old form',
        revoke: 'Create a new client key for the project.',
      },
    },
  },
  Grafana: {
    severity: 'HIGH',
    grants: 'reads and changes dashboards and data sources within its role',
    revoke: 'Delete it under Service accounts or Access policies.',
  },
  Dynatrace: {
    severity: 'HIGH',
    grants: 'reads and changes the environment within its scopes',
    revoke: 'Delete it under Access tokens.',
  },
  Honeycomb: { severity: 'MEDIUM', grants: 'sends events or changes the configuration', revoke: PORTAL },
  PagerDuty: {
    severity: 'HIGH',
    grants: 'reads and changes incidents and schedules',
    revoke: 'Delete it under API access keys.',
  },
  Opsgenie: { severity: 'HIGH', grants: 'creates and closes alerts of the team', revoke: PORTAL },
  'Sumo Logic': { severity: 'HIGH', grants: 'searches logs as its user', revoke: 'Deactivate it under Access keys.' },
  Splunk: {
    severity: 'MEDIUM',
    grants: 'sends events to the index',
    revoke: 'Delete the token under HTTP Event Collector.',
  },
  Rollbar: { severity: 'MEDIUM', grants: 'sends or reads items of the project', revoke: PORTAL },
  Bugsnag: { severity: 'LOW', grants: 'sends errors to the project', revoke: PORTAL },
  Amplitude: { severity: 'LOW', grants: 'sends events to the project', revoke: PORTAL },
  Mixpanel: { severity: 'HIGH', grants: 'reads and exports data of the project', revoke: PORTAL },
  Segment: { severity: 'LOW', grants: 'sends events to the source', revoke: PORTAL },
  PostHog: {
    severity: 'HIGH',
    grants: 'reads and changes projects of its user',
    revoke: 'Delete it under Personal API keys.',
  },
  LaunchDarkly: {
    severity: 'HIGH',
    grants: 'reads or changes feature flags',
    revoke: 'Reset it under Access tokens or in the settings of the environment.',
  },
  Statsig: { severity: 'MEDIUM', grants: 'reads or changes gates and experiments', revoke: PORTAL },
  Axiom: { severity: 'MEDIUM', grants: 'sends or queries data within its permissions', revoke: PORTAL },
  'Pydantic Logfire': { severity: 'MEDIUM', grants: 'sends data to the project', revoke: PORTAL },
  UptimeRobot: { severity: 'MEDIUM', grants: 'reads and changes monitors', revoke: PORTAL },
  Checkly: { severity: 'MEDIUM', grants: 'reads and changes checks of the account', revoke: PORTAL },
} satisfies Advice
