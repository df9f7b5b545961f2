import type { Generator } from '../lib/generator.ts'

export default {
  about: 'The JSON Schema of files that say how an agent is attacked, for editors and pipelines',
  async generate() {
    const { runFileSchema } = await import('@gatehouse/contracts/redteam')
    return { 'schemas/gatehouse-redteam.schema.json': `${JSON.stringify(runFileSchema(), null, 2)}\n` }
  },
} satisfies Generator
