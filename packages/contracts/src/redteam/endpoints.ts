import { defineEndpoints } from '../endpoint.ts'
import { analysisEndpoints } from './analysis-endpoints.ts'
import { redteamAuditEndpoints } from './audit-log.ts'
import { hardeningEndpoints } from './hardening.ts'
import { reportEndpoints } from './reports.ts'
import { runEndpoints } from './runs.ts'
import { redteamServiceEndpoints } from './service.ts'
import { targetTestEndpoints } from './target-test.ts'

/** Endpoints of the red-team service. docs/spec/redteam.md §4. */
export const redteamEndpoints = defineEndpoints({
  ...redteamServiceEndpoints,
  ...targetTestEndpoints,
  ...runEndpoints,
  ...reportEndpoints,
  ...hardeningEndpoints,
  ...analysisEndpoints,
  ...redteamAuditEndpoints,
})
