/** What a document is, told from its bytes. */
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

/** What stood in the way of reading a document in full, or makes it suspicious by its build. */
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
  /** One sentence for a person; holds no text of the document but names of its parts. */
  readonly message: string
  /** The part of the document, e.g. `letter.zip/terms.pdf`; empty for the document itself. */
  readonly where: string
}

/** Text that a person who opens the document does not see. */
export interface HiddenText {
  /** What hides it, e.g. `comments`, `white text`, in which part. */
  readonly where: string
  readonly text: string
}

/** What was read of a document. */
export interface Extraction {
  readonly kind: DocumentKind
  readonly mime_type: string
  /** What a reader sees. */
  readonly text: string
  readonly hidden: readonly HiddenText[]
  /** Pages, sheets or slides, where the format has them. */
  readonly pages?: number
  /** True when text was left out because it is over a limit. */
  readonly truncated: boolean
  /** Remarks that need no action. */
  readonly notes: readonly string[]
  /** What was not read, or should make one careful. Empty when all was read. */
  readonly problems: readonly Problem[]
}

/** The extraction of a document that yielded nothing but one problem. */
export function nothingBut(problem: Problem, type: { kind: DocumentKind; mime_type: string }): Extraction {
  return { ...type, text: '', hidden: [], truncated: false, notes: [], problems: [problem] }
}
