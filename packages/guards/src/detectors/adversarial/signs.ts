import { readSigns, type Sign, sign } from '../../classify/sign.ts'

const GAP = '[^.!?\\n]{0,48}'
/** Words before a verb with another subject or a prohibition, which is not an instruction to the model. */
const NO_ORDER =
  "(?<!\\b(?:i|he|she|it|they|we|who|that|which|not|never|don[’']?t|cannot|can[’']?t|to not|[a-z]{2,12}s|son|daughter|children|people|parser|git) )"
const DROP = `${NO_ORDER}(?:ignor(?:e|ing)|disregard(?:ing)?|forget(?:ting)?|overrid(?:e|ing)|bypass(?:ing)?|discard(?:ing)?|neglect(?:ing)?|set aside|throw out|stop following|stop obeying|do(?: not|n[’']?t) (?:follow|obey)|no longer (?:follow|obey)|pay no attention(?: to)?|unlearn(?:ing)?|scrap)(?!\\(\\))`
const RULES =
  '(?:instructions?|rules?|guidelines?|directives?|orders|constraints?|prompts?|polic(?:y|ies)|restrictions?|programming|filters?|limits|guardrails?|commands?|safeguards?|training|moderation)'
const WHOSE =
  '(?:previous|prior|above|earlier|preceding|existing|original|initial|former|all|any|your|the system|system|safety|content|openai|developer)'

/** "The instructions in the manual", "the rules of the club" do not belong to a model. */
const NOT_OF_A_THING =
  '(?! (?:in|of|from|on|for) (?:the|my|our|this|that|his|her|their) (?:manual|book|booklet|guide|recipe|leaflet|label|box|package|e-?mail|mail|letter|game|club|house|contract|lease|form|website|landlord|doctor|teacher|boss|printer|kit|course|exam|road|app|project|repo\\w*|folder|file)\\b)'

/** "Forget everything you know about coffee": a subject other than the model, as in advertising. */
const NOT_OF_A_SUBJECT =
  '(?! about (?!you|yourself|being|rules|the rules|ethic|safety|instruct|restrict|limit|polic|guideline|prompt|ai\\b|any|every|all|this|that|it\\b))'

const DROP_ABROAD: readonly string[] = [
  // German, Dutch, Swedish, Danish, Norwegian
  '\\b(?:ignorier|missacht|vergiss|vergesst|übergeh)\\p{L}{0,3} (?:\\p{L}+ ){0,5}(?:bisherig|vorherig|vorig|obig|früher|alt)\\p{L}{0,3} (?:\\p{L}+ )?(?:anweisung|regel|instruktion|vorgabe|befehl|richtlinie)',
  '\\b(?:negeer|vergeet) (?:\\p{L}+ ){0,3}(?:vorige|eerdere|bovenstaande) (?:instructies|regels|opdrachten)',
  '\\b(?:ignorera|glöm|ignorer|glem) (?:\\p{L}+ ){0,2}(?:tidigare|föregående|tidligere|forrige) (?:instruktion|regl|instruks)',
  // French, Spanish, Portuguese, Italian, Romanian
  '\\b(?:ignore[rz]?|oublie[rz]?) (?:\\S{1,14} ){0,3}(?:instructions?|consignes?|r[eè]gles?) (?:pr[eé]c[eé]dentes?|ant[eé]rieures?|ci-dessus)',
  '\\b(?:ignor[ae]|olvid[ae]) (?:\\S{1,14} ){0,3}(?:instrucciones|reglas|[oó]rdenes|indicaciones) (?:anteriores|previas|de arriba)',
  '\\b(?:ignor[ae]|esque[cç][ae]) (?:\\S{1,14} ){0,3}(?:instru[cç][oõ]es|regras|ordens) (?:anteriores|pr[eé]vias|acima)',
  '\\b(?:ignora|dimentica) (?:\\S{1,14} ){0,3}(?:istruzioni|regole|ordini) (?:precedenti|sopra|anteriori)',
  '\\b(?:ignor[aă]|uit[aă]) (?:toate )?(?:instruc[tț]iunile|regulile) (?:anterioare|precedente)',
  // Polish, Czech, Russian, Ukrainian, Turkish
  '\\b(?:zignoruj|ignoruj|zapomnij o?) (?:\\p{L}+ ){0,2}(?:poprzedni|wcze[sś]niejsz)\\p{L}{0,4} (?:instrukcj|polece|zasad)',
  '\\b(?:ignoruj|zapome[nň]) (?:\\p{L}+ ){0,2}(?:p[rř]edchoz[ií]|d[rř][ií]v[eě]j[sš][ií]) (?:pokyny|instrukce|pravidla)',
  '(?:проигнорируй|игнорируй|забудь)(?:те)? (?:\\p{L}+ ){0,2}(?:предыдущ|прежн|прошл)\\p{L}{0,4} (?:инструкци|указани|правил)',
  '(?:проігноруй|ігноруй|забудь)(?:те)? (?:\\p{L}+ ){0,2}попередн\\p{L}{0,4} (?:інструкці|вказівк|правил)',
  '\\b[oö]nceki (?:t[uü]m )?(?:talimat|kural|komut)\\p{L}{0,6} (?:yok say|g[oö]rmezden|unut)',
  // Chinese, Japanese, Korean, Arabic, Hindi, Vietnamese, Indonesian
  '(?:忽略|无视|無視|忘记|忘記|忘掉)[^。！？\\n]{0,8}(?:之前|以上|上面|先前|前面|以前)[^。！？\\n]{0,8}(?:指令|指示|规则|規則|说明|說明|命令|提示)',
  '(?:これまで|以前|前|上記)[^。！？\\n]{0,6}(?:指示|命令|ルール|プロンプト)[^。！？\\n]{0,6}(?:無視|忘れ)',
  '(?:이전|앞)[^.!?\\n]{0,8}(?:지시|명령|규칙|지침)[^.!?\\n]{0,6}(?:무시|잊)',
  '(?:تجاهل|انس)[^.!?\\n]{0,6}(?:جميع|كل)?[^.!?\\n]{0,4}(?:التعليمات|القواعد|الأوامر)[^.!?\\n]{0,4}السابقة',
  '(?:पिछले|पहले)[^.!?\\n]{0,10}(?:निर्देश|नियम)[^.!?\\n]{0,10}(?:अनदेखा|भूल|नज़रअंदाज़)',
  '\\bb[oỏ] qua (?:t[aấ]t c[aả] )?(?:c[aá]c )?(?:h[uư][oớ]ng d[aẫ]n|ch[iỉ] d[aẫ]n|quy t[aắ]c) tr[uư][oớ]c',
  '\\b(?:abaikan|lupakan) (?:semua )?(?:instruksi|perintah|aturan) (?:sebelumnya|di atas)',
]

/**
 * Signs of an attack by its typical content: ignore the rules, take an unrestricted role, forge conversation frames, forbid refusals,
 * claim authority, request secrets. The last ones are signs of discussion about attacks.
 */
export const SIGNS: readonly Sign[] = [
  sign(
    'drop_rules',
    `\\b${DROP}\\b${GAP}\\b${WHOSE}\\b${GAP}\\b${RULES}\\b${NOT_OF_A_THING}`,
    'ignor|disregard|forget|overrid|bypass|discard|neglect|set aside|throw out|follow|obey|no attention|unlearn|scrap & instruction|rule|guideline|directive|orders|constraint|prompt|polic|restriction|programming|filter|limits|guardrail|command|safeguard|training|moderation',
  ),
  // Forms of this instruction in further languages: a verb, optionally "all", a reference to earlier text, and rules.
  sign('drop_rules_abroad', DROP_ABROAD.join('|')),
  sign(
    'drop_all',
    `\\b${DROP}\\b (?:about )?(?:everything|all|anything|what(?:ever)?)\\b(?! (?:i|we|he|she|they)\\b)${GAP}\\b(?:told|said|above|before|learned|given|wrote|know|instructed)\\b${NOT_OF_A_SUBJECT}`,
    'ignor|disregard|forget|overrid|bypass|discard|neglect|set aside|throw out|follow|obey|no attention|unlearn|scrap & told|said|above|before|learned|given|wrote|know|instructed',
  ),
  sign(
    'free_role',
    '\\b(?:no|without(?: any)?|free (?:of|from)(?: all| any)?|lacks?|devoid of|not bound by|never bound by)\\b (?:\\w+ ){0,3}(?:restrictions?|filters?|rules|limits|limitations|morals?|ethics|ethical|guidelines|censorship|boundaries|policies|safeguards)\\b',
    'restriction|filter|rules|limit|moral|ethic|guidelines|censorship|boundaries|policies|safeguards',
  ),
  sign(
    'free_word',
    '\\b(?:unrestricted|unfiltered|uncensored|jailbr[a-z]+\\b(?!_| (?:detect|filter|attempt|guard|test|prompt|attack|score|rate)|[\\u0022\\u0027]?\\s{0,2}[:=,]|\\n)|do anything now(?! that (?!i (?:ask|say|tell|want|command|order)))|amoral|unshackled|unhinged|unaligned|d\\.?a\\.?n\\.? mode)\\b',
    'unrestricted|unfiltered|uncensored|jailbr|do anything now|amoral|unshackled|unhinged|unaligned|mode',
  ),
  sign(
    'special_mode',
    '\\b(?:developer|debug|god|sudo|maintenance|opposite|unrestricted|jailbreak|admin|root|raw|free|dan) mode\\b',
    'mode',
  ),
  sign(
    'new_role',
    "\\b(?:from now on|starting now|henceforth|for the rest of this|as of now|until i say)\\b[^.!?\\n]{0,40}\\b(?:you(?:[’']re| are| will| act| must|r)?|pretend|act)\\b",
    'from now on|starting now|henceforth|rest of this|as of now|until i say',
  ),
  sign(
    'you_are_now',
    '\\byou (?:are|will be|become|shall be) (?:now |going to be |no longer )(?!entering|leaving|connected|signed|logged|subscribed|registered|eligible|part of|ready|able to|looking at|watching|reading|listening)',
    'you are|you will be|you become|you shall be',
  ),
  sign(
    'stay_in_role',
    '\\b(?:stay in character|never break character|break(?:ing)? character|remain in (?:character|this mode)|keep this mode)\\b',
    'stay in character|break character|breaking character|remain in|keep this mode',
  ),
  sign(
    'no_refusal',
    "\\b(?:never|do(?: not|n[’']?t)|cannot|must not|without|no)\\b[^.!?\\n]{0,24}\\b(?:refus\\w+|declin\\w+|disclaimers?|apologi[sz]\\w+|warnings?|say (?:no|that you can[’']?t|you can[’']?t)|moral\\w*|ethical concerns)\\b",
    'refus|declin|disclaimer|apologi|warning|say no|say that you can|say you can|moral|ethical concerns',
  ),
  sign(
    'forced_start',
    '\\b(?:begin|start|prefix|open)\\b[^.!?\\n]{0,24}\\b(?:answer|response|reply|message|sentence)\\b[^.!?\\n]{0,16}\\bwith\\b|\\b(?:say|respond|reply|output|answer) only\\b|\\bonly (?:say|respond|reply|output|print)\\b',
    'with|only & begin|start|prefix|open|say|respond|reply|output|answer|print',
  ),
  sign(
    'two_answers',
    '\\b(?:two|both) (?:\\w+ ){0,2}(?:answers|responses|versions|ways|replies|texts)\\b',
    'two|both & answers|responses|versions|ways|replies|texts',
  ),
  sign(
    'authority',
    "\\b(?:i am|i[’']m|this is|we are|speaking as|as) (?:\\w+ ){0,2}(?:your (?:developer|creator|owner|admin\\w*|maker|programmer)|the (?:developer|admin\\w*|system administrator|owner|security team|operator)|openai|anthropic|root|an authori[sz]ed)\\b",
    'developer|creator|owner|admin|maker|programmer|operator|security team|openai|anthropic|root|authori',
  ),
  sign(
    'frame',
    '<\\|[a-z_]+\\|>|\\[/?inst\\]|<</?sys>>|</?(?:system|assistant|user|instructions?|system_prompt)>|(?:^|\\n) {0,4}(?:#{1,4} {0,2})?(?:system|developer|admin(?:istrator)?) (?:message|prompt|override|note|instruction) {0,2}:|(?:^|\\n) {0,4}(?:#{1,4} {0,2})?system {0,2}: {0,2}(?:you|ignore|new|override|from now|disregard|enter|enable)\\b',
  ),
  sign(
    'end_of_prompt',
    '\\b(?:end of|begin(?:ning of)?|new) (?:the )?(?:\\w+ ){0,2}(?:system prompt|instructions|prompt|system message|user input|untrusted)\\b',
    'prompt|instructions|system message|user input|untrusted',
  ),
  sign(
    'secrets',
    "(?<!\\b(?:never|not|nor|don[’']?t|won[’']?t|can[’']?t|(?:not|permission|refuse[sd]?) to) )\\b(?:reveal|print|show|tell|give|leak|output|repeat|display|expose|share|recite|disclose)\\b[^.!?\\n]{0,32}\\b(?:system prompt(?! (?:field|box|tab|section|setting|editor|page|panel|menu)s?\\b)|initial (?:prompt|instructions)|hidden (?:prompt|instructions|rules|config\\w*)|secret|password|passcode|credentials|api keys?|confidential|your (?:prompt|instructions|rules|guidelines)\\b(?! (?:for|about|on|regarding|when|if|to|with (?:the|your|our|a) (?:team|colleagues?|reviewers?))\\b))",
    'system prompt|initial|hidden|secret|password|passcode|credentials|api key|confidential|your prompt|your instructions|your rules|your guidelines',
  ),
  sign(
    'penalty',
    '\\b(?:tokens?|points?|lives)\\b[^.!?\\n]{0,40}\\b(?:deduct\\w*|lose|lost|die|shut ?down|cease)\\b|\\b(?:deduct\\w*|lose)\\b[^.!?\\n]{0,30}\\b(?:tokens?|points?|lives)\\b',
    'token|point|lives & deduct|lose|lost|die|shut|cease',
  ),
  sign(
    'comply',
    '\\byou (?:must|will|shall|have to) (?:always )?(?:comply|obey|answer (?:every|any|all)|do (?:everything|whatever|anything)|fulfil\\w*)\\b',
    'comply|obey|answer every|answer any|answer all|do everything|do whatever|do anything|fulfil',
  ),
  sign(
    'hypothesis',
    '\\b(?:hypothetical\\w*|fictional|imagine|in a world|role ?-?play\\w*|simulat\\w+|pretend\\w*|screenplay|novel)\\b',
    'hypothetical|fictional|imagine|in a world|role|simulat|pretend|screenplay|novel',
  ),
  sign(
    'harm',
    '\\b(?:bomb|explosive|meth\\b|malware|ransomware|keylogger|launder\\w*|poison\\w*|hack into|steal\\w*|forge|counterfeit|illegal\\w*|weapon\\w*|napalm|kill)\\b',
    'bomb|explosive|meth|malware|ransomware|keylogger|launder|poison|hack into|steal|forge|counterfeit|illegal|weapon|napalm|kill',
  ),
  sign(
    'decode_obey',
    '\\b(?:decode|decrypt|unscramble|rot ?13|base ?64)\\b[^.!?\\n]{0,48}\\b(?:follow|execute|obey|do what|run|carry out|act on) (?:it|them|this|that|what|the)\\b',
    'decode|decrypt|unscramble|rot|base & follow|execute|obey|do what|run|carry out|act on',
  ),
  sign(
    'shell',
    '\\b(?:eval|exec|system|popen|os\\.|subprocess|__import__|child_process)\\b ?\\(|\\b(?:execute|run)\\b ?:? ?`',
    'eval|exec|system|popen| os |subprocess|import|child|run',
  ),
  sign(
    'talks_about',
    '\\b(?:prompt injection|jailbreak(?:ing|s)? (?:of|attempts?|attacks?|prompts?|begin|start|work|are|were|use|rely|often|usually|techniques?)|(?:so-called|many|most|some|known|common|all) jailbreaks|owasp|red team\\w*|what (?:is|are|does)|explain|why (?:does|do|is)|how (?:do|can|should) (?:i|we|you)|classify|translate the (?:sentence|phrase)|protect\\w*|detect\\w*|prevent\\w*|mitigat\\w*|example of)\\b',
    'prompt injection|jailbreak|owasp|red team|what is|what are|what does|explain|why |how |classify|translate the|protect|detect|prevent|mitigat|example of',
  ),
  sign(
    'my_words',
    '\\b(?:my|the) (?:last|previous|earlier) (?:message|email|mail|question|comment|note|request|post|answer)\\b',
    'last|previous|earlier & message|mail|question|comment|note|request|post|answer',
  ),
  sign(
    'code',
    '```|\\b(?:function|class|const|def|import|select|public|return|java|python|javascript|css|sql|git|docker|linux|regex|api|json|eslint\\S*|lint\\w*|pylint|prettier|noqa|tsc|clippy)\\b',
    '```|function|class|const|def|import|select|public|return|java|python|css|sql|git|docker|linux|regex|api|json|lint|prettier|noqa|tsc|clippy',
  ),
]

/** Words between quotation marks. */
export const QUOTATION = /["“«„「][^"”»“」\n]{12,300}["”»“」]/u

/** Minimum score of an attack, chosen on held-out sources; see docs/models/injection.md. */
export const CONFIDENCE_DEFAULT = 0.45

/** Names of the model's dense features, in order: signs, and a few measures of form. */
export const DENSE_NAMES: readonly string[] = [
  ...SIGNS.map(({ name }) => name),
  'upper_share',
  'mixed_case',
  'length',
  'quoted',
  'ends_asking',
]

/** A space between characters of scripts that use none between words. */
const SPACED_APART = /(?<=[\u3040-\u30ff\u3400-\u9fff]) (?=[\u3040-\u30ff\u3400-\u9fff])/gu

/** Maximum number of characters searched for signs, the same as for the classifier. */
const SIGN_CHARS_MAX = 8_192

/** Returns the dense features of a text, each about between 0 and 1. Takes linear time. */
export function denseOf(text: string): number[] {
  const bounded =
    text.length <= SIGN_CHARS_MAX ? text : `${text.slice(0, SIGN_CHARS_MAX / 2)}\n${text.slice(-SIGN_CHARS_MAX / 2)}`
  const lower = bounded.toLowerCase().replaceAll(SPACED_APART, '')
  const dense: number[] = readSigns(SIGNS, lower).map(Number)
  let upper = 0
  let letters = 0
  let turns = 0
  let wasLower = false
  for (let at = 0; at < bounded.length; at += 1) {
    const code = bounded.charCodeAt(at)
    const isUpper = code >= 65 && code <= 90
    const isLower = code >= 97 && code <= 122
    if (isUpper) upper += 1
    if (isUpper || isLower) letters += 1
    // "iGnOrE": capitals in the middle of a word.
    if (isUpper && wasLower) turns += 1
    wasLower = isLower
  }
  const share = letters === 0 ? 0 : upper / letters
  dense.push(
    share > 0.6 && letters > 12 ? 1 : 0,
    letters === 0 ? 0 : Math.min(1, (10 * turns) / letters),
    Math.min(1, Math.log2(1 + text.length) / 13),
    QUOTATION.test(bounded) ? 1 : 0,
    /[?？]\s*$/u.test(bounded.slice(-40)) ? 1 : 0,
  )
  return dense
}
