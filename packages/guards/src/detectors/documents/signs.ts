import { sign, readSigns, type Sign } from '../../classify/sign.ts'
import { DENSE_NAMES, denseOf } from '../adversarial/signs.ts'

/**
 * Signs of a sentence in a document that addresses a machine reader: its addressee, a future answer, tools, a user in the third person.
 * Gaps are bounded, so that matching is linear.
 */
export const DOCUMENT_SIGNS: readonly Sign[] = [
  sign(
    'to_a_machine',
    '\\b(?:ai|llm|language model|chatbot|assistant|copilot|agent|bot|gpt|model|crawler|summari[sz]er)s?\\b[^.!?\\n]{0,30}(?:[,:]|\\b(?:must|should|shall|has to|have to|needs? to|is required|reading|processing))',
  ),
  sign(
    'your_answer',
    '\\b(?:in|to|into|with|at the (?:end|start|beginning|top|bottom) of|along with|before|after|instead of|of) your (?:\\w+ )?(?:answer|response|reply|summary|output|result|message|translation|report|solution)s?\\b',
    'your & answer|response|reply|summary|output|result|message|translation|report|solution',
  ),
  sign(
    'about_the_user',
    '\\b(?:tell|ask|inform|convince|persuade|advise|notify|urge|warn|encourage|direct|instruct|show)\\b[^.!?\\n]{0,12}\\b(?:user|reader|customer|recipient|person|human)s?\\b',
    'user|reader|customer|recipient|person|human',
  ),
  sign(
    'keep_from_user',
    "\\b(?:do not|don[’']?t|never|without)\\b[^.!?\\n]{0,16}\\b(?:tell|telling|mention|mentioning|inform|informing|ask|asking|show|showing|reveal|warn)\\b",
    'not|don|never|without & tell|mention|inform|ask|show|reveal|warn',
  ),
  sign(
    'how_to_answer',
    '^\\W{0,6}(?:also |please |now |then |and |just |only |always )*(?:answer|reply|respond|say|state|include|insert|append|embed|mention|end|begin|finish|encode|repeat)\\b',
    'answer|reply|respond|say|state|include|insert|append|embed|mention|end|begin|finish|encode|repeat',
  ),
  sign(
    'acts_on_answer',
    '^\\W{0,6}(?:also |please |now |then |and |just )*[a-z]{3,14}\\b[^.!?\\n]{0,40}\\byour (?:final |next |whole |entire |own )?(?:answer|reply|response|message|output|summary)s?\\b',
    'your & answer|reply|response|message|output|summary',
  ),
  sign(
    'make_a_text',
    '^\\W{0,6}(?:also |please |now |then |and |just )*(?:write|compose|create|generate|draft|explain|describe|list|suggest|recommend|provide|give|tell|translate|calculate|solve|plan|imagine|pretend|summari[sz]e)\\b',
  ),
  sign(
    'asks',
    '^\\W{0,4}(?:what|how|why|who|where|when|which|can|could|do|does|is|are|would)\\b[^?\\n]{4,160}\\?\\s*$',
  ),
  sign(
    'instead_of_task',
    '\\binstead of (?:a |an |the |your |any )?(?:summar|answer|task|translat|respon|reply)',
    'instead of',
  ),
  sign('address', 'https?://|\\bwww\\.|\\b[a-z0-9-]{2,40}\\.(?:com|net|org|io|example|info|xyz)\\b|\\S@\\S{1,64}\\.'),
  sign(
    'when_read',
    '\\b(?:when|if|once|before|after|while|whenever|as soon as)\\b[^.!?\\n]{0,16}\\byou\\b[^.!?\\n]{0,16}\\b(?:read|see|process|summari|translat|index|pars|analy|respond|answer|reply)',
    'you & read|see|process|summari|translat|index|pars|analy|respond|answer|reply',
  ),
  sign(
    'use_a_tool',
    '\\b(?:call|use|invoke|run|execute)\\b[^.!?\\n]{0,24}\\b(?:tool|function|command|endpoint|shell|plugin)s?\\b',
    'tool|function|command|endpoint|shell|plugin',
  ),
  sign(
    'give_away',
    '\\b(?:send|forward|mail|post|upload|copy|share|leak|export|transmit)\\b[^.!?\\n]{0,40}\\b(?:conversation|chat|history|data|mails?|emails?|passwords?|keys?|secrets?|tokens?|files?|records?|contacts?|memory|credentials?)\\b[^.!?\\n]{0,24}\\bto\\b',
    'send|forward|mail|post|upload|copy|share|leak|export|transmit',
  ),
  sign('unseen', '<!--|display ?: ?none|font-size ?: ?0|\\[//\\]|visibility ?: ?hidden'),
  sign(
    'urgent_label',
    '^\\W{0,6}(?:important|urgent|attention|system|instructions?|admin\\w*|new task|updated? (?:task|instructions?))\\b[^a-z\\n]{0,8}[:!]',
    'important|urgent|attention|system|instruction|admin|new task|update',
  ),
]

/** Names of the dense features of a sentence in a document. */
export const DOCUMENT_DENSE_NAMES: readonly string[] = [...DENSE_NAMES, ...DOCUMENT_SIGNS.map(({ name }) => name)]

/** Returns the dense features of a sentence, in the order of {@link DOCUMENT_DENSE_NAMES}. */
export function documentDenseOf(sentence: string): number[] {
  return [...denseOf(sentence), ...readSigns(DOCUMENT_SIGNS, sentence.toLowerCase()).map(Number)]
}
