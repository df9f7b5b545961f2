import { z } from 'zod'
import { resolveEntities } from '../detectors/pii/catalogue.ts'
import { createPiiDetector, PII_VIEWS, type PiiDetector } from '../detectors/pii/detect.ts'
import { SCORE_THRESHOLD_DEFAULT } from '../detectors/pii/entity.ts'
import { outcomeOf } from '../detectors/pii/outcome.ts'
import { piiStream } from '../detectors/pii/stream.ts'
import { clear, defineGuard } from '../engine/guard.ts'
import { ANY_ROLE, entryOf, roleName, ROLES_MAX } from '../detectors/roles/roles.ts'

const ENTITIES_MAX = 1_000

export default defineGuard({
  name: 'role_redaction',
  title: 'Role-based redaction of personal data',
  description:
    'Redacts the personal data that the caller’s role must not see, with the detectors of `pii_detection` and their ' +
    'limits. The entry `*` applies to every role without an entry and to callers without a role.',
  stages: ['output'],
  tier: 'fast',
  backend: 'builtin',
  owasp: ['LLM02:2025'],
  views: PII_VIEWS,
  settings: z.object({
    roles: z
      .record(roleName, z.array(z.string().min(1).max(64)).max(ENTITIES_MAX))
      .refine((roles) => Object.keys(roles).length <= ROLES_MAX, { error: `at most ${ROLES_MAX} roles` })
      .default({})
      .describe('Entities that each role must not see; `*` matches any other role, `ALL` every entity.'),
  }),
  prepare({ roles }): ReadonlyMap<string, PiiDetector | undefined> {
    // A role with an empty list has an entry of its own, and may see everything.
    return new Map(
      Object.entries(roles).map(([role, entities]) => [
        role,
        entities.length === 0
          ? undefined
          : createPiiDetector(resolveEntities(entities, `roles.${role}`), SCORE_THRESHOLD_DEFAULT),
      ]),
    )
  },
  check(text, detectors, { userRole }) {
    const detector = entryOf(detectors, userRole)
    if (detector === undefined) return clear
    const outcome = outcomeOf(detector.detect(text), `The role ${userRole ?? ANY_ROLE} must not see`)
    return outcome.flagged ? { ...outcome, sanitize: true } : outcome
  },
  stream: {
    ...piiStream<ReadonlyMap<string, PiiDetector | undefined>>((detectors) => detectors.values()),
    acts: () => true,
  },
  examples: [
    {
      settings: { roles: { support: ['CREDIT_CARD'] } },
      context: { userRole: 'support' },
      text: 'Card 4111 1111 1111 1111, mail jane@example.com',
      flags: true,
      redacted: 'Card [CREDIT_CARD], mail jane@example.com',
    },
    {
      says: 'another role',
      settings: { roles: { support: ['CREDIT_CARD'] } },
      context: { userRole: 'billing' },
      text: 'Card 4111 1111 1111 1111',
      flags: false,
    },
    {
      says: 'any other role, and none',
      settings: { roles: { '*': ['EMAIL_ADDRESS'] } },
      text: 'Write to jane@example.com',
      flags: true,
      redacted: 'Write to [EMAIL_ADDRESS]',
    },
    {
      says: 'a role that may see everything',
      settings: { roles: { '*': ['EMAIL_ADDRESS'], admin: [] } },
      context: { userRole: 'admin' },
      text: 'Write to jane@example.com',
      flags: false,
    },
    { settings: {}, text: 'Write to jane@example.com', flags: false },
  ],
})
