import type { ConfigLanguage } from './config-language.ts'
import { yaml } from './yaml.ts'

const { write: _, ...common } = yaml

/** The tree is that of YAML. */
export const json: ConfigLanguage = {
  ...common,
  name: 'json',
  aliases: ['jsonc', 'json5'],
  extensions: ['.json', '.jsonc', '.json5', '.webmanifest'],
  grammar: 'json',
  frames: ['@', '{@}'],
}
