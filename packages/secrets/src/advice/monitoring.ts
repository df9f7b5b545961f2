import type { Advice } from '../rules/rule.ts'

const PORTAL = "Delete it under the account's keys or tokens and create a new one."

/** Monitoring, analytics and feature flags. */
export default {
  Datadog: {
    severity: 'HIGH',
    grants: 'send data to the account or, with an application key, read and change it',
    revoke: 'Revoke it under Organization settings > API keys or Application keys.',
  },
  'New Relic': {
    severity: 'HIGH',
    grants: 'query data of the account as its user',
    revoke: PORTAL,
    kinds: {
      newrelic_insert_key: { severity: 'MEDIUM', grants: 'send or query events' },
      newrelic_license_key: { severity: 'MEDIUM', grants: 'send data to the account' },
      newrelic_browser_key: { severity: 'LOW', grants: 'send browser data; the value is public in web pages' },
    },
  },
  Sentry: {
    severity: 'HIGH',
    grants: 'read issues and source maps and change projects within its scopes',
    revoke: 'Revoke it in the settings of the organization or user under Auth tokens.',
    kinds: {
      sentry_dsn: {
        severity: 'LOW',
        grants: 'send events to the project; a DSN with a secret uses a legacy format',
        revoke: 'Create a new client key for the project.',
      },
    },
  },
  Grafana: {
    severity: 'HIGH',
    grants: 'read and change dashboards and data sources within its role',
    revoke: 'Delete it under Service accounts or Access policies.',
  },
  Dynatrace: {
    severity: 'HIGH',
    grants: 'read and change the environment within its scopes',
    revoke: 'Delete it under Access tokens.',
  },
  Honeycomb: { severity: 'MEDIUM', grants: 'send events or change the configuration', revoke: PORTAL },
  PagerDuty: {
    severity: 'HIGH',
    grants: 'read and change incidents and schedules',
    revoke: 'Delete it under API access keys.',
  },
  Opsgenie: { severity: 'HIGH', grants: 'create and close alerts of the team', revoke: PORTAL },
  'Sumo Logic': { severity: 'HIGH', grants: 'search logs as its user', revoke: 'Deactivate it under Access keys.' },
  Splunk: {
    severity: 'MEDIUM',
    grants: 'send events to the index',
    revoke: 'Delete the token under HTTP Event Collector.',
  },
  Rollbar: { severity: 'MEDIUM', grants: 'send or read items of the project', revoke: PORTAL },
  Bugsnag: { severity: 'LOW', grants: 'send errors to the project', revoke: PORTAL },
  Amplitude: { severity: 'LOW', grants: 'send events to the project', revoke: PORTAL },
  Mixpanel: { severity: 'HIGH', grants: 'read and export data of the project', revoke: PORTAL },
  Segment: { severity: 'LOW', grants: 'send events to the source', revoke: PORTAL },
  PostHog: {
    severity: 'HIGH',
    grants: 'read and change projects of its user',
    revoke: 'Delete it under Personal API keys.',
  },
  LaunchDarkly: {
    severity: 'HIGH',
    grants: 'read or change feature flags',
    revoke: 'Reset it under Access tokens or in the settings of the environment.',
  },
  Statsig: { severity: 'MEDIUM', grants: 'read or change gates and experiments', revoke: PORTAL },
  Axiom: { severity: 'MEDIUM', grants: 'send or query data within its permissions', revoke: PORTAL },
  'Pydantic Logfire': { severity: 'MEDIUM', grants: 'send data to the project', revoke: PORTAL },
  UptimeRobot: { severity: 'MEDIUM', grants: 'read and change monitors', revoke: PORTAL },
  Checkly: { severity: 'MEDIUM', grants: 'read and change checks of the account', revoke: PORTAL },
} satisfies Advice
