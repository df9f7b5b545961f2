import { counted, type Text } from '../plural.ts'

export const messages = {
  gateEditor: {
    gateSavedTheLimitsApplyFromThe: 'Gate saved. The limits apply from the next scan.',
    maximumNumberOfOpenFindingsFor:
      'Maximum number of open findings for a build to pass. Info, resolved, accepted and false-positive findings are not counted.',
    failOnNewFindings: 'Fail on new findings',
    saveGate: 'Save gate',
    discardChanges: 'Discard changes',
    failOnUnanalyzedCode: 'Fail on unanalyzed code',
    theBuildFailsIfNoScanner: 'The build fails if no scanner analyzed a source file in a supported language.',
    allowSuppressions: 'Allow suppressions',
    commentsAndIgnoreFilesApplyOn:
      'Comments and ignore files apply on the default branch or after approval. If disabled, any suppression fails the build.',
    countProductionCodeOnly: 'Count production code only',
    findingsInTestsExamplesAnd: 'Findings in tests, examples and documentation are not counted.',
    unlimited: 'Unlimited',
    noLimitFor: (label: Text) => `No limit for ${label}`,
    preview: 'Preview',
    loadingGateReports: 'Loading gate reports',
    noCompletedScansAfterAScanThe: 'No completed scans. After a scan, the preview shows its result with these limits.',
    gateResultsOfTheLatestScans: 'Gate results of the latest scans',
    changesTo: 'changes to',
  },
  gateRules: {
    limit: (there: Text, label: Text, most: Text) => `${there} ${label} (limit ${most})`,
    scanFailed: 'scan failed',
    requiredCheckNotAvailable: 'required check not available',
    new: (fresh: Text) => `${fresh} new`,
    unanalyzedFiles: (unanalysed: number) => counted(unanalysed, 'unanalyzed file', 'unanalyzed files'),
    suppressions: (suppressions: number) => counted(suppressions, 'suppression', 'suppressions'),
  },
} as const
