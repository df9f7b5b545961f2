import type { Sink } from '../../sink.ts'
import { walkXml } from '../xml.ts'
import type { Parts } from './office.ts'
import { readSheet } from './sheet.ts'
import { readCellStyles } from './cell-styles.ts'

interface Sheet {
  readonly name: string
  readonly relation: string
  readonly hidden: boolean
}

/** SpreadsheetML: ECMA-376 part 1, clause 18. @returns how many sheets there are */
export async function readWorkbook(parts: Parts, sink: Sink): Promise<number> {
  const sheets = readSheets((await parts.take('xl/workbook.xml')) ?? '', sink)
  const targets = readTargets((await parts.take('xl/_rels/workbook.xml.rels')) ?? '', sink)
  const strings = readStrings((await parts.take('xl/sharedStrings.xml')) ?? '', sink)
  const unseenStyles = readCellStyles((await parts.take('xl/styles.xml')) ?? '')
  const used = new Uint8Array(strings.length)
  const about = { strings, used, unseenStyles }
  for (const { name, relation, hidden } of sheets) {
    const xml = await parts.take(targets.get(relation) ?? '')
    if (xml === undefined) continue
    if (hidden) sink.hidden(`hidden sheet ${name}`, name)
    else sink.text(`${name}\n`)
    readSheet(xml, about, sink, hidden ? `hidden sheet ${name}` : undefined)
    sink.text('\n')
  }
  // Sheets outside of the workbook's list are not displayed, but programs read them.
  for (const name of parts.matching(/^xl\/worksheets\/[^/]{1,60}\.xml$/)) {
    readSheet((await parts.take(name)) ?? '', about, sink, 'unlisted sheet')
  }
  for (const [index, text] of strings.entries())
    if (used[index] === 0) sink.hidden('strings that belong to no cell', text)
  for (const name of parts.matching(/^xl\/(?:comments|threadedComments)\/?[^/]{0,60}\.xml$/)) {
    walkXml((await parts.take(name)) ?? '', { text: (text) => sink.hidden('comments', text) })
  }
  return sheets.length
}

function readSheets(xml: string, sink: Sink): Sheet[] {
  const sheets: Sheet[] = []
  let inName = false
  walkXml(xml, {
    open(name, attributes) {
      if (name === 'sheet') {
        sheets.push({
          name: attributes['name'] ?? '',
          relation: attributes['r:id'] ?? '',
          hidden: /hidden/i.test(attributes['state'] ?? ''),
        })
      }
      inName = name === 'definedName'
    },
    text(text) {
      if (text.trim() !== '') sink.hidden(inName ? 'defined names' : 'text outside cells', text)
    },
  })
  return sheets
}

function readTargets(xml: string, sink: Sink): Map<string, string> {
  const targets = new Map<string, string>()
  walkXml(xml, {
    open(name, attributes) {
      const target = attributes['Target'] ?? ''
      if (name === 'Relationship') {
        targets.set(attributes['Id'] ?? '', target.startsWith('/') ? target.slice(1) : `xl/${target}`)
      }
    },
    text(text) {
      if (text.trim() !== '') sink.hidden('text outside cells', text)
    },
  })
  return targets
}

/** Shared strings in their order; phonetic hints are part of none. */
function readStrings(xml: string, sink: Sink): string[] {
  const strings: string[] = []
  let parts: string[] | undefined
  let inText = false
  let phonetic = false
  walkXml(xml, {
    open(name) {
      if (name === 'si') parts = []
      else if (name === 't') inText = true
      else if (name === 'rPh') phonetic = true
    },
    text(text) {
      if (inText && !phonetic && parts !== undefined) parts.push(text)
      else if (text.trim() !== '') sink.hidden(phonetic ? 'phonetic hints' : 'text outside runs', text)
    },
    close(name) {
      if (name === 't') inText = false
      else if (name === 'rPh') phonetic = false
      else if (name === 'si') strings.push((parts ?? []).join(''))
    },
  })
  return strings
}
