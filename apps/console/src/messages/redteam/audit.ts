import { type Text } from '../plural.ts'

export const messages = {
  audit: {
    resource: 'Resource',
    redTeamAuditLog: 'Red-team audit log',
    auditorKeyRequired: 'Auditor key required',
    signInWithAKeyOfTheRoleAuditor: 'Sign in with a key of the role auditor or admin to view this log.',
    runsStartedEndedAndDeletedAnd: 'Runs started, ended and deleted, and reports read, in a tamper-evident hash chain.',
    chainVerifiedEntries: (checked: Text) => `Chain verified: ${checked} entries`,
    chainBrokenAtEntry: (seq: Text, reason: Text) => `Chain broken at entry ${seq}: ${reason}`,
    entries: (total: Text) => `${total} entries`,
    actionEGRunStarted: 'Action, e.g. run.started',
    noEntries: 'No entries',
    entriesAreRecordedWhenRunsAre:
      'Entries are recorded when runs are started, cancelled or deleted and when reports are read.',
    ipAddress: 'IP address',
  },
} as const
