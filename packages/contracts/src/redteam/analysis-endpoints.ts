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
    summary: 'Analyze a report against framework controls, as JSON Lines',
    description: 'Works without a model. Default: all frameworks.',
    tags: ANALYSES,
    body: OwaspAnalyze,
    produces: LINES,
  }),
  analyzeRisk: post('/api/risk-analyze', {
    auth: 'tester',
    summary: 'Analyze the business impact of attacks, as JSON Lines',
    description: 'Accepts a report or attacks in the request. Works without a model.',
    tags: ANALYSES,
    body: RiskAnalyze,
    produces: LINES,
  }),
  listFrameworks: get('/api/compliance-frameworks', {
    auth: 'tester',
    summary: 'List supported frameworks',
    tags: ANALYSES,
    response: z.array(RedteamFramework),
  }),
}
