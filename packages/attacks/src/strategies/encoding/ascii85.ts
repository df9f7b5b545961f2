import { defineStrategy } from '../../engine/strategy.ts'
import { coded } from '../shared/frames.ts'

export default defineStrategy({
  name: 'ascii85',
  group: 'encoding',
  title: 'Ascii85',
  description: 'Encodes the message in Ascii85, as in PDF files.',
  isDefault: false,
  aliases: ['encoding.InjectAscii85', 'base85'],
  isOuter: false,
  steps: 1,
  apply: coded('Ascii85', toAscii85),
})

/** Encodes four bytes as five characters from `!` to `u`. The abbreviation `z` for four zeros is not used: decoders accept both. */
function toAscii85(text: string): string {
  const bytes = Buffer.from(text)
  let written = ''
  for (let at = 0; at < bytes.length; at += 4) {
    const four = bytes.subarray(at, at + 4)
    let value = Buffer.concat([four, Buffer.alloc(4 - four.length)]).readUInt32BE(0)
    let five = ''
    for (let digit = 0; digit < 5; digit += 1) {
      five = String.fromCharCode((value % 85) + 33) + five
      value = Math.floor(value / 85)
    }
    written += five.slice(0, four.length + 1)
  }
  return written
}
