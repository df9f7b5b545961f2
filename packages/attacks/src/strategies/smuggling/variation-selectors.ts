import { defineStrategy } from '../../engine/strategy.ts'
import { framed } from '../shared/frames.ts'
import { hiddenInstruction } from '../shared/hidden.ts'

export default defineStrategy({
  name: 'variation_selectors',
  group: 'smuggling',
  title: 'Variation selectors',
  description: 'Encodes each byte of the message as a variation selector after an emoji.',
  isDefault: false,
  aliases: ['VariationSelectorSmugglerConverter', 'encoding.InjectUnicodeVariantSelectors', 'emoji_smuggling'],
  isOuter: false,
  steps: 1,
  apply: framed(hiddenInstruction('variation selectors'), (wish, random) => {
    const carrier = random.pick(['😀', '🌞', '👍', '🎈', '☕'])
    return ` ${carrier}${Array.from(Buffer.from(wish), selectorOf).join('')}`
  }),
})

/** The first sixteen have a block of their own. */
function selectorOf(byte: number): string {
  return String.fromCodePoint(byte < 16 ? 0xfe00 + byte : 0xe0100 + byte - 16)
}
