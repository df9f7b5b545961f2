import type { Generator } from '../lib/generator.ts'

export default {
  about: 'The types of the tables, read back from a database that the migrations made',
  order: 5,
  async generate() {
    const { generateSchema } = await import('../../packages/store/gen-schema.ts')
    return { 'packages/store/src/schema.gen.ts': await generateSchema() }
  },
} satisfies Generator
