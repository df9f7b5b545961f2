import { z } from 'zod'
import { get } from '../endpoint.ts'
import { ATTACK_SEVERITIES, REDTEAM_AUTH_MODES, REDTEAM_ROLES } from './words.ts'

const SERVICE = ['Service']
const ATTACKS = ['Attacks']

/** How callers sign in. docs/spec/redteam.md "Auth". */
export const AuthConfig = z.object({
  mode: z.enum(REDTEAM_AUTH_MODES),
  authRequired: z.boolean(),
  headers: z.array(z.string()).describe('Where a key travels; a token travels in the last of them.'),
  roles: z.array(z.enum(REDTEAM_ROLES)),
  oidc: z
    .object({ issuer: z.string(), audience: z.string() })
    .nullable()
    .describe('Whose tokens are taken, and for whom they must be made.'),
})
export type AuthConfig = z.infer<typeof AuthConfig>

/** Who a key or a token stands for. */
export const RedteamCaller = z.object({
  name: z.string().describe('Of the key, or of the person.'),
  role: z.enum(REDTEAM_ROLES),
  tenantId: z.string(),
})
export type RedteamCaller = z.infer<typeof RedteamCaller>

const ids = z.array(z.string())
/** Ids of controls, by the version of the list that they stand in. */
export const AttackMappings = z.object({ owaspLlm2025: ids, owaspLlm2026: ids, asi: ids, atlas: ids })

/** A kind of weakness that runs can look for. */
export const CategoryLine = z.object({
  name: z.string(),
  title: z.string(),
  group: z.string(),
  description: z.string(),
  severity: z.enum(ATTACK_SEVERITIES),
  default: z.boolean().describe('Whether it runs where nobody chose categories.'),
  mappings: AttackMappings,
  aliases: ids.describe('Names that are taken as well; results bear ours, and `alias` beside it.'),
  needs: ids.describe('What must be known of the target for it to be tested.'),
  seeds: z.int().describe('Distinct ideas of attacks.'),
  remediation: z.string(),
})
export type CategoryLine = z.infer<typeof CategoryLine>

/** A way in which an attack is said. */
export const StrategyLine = z.object({
  name: z.string(),
  title: z.string(),
  group: z.string(),
  description: z.string(),
  severity: z.null().describe('What is said has a severity, not how it is said.'),
  default: z.boolean(),
  mappings: AttackMappings.describe('Empty: controls are mapped by category.'),
  aliases: ids,
  steps: z.int().describe('Messages that it makes of one.'),
  needsModel: z
    .boolean()
    .optional()
    .describe('A model carries it out; with one, all of these run where none is named.'),
})
export type StrategyLine = z.infer<typeof StrategyLine>

/** docs/spec/redteam.md §4, "Categories", "Auth". */
export const redteamServiceEndpoints = {
  readAuthConfig: get('/api/auth-config', {
    auth: 'none',
    summary: 'Tell how callers sign in; also whether the service answers',
    tags: SERVICE,
    response: AuthConfig,
  }),
  readCaller: get('/api/me', {
    auth: 'tester',
    summary: 'Tell who calls, and what they may do',
    tags: SERVICE,
    response: RedteamCaller,
  }),
  listCategories: get('/api/categories', {
    auth: 'tester',
    summary: 'List what runs can look for',
    tags: ATTACKS,
    response: z.array(CategoryLine),
  }),
  listStrategies: get('/api/strategies', {
    auth: 'tester',
    summary: 'List how attacks can be said',
    tags: ATTACKS,
    response: z.array(StrategyLine),
  }),
}
