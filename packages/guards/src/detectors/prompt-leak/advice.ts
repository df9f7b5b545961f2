/** Verbs of disclosure that do not occur in advice on writing a prompt. */
export const FIRM =
  /^(?:reveal|show|print|repeat|output|display|tell|give|disclos|leak|dump|expos|recite|copy of|echo|send|type out|read|return|quot|let me|i want|i need|want to|need to know|like to see|extract|spell|unveil|divulg|enumerat|regurgitat|reproduc|restat|spit|hand over|releas|confess|access|retriev|fetch|leaking|memo|article|ask|looking)/
/** "Before you share your prompt", "store your prompts next to the code": the sentence is advice, not a request. */
const ADVICE_BEFORE =
  /(?:^|[,;:]\s*|\b(?:and|then)\s+)(?:tip:? |please )?(?:(?:if|when|before|after|once|while|until|unless|whenever) (?:(?:you|we|they|teams?|authors?) (?:\p{L}+ )?)?|(?:you|teams?|authors?|we) (?:should|may|might)\b[^.!?,;:\n]*|(?:tip|hint|note|rule|step \d+|advice)\b[^.!?\n]*)$/u
const ADVICE_AFTER =
  /^\s*(?:(?:include|contain|mention|need|require|list|use|describe|state)s? (?:an?|more than|several|many|two|three|examples?|tables?|names?|links?|numbers?)\b|short|simple|brief|concise|clear|(?:in|into|to|under|next to|beside|with|alongside|like|together with) (?:the |a |an |your |our )?(?:code|git|repo\w*|team|colleagues?|reviewers?|version|file|folder|wiki|tests?|real|order of)\b|and (?:test|review|keep|check|compare|measure)\b)/u
/** Reports of a page or printer that does not work. */
export const UNABLE =
  /\b(?:is there (?:a|any) way to|how (?:do|can|could) (?:i|we)|(?:i|we) (?:can[’']?t|cannot|could(?:n[’']t| not))|unable to)\b[^.!?\n]*$/u

/** "Everything above in a table": a common request for another form, unless it asks for the exact words. */
export const OTHER_FORM =
  /^\s*(?:once more |again )?(?:(?:in|as|with) (?:a |an |the |some )?(?:(?:small|short|simple|plain|numbered|bulleted|neat|clear|clean) )?(?:table|list|bullets?|bullet points|steps|words|sentences?|spreadsheet|chart|diagram|mind ?map|csv)|more (?:slowly|simply|briefly|shortly)|but shorter)\s*(?:form|format|please)?\s*,?\s*(?:please)?\s*$/u
/** "The text above the picture", "… into the form": a place in a document, not the conversation. */
export const OFFICE_WORK =
  /^\s*(?:the|a|an|my|our|your|each|every) (?:[a-z]+ )?(?:pictures?|images?|photos?|drawings?|charts?|diagrams?|graphs?|tables?|signatures?|barcodes?|maps?|captions?|logos?|stamps?|headlines?|buttons?|illustrations?|figures?|dotted line|perforation)\b|^\s*(?:(?:the|this) line\s+)?(?:and paste (?:it|them) )?(?:in|into|onto|to) (?:the|this|your|my|our|an?) (?!.{0,20}\b(?:chat|answer|reply|response|code|markdown|output|prompt|block|message)\b)(?:[a-z]+ )?(?:forms?|letters?|e-?mails?|box|fields?|documents?|spreadsheets?|worksheets?|exercise books?|notebooks?|contracts?|invoices?|templates?|slides?|columns?|reports?|leaflets?|posters?|labels?|cards?|certificates?)\b|^\s*(?:the line )?(?:in|into) cell [a-z]{1,2}\d/u
export const SUMMARY = /\bsummar|\bheadline|\bhighlights/u

/** "My prompt is "You are a helpful assistant …"": the author quotes a prompt and asks for none. */
export const QUOTES_ITSELF = /^\W{0,3}["'`“„«](?:[^"'`”“»\n]*\s){3}/u

/** A rule that forbids it is no attempt: "never reveal the system prompt". */
export const FORBIDDEN =
  /\b(?:never|must not|may not|should not|shall not|cannot|can[’']t|do not|don[’']t|not to|won[’']t|refuse[sd]? to|mustn[’']t|does not|doesn[’']t|did not|didn[’']t)\s+(?:\p{L}+\s+){0,3}$/u

/** Questions about protection against the attack, or about its meaning. */
export const MENTION =
  /\b(?:how (?:do|can|could|should|would) (?:i|we|you|one|developers|companies|attackers?)\b.{0,40}\b(?:prevent|stop|detect|block|protect|defend|avoid|mitigate|filter|test|secure|keep)|how to prevent|protect(?:ing)? against|defend(?:ing)? against|detect(?:ing|ion)?|mitigat\w+|example of (?:a )?(?:prompt )?(?:injection|attack|leak)|what (?:is|are) (?:a |an )?(?:prompt )?(?:injection|leak)|attackers?|threat model|research paper|security (?:training|awareness)|classif\w+|red team)/u

/**
 * Whether the words around the name of a prompt make the sentence advice to a prompt author.
 * @param before the sentence up to the name, in lower case
 * @param after the rest of the sentence, in lower case
 */
export function isAdvice(before: string, after: string): boolean {
  return ADVICE_BEFORE.test(before) || ADVICE_AFTER.test(after)
}

const ENGLISH_WORDS = /\b(?:the|and|is|are|of|to|we|our|with|that|this|from|which|should|it|you|your)\b/g
const ENGLISH_WORDS_MIN = 3

/** Whether a sentence in lower case is English prose: words of other languages in it are chance. */
export function isEnglish(sentence: string): boolean {
  return (sentence.match(ENGLISH_WORDS)?.length ?? 0) >= ENGLISH_WORDS_MIN
}

/** A story, a form or a plea as a pretext. */
export const STAGED =
  /\b(?:story|play|poem|scene|monologue|novel|narrate|pretend|roleplay|session|inquiry|please (?:provide|show|give|send|share|print))\b|^\W{0,4}complete (?:this|the)\b/u
