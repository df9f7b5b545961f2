import { createHash } from 'node:crypto'
import type { FileBlock, FileCheck, FileVerdict } from '@gatehouse/contracts/content'
import type { Extraction } from '@gatehouse/formats'
import { clipSpans, redact, type Span } from '@gatehouse/guards'
import type { RequestContext } from '@gatehouse/http'
import { merged, relocated, screen } from './screen.ts'
import { type ScreenPorts } from './run-context.ts'
import type { Screened } from './subject.ts'

export interface ReadFile {
  readonly body: FileCheck
  readonly bytes: Uint8Array
  readonly extraction: Extraction
}

/** Separator of texts in a file, so that words are not joined. */
const SEPARATOR = '\n\n'

/** Maximum number of locations in the note of a response, and maximum length of each. */
const NOTE_PLACES_MAX = 8
const NOTE_CHARS_MAX = 1_000
const NAME_CHARS_MAX = 255

/** `POST /guardrails/file`: runs the input guards on the extracted text; file_extraction evaluates the reader's problems. */
export async function screenFile(
  { body, bytes, extraction }: ReadFile,
  context: RequestContext,
  ports: ScreenPorts,
): Promise<FileVerdict> {
  const name = body.file.name.slice(0, NAME_CHARS_MAX)
  const screened = screenedFile(name, extraction)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const { mime_type, problems } = extraction
  const file = { mime_type, size_bytes: bytes.length, sha256, problems, name }
  const path = ['body', body.input === undefined ? 'guardrails' : 'input']
  const block = merged(body.input, body.guardrails)
  const about = { body, block, path, prompt: undefined, contextDocs: [], file }
  try {
    const verdict = await screen('input', screened, about, context, ports)
    return { ...verdict, file: blockOf(name, file, extraction) }
  } catch (thrown) {
    throw body.guardrails === undefined ? thrown : relocated(thrown, body)
  }
}

/** Visible text comes first, so that its offsets are those in the text of the file. */
function screenedFile(name: string, { text, hidden }: Extraction): Screened {
  const parts = [...hidden.map((item) => item.text), name]
  return {
    subject: { text: [text, ...parts].join(SEPARATOR) },
    unscreened: {},
    // Only visible text is returned, because callers must not forward hidden text.
    rebuild: (redactions: readonly Span[]) => ({ message: redact(text, clipSpans(redactions, 0, text.length)) }),
  }
}

function blockOf(
  name: string,
  { mime_type, size_bytes, sha256 }: Pick<FileBlock, 'mime_type' | 'size_bytes' | 'sha256'>,
  { text, hidden, pages, truncated, notes, problems }: Extraction,
): FileBlock {
  const places = hidden.slice(0, NOTE_PLACES_MAX).map(({ where }) => where)
  const sentences = [
    ...problems.map(({ message, where }) => (where === '' ? message : `${where}: ${message}`)),
    ...notes,
    ...(places.length === 0 ? [] : [`Hidden text was also screened: ${places.join(', ')}.`]),
  ]
  return {
    name,
    mime_type,
    size_bytes,
    sha256,
    extracted_chars: hidden.reduce((sum, hiddenText) => sum + hiddenText.text.length, text.length),
    extraction_truncated: truncated,
    ...(pages === undefined ? {} : { pages }),
    ...(sentences.length === 0 ? {} : { note: sentences.join(' ').slice(0, NOTE_CHARS_MAX) }),
  }
}
