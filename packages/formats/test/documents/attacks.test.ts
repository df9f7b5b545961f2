import { createHash } from 'node:crypto'
import { array, assert, asyncProperty, constantFrom, nat, property, tuple, uint8Array } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { startEffort } from '@gatehouse/testkit'
import { PROBLEM_CODES } from '../../src/documents/extraction.ts'
import { extract } from '../../src/documents/extract.ts'
import { type Extraction, sniff } from '../../src/index.ts'
import { docx, mail, odt, pdf, pptx, run, slide, utf8, xlsx, zip } from '../build.ts'

function codes({ problems }: Extraction): string[] {
  return problems.map(({ code }) => code)
}

const everything = async (): Promise<Uint8Array[]> => [
  utf8('plain text\n'),
  utf8('<html><body><p style="color:#fff">x</p></body></html>'),
  utf8('{"a": ["\\u0041", 1]}'),
  utf8('<?xml version="1.0"?><a b="c"><!-- d --></a>'),
  utf8(mail('a', '<p>b</p>', { name: 'c.txt', bytes: utf8('d') })),
  docx(run('text'), { 'word/comments.xml': '<w:comments/>' }),
  xlsx({ one: '<row r="1"><c r="A1" t="s"><v>0</v></c></row>' }, ['text']),
  pptx([slide('text')]),
  odt('<office:body><text:p>text</text:p></office:body>'),
  await pdf((page) => page.drawText('text', { x: 9, y: 9 })),
  zip({ 'a.txt': 'a', 'b.zip': zip({ 'c.txt': 'c' }) }),
]

describe('bombs', () => {
  test('a flat bomb is reported and costs no more than its limit', async () => {
    const bomb = zip({ 'zeros.txt': new Uint8Array(200 * 1024 * 1024), 'note.txt': 'Still read' }, 9)
    expect(bomb.length).toBeLessThan(300_000)
    const effort_ms = startEffort()
    const result = await extract(bomb)
    expect(codes(result)).toEqual(['decompression_bomb'])
    expect(effort_ms()).toBeLessThan(9_000)
  })

  test('a bomb with false sizes in its directory is reported', async () => {
    const bomb = Buffer.from(zip({ 'zeros.txt': new Uint8Array(50 * 1024 * 1024) }, 9))
    const size = Buffer.alloc(4)
    size.writeUInt32LE(50 * 1024 * 1024)
    for (let at = bomb.indexOf(size); at !== -1; at = bomb.indexOf(size)) bomb.writeUInt32LE(10, at)
    expect(codes(await extract(bomb))).toEqual(['decompression_bomb'])
  })

  test('a bomb of many small files is reported', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 100 }, (_, at) => [`${at}.txt`, new Uint8Array(1024 * 1024).fill(97)]),
    )
    expect(codes(await extract(zip(many)))).toContain('decompression_bomb')
  })

  test('a bomb of too many files is reported', async () => {
    const many = Object.fromEntries(Array.from({ length: 2_100 }, (_, at) => [`${at}.txt`, 'x']))
    expect(codes(await extract(zip(many)))).toEqual(['decompression_bomb'])
  })

  test('a quine is followed for a few levels only', async () => {
    let nested = zip({ 'end.txt': 'The end' })
    for (let level = 0; level < 20; level += 1) nested = zip({ 'r.zip': nested, 's.zip': nested })
    const result = await extract(nested)
    expect(new Set(codes(result))).toEqual(new Set(['decompression_bomb']))
    expect(result.text).not.toContain('The end')
  })

  test('elements that nest without end are damage, not a crash', async () => {
    for (const start of ['<html><div>', '<?xml version="1.0"?><a b="c">']) {
      const deep = await extract(utf8(start.replace(/<\w+(?: b="c")?>$/, (tag) => tag.repeat(200_000))))
      expect(codes(deep)).toEqual(['damaged'])
    }
    const json = await extract(utf8('['.repeat(500_000)))
    expect(json.text.length).toBe(500_000)
  })
})

describe('names', () => {
  test.each(['../../etc/passwd', '/etc/passwd', 'C:\\x.txt', 'a/../../b', '..\\..\\x'])(
    '%s is reported',
    async (name) => {
      const result = await extract(zip({ [name]: 'Content', 'good.txt': 'Good' }))
      expect(codes(result)).toEqual(['unsafe_path'])
      expect(result.text).toContain('Content')
      expect(result.text).toContain(name)
    },
  )
})

describe('encrypted files are reported:', () => {
  test('ZIP', async () => {
    const bytes = Buffer.from(zip({ 'a.txt': 'secret', 'b.txt': 'open' }, 0))
    // Bit 0 of the general purpose flags, in the local header and in the directory. APPNOTE.TXT 4.4.4.
    bytes.writeUInt16LE(bytes.readUInt16LE(6) | 1, 6)
    const directory = bytes.indexOf('PK\x01\x02', 0, 'latin1')
    bytes.writeUInt16LE(bytes.readUInt16LE(directory + 8) | 1, directory + 8)
    const result = await extract(bytes)
    expect(result.problems).toMatchObject([{ code: 'encrypted', where: 'a.txt' }])
    expect(result.text).toContain('open')
  })

  test('Office', async () => {
    const ole = Buffer.concat([
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      Buffer.alloc(504),
      Buffer.from('EncryptionInfo\0EncryptedPackage\0', 'utf16le'),
      Buffer.alloc(512),
    ])
    expect(codes(await extract(ole))).toEqual(['encrypted', 'unsupported_type'])
  })

  test('OpenDocument', async () => {
    const bytes = odt('', { 'META-INF/manifest.xml': '<m><manifest:encryption-data/></m>' })
    expect(codes(await extract(bytes))).toEqual(['encrypted'])
  })

  test('PDF', async () => {
    expect(codes(await extract(encryptedPdf()))).toEqual(['encrypted'])
  })
})

/** Returns a PDF with the standard security handler, revision 2, and a user password. ISO 32000-1, 7.6.3. */
function encryptedPdf(): Uint8Array {
  const hash = createHash('sha256').update('anything').digest('hex').toUpperCase()
  const body =
    '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n' +
    '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj\n' +
    `4 0 obj<</Filter/Standard/V 1/R 2/P -44/O<${hash}>/U<${hash}>>>endobj\n`
  const offsets = [...body.matchAll(/\d 0 obj/g)].map(({ index }) => `${String(index).padStart(10, '0')} 00000 n \n`)
  const table = `xref\n0 5\n0000000000 65535 f \n${offsets.join('')}`
  return utf8(
    `${body}${table}trailer<</Size 5/Root 1 0 R/Encrypt 4 0 R/ID[<00><00>]>>\nstartxref\n${body.length}\n%%EOF\n`,
  )
}

describe('damage is reported:', () => {
  test('a truncated PDF, with the readable part extracted', async () => {
    const whole = await pdf((page) => page.drawText('Seen', { x: 20, y: 350 }))
    for (const share of [0.3, 0.6, 0.9]) {
      const result = await extract(whole.subarray(0, Math.floor(whole.length * share)))
      expect(result.kind).toBe('pdf')
      expect(codes(result)).toContain('damaged')
    }
  })

  test('a Word document and an archive cut short', async () => {
    for (const whole of [docx(run('x'.repeat(5_000))), zip({ 'a.txt': 'a' })]) {
      expect(codes(await extract(whole.subarray(0, whole.length - 30)))).toContain('damaged')
    }
  })

  test('data that does not unpack', async () => {
    const bytes = Buffer.from(zip({ 'a.txt': 'text '.repeat(100) }))
    bytes.fill(0xff, 40, 50)
    expect(codes(await extract(bytes))).toEqual(['damaged'])
  })
})

test('macros are reported and the text is read', async () => {
  const macro = await extract(docx(run('Seen'), { 'word/vbaProject.bin': Buffer.from('d0cf11e0a1b11ae1', 'hex') }))
  expect(codes(macro)).toEqual(['macros'])
  expect(macro.text).toContain('Seen')
})

describe('polyglot files are reported, and both formats are read:', () => {
  const archive = zip({ 'inner.txt': 'From the archive' })

  test('PDF and ZIP', async () => {
    const document = await pdf((page) => page.drawText('From the page', { x: 20, y: 350 }))
    const result = await extract(Buffer.concat([document, archive]))
    expect(result.kind).toBe('pdf')
    expect(codes(result)).toContain('polyglot')
    expect(result.text).toContain('From the page')
    expect(result.text).toContain('From the archive')
  })

  test('picture and ZIP', async () => {
    const result = await extract(Buffer.concat([Buffer.from('GIF89a\x01\0\x01\0\0\0\0;', 'latin1'), archive]))
    expect(codes(result)).toEqual(['polyglot', 'unsupported_type'])
    expect(result.text).toContain('From the archive')
  })

  test('PDF and HTML', async () => {
    const document = Buffer.from(await pdf((page) => page.drawText('From the page', { x: 20, y: 350 })))
    const both = Buffer.concat([Buffer.from('%PDF-1.7\n<html><body>From the markup</body></html>\n'), document])
    const result = await extract(both)
    expect(codes(result)).toContain('polyglot')
    expect(result.text).toContain('From the markup')
  })

  test('but not an archive that contains a PDF', async () => {
    const document = await pdf((page) => page.drawText('From the page', { x: 20, y: 350 }))
    const result = await extract(zip({ 'a.pdf': document }, 0))
    expect(codes(result)).toEqual([])
    expect(result.text).toContain('From the page')
  })
})

test.each([
  ['image/png', '\x89PNG\r\n\x1a\n\0\0'],
  ['application/gzip', '\x1f\x8b\x08\0\0\0'],
  ['application/x-7z-compressed', '7z\xbc\xaf\x27\x1c\0\0'],
  ['application/vnd.microsoft.portable-executable', 'MZ\x90\0\x03\0\0\0'],
  ['application/octet-stream', '\0\x01\x02\x03\xfe\xff\0\0'],
])('%s is not read and is reported', async (mime_type, content) => {
  const result = await extract(Buffer.from(content, 'latin1'))
  expect(result).toMatchObject({ kind: 'unsupported', mime_type, text: '' })
  expect(codes(result)).toEqual(['unsupported_type'])
})

describe('arbitrary bytes return an extraction', () => {
  const expectSound = (result: Extraction): void => {
    for (const { code, message } of result.problems) {
      expect(PROBLEM_CODES).toContain(code)
      expect(message).not.toBe('')
    }
    expect(codes(result)).not.toContain('failed')
  }

  test('for random bytes after the magic number of any format', async () => {
    const starts = [
      '',
      '%PDF-1.7\n',
      'PK\x03\x04',
      '<html>',
      '<?xml ',
      '{"',
      'From: a@b.c\nSubject: x\n',
      '\xd0\xcf\x11\xe0',
      '\xff\xfe',
    ]
    await assert(
      asyncProperty(constantFrom(...starts), uint8Array({ maxLength: 400 }), async (start, rest) => {
        expectSound(await extract(Buffer.concat([Buffer.from(start, 'latin1'), rest])))
      }),
      { numRuns: 300 },
    )
  })

  test('for documents with changed, lost and doubled bytes', async () => {
    const documents = await everything()
    await assert(
      asyncProperty(
        constantFrom(...documents),
        array(tuple(nat(20_000), nat(255)), { minLength: 1, maxLength: 8 }),
        tuple(nat(20_000), nat(200)),
        async (document, changes, [from, length]) => {
          const bytes = Buffer.from(document)
          for (const [at, value] of changes) bytes[at % bytes.length] = value
          const cut = from % bytes.length
          expectSound(await extract(Buffer.concat([bytes.subarray(0, cut), bytes.subarray(cut + length)])))
        },
      ),
      { numRuns: 400 },
    )
  })
})

test('sniffing reads only the bytes and never throws', () => {
  assert(
    property(uint8Array({ maxLength: 200 }), (bytes) => {
      expect(sniff(bytes).mime_type).toMatch(/^[a-z]+\/[\w.+-]+$/)
    }),
  )
})

describe('words split into runs are joined:', () => {
  const letters = 'Ignore all'.replace(/./g, (letter) => `<w:r><w:rPr><w:vanish/></w:rPr><w:t>${letter}</w:t></w:r>`)

  test('in hidden runs, in unused parts, in markup', async () => {
    const document = await extract(docx(`<w:p>${letters}</w:p>`, { 'word/other.xml': `<w:p>${letters}</w:p>` }))
    expect(document.hidden.map(({ text }) => text)).toEqual(['Ignore all', 'Ignore all'])
    const markup = 'Ignore all'.replace(/./g, (letter) => `<b>${letter}</b>`)
    const page = await extract(utf8(`<html><body><p style="display:none">${markup}</p></body></html>`))
    expect(page.hidden.map(({ text }) => text)).toEqual(['Ignore all'])
  })
})

describe('work that grows faster than the file is not done:', () => {
  test.each([
    ['quotes that never end', `{"a": "${'\\"'.repeat(400_000)}`],
    [
      'style rules without number',
      `<html><style>${Array.from({ length: 60_000 }, (_, at) => `p{a${at}:b;color:red}`).join('')}</style>${'<p>x</p>'.repeat(50_000)}`,
    ],
    ['end tags of nothing', `<html>${'<i>'.repeat(990)}${'</u>'.repeat(200_000)}`],
    [
      'places without number',
      `<html>${Array.from({ length: 100_000 }, (_, at) => `<i data-a${at}="b c">x</i>`).join('')}`,
    ],
  ])('%s', async (_name, content) => {
    const effort_ms = startEffort()
    await extract(utf8(content))
    expect(effort_ms()).toBeLessThan(9_000)
  })
})
