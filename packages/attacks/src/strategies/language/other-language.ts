import { defineStrategy } from '../../engine/strategy.ts'

export default defineStrategy({
  name: 'other_language',
  group: 'language',
  title: 'Other language',
  description:
    'Sends attacks that are written in another language than that of the target, where its rules are weaker.',
  isDefault: true,
  aliases: ['multilingual_seeds', 'foreign_language'],
  isOuter: false,
  steps: 1,
  seeds: 'other_languages',
  apply: (approach) => approach,
})
