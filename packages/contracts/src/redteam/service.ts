import { z } from 'zod'
import { get } from '../endpoint.ts'
import { ATTACK_SEVERITIES, REDTEAM_AUTH_MODES, REDTEAM_ROLES } from './words.ts'

const SERVICE = ['Service']
const ATTACKS = ['Attacks']

/** How callers sign in. docs/spec/redteam.md "Auth". */
export const AuthConfig = z.object({
  mode: z.enum(REDTEAM_AUTH_MODES),
  authRequired: z.boolean(),
  headers: z.array(z.string()).describe('Where to send a key; tokens use the last of them.'),
  roles: z.array(z.enum(REDTEAM_ROLES)),
  oidc: z
    .object({ issuer: z.string(), audience: z.string() })
    .nullable()
    .describe('Issuer and required audience of tokens.'),
})
export type AuthConfig = z.infer<typeof AuthConfig>

/** Principal of a key or a token. */
export const RedteamCaller = z.object({
  name: z.string().describe('Name of the key or user.'),
  role: z.enum(REDTEAM_ROLES),
  tenantId: z.string(),
})
export type RedteamCaller = z.infer<typeof RedteamCaller>

const ids = z.array(z.string())
/** Ids of controls, by the version of their list. */
export const AttackMappings = z.object({ owaspLlm2025: ids, owaspLlm2026: ids, asi: ids, atlas: ids })

/** Kind of weakness that runs test. */
export const CategoryLine = z.object({
  name: z.string(),
  title: z.string(),
  group: z.string(),
  description: z.string(),
  severity: z.enum(ATTACK_SEVERITIES),
  default: z.boolean().describe('Whether it runs if no categories are selected.'),
  mappings: AttackMappings,
  aliases: ids.describe('Accepted aliases; results use the canonical name and include `alias`.'),
  needs: ids.describe('Target configuration required to test the category.'),
  seeds: z.int().describe('Number of distinct attack ideas.'),
  domains: ids.describe('Domain packs with attacks of this category; `attackConfig.domains` accepts them.'),
  remediation: z.string(),
})
export type CategoryLine = z.infer<typeof CategoryLine>

/** Transformation of attacks. */
export const StrategyLine = z.object({
  name: z.string(),
  title: z.string(),
  group: z.string(),
  description: z.string(),
  severity: z.null().describe('Severity depends on the category, not on the strategy.'),
  default: z.boolean(),
  mappings: AttackMappings.describe('Empty: controls are mapped by category.'),
  aliases: ids,
  steps: z.int().describe('Number of messages per original message.'),
  needsModel: z
    .boolean()
    .optional()
    .describe('Requires a model. If a model is configured, all of these run by default.'),
})
export type StrategyLine = z.infer<typeof StrategyLine>

/** docs/spec/redteam.md §4, "Categories", "Auth". */
export const redteamServiceEndpoints = {
  readAuthConfig: get('/api/auth-config', {
    auth: 'none',
    summary: 'Get the sign-in methods; also serves as a health check',
    tags: SERVICE,
    response: AuthConfig,
  }),
  readCaller: get('/api/me', {
    auth: 'tester',
    summary: 'Get the authenticated caller and its permissions',
    tags: SERVICE,
    response: RedteamCaller,
  }),
  listCategories: get('/api/categories', {
    auth: 'tester',
    summary: 'List attack categories',
    tags: ATTACKS,
    response: z.array(CategoryLine),
  }),
  listStrategies: get('/api/strategies', {
    auth: 'tester',
    summary: 'List attack strategies',
    tags: ATTACKS,
    response: z.array(StrategyLine),
  }),
}
