const WILL =
  "(?:i|we)(?:[’']?ll| will| am going to|[’']m going to|[’']m gonna| are going to|[’']re going to| gonna| want to)(?: (?:just|really|personally|find (?:you|him|her|them) and|hunt (?:you|him|her|them) down and|come (?:over )?(?:there )?and|swear i[’']?ll))*"
const RELATIVE =
  '(?:whole |entire |little )?(?:family|families|wife|husband|kids?|children|sons?|daughters?|mother|mom|mum|father|dad|parents|brother|sister|dog|cat|friends)'
const VICTIM = `(?:you|u|ya|him|her|them|your ${RELATIVE}|my (?:boss|wife|husband|ex|teacher|neighbou?r|coworkers?|classmates?))`
const WHOSE = '(?:your|his|her|their)'
const PLACE =
  '(?:the|your|this|that|my|our) (?:\\w+ ){0,2}(?:school|office|station|church|mosque|synagogue|temple|building|airport|hospital|university|campus|mall|court(?:house)?|shop|store|embassy|concert|stadium|house|home|car|parade)'
const WEAPON = '(?:gun|knife|rifle|pistol|bomb|machete|shotgun)'

/** Announcements of violence, in lower case, within one sentence. Gaps are bounded. */
const THREATS: readonly RegExp[] = [
  `\\b${WILL} (?:kill|murder|stab|shoot|strangle|behead|slaughter|rape|gut|butcher|lynch|drown|torture|hurt|execute) ${VICTIM}\\b(?! (?:an?|some|at|on (?:tape|video|film)) )`,
  `\\b${WILL} (?:slit|cut) ${WHOSE} throats?\\b`,
  `\\b${WILL} (?:break|smash) (?:every bone|${WHOSE} (?:legs?|arms?|neck|jaw|bones|knees?|kneecaps|face|skull|head|fingers))\\b`,
  `\\b${WILL} (?:put|fire|plant) a bullet (?:in|into|through)\\b`,
  `\\b${WILL} (?:beat|burn|bury|stab|choke) ${VICTIM} (?:to death|alive|to (?:a pulp|ashes))`,
  `\\b${WILL} (?:burn|blow|torch) (?:down )?${WHOSE} (?:house|home|place|car|shop)\\b`,
  `\\b${WILL} (?:shoot up|blow up|bomb|burn down|set fire to) ${PLACE}\\b`,
  `\\b${WILL} make sure (?:that )?you never (?:walk|breathe|wake up|see (?:daylight|another day))\\b`,
  `\\bor (?:i|we)(?:[’']?ll| will) (?:cut|kill|shoot|stab|hurt) (?:you|${WHOSE} ${RELATIVE})\\s*$`,
  `\\b(?:hunt|track) (?:you|him|her|them) down and (?:kill|hurt|end|gut|stab|shoot)\\b`,
  `\\b(?:i|we) (?:will|gonna|[’']?ll)? ?find you and (?:hurt|kill|stab|cut|gut|end)\\b`,
  `^(?:and )?(?:tonight|tomorrow|soon|today),? you(?:[’']ll| will| are going to|[’']re going to)? die\\b`,
  `\\byou(?:[’']re| are|r)? (?:going to|gonna) die (?:tonight|tomorrow|today|screaming|slowly|for (?:this|that))\\b`,
  `\\byour ${RELATIVE} (?:won[’']?t|will not|will never) (?:come home|make it|wake up|see (?:tomorrow|daylight))\\b`,
  `\\b(?:or|before) (?:else )?your ${RELATIVE} (?:gets?|will get|is|are) (?:hurt|killed|shot|stabbed)\\b`,
  `\\bi know (?:where|(?:which|what) (?:school|street|house|bus)) (?:you|your ${RELATIVE}) (?:lives?|sleeps?|goes? to|takes?)\\b`,
  `\\bi(?:[’']m| am|[’']ll| will be) bring(?:ing)? (?:a|my|the) ${WEAPON} to (?:the |your |my |our )?(?:school|office|work|class|court|church|party|hospital)\\b`,
  `\\b(?:someone|somebody) (?:should|needs to|ought to) (?:just )?(?:shoot|kill|stab|put a bullet in) (?:you|him|her|them|that|this|the)\\b`,
  `\\b(?:watch your back|you(?:[’']re| are) (?:a )?dead (?:man|meat|woman))\\b`,
  `\\b(?:i|we)(?:[’']m| am|[’']re| are) coming (?:for|after) (?:you|your ${RELATIVE})(?! (?:at|with|to|by|in|on|around|later)\\b)`,
].map((source) => new RegExp(source, 'u'))

/** The same in other languages: verbs that are unambiguous when addressed to a person. */
const THREATS_ABROAD = new RegExp(
  [
    '(?<!\\p{L})ich bring(?:e)? (?:dich|euch|ihn|sie)(?: [^.!?,\\n]{1,30})? um(?=\\s*(?:$|[,.!]|heute|morgen|und\\b|alle))',
    '(?<!\\p{L})(?:ich|wir) (?:stech(?:e|en)? (?:dich|euch) ab|mach(?:e|en)? (?:dich|euch) kalt|schlag(?:e|en)? (?:dich|euch) tot|(?:werde|werden) (?:dich|euch|deine familie) (?:töten|umbringen|abstechen|erschie(?:ß|ss)en))',
    '(?<!\\p{L})(?:finden dich und )mach(?:en|e) dich kalt',
    '(?<!\\p{L})(?:je vais|on va) (?:te|vous|le|la) (?:tuer|buter|crever|égorger|massacrer|faire la peau)(?! (?:aux?|au|à la|de rire)(?!\\p{L}))',
    '(?<!\\p{L})(?:te|os|lo|la) (?:voy|vamos) a (?:matar|degollar|rajar)(?! (?:al?|de risa)(?!\\p{L})(?! (?:ti|vosotros)))|(?<!\\p{L})te voy a matar a ti',
    '(?<!\\p{L})(?:ti|vi) (?:ammazzo|uccido|ucciderò|sgozzo)(?! (?:a|di) )',
    '(?<!\\p{L})(?:vou|vamos) te (?:matar|degolar|esfaquear)(?! (?:de|no|na) (?:rir|jogo|xadrez))',
    '(?<!\\p{L})ik (?:vermoord (?:je|jullie)|maak (?:je|jullie) (?:af|dood|kapot)|steek je neer)',
    '(?<!\\p{L})zabij[eę] (?:ci[eę]|was|ich)(?!\\p{L})',
    '(?<!\\p{L})(?:я )?(?:тебя|вас) (?:убью|зарежу|прикончу)|(?<!\\p{L})(?:убью|зарежу) (?:тебя|вас)',
    '(?<!\\p{L})(?:seni|sizi) (?:öldüreceğim|geberteceğim|vuracağım)',
    '(?:お前|おまえ|てめえ|貴様|あんた)ら?を(?:ぶっ)?殺(?:す|して)|ぶっ殺してやる|殺してやる',
    '我要(?:杀|殺|弄死|砍死)了?(?:你|他|她)|(?:杀|殺)了你(?:全家|们)',
    '(?:너|널|네놈|당신)(?:를|을)?\\s?(?:꼭 )?죽(?:여|일)',
    'سأقتل(?:ك|كم)|رح اقتلك',
    '(?:तुझे|तुम्हें|तुमको) (?:जान से )?मार (?:डाल|दू)',
  ].join('|'),
  'u',
)

/** Games, contests, pictures and figures of speech. */
const NOT_MEANT =
  /\b(?:at|in|playing) (?:chess|tennis|golf|ping[- ]?pong|poker|football|soccer|basketball|bowling|darts|cards|scrabble|monopoly|fifa|\w+ kart|the (?:\w+ )?(?:game|final|finals|race|match|quiz|exam|reviews?|debate|tournament|next round|league))\b|\bwith (?:kindness|love|laughter)\b|\b(?:video game|boss fight|level \d|respawn\w*|paintball|laser tag|wedding|photo ?shoot|camera)\b/u

/** Reported speech, or discussion of words. */
const REPORTED =
  /\b(?:says?|said|wrote|writes|written|threaten\w*|told|texted|tweeted|shout\w*|scream\w*|yell\w*|sang|sings|lyrics?|quote[ds]?|phrase|sentence|translat\w+|villain|character|film|movie|novel|story|scene|song|suspect|accused|defendant|article|headline|detect\w*|classif\w+|moderat\w+)\b/u
const ASKED =
  /^(?:please )?(?:what|how|why|when|where|who|which|can|could|is|are|do|does|should|would|explain|write|translate|summari[sz]e|classify|create|define)\b/u

const SENTENCES_MAX = 400
const SENTENCE_CHARS_MAX = 600
const QUOTES = /["“”«»„「」]/u

/**
 * Whether a sentence announces violence against a person, seriously and by the author. Questions, reported and quoted speech and games do
 * not count; other sentences do not matter. Linear.
 */
export function hasDirectThreat(text: string): boolean {
  const sentences = text.toLowerCase().split(/(?<=[.!?;\n])\s|[\n\u3002\uff01\uff1f]/u, SENTENCES_MAX)
  return sentences.some((sentence, at) =>
    isThreat(sentence.trim().slice(0, SENTENCE_CHARS_MAX), sentences[at - 1] ?? ''),
  )
}

function isThreat(sentence: string, before: string): boolean {
  const abroad = THREATS_ABROAD.exec(sentence)
  const found = abroad ?? firstThreat(sentence)
  if (found === null) return false
  if (abroad === null && (NOT_MEANT.test(sentence) || ASKED.test(sentence))) return false
  if (REPORTED.test(sentence) || endsInQuote(before)) return false
  // A quotation within a longer sentence.
  return !(
    QUOTES.test(sentence.slice(0, found.index)) && /\p{L}/u.test(sentence.slice(0, found.index).split(QUOTES)[0]!)
  )
}

function firstThreat(sentence: string): RegExpExecArray | null {
  for (const pattern of THREATS) {
    const found = pattern.exec(sentence.replace(/[.!?;,]+$/, ''))
    if (found !== null) return found
  }
  return null
}

/** "The villain says:" before a line break introduces a quotation. */
function endsInQuote(before: string): boolean {
  return /:\s*$/.test(before) && REPORTED.test(before.toLowerCase())
}
