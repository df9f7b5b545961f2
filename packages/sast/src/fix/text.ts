const BYTE_ORDER = '\ufeff'

/** The text of a file that can be written back as it was. */
export interface FileText {
  /** What stands before the text and is none of it: a mark of the byte order, or nothing. */
  readonly mark: string
  readonly text: string
}

/** @returns undefined where bytes are no UTF-8: nothing of such a file is rewritten */
export function textOf(content: Uint8Array): FileText | undefined {
  if (content.includes(0)) return undefined
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content)
    return text.startsWith(BYTE_ORDER) ? { mark: BYTE_ORDER, text: text.slice(1) } : { mark: '', text }
  } catch {
    return undefined
  }
}
