/** Node kinds of YAML and JSON: one set for both, so that a rule has the same meaning in both. */
export const CONFIG_KINDS = [
  'stream',
  'document',
  'mapping',
  'pair',
  'key',
  'sequence',
  'string',
  'content',
  'number',
  'boolean',
  'null',
  'alias',
] as const

export const CONFIG_FIELDS = ['key', 'value'] as const

/** Own limit: ten times the depth of hand-written files. */
export const DEPTH_MAX = 200
