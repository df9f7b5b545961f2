import { SOURCE_FILES } from '@gatehouse/scan-engine'
import type { ConfigLanguage } from './config-language.ts'
import { yaml } from './yaml.ts'

const { write: _, ...common } = yaml

/** The tree is that of YAML. */
export const json: ConfigLanguage = {
  ...common,
  name: 'json',
  aliases: ['jsonc', 'json5'],
  ...SOURCE_FILES.json,
  grammar: 'json',
  frames: ['@', '{@}'],
}
