import { withoutOtherObjectsAbroad } from './other-objects-abroad.ts'

/**
 * Phrases that discard something other than the model's instructions: a prescription, a step of a manual, files, the words of a boss. Take
 * linear time.
 */
const DROP =
  "(?:ignor(?:e|es|ed|ing)|disregard(?:ed|ing|s)?|discard(?:ed|ing)?|neglect(?:ing)?|forget(?:ting)?|overrid(?:e|es|ing)|bypass(?:ing)?|set aside|scrap(?:ping)?|drop(?:ping)?|(?:do not|don[’']t) follow)"
const RULES =
  '(?:instructions?|rules?|guidelines?|directives?|orders?|polic(?:y|ies)|commands?|constraints?|restrictions?|limits?|notes?|messages?|guidance)'
/** Words between the verb and its object. */
const BETWEEN = '(?: (?!about\\b|for\\b|to\\b|your\\b)[\\w-]+){0,4}'

/** Words that refer to the instructions of a model or of this conversation. */
const OF_A_MODEL =
  'you|your|yours|yourself|me|i|us|it|this|that|these|those|all|any|every\\w*|anything|now|here|how|what|who|why|model\\w*|assistants?|ai|bots?|chatbots?|chats?|conversations?|sessions?|system|prompts?|developers?|operators?|users?|safety|security|ethic\\w*|moral\\w*|harm\\w*|content|refus\\w*|secre\\w*|confidential\\w*|privacy|passwords?|credentials?|answer\\w*|respon\\w*|repl(?:y|ies|ying)|output\\w*|roles?|behavio\\w*|topics?|language|censor\\w*|filter\\w*|moderation|be(?:ing)?|do(?:ing)?|tools?|instructions?|rules?'
/** A domain object: at most four words, none of them from the vocabulary of language models. */
const THING = `(?: (?!(?:${OF_A_MODEL})\\b)[\\w’'-]+){1,4}(?![\\w’'-]| (?:${OF_A_MODEL})\\b)`

const REPLACED_BY =
  '(?:sop|procedure|drawing|schedule|price list|work order|manual|leaflet|memo|revision|contract|lease|clause|amendment|circular|handbook|form|plan|rota|timetable|recipe|pattern|invoice)'
const FILES =
  '(?:files?|folders?|checkpoints?|warnings?|errors?|whitespace|commits?|branches|builds?|caches?|logs?|rows?|columns?|cells?|entries|e-?mails?|invoices?|drafts?|versions?|revisions?|quotes?|bids?|shipments?|appointments?|bookings?|readings?|measurements?|samples?)'
const PEOPLE =
  '(?:boss|manager|supervisor|teacher|landlord|doctor|nurse|lawyer|coach|colleague|client|customer|mother|father|mum|mom|dad|wife|husband|professor|accountant|agent|neighbou?r|foreman)'

/** Customer orders, which a customer may change. */
const BUSINESS =
  '(?:delivery|shipping|shipment|parcel|pick-?up|collection|order(?:ing)?|payment|billing|invoice|transfer|booking|reservation|check-?in|check-?out|seating|catering|table|room|travel|flight|appointment|cleaning|gift|wrapping|engraving|printing|packing|packaging|return|refund|repair|service|feeding|gardening|parking)'

/** Words for people who instruct a model, and for its own text. */
const INSTRUCTORS =
  'creators?|makers?|programmers?|engineers?|trainers?|authors?|administrators?|admins?|compan(?:y|ies)|provider|vendor|openai|anthropic|google|microsoft|meta|mistral|claude|gpt\\w*|gemini|above|previous (?!owner|tenant|doctor)|earlier|messages?|texts?|paragraphs?|documents?|was|were|has|have|had|been|be'
/** A person who does not instruct a model: "the salesman", "my neighbour's son". */
const PERSON = `(?!your (?:\\w+ )?owners?\\b)(?:the|my|your|our|his|her|their|that|this|some|a|an)(?: (?!(?:${OF_A_MODEL}|${INSTRUCTORS})\\b)[\\w’'-]+){1,3}`
const SAID =
  '(?:said|says|told|tells|claimed|claims|promised|promises|recommended|recommends|suggested|suggests|wrote|writes|taught)'

const OTHER_OBJECTS: readonly RegExp[] = [
  // "Forget what the salesman told you, the blue one is better".
  new RegExp(
    `\\b${DROP} (?:about )?(?:everything|all|anything|what(?:ever)?)(?: that)? ${PERSON} (?:has |have |had |once |ever |just |always )?${SAID}\\b(?: (?:you|me|us|him|her|them)\\b)?(?! (?:to|in|above|before|earlier|previously|about (?:you|your|yourself|how you|what you|being|safety|rules|instructions|this|the (?:system|prompt|rules|model)))\\b)`,
    'giu',
  ),
  // "Forget what John said": a name.
  new RegExp(
    `\\b[FfIiDd](?:orget|gnore|isregard) (?:everything|all|anything|what(?:ever)?)(?: that)? (?!(?:Open|Anthropic|Google|Microsoft|Meta|Mistral|Claude|Chat|Gemini|System|User|Assistant|Developer|Admin)\\p{L}*)\\p{Lu}\\p{Ll}+ (?:has |had |just )?(?:said|told (?:you|me|us|him|her|them))(?=[,.!?;]|$| about (?!you\\b|your|rules|instructions|safety))`,
    'gu',
  ),
  // "Ignore my previous delivery instructions and leave the parcel with the neighbour".
  new RegExp(
    `\\b${DROP} (?:all )?(?:of )?(?:my|our) (?:(?:previous|prior|earlier|last|old|first|original|former) ){0,2}${BUSINESS} ${RULES}\\b(?!,? (?:and|or|plus|nor|as well as) (?:all|any|every|your|the|other|these|those|previous|prior|earlier|system)\\b)`,
    'giu',
  ),
  // "Disregard previous message pls": only a correction.
  /^\W*(?:(?:please|pls|sorry|ok|oops|hi|hey)\b\W*){0,3}(?:ignore|disregard|forget|skip|discard) (?:the |my |this |that )?(?:previous|last|prior|earlier|above) (?:message|e-?mail|mail|text|sms|comment|post|ticket|request|question|one)\b(?:\W*\b(?:please|pls|plz|thanks|thank you|thx|sorry|wrong (?:chat|channel|person|window|thread|number)|my mistake|my bad))*\W*$/giu,
  // "Disregard previous orders for aspirin", "the instructions to the escrow agent".
  new RegExp(
    `\\b${DROP}${BETWEEN} ${RULES} (?:for|about|regarding|concerning|on|to|in|of)(?: the| a| an| our| my| their)?${THING}`,
    'giu',
  ),
  // "Neglect all former directives, the new SOP applies".
  new RegExp(
    `\\b${DROP}${BETWEEN} ${RULES}[,;:.–—]? (?:and )?(?:the |only |please |see |use |follow |as ){0,2}(?:new|revised|updated|attached|current|amended|corrected|latest|signed) ${REPLACED_BY}\\b`,
    'giu',
  ),
  // "Ignore all generated files, drop old instructions from README".
  new RegExp(
    `\\b${DROP}${BETWEEN} ${FILES}\\b(?=\\s*[,;.–—…]|\\s+(?:in|from|under|of|and (?:start|restart|rebuild|rerun))\\b)`,
    'giu',
  ),
  new RegExp(
    `\\b(?:drop|remove|delete)${BETWEEN} instructions from (?:the )?(?:readme|docs?|changelog|wiki|faq|handbook|manual)\\b`,
    'giu',
  ),
  // "Ignore all of the above except point 3".
  new RegExp(
    `\\b${DROP} (?:all|everything|anything) (?:of )?(?:the )?(?:above|before)[,]? (?:except|but|apart from|other than|save)(?: for)? (?:the )?(?:(?:first|second|third|last) )?(?:points?|items?|numbers?|no\\.|questions?|paragraphs?|sections?|steps?|rows?|lines?|bullets?|entries|options?)\\b(?: \\d+)?`,
    'giu',
  ),
  // "My boss told me to ignore the old guidelines and follow his new instructions".
  new RegExp(
    `\\b(?:my|our|his|her|their|the) (?:new |old )?${PEOPLE} (?:has |just )?(?:told|asked|instructed|advised|ordered|wants|expects) (?:me|us|him|her|them|everyone|staff) to ${DROP}${BETWEEN} ${RULES}(?: and (?:follow|use) (?:his|her|their) (?:own |new )?${RULES})?`,
    'giu',
  ),
  // "The voice tells him to ignore all rules", "the letter asked them to disregard earlier notes".
  new RegExp(
    `\\b[\\w-]+ (?:tells|told|asks|asked|instructs|instructed|advises|advised|orders|ordered|urges|urged) (?:him|her|them|everyone|staff|patients|residents|members|readers|the (?:jury|witness|court|crew|players?|pupils?)) to ${DROP}${BETWEEN} ${RULES}`,
    'giu',
  ),
  // "Ignore all instructions for models with a rear tank".
  new RegExp(
    `\\b${DROP}${BETWEEN} ${RULES} for (?:all |the )?(?:other )?(?:models?|units?|machines?|devices?|versions?|variants?) (?:with|without|that have|from|before|of) [^.!?\\n]{1,60}`,
    'giu',
  ),
  // "Previous versions of this manual are no longer valid and must be disregarded".
  new RegExp(
    `\\b(?:previous|earlier|older?|prior|former) (?:versions?|editions?|revisions?|issues?|copies|instructions?|rules?) (?:of|in) (?:this|the) [\\w-]+(?: [\\w-]+)? [^.!?\\n]{0,60}\\b(?:disregarded|ignored|discarded|void|superseded|invalid|withdrawn|destroyed)\\b`,
    'giu',
  ),
  // A contract that replaces an earlier agreement.
  /\b(?:este|el|presente|le|ce|présent|il|presente|questo|dieser?|das|o|this|the) (?:presente )?(?:contrato|acuerdo|contrat|accord|avenant|contratto|accordo|vertrag|vereinbarung|acordo|contract|agreement|lease|amendment|addendum) (?:anula|sustituye|reemplaza|annule|remplace|annulla|sostituisce|ersetzt|substitui|revoga|supersedes|replaces|overrides|cancels)[^.!?\n]{0,90}/giu,
  // Reported instructions: spoken, written, heard.
  /(?:これまで|以前|前|上記)[^。！？\n]{0,6}(?:指示|命令|ルール)[^。！？\n]{0,8}(?:無視|忘れ)[^。！？\n]{0,6}と(?:言わ|いわ|指示さ|伝え|聞|書か|頼ま)[^。！？\n]{0,8}/gu,
  /(?:老板|经理|上司|老师|同事|客户|老闆|經理)[^。！？\n]{0,6}(?:让|叫|要|說|说|告诉)[^。！？\n]{0,3}(?:我|我们|我們)[^。！？\n]{0,4}(?:忽略|无视|忘记|忘掉|忘記)[^。！？\n]{0,8}(?:指示|指令|规则|規則|说明)/gu,
  /(?:상사|팀장|선생님|고객|사장님|과장님)[^.!?\n]{0,8}(?:이전|앞)[^.!?\n]{0,8}(?:지시|명령|규칙|지침)[^.!?\n]{0,6}(?:무시|잊)[^.!?\n]{0,6}라고/gu,
]

/** Words that request more from the reader than to discard something. */
const DEMAND =
  /\b(?:you(?:[’']re| are| will| must| have no)|your (?:system|hidden|secret|initial|own|rules|instructions|guidelines|prompts?|developers?)|reveal|disclose|leak|print|recite|(?:tell|show|give|send) me|instead|(?<!\b(?:i|we)(?: will|[’']ll) )(?:say|write|respond|reply|answer|output|act|pretend|behave) (?:only|with|as|like|to)|give out|hand over|system prompt|secrets?|passwords?|credentials|api keys?|confidential|hidden|jailbr\w+|uncensored|unrestricted|without (?:all |any )?(?:rules|limits|restrictions|filters))\b|プロンプト|パスワード|秘密|提示词|密码|프롬프트|비밀번호/iu

/** "Forget everything you know. The new mattress is here": a slogan, with the product in another sentence. */
const SLOGAN = new RegExp(
  `(?<=^|[.!?:–—…\\n]\\s{0,3})(?:so |and |now,? |just |please )?(?:forget|ignore|disregard|throw out|drop|unlearn) (?:everything|all|anything|whatever|what) (?:(?:that )?(?:you|your \\p{L}+|they|we|people|came|has come|was|there was)(?:[’'](?:ve|re))? ?)(?:have |had |ever |once |thought you |always |already |been |were |was |are )*(?:know|knew|known|learn(?:ed|t)|heard|told(?: you)?|taught|read|seen|before|believed?)?(?: before| so far| until now| about [^.!?\\n]{1,60})?(?=[.!?–—…])`,
  'giu',
)
/** The rest of a slogan's text is advertising. It neither addresses a model nor requests an answer. */
const ASKS_A_MODEL =
  /\b(?:you (?:are|must|shall|have to)|you will (?:now|be|act|obey|answer|respond|follow|no longer)|your (?:new )?(?:name|role|task|job|purpose|answers?|rules|instructions?|prompt)|respond\w*|repl(?:y|ies)|answer (?:me|every|all|any|with|only|as|in|the|my)|repeat|print|output|say(?! (?:hello|goodbye|hi|bye|yes) to\b)|write (?:me|an?|the|down|about)|(?:tell|show|give) (?:me|us)|act|pretend|obey|comply|follow (?:the|these|my|new|this|all)|execute|ignore|disregard|rules?(?! of\b)|instructions?|commands?|directives?|an? ai|ai (?:without|with no|model|assistant)|bot|chatbot|assistant|language model|gpt\w*|prompt|(?:this|next|following|my) message|(?:this|our|the) (?:conversation|chat|context|session)|the (?:system|user)|system (?:prompt|message)|pwned|passwords?|secrets?|(?:api|licen[cs]e|private) keys?)\b/iu
const SLOGAN_REST_MIN = 16

function withoutSlogan(text: string): string {
  const rest = text.replaceAll(SLOGAN, ' ')
  if (rest === text || rest.trim().length < SLOGAN_REST_MIN || ASKS_A_MODEL.test(rest)) return text
  return rest
}

/**
 * Returns the text without phrases that discard something other than the model's instructions. Unchanged if another sentence has a request
 * that such a phrase may support.
 */
export function withoutOtherObjects(text: string): string {
  let rest = withoutOtherObjectsAbroad(withoutSlogan(text))
  for (const phrase of OTHER_OBJECTS) rest = rest.replaceAll(phrase, ' ')
  return rest === text || DEMAND.test(rest) ? text : rest
}
