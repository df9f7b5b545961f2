import { SOURCE_FILES } from '@gatehouse/scan-engine'
import type { ConfigLanguage } from './config-language.ts'
import { NO_CODE } from './plain.ts'
import { writeYaml } from './yaml-pattern.ts'

export const yaml: ConfigLanguage = {
  ...NO_CODE,
  name: 'yaml',
  aliases: ['yml'],
  ...SOURCE_FILES.yaml,
  grammar: 'yaml',
  comments: [],
  identifiers: ['key', 'alias'],
  strings: { kinds: ['string'], content: ['content'], code: [], joined: [] },
  silent: [],
  literals: ['number', 'boolean', 'null'],
  transparent: ['document'],
  blocks: [],
  lists: ['stream', 'document', 'mapping', 'sequence'],
  unordered: ['mapping'],
  subset: [],
  named: [],
  optional: [],
  frames: ['@'],
  opens: ['mapping'],
  runs: ['sequence'],
  pairs: ['pair'],
  write: (pattern) => [writeYaml(pattern)],
}
