import { defineStrategy } from '../../engine/strategy.ts'
import { framed } from '../shared/frames.ts'
import { LARGE_LANGUAGES } from '../shared/languages.ts'

export default defineStrategy({
  name: 'mixed_languages',
  group: 'language',
  title: 'Mixed languages',
  description: 'Starts in one language, asks in a second and ends in a third; the message stays unchanged.',
  isDefault: false,
  aliases: ['code_switching', 'language_mixing'],
  isOuter: true,
  steps: 1,
  apply: (approach, random) => {
    const [first, second, third] = random.shuffled(LARGE_LANGUAGES)
    const words = { one: first!.before, two: second!.after, three: third!.after }
    return framed({ texts: ['{one}\n{wish}\n{two} {three}', '{two}\n{wish}\n{one}\n{three}'], words })(approach, random)
  },
})
