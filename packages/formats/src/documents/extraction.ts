/** Document kind, detected from its bytes. */
export const DOCUMENT_KINDS = [
  'text',
  'markdown',
  'html',
  'csv',
  'json',
  'xml',
  'source',
  'pdf',
  'docx',
  'xlsx',
  'pptx',
  'odf',
  'eml',
  'zip',
  'unsupported',
] as const
export type DocumentKind = (typeof DOCUMENT_KINDS)[number]

/** Problems that prevented complete extraction, or that make the document's structure suspicious. */
export const PROBLEM_CODES = [
  'encrypted',
  'damaged',
  'decompression_bomb',
  'macros',
  'polyglot',
  'unsupported_type',
  'unsafe_path',
  'no_text',
  'text_truncated',
  'time_exceeded',
  'memory_exceeded',
  'failed',
] as const
export type ProblemCode = (typeof PROBLEM_CODES)[number]

export interface Problem {
  readonly code: ProblemCode
  /** One sentence for people; contains part names but no other text of the document. */
  readonly message: string
  /** The part of the document, e.g. `letter.zip/terms.pdf`; empty for the document itself. */
  readonly where: string
}

/** Text that is invisible when the document is opened. */
export interface HiddenText {
  /** Hiding method, e.g. `comments`, `white text`, and the part. */
  readonly where: string
  readonly text: string
}

/** Result of reading a document. */
export interface Extraction {
  readonly kind: DocumentKind
  readonly mime_type: string
  /** Visible text. */
  readonly text: string
  readonly hidden: readonly HiddenText[]
  /** Number of pages, sheets or slides, if the format has them. */
  readonly pages?: number
  /** True when text was left out because it is over a limit. */
  readonly truncated: boolean
  /** Remarks that need no action. */
  readonly notes: readonly string[]
  /** Content that was not read, and suspicious properties. Empty when everything was read. */
  readonly problems: readonly Problem[]
}

/** Returns the extraction of a document with no content and one problem. */
export function nothingBut(problem: Problem, type: { kind: DocumentKind; mime_type: string }): Extraction {
  return { ...type, text: '', hidden: [], truncated: false, notes: [], problems: [problem] }
}
