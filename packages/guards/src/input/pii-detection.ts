import { z } from 'zod'
import { PII_ENTITIES, resolveEntities } from '../detectors/pii/catalogue.ts'
import { createPiiDetector, PII_VIEWS } from '../detectors/pii/detect.ts'
import { SCORE_THRESHOLD_DEFAULT } from '../detectors/pii/entity.ts'
import { outcomeOf } from '../detectors/pii/outcome.ts'
import { defineGuard } from '../engine/guard.ts'

/** More names than there are entities and aliases is a mistake. */
const ENTITIES_MAX = 1_000

/** Countries, cities and companies are in too many harmless prompts to be looked for unasked. */
const NOT_BY_DEFAULT = new Set(['LOCATION', 'ORGANIZATION'])

const DEFAULT_NAMES: readonly string[] = PII_ENTITIES.map((entity) => entity.name).filter(
  (name) => !NOT_BY_DEFAULT.has(name),
)

export default defineGuard({
  name: 'pii_detection',
  title: 'Personal data in prompts',
  description:
    'Finds personal data and secrets in a prompt: contact data, payment and bank numbers, identity numbers of many countries, network addresses, names, addresses and credentials. Numbers are checked by their checksums and issuing rules and weighed by the words around them. Names rest on forms of address, introductions and known given names, so a rare name without such a sign is missed.',
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
      .describe('Entities to look for, by wire name or alias; `ALL` for every one. An empty list means the default.'),
    score_threshold: z
      .number()
      .min(0)
      .max(1)
      .default(SCORE_THRESHOLD_DEFAULT)
      .describe('Findings with a lower score are not reported.'),
  }),
  prepare: ({ entities, score_threshold }) =>
    createPiiDetector(resolveEntities(entities.length === 0 ? DEFAULT_NAMES : entities, 'entities'), score_threshold),
  check: (text, detector) => outcomeOf(detector.detect(text), 'The text holds'),
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
    { settings: { score_threshold: 0.99 }, text: 'Call me at 0699 868 88 55', flags: false },
    { text: 'Explain how photosynthesis turns light into sugar in 3 steps.', flags: false },
  ],
})
