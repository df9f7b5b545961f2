import { counted, type Text } from '../plural.ts'

export const messages = {
  trends: {
    n7Days: '7 days',
    n30Days: '30 days',
    n90Days: '90 days',
    n1Year: '1 year',
    trends: 'Trends',
    allProjectsDaysAreInUtc: 'All projects. Days are in UTC.',
    timeRange: 'Time range',
    loadingTrends: 'Loading trends',
    failedGates: 'Failed gates',
    findings: (severity: Text) => `${severity} findings`,
    noRepairs: 'no repairs',
    meanOfFixes: (count: number) => `mean of ${counted(count, 'fix', 'fixes')}`,
    openFindings: 'Open findings',
    openFindingsByDay: 'Open findings by day',
    scansByDay: 'Scans by day',
    min: (value: Text) => `${value} min`,
    h: (hours: Text) => `${hours} h`,
    days: (days: Text) => `${days} days`,
  },
} as const
