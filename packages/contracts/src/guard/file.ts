import { z } from 'zod'
import { SESSION_ID_CHARS_MAX, ToolContext } from './content.ts'
import { GuardBlock } from './policy.ts'
import { ContentVerdict } from './verdict.ts'

/** Maximum file size. docs/spec/common.md. */
export const FILE_BYTES_MAX = 10 * 1024 * 1024

/** `POST /guardrails/file`, a multipart form. The block is `guardrails` or `input`, as for a message. */
export const FileCheck = z.object({
  file: z.file().describe('The file. Its type is detected from its content.'),
  session_id: z.string().min(1).max(SESSION_ID_CHARS_MAX).optional(),
  user_role: z.string().max(128).optional(),
  context: ToolContext.optional(),
  input: GuardBlock.optional(),
  guardrails: GuardBlock.optional(),
})
export type FileCheck = z.infer<typeof FileCheck>

/** Received file and its extraction. docs/spec/guard.md "Verdicts". */
export const FileBlock = z.object({
  name: z.string(),
  /** Detected from the bytes, not from the name. */
  mime_type: z.string(),
  size_bytes: z.number().int(),
  sha256: z.string(),
  /** Number of screened characters, including hidden text. */
  extracted_chars: z.number().int(),
  /** True when the file contains more text than was screened. */
  extraction_truncated: z.boolean(),
  /** Pages, sheets or slides. */
  pages: z.number().int().optional(),
  note: z.string().optional(),
})
export type FileBlock = z.infer<typeof FileBlock>

export const FileVerdict = ContentVerdict.extend({ file: FileBlock })
export type FileVerdict = z.infer<typeof FileVerdict>
