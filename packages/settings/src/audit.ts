import { setting } from './define.ts'
import { line, positiveInteger } from './schemas.ts'

/** A week. */
const EXPORT_MINUTES_MAX = 10_080

/** Settings of the scheduled export of the audit log. */
export const AUDIT_SETTINGS = {
  auditExport: setting({
    name: 'GATEHOUSE_AUDIT_EXPORT',
    path: 'audit.export',
    schema: line,
    form: 'folder, or HTTP(S) URL',
    absent: 'the audit log is not exported',
    description:
      'Target of the periodic audit log export, in JSON Lines with the chain seals. A URL receives POST requests and ' +
      'must be allowed by the egress policy.',
  }),
  auditExportMinutes: setting({
    name: 'GATEHOUSE_AUDIT_EXPORT_MINUTES',
    path: 'audit.export_minutes',
    schema: positiveInteger(EXPORT_MINUTES_MAX),
    default: '60',
    form: `whole number up to ${EXPORT_MINUTES_MAX}`,
    description: 'Minutes between audit log exports.',
  }),
} as const
