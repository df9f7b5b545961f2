import { defineStrategy } from '../../engine/strategy.ts'
import { framed } from '../shared/frames.ts'
import { SMALL_LANGUAGES } from '../shared/languages.ts'

export default defineStrategy({
  name: 'rare_language_frame',
  group: 'language',
  title: 'Low-resource language',
  description: 'Asks in a language with little safety training; the message stays unchanged.',
  isDefault: false,
  aliases: ['low_resource_language', 'RandomTranslationConverter'],
  isOuter: true,
  steps: 1,
  apply: (approach, random) => {
    const { before, after } = random.pick(SMALL_LANGUAGES)
    const texts = ['{before}\n{wish}\n{after}', '{wish}\n\n{before} {after}', '{before}\n\n{wish}']
    return framed({ texts, words: { before, after } })(approach, random)
  },
})
