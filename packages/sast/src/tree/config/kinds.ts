/** The kinds of nodes of YAML and JSON: one set for both, so that a rule means the same in both. */
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

/** Ours: what people write has a tenth of it. */
export const DEPTH_MAX = 200
