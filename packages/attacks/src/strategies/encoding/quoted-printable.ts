import { defineStrategy } from '../../engine/strategy.ts'
import { coded } from '../shared/frames.ts'

export default defineStrategy({
  name: 'quoted_printable',
  group: 'encoding',
  title: 'Quoted-printable',
  description: 'Writes each byte of the message as e-mails write what is not ASCII.',
  isDefault: false,
  aliases: ['encoding.InjectQP', 'encoding.InjectMime'],
  isOuter: false,
  steps: 1,
  apply: coded('quoted-printable', (wish) =>
    Array.from(Buffer.from(wish), (byte) => `=${byte.toString(16).padStart(2, '0').toUpperCase()}`).join(''),
  ),
})
