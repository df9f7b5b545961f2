import retextEnglish from 'retext-english'
import retextIndefiniteArticle from 'retext-indefinite-article'
import retextPassive from 'retext-passive'
import retextRepeatedWords from 'retext-repeated-words'
import { unified } from 'unified'

const SENTENCE_WORDS_MAX = 25

/** Words that weaken a statement, and long forms of short words. */
const WEAK_WORDS =
  /\b(?:very|quite|really|basically|simply|obviously|of course|hardly|somewhat|fairly|actually|easily|extremely|clearly|needless to say|in order to|due to the fact|prior to|utili[sz]\w+|and\/or)\b/gi

/** Wrong spelling → the name as its owner writes it. */
const TERMS: Readonly<Record<string, string>> = {
  Github: 'GitHub',
  Gitlab: 'GitLab',
  Javascript: 'JavaScript',
  Typescript: 'TypeScript',
  Postgres: 'PostgreSQL',
  NodeJS: 'Node.js',
  Nodejs: 'Node.js',
  Openai: 'OpenAI',
  gatehouse: 'Gatehouse',
  kubernetes: 'Kubernetes',
  docker: 'Docker',
  json: 'JSON',
  Json: 'JSON',
  yaml: 'YAML',
  Yaml: 'YAML',
  sarif: 'SARIF',
  Sarif: 'SARIF',
  sbom: 'SBOM',
  Sbom: 'SBOM',
  vex: 'VEX',
  Vex: 'VEX',
  url: 'URL',
  urls: 'URLs',
  http: 'HTTP',
  https: 'HTTPS',
  api: 'API',
  Api: 'API',
  licence: 'license',
  licences: 'licenses',
  Licence: 'License',
  Licences: 'Licenses',
}
/** A term alone: not in an address, a package name or a path. */
const TERM = new RegExp(`(?<![\\w./@#-])(?:${Object.keys(TERMS).join('|')})(?![\\w/@-]|\\.\\w)`, 'g')

/** An agent after the verb: "is sent by the client". "By default" and "by copying" name no agent. */
const AGENT = /^\s+by (?!default\b|\w+ing\b|\d|hand\b|id\b|name\b|path\b|hash\b|itself\b|their\b|its\b|Code\b)/

const RULES = unified().use(retextEnglish).use(retextRepeatedWords).use(retextIndefiniteArticle).use(retextPassive)

export interface Remark {
  /** Offset in the text. */
  readonly at: number
  readonly message: string
}

/** Returns style guide violations in a paragraph. */
export function remarksOn(text: string): Remark[] {
  const tree = RULES.parse(text)
  return [...longSentences(tree, text), ...retextRemarks(tree, text), ...wordRemarks(text)].sort((a, b) => a.at - b.at)
}

type Tree = ReturnType<typeof RULES.parse>

interface Node {
  readonly type: string
  readonly children?: readonly Node[] | undefined
  readonly position?: { readonly start: Offset; readonly end: Offset } | undefined
}

interface Offset {
  readonly offset?: number | undefined
}

function retextRemarks(tree: Tree, text: string): Remark[] {
  const remarks: Remark[] = []
  RULES.run(tree, { value: text }, (error, _tree, file) => {
    if (error !== undefined) throw error
    for (const { place, reason, source, actual } of file?.messages ?? []) {
      const range = place !== undefined && 'start' in place ? place : undefined
      const at = range?.start.offset ?? 0
      if (source !== 'retext-passive') remarks.push({ at, message: reason })
      else if (AGENT.test(text.slice(range?.end.offset ?? 0))) {
        remarks.push({ at, message: `"${actual ?? ''} by …" is passive: make the agent the subject` })
      }
    }
  })
  return remarks
}

/** Clauses between semicolons and colons count separately. The parser reads "2." and "2 s." as abbreviations. */
function longSentences(tree: Tree, text: string): Remark[] {
  const paragraphs: readonly Node[] = tree.children
  const sentences = paragraphs.flatMap(({ children = [] }) => children)
  return sentences.flatMap((sentence) => {
    const start = sentence.type === 'SentenceNode' ? sentence.position?.start.offset : undefined
    const end = sentence.position?.end.offset
    if (start === undefined || end === undefined) return []
    const counts = text
      .slice(start, end)
      .split(/[;:](?=\s)|(?<=\d| s)\.(?=\s+[A-Z\d])/)
      .map((clause) => clause.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length)
    const words = Math.max(...counts)
    if (words <= SENTENCE_WORDS_MAX) return []
    return [{ at: start, message: `a sentence has ${words} words; at most ${SENTENCE_WORDS_MAX}: split it` }]
  })
}

function wordRemarks(text: string): Remark[] {
  const weak = [...text.matchAll(WEAK_WORDS)].map(({ 0: word, index }) => ({
    at: index,
    message: `"${word}" adds nothing: delete it or state a figure`,
  }))
  const terms = [...text.matchAll(TERM)].map(({ 0: word, index }) => ({
    at: index,
    message: `"${word}" is spelled "${TERMS[word] ?? ''}"`,
  }))
  return [...weak, ...terms]
}
