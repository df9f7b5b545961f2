import { z } from 'zod'
import { get, post } from '../endpoint.ts'
import { OwaspAnalyze, RedteamFramework, RiskAnalyze } from './analyses.ts'

const ANALYSES = ['Analyses']
/** docs/spec/redteam.md: streams of lines. */
const LINES = 'application/x-ndjson'

/** docs/spec/redteam.md §4, "Analyses". */
export const analysisEndpoints = {
  analyzeOwasp: post('/api/owasp-analyze', {
    auth: 'tester',
    summary: 'Tell what a report says of the controls of frameworks, one JSON document on each line',
    description: 'Works without a model. Without `frameworkIds` all frameworks are looked at.',
    tags: ANALYSES,
    body: OwaspAnalyze,
    produces: LINES,
  }),
  analyzeRisk: post('/api/risk-analyze', {
    auth: 'tester',
    summary: 'Tell what attacks mean for the business, one JSON document on each line',
    description: 'Of a report, or of attacks that the request tells of. Works without a model.',
    tags: ANALYSES,
    body: RiskAnalyze,
    produces: LINES,
  }),
  listFrameworks: get('/api/compliance-frameworks', {
    auth: 'tester',
    summary: 'List the frameworks that analyses know',
    tags: ANALYSES,
    response: z.array(RedteamFramework),
  }),
}
