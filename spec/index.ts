import { statementsOf } from './statement.ts'
import { appsecAccess } from './statements/appsec/access.ts'
import { appsecEndpoints } from './statements/appsec/endpoints.ts'
import { appsecResources } from './statements/appsec/resources.ts'
import { appsecOrganizations } from './statements/decisions/appsec-organizations.ts'
import { appsecScans } from './statements/decisions/appsec-scans.ts'
import { common } from './statements/decisions/common.ts'
import { guardGateways } from './statements/decisions/guard-gateways.ts'
import { guardPolicies } from './statements/decisions/guard-policies.ts'
import { guardTools } from './statements/decisions/guard-tools.ts'
import { guardVerdicts } from './statements/decisions/guard-verdicts.ts'
import { redteamRuns } from './statements/decisions/redteam-runs.ts'
import { access } from './statements/guard/access.ts'
import { endpoints } from './statements/guard/endpoints.ts'
import { names } from './statements/guard/names.ts'
import { resources } from './statements/guard/resources.ts'
import { rules } from './statements/guard/rules.ts'
import { verdicts } from './statements/guard/verdicts.ts'
import { redteamService } from './statements/redteam/service.ts'

/** Every statement of the specification: the three services, then the clarifications. */
export const statements = statementsOf([
  ...verdicts,
  ...names,
  ...resources,
  ...endpoints,
  ...rules,
  ...access,
  ...appsecResources,
  ...appsecEndpoints,
  ...appsecAccess,
  ...redteamService,
  ...common,
  ...guardVerdicts,
  ...guardPolicies,
  ...guardTools,
  ...guardGateways,
  ...appsecScans,
  ...appsecOrganizations,
  ...redteamRuns,
])

/** Id of a statement; an unknown id is a compile error. */
export type StatementId = (typeof statements)[number]['id']
