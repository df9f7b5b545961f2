import type { StreamTraits } from '../../engine/guard.ts'
import { quietPlace, unitsBack } from '../../stream/places.ts'
import { openPrivateKey } from '../secrets/open-key.ts'

/**
 * Units from the start of a finding to the last that decides about it: a number with its separators and extension, and the
 * 45 characters after it whose words may speak for it. Addresses and names, which may be longer, are parted between small
 * words alone; keys, tokens and links are runs without blanks.
 */
const REACH_UNITS = 128
/** The longest of the forms of addresses takes so much more. */
const NAME_UNITS_MAX = 192

/** How the guards that find personal data work on streams. */
export const PII_STREAM: StreamTraits = {
  reads: 'window',
  reach: () => REACH_UNITS,
  undecidedFrom: ({ original }) =>
    Math.min(openPrivateKey(original), quietPlace(original, unitsBack(original, REACH_UNITS), NAME_UNITS_MAX)),
}
