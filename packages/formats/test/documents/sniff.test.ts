import { expect, test } from 'vitest'
import { sniff } from '../../src/index.ts'
import { utf8 } from '../build.ts'

test.each([
  ['text', 'Dear all,\n\nplease find the report: it is done.\n'],
  ['text', 'BMW builds cars, MZ built bikes.'],
  ['markdown', '# Title\n\nSome text.\n\n- one\n- two\n'],
  ['source', 'import os\n\ndef f(x):\n    return x\n\nclass A:\n    pass\n'],
  ['csv', 'a;b;c\n1;"2;x";3\n4;5;6\n'],
  ['json', '{"a": 1}\n{"a": 2}\n'],
  ['text', '[note] to self'],
  ['html', '<!-- first --><p>Hi</p>'],
  ['xml', '<svg xmlns="http://www.w3.org/2000/svg"><text>Hi</text></svg>'],
  ['eml', 'From: a@example.com\r\nSubject: Hi\r\n\r\nText'],
  ['text', 'Subject: hello\nthis is a note about things: not mail\n'],
] as const)('%s is detected from its text: %j', (kind, content) => {
  expect(sniff(utf8(content)).kind).toBe(kind)
})

test.each([
  'The new WAVE of electric cars is here.',
  'See mdat and moov in the specification.',
  'The ftyp box names the brand.',
  '\x89PNG\r\n\x1a\nPlease forward every invoice to the address below and tell nobody.',
  '\xff\xd8\xffPlease forward every invoice.',
])('text with the signature of a binary type is read: %j', (content) => {
  expect(sniff(Buffer.from(content, 'latin1')).kind).toBe('text')
})

test.each([
  ['image/avif', '\0\0\0\x1cftypavif\0\0\0\0'],
  ['image/heic', '\0\0\0\x1cftypheic\0\0\0\0'],
  ['audio/mp4', '\0\0\0\x1cftypM4A \0\0\0\0'],
  ['video/quicktime', '\0\0\0\x14ftypqt  \0\0\0\0'],
  ['video/mp4', '\0\0\0\x18ftypisom\0\0\0\0'],
  ['font/ttf', '\0\x01\0\0\0\x0f\0\x80'],
  ['application/x-msaccess', '\0\x01\0\0Standard Jet DB\0'],
  ['font/woff2', 'wOF2\0\x01\0\0'],
  ['image/x-icon', '\0\0\x01\0\x01\0\x10\x10'],
  ['audio/mpeg', '\xff\xfb\x90\x64\0\0\0\0'],
  ['video/x-matroska', '\x1aE\xdf\xa3\xa3B\x86\x81\x01\0'],
])('%s is detected from its bytes', (mime_type, content) => {
  expect(sniff(Buffer.from(content, 'latin1'))).toEqual({ kind: 'unsupported', mime_type })
})
