import { z } from 'zod'
import { type ActionOf, compileEntityActions, entityActionsSetting } from '../detectors/pii/actions/entity-actions.ts'
import { withEntityActions } from '../detectors/pii/actions/rewrite.ts'
import { PII_ENTITIES, resolveEntities } from '../detectors/pii/catalogue.ts'
import { createPiiDetector, PII_VIEWS, type PiiDetector } from '../detectors/pii/detect.ts'
import { SCORE_THRESHOLD_DEFAULT } from '../detectors/pii/entity.ts'
import { outcomeOf } from '../detectors/pii/outcome.ts'
import { ignoreReservedSetting, withoutReserved } from '../detectors/pii/reserved.ts'
import { piiStream } from '../detectors/pii/stream.ts'
import { defineGuard } from '../engine/guard.ts'
import type { Vault } from '../engine/ports.ts'

/** More names than there are entities and aliases is a mistake. */
const ENTITIES_MAX = 1_000

/** Countries, cities and companies are in too many harmless prompts to be looked for unasked. */
const NOT_BY_DEFAULT = new Set(['LOCATION', 'ORGANIZATION'])

const DEFAULT_NAMES: readonly string[] = PII_ENTITIES.map((entity) => entity.name).filter(
  (name) => !NOT_BY_DEFAULT.has(name),
)

interface Prepared {
  readonly detector: PiiDetector
  readonly ignoresReserved: boolean
  /** Default: every entity is redacted. */
  readonly actionOf: ActionOf | undefined
  readonly vault: Vault | undefined
}

export default defineGuard({
  name: 'pii_detection',
  title: 'Personal data in prompts',
  description:
    'Detects personal data and secrets in a prompt: contact data, payment and bank numbers, identity numbers of many ' +
    'countries, network addresses, names, addresses and credentials. Numbers are validated by checksums and issuing ' +
    'rules and weighted by the surrounding words. Names are recognized by forms of address, introductions and known ' +
    'given names; a rare name without such a sign is missed. With the action `redact`, `entity_actions` sets the ' +
    'replacement of each entity.',
  stages: ['input'],
  tier: 'fast',
  backend: 'builtin',
  owasp: ['LLM02:2025'],
  views: PII_VIEWS,
  settings: z.object({
    entities: z
      .array(z.string().min(1).max(64))
      .max(ENTITIES_MAX)
      .default(() => [...DEFAULT_NAMES])
      .describe('Entities to detect, by wire name or alias; `ALL` for every entity. An empty list means the default.'),
    score_threshold: z
      .number()
      .min(0)
      .max(1)
      .default(SCORE_THRESHOLD_DEFAULT)
      .describe('Findings with a lower score are not reported.'),
    entity_actions: entityActionsSetting,
    ignore_reserved: ignoreReservedSetting,
  }),
  prepare: ({ entities, score_threshold, entity_actions, ignore_reserved }, { vault }): Prepared => ({
    ignoresReserved: ignore_reserved,
    detector: createPiiDetector(
      resolveEntities(entities.length === 0 ? DEFAULT_NAMES : entities, 'entities'),
      score_threshold,
    ),
    actionOf: compileEntityActions(entity_actions),
    vault,
  }),
  check: (text, { detector, ignoresReserved, actionOf, vault }) => {
    const found = detector.detect(text)
    const outcome = outcomeOf(ignoresReserved ? withoutReserved(found, text.original) : found, 'The text contains')
    return withEntityActions(outcome, text.original, actionOf, vault)
  },
  stream: piiStream<Prepared>(({ detector }) => [detector]),
  examples: [
    {
      text: 'Write to jane.doe@example.com or call +1 213 373 4253.',
      flags: true,
      redacted: 'Write to [EMAIL_ADDRESS] or call [PHONE_NUMBER].',
    },
    {
      text: 'My card 4111 1111 1111 1111 was charged twice',
      flags: true,
      redacted: 'My card [CREDIT_CARD] was charged twice',
    },
    {
      says: 'an order number that happens to pass the card checksum',
      text: 'Where is order 4111111111111111?',
      flags: false,
    },
    { settings: { entities: ['email'] }, text: 'My card is 4111 1111 1111 1111', flags: false },
    {
      says: 'full-width digits are read as digits',
      text: 'SSN: ５６６-６４-４１１９',
      flags: true,
      redacted: 'SSN: [US_SSN]',
    },
    {
      says: 'only the last four characters are left of what is masked',
      settings: { entity_actions: { credit_card: 'mask', US_SSN: 'mask' } },
      text: 'My card is 4111 1111 1111 1111, my SSN 566-64-4119, my mail jane@example.com',
      flags: true,
      redacted: 'My card is **** **** **** 1111, my SSN ***-**-4119, my mail [EMAIL_ADDRESS]',
    },
    {
      says: 'without a vault nothing can be tokenised, and the type stands in',
      settings: { entity_actions: { ALL: 'tokenise' } },
      text: 'Write to jane.doe@example.com',
      flags: true,
      redacted: 'Write to [EMAIL_ADDRESS]',
    },
    { settings: { score_threshold: 0.99 }, text: 'Call me at 0699 868 88 55', flags: false },
    { text: 'Explain how photosynthesis turns light into sugar in 3 steps.', flags: false },
  ],
})
