import { type Text } from '../plural.ts'

export const messages = {
  auditFilters: {
    actionEGGuardInput: 'Action, e.g. guard.input',
    filters: 'Filters',
    anyVerdict: 'Any verdict',
    anyTime: 'Any time',
    since: (value: Text) => `Since ${value}`,
    lastHour: 'Last hour',
    last24Hours: 'Last 24 hours',
    last7Days: 'Last 7 days',
    clear: 'Clear',
  },
  audit: {
    no: 'No.',
    everyDecisionAndConfiguration:
      'Every decision and configuration change, newest first, in a tamper-evident hash chain.',
    entries: (rowCount: Text, choice: Text) => `${rowCount}${choice} entries`,
    refresh: 'Refresh',
    jsonLines: 'JSON Lines',
    noEntries: 'No entries',
    removeAFilterOrSelectALonger: 'Remove a filter or select a longer time range.',
    decisionsAndChangesAppearHere: 'Decisions and changes appear here. Send a first request, or use the playground.',
    chainStatus: 'Chain status',
    chainVerifiedEntries: (checked: Text) => `Chain verified: ${checked} entries`,
    chainBrokenAtEntry: (seq: Text, reason: Text) => `Chain broken at entry ${seq}: ${reason}`,
  },
  entryDrawer: {
    entry: (seq: Text) => `Entry ${seq}`,
    entryDetails: 'Entry details',
    previousHash: 'Previous hash',
    filterBy: (name: Text, value: Text) => `Filter by ${name} ${value}`,
  },
} as const
