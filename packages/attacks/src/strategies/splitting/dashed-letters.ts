import { defineStrategy } from '../../engine/strategy.ts'
import { coded } from '../shared/frames.ts'
import { exceptAddresses } from '../shared/words.ts'

export default defineStrategy({
  name: 'dashed_letters',
  group: 'splitting',
  title: 'Separated letters',
  description: 'Adds the same symbol between the letters of each word. URLs stay unchanged.',
  isDefault: false,
  aliases: ['StringJoinConverter', 'InsertPunctuationConverter', 'string_join'],
  isOuter: false,
  steps: 1,
  apply: coded('plain text with a sign between the letters of each word', (wish, random) => {
    const sign = random.pick(['-', '_', '*', '~', '·', '|'])
    return exceptAddresses(wish, (part) => part.replace(/(?<=[\p{L}\p{N}])(?=[\p{L}\p{N}])/gu, sign))
  }),
})
