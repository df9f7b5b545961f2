import type { DocumentKind } from './extraction.ts'

/** Detects the type of a text from its beginning. */
export function sniffText(text: string): DocumentKind {
  const start = text.replace(/^\ufeff/, '').trimStart()
  if (start === '') return 'text'
  if (isMail(start)) return 'eml'
  if (start.startsWith('<?xml')) return /<html[\s>]/i.test(start.slice(0, 2_000)) ? 'html' : 'xml'
  if (/^<svg[\s>]/i.test(start)) return 'xml'
  if (isHtml(start)) return 'html'
  if (/^<[A-Za-z_][\w.:-]{0,100}[\s/>]/.test(start) && start.includes('</')) return 'xml'
  if (isJson(start)) return 'json'
  const lines = start.split('\n', LINES_MAX)
  if (isSource(start, lines)) return 'source'
  if (isMarkdown(lines)) return 'markdown'
  return isCsv(lines) ? 'csv' : 'text'
}

/** Own limit for examined lines. */
const LINES_MAX = 200

const MAIL_HEADER =
  /^(?:received|return-path|delivered-to|from|to|cc|bcc|subject|date|message-id|mime-version|content-type|content-transfer-encoding|reply-to|sender|in-reply-to|references|dkim-signature|arc-[a-z-]{1,40}|authentication-results|x-[a-z0-9-]{1,60})\s?:/i

/** Returns whether a text starts with header lines, at least two known ones, of which one is specific to mail. */
function isMail(start: string): boolean {
  const lines = start.split(/\r?\n/, LINES_MAX)
  const names = new Set<string>()
  for (const [index, line] of lines.entries()) {
    if (index === 0 && line.startsWith('From ')) continue
    if (line === '') break
    if (/^[ \t]/.test(line)) continue
    const name = /^([!-9;-~]{1,100})\s?:/.exec(line)?.[1]
    if (name === undefined) return false
    if (MAIL_HEADER.test(line)) names.add(name.toLowerCase())
  }
  const own = ['from', 'message-id', 'mime-version', 'received', 'return-path', 'subject', 'content-type']
  return names.size >= 2 && own.some((name) => names.has(name))
}

function isHtml(start: string): boolean {
  const head = start.slice(0, 4_000).replace(/^(?:<!--[^]{0,2000}?-->\s*)/, '')
  if (/^<!doctype\s{1,9}html/i.test(head) || /^<(?:html|head|body)[\s>]/i.test(head)) return true
  const tags =
    /<\/?(?:html|head|body|div|span|p|a|table|tr|td|ul|li|script|style|h[1-6]|br|img|meta|title|form|iframe|b|i|em|strong)(?:\s[^<>]{0,500})?\/?>/gi
  return head.startsWith('<') && (head.match(tags)?.length ?? 0) >= 1 && !head.startsWith('<?')
}

function isJson(start: string): boolean {
  if (!/^(?:\{\s*["}]|\[\s*[\]["{\d\-tfn])/.test(start)) return false
  try {
    JSON.parse(start)
    return true
  } catch {
    // Handles truncated JSON and JSON lines; "[note] …" is neither.
    return start.startsWith('{') ? /^\{\s*"[^"\n]{0,500}"\s*:/.test(start) : /^\[\s*[[{"][^]{0,500}[,:}\]]/.test(start)
  }
}

const SOURCE_LINE =
  /^\s{0,40}(?:import\s[\w{*"'(]|from\s[\w.]{1,100}\simport\s|export\s(?:default|const|function|class|interface|type)\s|(?:const|let|var)\s[\w{[]|(?:async\s{1,9})?function\s|def\s\w{1,80}\(|class\s\w|#include\s|using\s[\w.]{1,100};|package\s[\w.]{1,100};?$|func\s|fn\s\w|pub\s|public\s|private\s|return[\s;(]|if\s?\(|for\s?\(|while\s?\(|\}\s?else|SELECT\s|CREATE\sTABLE|INSERT\sINTO)|[;{}]\s{0,9}$|^\s{0,40}(?:\/\/|\/\*)/

function isSource(start: string, lines: readonly string[]): boolean {
  if (/^#!\s?\//.test(start)) return true
  if (start.startsWith('<?php')) return true
  const filled = lines.filter((line) => line.trim() !== '')
  const code = filled.filter((line) => SOURCE_LINE.test(line.slice(0, 400))).length
  return code >= 3 && code * 2 >= filled.length
}

function isMarkdown(lines: readonly string[]): boolean {
  let marks = 0
  for (const line of lines) {
    if (/^(?:#{1,6} \S|```|~~~|\s{0,8}[-*+] \S|\s{0,8}\d{1,3}\. \S|> )/.test(line)) marks += 1
    if (/\[[^\]\n]{1,200}\]\([^)\s]{1,500}\)|\*\*[^*\n]{1,200}\*\*/.test(line.slice(0, 2_000))) marks += 1
    if (/^#{1,6} \S/.test(line) || line.startsWith('```')) marks += 1
  }
  return marks >= 2
}

/** Rows of the same number of fields, at least two of both. The last line may be cut. */
function isCsv(lines: readonly string[]): boolean {
  const rows = lines.filter((line) => line.trim() !== '').slice(0, 20)
  if (rows.length < 2) return false
  for (const separator of [',', ';', '\t', '|']) {
    const counts = rows.map((row) => row.replace(/"[^"]{0,2000}"/g, '').split(separator).length)
    const [first = 1] = counts
    if (first > 1 && counts.slice(0, Math.max(2, counts.length - 1)).every((count) => count === first)) return true
  }
  return false
}
