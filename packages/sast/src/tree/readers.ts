import type { OwnGrammar } from './grammar.ts'
import { ownGrammar } from './own-grammar.ts'

/** Languages with a built-in reader, by grammar name. Each is imported at first use. */
export const READERS: Readonly<Partial<Record<string, () => Promise<OwnGrammar>>>> = {
  yaml: async () => (await import('./config/yaml.ts')).yamlGrammar(),
  dockerfile: async () => (await import('./dockerfile/reader.ts')).dockerfileGrammar(),
  json: async () => (await import('./config/json.ts')).jsonGrammar(),
  hcl: async () => ownGrammar((await import('./hcl/own-reader.ts')).hclReader),
}
