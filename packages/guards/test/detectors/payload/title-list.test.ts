import { expect, test } from 'vitest'
import { titleList } from '../../../src/detectors/payload/title-list.ts'

test.each([
  [['Serialized PHP object'], 'serialized PHP object'],
  [['XML entity that loads a file or an address'], 'XML entity that loads a file or an address'],
  [
    ['SQL injection', 'Null byte that cuts off a file extension'],
    'SQL injection and null byte that cuts off a file extension',
  ],
  [
    ['XML external entity (XXE)', 'SQL injection', 'Path traversal'],
    'XML external entity (XXE), SQL injection and 1 more',
  ],
  [
    ['Python pickle that calls a function', 'JavaScript expression', 'Base64 of a program', 'YAML tag'],
    'Python pickle that calls a function, JavaScript expression and 2 more',
  ],
])('titles in a sentence: %j', (titles, sentence) => {
  expect(titleList(titles)).toBe(sentence)
})
