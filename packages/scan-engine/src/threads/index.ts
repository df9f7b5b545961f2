export { createScanThreads, SCAN_THREADS_MAX, type ScanThreads } from './scan-threads.ts'
export { FileBudget } from './file-budget.ts'
export { ThreadLost } from './scan-thread.ts'
export { LOST_MAX, runSplit } from './split.ts'
