import type { Generator } from '../lib/generator.ts'

export default {
  about: 'The JSON Schema of policy files, for editors and pipelines',
  async generate() {
    const { policyFileSchema } = await import('@gatehouse/guards')
    return { 'schemas/gatehouse-policy.schema.json': `${JSON.stringify(policyFileSchema(), null, 2)}\n` }
  },
} satisfies Generator
