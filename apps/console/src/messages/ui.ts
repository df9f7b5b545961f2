import { type Text } from './plural.ts'

export const messages = {
  chart: {
    showAsChart: 'Show as chart',
    showAsTable: 'Show as table',
    day: 'Day',
  },
  codeEditor: {
    problemsOf: (label: Text) => `Problems of ${label}`,
    line: (line: Text, message: Text) => `Line ${line}: ${message}`,
  },
  copyButton: {
    copy: 'Copy',
    copied: 'Copied',
  },
  dataTable: {
    selectRow: (at: Text) => `Select row ${at}`,
  },
  diffView: {
    removed: 'removed: ',
    added: 'added: ',
  },
  errorState: {
    requestFailed: 'Request failed',
    failed: (doing: Text) => `${doing} failed`,
    requestId: (requestId: Text) => `Request ID: ${requestId}`,
    tryAgain: 'Try again',
  },
  grade: {
    notGraded: 'Not graded',
    grade: (of: Text) => `Grade ${of}`,
  },
  pageHeader: {
    gatehouse: (title: Text) => `${title} · Gatehouse`,
    breadcrumbs: 'Breadcrumbs',
  },
  rangeRow: {
    selectRow: (index: Text) => `Select row ${index}`,
    loading: 'Loading',
  },
  rangeTable: {
    onlyTheFirstRowsAreShownAddA: (rowsMax: Text) =>
      ` Only the first ${rowsMax} rows are shown. Add a filter to narrow the list.`,
  },
  skeleton: {
    loading: 'Loading',
  },
  tableHead: {
    selectAllLoadedRows: 'Select all loaded rows',
  },
  time: {
    never: 'Never',
    now: 'now',
  },
  toast: {
    dismissNotification: 'Dismiss notification',
  },
  unifiedDiff: {
    copyDiff: 'Copy diff',
    removed: 'removed:',
    added: 'added:',
  },
} as const
