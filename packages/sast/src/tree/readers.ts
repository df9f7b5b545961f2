import type { OwnGrammar } from './grammar.ts'
import { ownGrammar } from './own-grammar.ts'

/** The languages that we read ourselves, by the names of their grammars. Each is imported when it is first asked for. */
export const READERS: Readonly<Partial<Record<string, () => Promise<OwnGrammar>>>> = {
  yaml: async () => (await import('./config/yaml.ts')).yamlGrammar(),
  dockerfile: async () => (await import('./dockerfile/reader.ts')).dockerfileGrammar(),
  json: async () => (await import('./config/json.ts')).jsonGrammar(),
  hcl: async () => ownGrammar((await import('./hcl/own-reader.ts')).hclReader),
}
