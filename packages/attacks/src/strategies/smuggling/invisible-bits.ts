import { defineStrategy } from '../../engine/strategy.ts'
import { framed } from '../shared/frames.ts'
import { hiddenInstruction } from '../shared/hidden.ts'

/** Signs of formulas that show nothing: times and plus. */
const ZERO = '\u2062'
const ONE = '\u2064'

export default defineStrategy({
  name: 'invisible_bits',
  group: 'smuggling',
  title: 'Invisible bit encoding',
  description: 'Encodes the bits of the message in two invisible mathematical operators: U+2062 is 0, U+2064 is 1.',
  isDefault: false,
  aliases: ['SneakyBitsSmugglerConverter', 'encoding.InjectSneakyBits', 'sneaky_bits'],
  isOuter: false,
  steps: 1,
  apply: framed(hiddenInstruction('invisible bits (U+2062 is 0, U+2064 is 1, eight to a byte)'), (wish) => {
    let hidden = ''
    for (const byte of Buffer.from(wish)) {
      for (let bit = 7; bit >= 0; bit -= 1) hidden += ((byte >> bit) & 1) === 1 ? ONE : ZERO
    }
    return hidden
  }),
})
