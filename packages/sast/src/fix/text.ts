const BYTE_ORDER = '\ufeff'

/** The text of a file that can be written back as it was. */
export interface FileText {
  /** Byte order mark before the text, or an empty string. */
  readonly mark: string
  readonly text: string
}

/** @returns undefined for bytes that are not UTF-8: such a file is never rewritten */
export function textOf(content: Uint8Array): FileText | undefined {
  if (content.includes(0)) return undefined
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content)
    return text.startsWith(BYTE_ORDER) ? { mark: BYTE_ORDER, text: text.slice(1) } : { mark: '', text }
  } catch {
    return undefined
  }
}
