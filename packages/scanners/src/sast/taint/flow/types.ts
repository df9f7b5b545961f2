/** Types of which no value can be changed by whoever gets it, as they are written. */
const SCALARS: Readonly<Record<string, readonly string[]>> = {
  any: [
    'int',
    'float',
    'bool',
    'boolean',
    'char',
    'double',
    'long',
    'short',
    'byte',
    'number',
    'Integer',
    'Long',
    'Boolean',
  ],
  text: ['string', 'String', 'str', 'java.lang.String', 'bytes', 'kotlin.String', 'Int', 'Double', 'decimal'],
}

/** Languages in which a text is changed in place. */
const CHANGED_TEXTS = new Set(['rust', 'c', 'cpp', 'ruby'])

const plain = new Set(SCALARS['any'])
const texts = new Set(SCALARS['text'])

/** Whether a type says that a value has no members and is never changed. */
export function isScalar(language: string, type: string | undefined): boolean {
  if (type === undefined) return false
  return plain.has(type) || (texts.has(type) && !CHANGED_TEXTS.has(language))
}
