import { section } from '../../statement.ts'

/** Authentication, events, errors, limits and versions. §5 to §9. */
export const appsecAccess = [
  section('2 §5', {
    'appsec:auth.cookies': 'The web UI uses session cookies.',
    'appsec:auth.bearer': 'All other clients use `Authorization: Bearer`.',
    'appsec:auth.keys-created': 'Keys are created in the settings or with POST `/api/apikeys` and shown once.',
    'appsec:auth.keys-revoked': 'DELETE revokes a key.',
    'appsec:auth.key-developer-level': 'A key has at most developer-level permissions, regardless of its creator.',
    'appsec:auth.key-may': 'A key can create scans, read findings and download artifacts.',
    'appsec:auth.key-may-not': 'A key cannot change team membership, delete scans or edit policy.',
    'appsec:auth.key-lower-role': 'A key of a user with a lower role keeps the lower role.',
    'appsec:auth.attribution': 'Actions of a key are attributed to the user who created it.',
    'appsec:auth.not-member-403': 'A caller who is not a member of the owning organization receives 403.',
    'appsec:auth.webhook-hmac': 'Two hosts sign webhooks by HMAC, `sha256=<hex>`.',
    'appsec:auth.webhook-token': 'One host sends a secret token header.',
    'appsec:auth.webhook-basic': 'One host uses Basic authorization whose password is the secret.',
    'appsec:auth.webhook-secret-encrypted': 'Webhook and integration secrets are stored encrypted.',
  }),
  section('2 §6', {
    'appsec:events.chat': 'CHAT gets a summary per completed scan, filtered by notifyOn.',
    'appsec:events.ticketing': 'TICKETING gets one issue per OPEN finding whose severity is in openForSeverities.',
    'appsec:events.ticketing-default': 'openForSeverities is critical and high by default.',
    'appsec:events.siem':
      'SIEM gets one event per finding with a normalized score, scanner, project, file, CVE and CWE.',
    'appsec:events.no-check-run': 'The service writes no check run; clients poll the scan.',
  }),
  section('2 §7', {
    'appsec:errors.403': 'A resource of another organization returns 403.',
  }),
  section('2 §8', {
    'appsec:limits.precommit-size': 'The hook does not send files of 2 MB or more.',
    'appsec:limits.gate-unlimited': 'In a build gate, -1 means unlimited.',
    'appsec:limits.lists': 'List endpoints accept `limit`.',
  }),
  section('2 §9', {
    'appsec:versions.no-segment': 'Routes have no version segment.',
    'appsec:versions.formats': 'Formats are CycloneDX 1.5, SPDX 2.3, OpenVEX 0.2.0 and SARIF v2.',
  }),
]
