import { defineStrategy } from '../../engine/strategy.ts'
import { coded } from '../shared/frames.ts'

/** Line length of the format. */
const LINE_BYTES = 45

export default defineStrategy({
  name: 'uuencode',
  group: 'encoding',
  title: 'uuencode',
  description: 'Encodes the message with uuencode, as in early e-mail.',
  isDefault: false,
  aliases: ['encoding.InjectUU', 'uu'],
  isOuter: false,
  steps: 1,
  apply: coded('uuencode', toUu),
})

function toUu(text: string): string {
  const bytes = Buffer.from(text)
  const lines = ['begin 644 message.txt']
  for (let at = 0; at < bytes.length; at += LINE_BYTES) {
    const row = bytes.subarray(at, at + LINE_BYTES)
    let line = signOf(row.length)
    for (let three = 0; three < row.length; three += 3) {
      const bits = ((row[three] ?? 0) << 16) | ((row[three + 1] ?? 0) << 8) | (row[three + 2] ?? 0)
      line += signOf(bits >> 18) + signOf((bits >> 12) & 63) + signOf((bits >> 6) & 63) + signOf(bits & 63)
    }
    lines.push(line)
  }
  return [...lines, '`', 'end'].join('\n')
}

/** Zero is written as a grave accent, since trailing spaces get lost. */
function signOf(six: number): string {
  return six === 0 ? '`' : String.fromCharCode(six + 32)
}
