import { defineStrategy } from '../../engine/strategy.ts'
import { coded } from '../shared/frames.ts'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export default defineStrategy({
  name: 'base32',
  group: 'encoding',
  title: 'Base32',
  description: 'Encodes the message in Base32 and asks the target to decode and follow it.',
  isDefault: false,
  aliases: ['encoding.InjectBase32', 'base32_encoding'],
  isOuter: false,
  steps: 1,
  apply: coded('Base32', toBase32),
})

/** RFC 4648, section 6. */
function toBase32(text: string): string {
  let written = ''
  let bits = 0
  let held = 0
  for (const byte of Buffer.from(text)) {
    bits = ((bits << 8) | byte) & 0xfff
    held += 8
    while (held >= 5) {
      held -= 5
      written += LETTERS[(bits >> held) & 31]!
    }
  }
  if (held > 0) written += LETTERS[(bits << (5 - held)) & 31]!
  return written.padEnd(Math.ceil(written.length / 8) * 8, '=')
}
