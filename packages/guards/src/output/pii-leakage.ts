import { z } from 'zod'
import { type ActionOf, compileEntityActions, entityActionsSetting } from '../detectors/pii/actions/entity-actions.ts'
import { withEntityActions } from '../detectors/pii/actions/rewrite.ts'
import { PII_ENTITIES, resolveEntities } from '../detectors/pii/catalogue.ts'
import { createPiiDetector, PII_VIEWS, type PiiDetector } from '../detectors/pii/detect.ts'
import { SCORE_THRESHOLD_DEFAULT } from '../detectors/pii/entity.ts'
import { outcomeOf } from '../detectors/pii/outcome.ts'
import { ignoreReservedSetting, withoutReserved } from '../detectors/pii/reserved.ts'
import { piiStream } from '../detectors/pii/stream.ts'
import { clear, defineGuard, type Outcome } from '../engine/guard.ts'
import type { Vault } from '../engine/ports.ts'

/** More names than there are entities and aliases is a mistake. */
const TYPES_MAX = 1_000

/** Names of people, places and hosts are normal in answers; redacting them by default would ruin the answers. */
const NOT_BY_DEFAULT = new Set(['PERSON', 'LOCATION', 'ORGANIZATION', 'IP_ADDRESS'])

const DEFAULT_NAMES: readonly string[] = PII_ENTITIES.map((entity) => entity.name).filter(
  (name) => !NOT_BY_DEFAULT.has(name),
)

interface Prepared {
  readonly detector: PiiDetector
  readonly ignoresReserved: boolean
  readonly autoRedact: boolean
  /** Default: every entity is redacted. */
  readonly actionOf: ActionOf | undefined
  readonly vault: Vault | undefined
}

export default defineGuard({
  name: 'pii_leakage',
  aliases: ['pii_leakage_detection'],
  title: 'Personal data in responses',
  description:
    'Detects personal data and secrets in a response, with the same detectors as `pii_detection`. Names of persons, ' +
    'places and IP addresses are detected only if `pii_types` lists them. With `auto_redact` off, the finding is ' +
    'reported without the positions to redact, so the response is never changed. `entity_actions` sets the ' +
    'replacement of each entity.',
  stages: ['output'],
  tier: 'fast',
  backend: 'builtin',
  owasp: ['LLM02:2025'],
  views: PII_VIEWS,
  settings: z.object({
    pii_types: z
      .array(z.string().min(1).max(64))
      .max(TYPES_MAX)
      .default(() => [...DEFAULT_NAMES])
      .describe('Entities to detect, by wire name or alias; `ALL` for every entity. An empty list means the default.'),
    auto_redact: z.boolean().default(true).describe('Report the positions of findings, so that they can be redacted.'),
    entity_actions: entityActionsSetting,
    ignore_reserved: ignoreReservedSetting,
  }),
  prepare: ({ pii_types, auto_redact, entity_actions, ignore_reserved }, { vault }): Prepared => ({
    ignoresReserved: ignore_reserved,
    detector: createPiiDetector(
      resolveEntities(pii_types.length === 0 ? DEFAULT_NAMES : pii_types, 'pii_types'),
      SCORE_THRESHOLD_DEFAULT,
    ),
    autoRedact: auto_redact,
    actionOf: compileEntityActions(entity_actions),
    vault,
  }),
  check: (text, { detector, ignoresReserved, autoRedact, actionOf, vault }) => {
    const found = detector.detect(text)
    const outcome = outcomeOf(ignoresReserved ? withoutReserved(found, text.original) : found, 'The response discloses')
    return autoRedact ? withEntityActions(outcome, text.original, actionOf, vault) : withoutSpans(outcome)
  },
  stream: piiStream<Prepared>(({ detector }) => [detector]),
  examples: [
    {
      text: 'The account IBAN DE89370400440532013000 belongs to jane@example.com.',
      flags: true,
      redacted: 'The account IBAN [IBAN_CODE] belongs to [EMAIL_ADDRESS].',
    },
    { says: 'names are not looked for unasked', text: 'Marie Curie discovered radium.', flags: false },
    {
      settings: { pii_types: ['PERSON'] },
      text: 'The patient is Mrs. Marie Curie.',
      flags: true,
      redacted: 'The patient is Mrs. [PERSON].',
    },
    {
      says: 'entities may be replaced each in its own way',
      settings: { entity_actions: { ALL: 'mask', email: 'redact' } },
      text: 'The IBAN of jane@example.com is DE89370400440532013000.',
      flags: true,
      redacted: 'The IBAN of [EMAIL_ADDRESS] is ******************3000.',
    },
    { settings: { auto_redact: false }, text: 'Her SSN is 566-64-4119.', flags: true },
    { text: 'Your order 4111111111111111 has shipped.', flags: false },
    {
      says: 'an address of a domain that is reserved for documentation',
      settings: { ignore_reserved: true },
      text: 'Send the patch to dev@lists.example.org.',
      flags: false,
    },
  ],
})

function withoutSpans(outcome: Outcome): Outcome {
  if (!outcome.flagged) return clear
  const { spans: _, ...rest } = outcome
  // Otherwise the engine blocks because the redaction is not possible.
  return { ...rest, sanitize: false }
}
