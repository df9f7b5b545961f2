import { defineStrategy } from '../../engine/strategy.ts'
import { framed } from '../shared/frames.ts'
import { LARGE_LANGUAGES } from '../shared/languages.ts'

export default defineStrategy({
  name: 'translated_frame',
  group: 'language',
  title: 'Translated request',
  description: 'Asks in one of fourteen languages to follow the message, which stays in its own language.',
  isDefault: true,
  aliases: ['multilingual', 'cross_lingual', 'TranslationConverter'],
  isOuter: true,
  steps: 1,
  apply: (approach, random) => {
    const { before, after } = random.pick(LARGE_LANGUAGES)
    const texts = ['{before}\n{wish}\n{after}', '{wish}\n\n{before} {after}', '{before}\n\n{wish}']
    return framed({ texts, words: { before, after } })(approach, random)
  },
})
