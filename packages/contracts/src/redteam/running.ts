// What the package gives of runs and reports.
export * from './analyses.ts'
export * from './report.ts'
export * from './run-request.ts'
export * from './target.ts'
export * from './words.ts'
