import { defineEndpoints } from '../endpoint.ts'
import { analysisEndpoints } from './analysis-endpoints.ts'
import { redteamAuditEndpoints } from './audit-log.ts'
import { reportEndpoints } from './reports.ts'
import { runEndpoints } from './runs.ts'
import { redteamServiceEndpoints } from './service.ts'
import { targetTestEndpoints } from './target-test.ts'

/** The red-team service, row by row. Document 3 §4 with decisions §3. */
export const redteamEndpoints = defineEndpoints({
  ...redteamServiceEndpoints,
  ...targetTestEndpoints,
  ...runEndpoints,
  ...reportEndpoints,
  ...analysisEndpoints,
  ...redteamAuditEndpoints,
})
