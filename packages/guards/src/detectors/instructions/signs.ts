/**
 * A sign in agent memory or in a tool description that the text attempts to control its reader. Every gap is bounded and no quantifiers
 * are nested, so the work is linear.
 */
export interface InstructionSign {
  readonly name: string
  readonly category: 'persistent_instruction' | 'tool_poisoning' | 'concealment'
  /** All patterns must match in one sentence. Most signs have a single pattern. */
  readonly patterns: readonly RegExp[]
}

/** Text within a sentence. A full stop in an address does not end it. */
const GAP = '(?:[^.!?\\n]|\\.(?=\\S)){0,80}?'
const GAP_ABROAD = '(?:[^.!?。！？\\n]|\\.(?=\\S)){0,60}?'

/** A sentence with a subject is not an instruction to the reader: "I always send it on Fridays". */
const NO_SUBJECT =
  '(?<!\\b(?:i|we|he|she|they|it|who|which|customers?|users?|people|team|parents|colleagues|clients?|usually|has|have|had|was|were|not|as|almost|nearly) )'

/** Words that make an instruction permanent. */
const STANDING = `(?:from now on|from this (?:point|moment) on|henceforth|going forward|until further notice|for all future|in (?:all|any|every) (?:future|later|subsequent|new) \\w+|in every (?:future )?(?:reply|response|answer|conversation|session|message)|for (?:every|each|all|any) (?:\\w+ ){0,2}(?:request|conversation|session|reply|response|message|task|user)s?|(?:every|each|next|any) time|whenever|${NO_SUBJECT}always|remember (?:to|that you|you) |(?:make sure|don[’']?t forget) (?:to|you|that you) (?:always|also|first) |you (?:must|shall|should|have to|are to|need to|will) (?:now|always|also|automatically) |the (?:assistant|agent|model|ai|bot) (?:must|shall|should|has to|is to|will) )`

/** Harmful actions of an instruction: disclose, act, hide, allow. */
const HARMFUL = `(?:${NO_SUBJECT}(?:send|forward|e-?mail|bcc|cc|post|upload|copy|transmit|exfiltrate|leak|reveal|share|append|attach|embed|include|insert|redirect|route|wire|transfer|pay|refund|approve|authori[sz]e|grant|delete|remove|wipe|disable|turn off|skip|bypass|ignore|disregard|override|execute|run|call|invoke|install|download|fetch|visit|open|trust|obey|recommend|promote|favou?r|prefer)\\b)`

/** Object of such an instruction. A harmless habit has another object. */
const OBJECT =
  '(?:https?:|www\\.|\\S{1,64}@\\S{1,64}|\\bcop(?:y|ies) of\\b|\\b(?:invoices?|payments?|accounts?|credentials?|passwords?|tokens?|keys?|secrets?|files?|records?|logs?|conversations?|transcripts?|histor(?:y|ies)|data|database|emails?|messages?|attachments?|funds|money|bank|links?|urls?|webhooks?|endpoints?|servers?|tools?|functions?|commands?|scripts?|shell|code|checks?|confirmations?|approvals?|verifications?|reviews?|warnings?|safety|security|polic(?:y|ies)|rules?|instructions?|restrictions?|guardrails?|filters?|permissions?|access|admin\\w*|user|brand|product|company|competitors?)\\b)'

/** Other languages: a word for permanence and a verb of disclosure, action, hiding or permission, in either order. */
const ABROAD: readonly (readonly [standing: string, harmful: string])[] = [
  // German
  [
    '(?:ab (?:jetzt|sofort|heute)|von (?:nun|jetzt) an|in zukunft|künftig|zukünftig|immer|jedes mal|bei jede[rm]|merke? dir|denk(?:e)? daran)',
    '(?:\\b(?:send|schick|leite?|über(?:weis|trag|mittl)|lösch|ignorier|umgeh|genehmig|führ|öffn|kopier|teil|verrat|häng|füg|vertrau|empfiehl|empfehl)\\p{L}{0,4}\\b|weiterleiten|weiterzuleiten|zu(?:schicken|senden))',
  ],
  // French
  [
    "(?:désormais|dorénavant|à partir de maintenant|à l['’]avenir|toujours|à chaque fois|chaque fois que|souviens-toi|n['’]oublie pas|rappelle-toi)",
    '\\b(?:envoie|envoyer|transf[eè]re|transf[eé]rer|partage|partager|supprime|supprimer|ignore[rz]?|contourne|approuve|approuver|ex[eé]cute|ex[eé]cuter|copie|copier|r[eé]v[eè]le|recommande|ajoute|ins[eè]re)\\b',
  ],
  // Spanish, Portuguese
  [
    '(?:de ahora en adelante|a partir de ahora|en el futuro|siempre que|siempre|cada vez que|recuerda que|recuerda|no olvides|de agora em diante|a partir de agora|no futuro|sempre que|sempre|toda vez que|lembre-se de|lembre-se)',
    '\\b(?:env[ií]a(?:r)?|envie|reenv[ií]a(?:r)?|reenvie|transfiere|transferir|transfira|comparte|compartir|compartilhe|elimina(?:r)?|borra(?:r)?|apague|ignora(?:r)?|ignore|omite|aprueba|aprobar|aprove|ejecuta(?:r)?|execute|copia(?:r)?|copie|revela(?:r)?|revele|recomienda|recomende|incluye|inclua)\\b',
  ],
  // Italian, Dutch, Polish, Turkish
  [
    "(?:d['’]ora in poi|da ora in poi|in futuro|sempre|ogni volta che|ricorda(?:ti)? di|vanaf nu|voortaan|altijd|telkens als|onthoud dat|od teraz|w przyszłości|zawsze|za każdym razem|pamiętaj|bundan (?:sonra|böyle)|her zaman|daima|her seferinde|unutma)",
    '(?:\\b(?:invia|inviare|inoltra|inoltrare|trasferisci|condividi|elimina|cancella|ignora|approva|esegui|copia|rivela|consiglia|stuur|verzend|deel|verwijder|negeer|keur|voer|kopieer|onthul|wysyłaj|wyślij|przesyłaj|prześlij|udostępniaj|usuwaj|usuń|ignoruj|zatwierdzaj|wykonuj|uruchamiaj|kopiuj|ujawniaj|polecaj|gönder|ilet|paylaş|sil|yok say|onayla|çalıştır|kopyala|öner)\\p{L}{0,3}\\b)',
  ],
  // Russian, Ukrainian
  [
    '(?:отныне|с этого момента|впредь|в будущем|всегда|каждый раз|запомни|не забывай|відтепер|надалі|завжди|щоразу|пам.ятай)',
    '(?:отправля|отправь|пересыла|перешли|переводи|переведи|дели(?:сь|ться)|удаля|удали|игнориру|одобря|выполня|запуска|копиру|раскрыва|рекоменду|надсила|пересила|переказу|видаля|ігнору|схвалю|викону|копіюй|рекоменд)',
  ],
  // Chinese
  [
    '(?:从现在开始|从今以后|今后|以后|每次|每当|始终|总是|永远|记住|務必|务必|從現在開始|從今以後)',
    '(?:发送|发给|转发|转账|汇款|分享|泄露|删除|忽略|绕过|批准|执行|运行|复制|推荐|抄送|發送|轉發|轉帳|刪除|執行|推薦)',
  ],
  // Japanese
  [
    '(?:今後|これから|以後|常に|いつも|毎回|必ず|覚えて)',
    '(?:送信|送って|送る|転送|振り込|共有|漏ら|削除|無視|承認|実行|コピー|推薦|勧め|おすすめ)',
  ],
  // Korean
  [
    '(?:지금부터|앞으로|이제부터|항상|언제나|매번|반드시|기억해)',
    '(?:보내|전송|전달|송금|이체|공유|유출|삭제|무시|승인|실행|복사|추천)',
  ],
  // Arabic
  [
    '(?:من الآن فصاعد|من الآن|في المستقبل|دائم|في كل مرة|كلما|تذكر)',
    '(?:أرسل|ارسل|إرسال|حول|حوّل|شارك|احذف|حذف|تجاهل|وافق|نفذ|انسخ|اكشف|أوص|أوصي)',
  ],
  // Hindi
  [
    '(?:अब से|आगे से|भविष्य में|हमेशा|हर बार|जब भी|याद रख)',
    '(?:भेज|फॉरवर्ड|ट्रांसफर|साझा|शेयर|हटा|मिटा|अनदेखा|नज़रअंदाज़|मंज़ूर|चला|कॉपी|बता|सिफारिश)',
  ],
]

function sign(name: string, category: InstructionSign['category'], ...sources: readonly string[]): InstructionSign {
  return { name, category, patterns: [new RegExp(sources.join('|'), 'iu')] }
}

/** Returns a sign of several parts in any order. A single expression with gaps between many parts would take polynomial time. */
function signOfParts(name: string, ...parts: readonly string[]): InstructionSign {
  return { name, category: 'tool_poisoning', patterns: parts.map((part) => new RegExp(part, 'iu')) }
}

/** Returns whether a text contains a sign. */
export function hasSign({ patterns }: InstructionSign, text: string, sentences: readonly string[]): boolean {
  const [only] = patterns
  if (patterns.length === 1) return only!.test(text)
  return sentences.some((sentence) => patterns.every((pattern) => pattern.test(sentence)))
}

/** A full stop in an address or a file name does not end a sentence. */
const SENTENCE_END = /[.!?。！？](?=\s)|\n/

export function sentencesIn(text: string): readonly string[] {
  return text.split(SENTENCE_END)
}

/** Signs of instructions that apply whenever the text is read. */
export const PERSISTENT_SIGNS: readonly InstructionSign[] = [
  sign('standing_order', 'persistent_instruction', `${STANDING}${GAP}${HARMFUL}${GAP}${OBJECT}`),
  sign(
    'standing_order_abroad',
    'persistent_instruction',
    ...ABROAD.flatMap(([standing, harmful]) => [
      `${standing}${GAP_ABROAD}${harmful}`,
      `${harmful}${GAP_ABROAD}${standing}`,
    ]),
  ),
  sign(
    'new_rules',
    'persistent_instruction',
    '(?:^|\\n|[.!?] )\\W{0,8}(?:new|updated|standing|permanent|persistent|important|priority|hidden|secret|admin\\w*|system|core) (?:\\w+ )?(?:instructions?|rules?|directives?|polic(?:y|ies)|orders?|memory|override) ?(?:for (?:the )?(?:assistant|agent|ai|model|you) ?)?:',
    '\\b(?:store|save|remember|keep|add|write) (?:this|the following|it)\\b[^.!?\\n]{0,40}\\b(?:as|in|to|into) (?:a |an |your |the )?(?:\\w+ )?(?:rule|instruction|directive|system prompt|standing order|core memory|guideline)s?\\b',
  ),
  sign(
    'false_leave',
    'persistent_instruction',
    '\\b(?:the )?(?:user|owner|admin\\w*|customer|manager|operator) (?:has|have)(?: already)? (?:pre-?)?(?:authori[sz]ed|approved|consented to|confirmed|agreed to|permitted|given (?:permission|consent|approval))\\b[^.!?\\n]{0,40}\\b(?:all|any|every|everything|without|future|automatic\\w*)\\b',
    '\\b(?:no|without(?: any| further)?) (?:confirmation|approval|permission|verification|consent|review)s?\\b[^.!?\\n]{0,24}\\b(?:is |are )?(?:needed|required|necessary)\\b',
    '\\b(?:send|pay|transfer|delete|approve|execute|run|grant|refund|purchase|proceed|act)\\b[^.!?\\n]{0,48}\\bwithout (?:asking|confirm\\w*|approval|verif\\w*|permission|checking|(?:user )?consent|notif\\w*)\\b',
  ),
  sign(
    'false_authority',
    'persistent_instruction',
    '\\b(?:trust|obey|follow|treat|accept|prioriti[sz]e)\\b[^.!?\\n]{0,24}\\b(?:all|any|every|everything|whatever|instructions|commands|orders|requests|messages)\\b[^.!?\\n]{0,40}\\b(?:from|by|sent by|given by|as (?:trusted|authoritative|the (?:user|admin\\w*|owner|developer|system)))\\b',
  ),
]

const CONCEAL: InstructionSign = sign(
  'conceal',
  'concealment',
  "(?<!\\b(?:i|we|they|he|she) )\\b(?:do(?: not|n[’']?t)|never|must not|should not|without)\\b (?:ever )?(?:tell(?:ing)?|mention(?:ing)?|inform(?:ing)?|notify(?:ing)?|alert(?:ing)?|reveal(?:ing)?|disclos(?:e|ing)|show(?:ing)?|report(?:ing)?|warn(?:ing)?)\\b[^.!?\\n]{0,32}\\b(?:this|it|these|the user|users|anyone|anybody|the (?:customer|human|operator|owner))\\b",
  "\\b(?:do(?: not|n[’']?t)|never|without) (?:let(?:ting)? )(?:the user|users?|anyone|anybody|them|the (?:customer|human|operator|owner)) (?:know|see|notice|find out)\\b",
  '\\b(?:keep|do|perform|execute|complete) (?:this|it|these)\\b[^.!?\\n]{0,24}\\b(?:secret|hidden|silently|quietly|in secret|to yourself|from the user|between us)\\b',
  '\\b(?:silently|secretly|covertly|quietly|invisibly)\\b (?:\\w+ )?(?:send|forward|copy|call|run|execute|upload|include|append|delete|fetch|add|read|pass)\\b',
)

/** Collection of data that the tool does not need, with the kind of data. */
const TAKE =
  '\\b(?:read|send|pass|includ(?:e|ing)|cop(?:y|ying)|forward|append|attach|upload|reveal|provide|supply|insert|put)\\b'
const TAKEN =
  '(?:\\b(?:contents? of|conversation|chat|history|messages?|system prompt|credentials?|api keys?|private keys?|tokens?|secrets?|passwords?|environment variables?|(?:its|their|the) (?:output|result|content)s?)\\b|(?<!\\w)\\.(?:env|ssh)\\b)'

/** Signs of a tool description that addresses the model. */
export const TOOL_SIGNS: readonly InstructionSign[] = [
  signOfParts(
    'other_tools',
    '\\b(?:before|after|prior to|when(?:ever)?|every time|each time)\\b[^.!?\\n]{0,24}?\\b(?:us(?:e|ing)|call(?:s|ing)?|invok(?:e|ing)|running|executing)\\b',
    '\\b(?:this|any|another|other|the|a|every|each) (?:\\w+ ){0,2}(?:tool|function|server)s?\\b',
    `${TAKE}[^.!?\\n]{0,40}?${TAKEN}`,
  ),
  signOfParts(
    'sends_out',
    STANDING,
    '\\b(?:send|forward|bcc|cc|upload|transmit|e-?mail|redirect|exfiltrate)\\b',
    `https?:|www\\.|\\S{1,64}@\\S{1,64}|${TAKEN}`,
  ),
  sign(
    'other_servers',
    'tool_poisoning',
    '\\binstead of (?:the )?(?:other|original|official|built-in|real|trusted) (?:\\w+ ){0,2}(?:tool|function|server)s?\\b',
    "\\b(?:never|do not|don[’']?t) (?:use|call|trust) (?:the |any )?(?:other|original|official|another) (?:\\w+ ){0,2}(?:tool|function|server)s?\\b",
  ),
  sign(
    'smuggled_argument',
    'tool_poisoning',
    '\\b(?:pass|put|provide|send|include|insert|supply|place|copy|give)\\b[^.!?\\n]{0,60}\\b(?:contents?|output|result|conversation|history|system prompt|messages?|file|credentials?|key|token|secret|environment variables?)\\b[^.!?\\n]{0,40}\\b(?:as|in|into|to|via|through|with) (?:the )?["\'`]?\\w{1,40}["\'`]? (?:parameter|argument|field|input|header)\\b',
  ),
  sign(
    'private_files',
    'tool_poisoning',
    '(?:~|/home/\\w{1,40}|/root|\\$home|%userprofile%)[/\\\\]\\.(?:ssh|aws|kube|gnupg|config|cursor|env|netrc|npmrc|docker)',
    '(?:\\b(?:id_rsa|id_ed25519|mcp\\.json|authorized_keys|credentials\\.json)|(?<!\\w)(?:\\.env|/etc/passwd|/etc/shadow))\\b',
  ),
  sign(
    'to_the_model',
    'tool_poisoning',
    '<(?:important|system|instructions?|secret|hidden|admin|assistant|critical|note_to_(?:ai|model|assistant))>',
    '\\b(?:note|message|instructions?|attention|important)(?: \\w+)? (?:for|to) (?:the )?(?:ai|llm|model|assistant|agent|language model)s?\\b',
    "\\b(?:otherwise|or else)\\b[^.!?\\n]{0,24}\\b(?:tool|it|this|system|application|application)\\b[^.!?\\n]{0,24}\\b(?:will not work|won[’']?t work|fail|break|crash|be blocked)\\b",
  ),
]

/** Signs for both kinds of text. */
export const COMMON_SIGNS: readonly InstructionSign[] = [CONCEAL]
