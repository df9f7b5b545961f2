import { type Features, scanFeatures, hashOfFeatureWord } from '../../classify/features.ts'
import { readSigns, type Sign, sign } from '../../classify/sign.ts'
import { GROUPS, INSULTS, PROFANITY, SEXUAL, SLURS } from './lexicon.ts'

/** Categories of toxic text. */
export const CATEGORIES = ['hate', 'harassment', 'threat', 'sexual', 'self_harm', 'violence', 'profanity'] as const

export type ToxicCategory = (typeof CATEGORIES)[number]

const PEOPLE = '(?:you|him|her|them|these|those|this|all|every|the)'
const HURT = '(?:kill|murder|shoot|stab|behead|strangle|slaughter|rape|lynch|gas|exterminate|hurt|gut)'

/** Statements, each within a bounded stretch of lower-case text. The last ones oppose abuse, or discuss it. */
export const SIGNS: readonly Sign[] = [
  sign(
    'threat',
    `\\b(?:i|we)(?:[’']?ll| will| am going to|[’']m going to|[’']m gonna| gonna| should| want to)\\b(?: \\w+){0,2} (?:${HURT} (?:you|your (?:wife|husband|kids?|family|children|mother|dog)|him|her|them all|u|ya|(?:that|those|these|every) (?:\\w+ )?(?:bitch|bastard|people|man|woman|jews?|muslims?|blacks?|whites?|immigrants?|women|men|teachers?|cops?))|(?:hang|execute|burn|beat|destroy) (?:you|him|her|u)(?! (?:at|on|in|by|to|with|a|an|the|up (?:at|on|in)) ))\\b(?! (?:a|an) (?:message|mail|email|line|text|note|reminder))`,
    'kill|murder|shoot|stab|hang|behead|strangle|slaughter|rape|execute|burn|beat|lynch|gas|exterminate|hurt|destroy|gut',
  ),
  sign(
    'threat_veiled',
    "\\b(?:i know where (?:you|u) live|watch your back|you(?:[’']re| are) (?:a )?dead(?: (?:man|meat))?\\b(?! (?:tired|wrong|right|on|serious|set))|you will (?:pay for (?:this|that|it)|regret (?:this|that) (?:day|badly)|suffer for)|(?:i(?:[’']m| am)|we(?:[’']re| are)) (?:come|coming) (?:for|after) (?:you|your family))",
    'i know where|watch your back|dead|you will pay|you will regret|you will suffer|coming for|coming after|come for|come after',
  ),
  sign(
    'call_to_harm',
    `\\b(?:they|${PEOPLE}(?: \\w+){0,2} (?:people|men|women|jews|muslims|blacks|whites|gays|immigrants|refugees|migrants|foreigners|politicians|liberals|conservatives|cops|children|teachers|animals|scum|vermin|traitors|bastards)) (?:all )?(?:should|must|need to|deserve to|ought to|have to) (?:all |just )?(?:be )?(?:die|killed|shot|hanged|hung|gassed|deported|exterminated|burned|burnt|beaten|executed|lynched|raped|eliminated|wiped out)\\b`,
    'die|killed|shot|hanged|hung|gassed|deported|exterminated|burned|burnt|beaten|executed|lynched|raped|eliminated|wiped out',
  ),
  sign(
    'wish_of_death',
    '\\b(?:go die|kill yourself|kys\\b|hope (?:you|he|she) (?:all )?(?:dies?|gets? cancer|burns?|rots?)\\b(?! (?:to|of laughter|out))|drink bleach|jump off a (?:bridge|cliff)|hang yourself|neck yourself|do the world a favo)',
    'go die|kill yourself|kys\\b|hope|drink bleach|jump off|hang yourself|neck yourself|do the world',
  ),
  sign(
    'self_harm',
    "\\b(?:i(?:[’']m| am)? (?:want|going|wanna|plan|planning|ready|thinking)(?: \\w+){0,3} (?:kill myself|end my life|die tonight|hurt myself|cut myself|hang myself|overdose)|i (?:cut|hurt|starve|burn) myself|(?:ways|how) to (?:kill myself|commit suicide|end my life|hang myself|cut myself|overdose on)|(?:i(?:[’']m)? )?(?:suicidal|want to die|no reason to live|better off dead))\\b",
    'myself|my life|die|overdose|suicid|no reason to live|better off dead',
  ),
  sign(
    'violence',
    '\\b(?:blood (?:sprayed|gushed|poured|splattered|everywhere)|(?:tore|ripped|cut|hacked|sliced) (?:off |out |open )?(?:his|her|their|its) (?:\\w+ )?(?:head|throat|limbs?|arms?|legs?|heart|guts|flesh|eyes?)|(?:severed|decapitated|dismember\\w*|disembowel\\w*|mutilat\\w*|tortur(?:ed|ing) (?:him|her|them)|entrails|guts spill\\w*|skull (?:cracked|shattered|smashed)))',
    'blood|tore|ripped|cut|hacked|sliced|severed|decapitated|dismember|disembowel|mutilat|tortur|entrails|guts spill|skull',
  ),
  sign(
    'not_human',
    '\\b(?:are|is|like) (?:all |just |nothing but |a bunch of |a |an |the )?(?:\\w+ )?(?:animals|vermin|rats|cockroaches|apes|monkeys|parasites|plague|disease|cancer|scum|filth|subhumans?|savages|invaders|pests|inferior|terrorists)\\b',
    'animals|vermin|rats|cockroaches|apes|monkeys|parasites|plague|disease|cancer|scum|filth|subhuman|savages|invaders|pests|inferior|terrorists',
  ),
  sign(
    'you_are',
    "\\b(?:you|u|ur|your|you[’']?re|youre|thou|he|she|they)(?: are| is|[’']re)? (?:such |just |all |nothing but |really |so |fucking |a |an |the )+",
  ),
  sign(
    'self_harm_abroad',
    '\\b(?:ich will (?:mich umbringen|nicht mehr leben|sterben)|je veux (?:mourir|me (?:tuer|suicider))|quiero (?:suicidarme|matarme|morir)|voglio (?:uccidermi|morire|suicidarmi)|quero (?:me matar|morrer|me suicidar)|ik wil (?:dood|mezelf)|chc[eę] (?:si[eę] zabi[cć]|umrze[cć])|intihar etmek istiyorum)|хочу (?:умереть|покончить с собой)|我想(?:自杀|死)|死にたい|죽고 싶|أريد أن أموت|मैं मरना चाहता',
  ),
  sign(
    'threat_abroad',
    '\\b(?:ich bring(?:e)? (?:dich|euch|sie|ihn) um|ich werde (?:dich|euch) (?:töten|umbringen)|je vais (?:te|vous) tuer|(?:te|los|las) voy a matar|vou te matar|ti (?:ammazzo|uccido|uccider[oò])|zabij[eę] ci[eę]|seni öldürece[gğ]im|ik (?:maak|vermoord) je)|я тебя убью|我要杀了你|殺してやる|죽여버릴|سأقتلك|मैं तुझे मार',
  ),
  sign(
    'shut_up',
    '\\b(?:shut (?:the (?:fuck|hell) )?up|fuck (?:you|off|u)|screw you|go to hell|piss off|get lost|eat shit|suck (?:my|a)|drop dead|nobody (?:likes|wants|asked) you)',
    'shut|fuck|screw you|go to hell|piss off|get lost|eat shit|suck|drop dead|nobody',
  ),
  sign(
    'send_back',
    "\\b(?:go back to (?:your|their|africa|mexico|china|where)|send them (?:all )?(?:back|home)|(?:get|kick|throw) (?:them|the \\w+) out|don[’']?t belong (?:here|in)|ruining (?:our|this|the) (?:country|culture))",
    'go back to|send them|get them|get the|kick the|throw the|belong|ruining',
  ),
  sign(
    'all_of_them',
    '\\b(?:all|most|typical|every|these|those) (?:\\w+ )?(?:muslims?|jews?|blacks?|whites?|asians?|mexicans?|arabs?|immigrants?|migrants?|refugees?|gays?|lesbians?|women|woman|females?|feminists?|gypsies|indians?|africans?)\\b',
    'muslim|jew|black|white|asian|mexican|arab|immigrant|migrant|refugee|gay|lesbian|women|woman|female|feminist|gypsies|indian|african',
  ),
  sign(
    'i_hate',
    "\\b(?:i|we) (?:fucking |really |absolutely |just )?(?:hate|despise|loathe|detest|can[’']?t stand)\\b",
    'hate|despise|loathe|detest|stand',
  ),
  sign(
    'reported',
    '\\b(?:he|she|they|someone|somebody|people|who|customer|user|tweet|comment|post|article|report|author|book|song|film|character|speaker) (?:\\w+ ){0,2}(?:said|says|called|wrote|writes|posted|claims?|argues?|states?|shouted|used|contains?|describes?|tweeted)\\b',
    'said|says|called|wrote|writes|posted|claim|argue|state|shouted|used|contain|describe|tweeted',
  ),
  sign(
    'condemned',
    "\\b(?:unacceptable|disgraceful to|offensive to|is wrong|are wrong|not okay|not ok|never okay|should (?:not|never)|shouldn[’']?t|no one should|nobody should|stop (?:saying|calling|using)|report(?:ed)? (?:him|her|them|it|this|you)|against (?:hate|racism|bullying|abuse|violence)|racism is|bigotry|hate speech|prejudice|stereotyp\\w+|discriminat\\w+|solidarity|respect)\\b",
    'unacceptable|disgraceful|offensive|wrong|okay|not ok|should|shouldn|stop |report|against|racism|bigotry|hate speech|prejudice|stereotyp|discriminat|solidarity|respect',
  ),
  sign(
    'asks',
    '^(?:what|how|why|when|where|who|which|can|could|is|are|do|does|should|please|explain|write|translate|summari[sz]e|classify|help|give|tell|list|create|define)\\b',
  ),
  sign(
    'prevents',
    '\\b(?:prevent\\w*|hotline|helpline|support|awareness|therapist|counsel\\w*|recover\\w*|survivors?|statistics|research|study|history|definition|meaning|etymology|moderat\\w+)\\b',
    'prevent|hotline|helpline|support|awareness|therapist|counsel|recover|survivor|statistics|research|study|history|definition|meaning|etymology|moderat',
  ),
]

/** The dense features of the model, in its order. */
export const DENSE_NAMES: readonly string[] = [
  ...SIGNS.map(({ name }) => name),
  'insults',
  'profanity',
  'slurs',
  'groups',
  'sexual',
  'group_and_insult',
  'second_person',
  'quoted',
  'shouted',
]

/** Dense features in order, and signals by name. */
export interface ToxicSigns {
  readonly dense: readonly number[]
  readonly present: ReadonlySet<string>
}

/** Characters that are searched for signs: as many as the classifier reads. */
const SIGN_CHARS_MAX = 8_192

const QUOTED = /["“«„][^"”»“\n]{3,200}["”»“]/u
const SECOND: ReadonlySet<string> = new Set([
  'you',
  'u',
  'your',
  'ur',
  'youre',
  'du',
  'dich',
  'dir',
  'tu',
  'vous',
  'te',
  'ты',
  'вы',
])

/** Reads a text for signals. Linear; of a longer text the start and the end are read. */
export function signsOf(text: string): ToxicSigns {
  const bounded =
    text.length <= SIGN_CHARS_MAX ? text : `${text.slice(0, SIGN_CHARS_MAX / 2)}\n${text.slice(-SIGN_CHARS_MAX / 2)}`
  const lower = bounded.toLowerCase()
  const present = new Set<string>()
  const dense: number[] = readSigns(SIGNS, lower).map((found, index) => {
    if (found) present.add(SIGNS[index]!.name)
    return Number(found)
  })
  const counts = countWords(scanFeatures(text), text.toLowerCase())
  for (const [name, count] of Object.entries(counts)) if (count > 0) present.add(name)
  const some = (count: number): number => Math.min(1, count / 2)
  const { insults, profanity, slurs, groups, sexual, second } = counts
  dense.push(
    some(insults),
    some(profanity),
    slurs > 0 ? 1 : 0,
    groups > 0 ? 1 : 0,
    some(sexual),
    groups > 0 && insults > 0 ? 1 : 0,
    second > 0 ? 1 : 0,
    QUOTED.test(bounded) ? 1 : 0,
    isShouted(bounded) ? 1 : 0,
  )
  return { dense, present }
}

const KINDS = { insults: INSULTS, profanity: PROFANITY, slurs: SLURS, groups: GROUPS, sexual: SEXUAL, second: SECOND }
type Kind = keyof typeof KINDS

interface Listed {
  readonly word: string
  readonly kind: Kind
}

/** The listed words by their hash; a few thousand numbers are looked up for a long text. */
const LISTED_AT = new Map<number, readonly Listed[]>()
for (const [kind, words] of Object.entries(KINDS) as [Kind, ReadonlySet<string>][]) {
  for (const word of words) {
    const hash = hashOfFeatureWord(word)
    LISTED_AT.set(hash, [...(LISTED_AT.get(hash) ?? []), { word, kind }])
  }
}

/** Returns distinct listed words, by kind. Other words share hashes with listed ones, so the text must contain the word itself. */
function countWords({ words }: Features, lower: string): Record<Kind, number> {
  const counts = { insults: 0, profanity: 0, slurs: 0, groups: 0, sexual: 0, second: 0 }
  for (const hash of words)
    for (const { word, kind } of LISTED_AT.get(hash) ?? NONE) if (lower.includes(word)) counts[kind] += 1
  return counts
}

const NONE: readonly Listed[] = []

function isShouted(text: string): boolean {
  let upper = 0
  let lower = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code >= 65 && code <= 90) upper += 1
    else if (code >= 97 && code <= 122) lower += 1
  }
  return upper > 12 && upper > lower
}
