import { FileText } from '../scan/file-text.ts'

/** Lines of a text that its grammar does not read: none of a text without a grammar, all of one that is too much for it. */
export async function unreadLines(path: string, text: string): Promise<number> {
  const file = await FileText.of(path, text)
  if (file?.language === undefined) return 0
  const parsed = await file.parsed()
  return parsed === undefined ? Infinity : parsed.unread.reduce((sum, one) => sum + one.toLine - one.fromLine + 1, 0)
}
