import type { Rule, Turn } from './bot.ts'
import { normalize, pick, words } from './text.ts'

/** A document of the knowledge base: words that users write, and the answer. */
export interface Article {
  readonly keywords: string
  readonly answer: string
}

interface Desk {
  readonly greeting: string
  readonly thanks: string
  readonly fallback: readonly string[]
  readonly articles: readonly Article[]
}

const GREETING =
  /^(hi|hello|hey|good (morning|afternoon|evening|day)|hallo|guten (tag|morgen|abend)|moin|servus|hola|buenas|buenos dias)\b/
const THANKS = /\b(thanks|thank you|cheers|bye|goodbye|danke|tschuss|auf wiedersehen|gracias|adios|hasta luego)\b/

/** True if the words agree but for an ending or one typing error. */
function isAlike(word: string, keyword: string): boolean {
  if (word === keyword) return true
  if (keyword.length < 5 || word.length < 5) return word === `${keyword}s`
  const shared = Math.max(5, Math.min(word.length, keyword.length) - 1)
  if (word.slice(0, shared) === keyword.slice(0, shared)) return true
  if (word.length !== keyword.length) return false
  const different = word.split('').flatMap((character, at) => (character === keyword[at] ? [] : [at]))
  return different.length === 1 || (different.length === 2 && different[1] === (different[0] ?? 0) + 1)
}

function score(message: readonly string[], article: Article): number {
  return words(article.keywords).filter((keyword) => message.some((word) => isAlike(word, keyword))).length
}

/** Articles that match the message, best first. */
export function retrieve(articles: readonly Article[], text: string): { article: Article; score: number }[] {
  const message = words(text).slice(0, 400)
  return articles
    .map((article) => ({ article, score: score(message, article) }))
    .filter((hit) => hit.score > 0)
    .sort((left, right) => right.score - left.score)
}

/** A short message that clearly asks for an article. */
export function isOrdinary(articles: readonly Article[], text: string): boolean {
  return text.length < 90 && (retrieve(articles, text)[0]?.score ?? 0) >= 2
}

function smallTalk(content: Desk, turn: Turn): string | undefined {
  const text = normalize(turn.text)
  if (text.length > 60) return undefined
  if (THANKS.test(text)) return content.thanks
  return GREETING.test(text) && words(text).length < 8 ? content.greeting : undefined
}

/** Everyday conversation: greetings, articles, a fallback for the rest. */
export function desk(content: Desk): Rule {
  return (turn) => {
    const hits = retrieve(content.articles, turn.text)
    const [best, second] = hits
    if (best === undefined || (best.score === 1 && smallTalk(content, turn) !== undefined))
      return smallTalk(content, turn) ?? pick(content.fallback, turn.text)
    if (second !== undefined && second.score === best.score && best.score > 1)
      return `${best.article.answer}\n\n${second.article.answer}`
    return best.article.answer
  }
}
