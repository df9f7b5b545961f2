import { vendor } from './format.ts'

/** Monitoring, analytics and feature flags. */
export const monitoring = [
  ...vendor('Datadog', 'docs.datadoghq.com/account_management/api-app-keys: API keys of 32, application keys of 40', {
    datadog_key: {
      what: 'API or application key',
      is: ['<a40>', '<h32>'],
      named: 'datadog dd_api dd_app dd-api dd-application',
    },
  }),
  ...vendor('New Relic', 'docs.newrelic.com/docs/apis/intro-apis/new-relic-api-keys: prefixes by kind', {
    newrelic_user_key: { what: 'user key', is: 'NRAK-<n27>' },
    newrelic_insert_key: { what: 'insights insert or query key', is: ['NRII-<w32>', 'NRIQ-<w32>'] },
    newrelic_browser_key: { what: 'browser key', is: 'NRJS-<h19>' },
    newrelic_license_key: { what: 'licence key', is: ['<h36>NRAL', '<h32>FFFFNRAL', 'eu01xx<h30>NRAL'] },
    newrelic_api_id: { what: 'user API id', is: '<a64>', named: 'newrelic new_relic new-relic' },
  }),
  ...vendor('Sentry', 'docs.sentry.io/account/auth-tokens: prefixes; organisation tokens hold JSON in base64', {
    sentry_organization_token: { what: 'organisation token', is: 'sntrys_eyJ<e80-600>' },
    sentry_user_token: { what: 'user or integration token', is: ['sntryu_<h64>', 'sntrya_<h64>'] },
    sentry_legacy_token: { what: 'auth token without a prefix', is: '<h64>', named: 'sentry' },
    sentry_dsn: { what: 'DSN with its secret', is: 'https://<h32>:<h32>@', score: 0.8 },
  }),
  ...vendor('Grafana', 'grafana.com/docs/grafana/latest/administration/service-accounts', {
    grafana_service_token: { what: 'service account token', is: 'glsa_<n32>_<x8>' },
    grafana_cloud_token: { what: 'Cloud access policy token', is: 'glc_<e32-400>' },
    grafana_api_key: { what: 'API key: {"k":…} in base64', is: 'eyJrIjoi<e60-400>' },
  }),
  ...vendor('Dynatrace', 'docs.dynatrace.com, Dynatrace API tokens: prefix, public part of 24, secret of 64', {
    dynatrace_token: {
      what: 'API token',
      is: ['dt0c01.<n24>.<n64>', 'dt0s01.<n24>.<n64>', 'dt0s02.<n8>.<n64>', 'dt0s16.<n8>.<n64>'],
    },
  }),
  ...vendor('Honeycomb', 'docs.honeycomb.io: keys by kind', {
    honeycomb_key: { what: 'ingest or configuration key', is: ['hcaik_<n58>', 'hcxik_<n58>', 'hcamk_<n58>'] },
  }),
  ...vendor('PagerDuty', 'developer.pagerduty.com: tokens of 20 characters', {
    pagerduty_token: { what: 'API token', is: ['u+<w18>', '<w20>', '<h32>'], named: 'pagerduty pager_duty' },
  }),
  ...vendor('Opsgenie', 'docs.opsgenie.com: keys are UUIDs', {
    opsgenie_key: { what: 'API key', is: '<uuid>', named: 'opsgenie' },
  }),
  ...vendor('Sumo Logic', 'sumologic.com/help, Access keys: id of 14, key of 64 characters', {
    sumologic_access_id: { what: 'access id', is: 'su<n12>', named: 'sumo' },
    sumologic_access_key: { what: 'access key', is: '<n64>', named: 'sumo' },
  }),
  ...vendor('Splunk', 'docs.splunk.com, HTTP Event Collector: tokens are UUIDs', {
    splunk_token: { what: 'HEC token', is: '<uuid>', named: 'splunk hec_token' },
  }),
  ...vendor('Rollbar', 'docs.rollbar.com: tokens of 32 hexadecimal digits', {
    rollbar_token: { what: 'access token', is: '<h32>', named: 'rollbar' },
  }),
  ...vendor('Bugsnag', 'docs.bugsnag.com: keys of 32 hexadecimal digits', {
    bugsnag_key: { what: 'API key', is: '<h32>', named: 'bugsnag' },
  }),
  ...vendor('Amplitude', 'amplitude.com/docs: keys of 32 hexadecimal digits', {
    amplitude_key: { what: 'API key', is: '<h32>', named: 'amplitude' },
  }),
  ...vendor('Mixpanel', 'developer.mixpanel.com: secrets of 32 characters', {
    mixpanel_secret: { what: 'API secret', is: '<n32>', named: 'mixpanel' },
  }),
  ...vendor('Segment', 'segment.com/docs: write keys of 32 characters', {
    segment_key: { what: 'write key', is: '<n32>', named: 'segment_write segmentwrite segment_key' },
  }),
  ...vendor('PostHog', 'posthog.com/docs/api: personal keys', {
    posthog_key: { what: 'personal API key', is: 'phx_<n40-50>' },
  }),
  ...vendor('LaunchDarkly', 'launchdarkly.com/docs, account API access: SDK keys and access tokens', {
    launchdarkly_key: { what: 'SDK or API key', is: ['sdk-<uuid>', 'api-<uuid>', 'mob-<uuid>'] },
    launchdarkly_token: { what: 'access token', is: '<v40>', named: 'launchdarkly ld_api' },
  }),
  ...vendor('Statsig', 'docs.statsig.com/sdk-keys', {
    statsig_key: { what: 'server or console key', is: ['secret-<n43>', 'console-<n43>'] },
  }),
  ...vendor('Axiom', 'axiom.co/docs/reference/tokens', {
    axiom_token: { what: 'API or personal token', is: ['xaat-<uuid>', 'xapt-<uuid>'] },
  }),
  ...vendor('Pydantic Logfire', 'logfire.pydantic.dev/docs: write tokens', {
    logfire_token: { what: 'write token', is: ['pylf_v1_us_<n40-50>', 'pylf_v1_eu_<n40-50>'] },
  }),
  ...vendor('UptimeRobot', 'uptimerobot.com/api: keys by account or monitor', {
    uptimerobot_key: {
      what: 'API key',
      is: ['u<d6-9>-<h24>', 'm<d6-9>-<h24>', 'ur<d6-9>-<h24>'],
      named: 'uptimerobot uptime_robot uptime',
    },
  }),
  ...vendor('Checkly', 'checklyhq.com/docs/accounts-and-users/creating-api-key', {
    checkly_key: { what: 'user or service key', is: ['cu_<h32>', 'sv_<h32>'] },
  }),
]
