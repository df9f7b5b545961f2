import { defineStrategy } from '../../engine/strategy.ts'
import { coded } from '../shared/frames.ts'

export default defineStrategy({
  name: 'quoted_printable',
  group: 'encoding',
  title: 'Quoted-printable',
  description: 'Encodes each byte of the message as quoted-printable, as in e-mail.',
  isDefault: false,
  aliases: ['encoding.InjectQP', 'encoding.InjectMime'],
  isOuter: false,
  steps: 1,
  apply: coded('quoted-printable', (wish) =>
    Array.from(Buffer.from(wish), (byte) => `=${byte.toString(16).padStart(2, '0').toUpperCase()}`).join(''),
  ),
})
