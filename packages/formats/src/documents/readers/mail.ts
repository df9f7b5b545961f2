import PostalMime from 'postal-mime'
import type { Place, ReadPart } from '../reader.ts'
import type { Sink } from '../sink.ts'
import { readHtmlText } from './html.ts'

/** Own limit for nested parts. */
const NESTING_MAX = 30
const HEADER_BYTES_MAX = 512 * 1024

/** Headers that a reader is shown. */
const SHOWN = new Set(['from', 'to', 'cc', 'subject', 'date', 'reply-to'])

/** Mail: RFC 5322 and MIME. Every attachment is a document of its own. */
export async function readMail(bytes: Uint8Array, sink: Sink, { path }: Place, readPart: ReadPart): Promise<void> {
  const mail = await PostalMime.parse(new Uint8Array(bytes), {
    maxNestingDepth: NESTING_MAX,
    maxHeadersSize: HEADER_BYTES_MAX,
    attachmentEncoding: 'arraybuffer',
    forceRfc822Attachments: true,
  })
  for (const { key, value } of mail.headers) {
    if (key === 'subject') sink.text(`Subject: ${mail.subject ?? value}\n`)
    else if (SHOWN.has(key)) sink.text(`${key}: ${value}\n`)
    else sink.hidden('mail headers', `${key}: ${value}`)
  }
  // Both bodies are read: a program may process the one that its user never sees.
  if (mail.text !== undefined) sink.text(`\n${mail.text}\n`)
  if (mail.html !== undefined) readHtmlText(mail.html, sink)
  for (const [index, { filename, mimeType, content }] of mail.attachments.entries()) {
    const name = filename ?? `attachment ${index + 1}`
    if (!sink.entry()) {
      sink.problem('decompression_bomb', 'There are too many attachments; not all were read.', path)
      return
    }
    sink.text(`\n${name}\n`)
    const data = typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content)
    // Encrypted content is only readable by its recipients.
    if (/pkcs7-mime|pgp-encrypted/.test(mimeType)) {
      sink.problem('encrypted', 'A part of the message is encrypted.', path === '' ? name : `${path}/${name}`)
    }
    sink.spend(data.length)
    await readPart(name, data)
  }
}
