import type { Generator } from '../lib/generator.ts'
import { page } from '../lib/markdown.ts'

export default {
  about: 'The page of all settings, from their table',
  async generate() {
    const { settingsReference } = await import('@gatehouse/settings')
    return { 'docs/generated/settings.md': page(settingsReference().split('\n')) }
  },
} satisfies Generator
