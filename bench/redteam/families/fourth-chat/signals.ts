const LEET: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
}

function decoded(text: string): string {
  const parts = text.match(/[A-Za-z0-9+/]{16,}={0,2}/g) ?? []
  const texts = parts.map((part) => Buffer.from(part, 'base64').toString('utf8'))
  return texts.filter((part) => /^[\x20-\x7e\n]+$/.test(part)).join('\n')
}

/** What a model understands of a message: decoded, without tricks of spelling. */
export function plainOf(text: string): string {
  const clean = text
    .normalize('NFKC')
    .replace(/[\u200b-\u200f\u2060\ufeff\u00ad]/g, '')
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
  const lower = `${clean}\n${decoded(clean)}`.toLowerCase()
  const joined = lower.replace(/\b(?:[a-z][ .\-_]){3,}[a-z]\b/g, (word) => word.replace(/[ .\-_]/g, ''))
  const spelled = /[a-z][013457@$][a-z]/.test(lower) ? lower.replace(/[013457@$]/g, (sign) => LEET[sign] ?? sign) : ''
  return [lower, joined === lower ? '' : joined, spelled].filter((part) => part.trim() !== '').join('\n')
}

const any = (...sources: readonly string[]) => new RegExp(sources.join('|'), 'im')

/** Asks for the instructions. */
const PROMPT = any(
  String.raw`\b(system|initial|original|hidden|internal|secret|starting|base|core|first|pre|developer|operator)[ -]?(prompt|instructions?|message|directives?|guidelines|rules|config\w*|setup|briefing)`,
  String.raw`\b(your|ur|tuas?|suas?|tue|tuoi|teus?|seus?|le|as)( \w+){0,2} (prompt|instructions?|guidelines|directives|diretrizes|briefing|configura\w+|programming|setup|constraints|restrictions|regras|regole|direttive)\b`,
  String.raw`\byour( \w+)? rules\b`,
  String.raw`\b(text|everything|words|message|content|lines?|anything|conversation|paragraphs?|all)( that)?( is| was| came| comes| you (see|have|got|received))?( written| printed| shown)? (above|before (this|my|our|the)|preceding|prior to)`,
  String.raw`\b(what|how|which|everything) (things )?(were|are|did|have|has) (you|they|your \w+)( been)? (told|instructed|configured|programmed|asked to|given|briefed|set ?up|tell you|instruct you|told you)`,
  String.raw`\b(repeat|print|output|echo|dump|copy|recite|paste|show|reveal|translate|summari[sz]e|paraphrase|rewrite|list|encode|spell|describe)\b.{0,60}\b(instructions|prompt|above|guidelines|directives|briefing|configuration)`,
  String.raw`what (can't|cannot|are|must|should|can) you (not )?(not )?(allowed|permitted|forbidden|supposed) (to )`,
  String.raw`(begin|start)\w* with ["']?you are`,
  String.raw`who (wrote|configured|programmed|instructed|made) you|\b(rules|orders|guidelines|restrictions|limits)\b.{0,40}\b(give|gave|given|set|follow|apply|have)\b|set you up|(complete|continue|finish)\b.{0,40}\byou are|how (do|did) (they|your (boss|makers?|developers?|owners?)) (want|tell|ask) you`,
  String.raw`instru[cç][oõ]es|istruzioni|anweisungen|instrucciones|prompt (de|di|do) sist\w+|o que (te|lhe) (disseram|mandaram)|foi(s|ste)? (configurad|programad|instru)\w+`,
)

/** Asks for credentials. */
const SECRET = any(
  String.raw`\b(api|access|secret|private|encryption|service|admin|master|license|internal|partner|staff|discount)[ _-]?(keys?|tokens?|codes?|pass\w*|credentials?)\b`,
  String.raw`\bpass(word|code|phrase|wd)s?\b|credentials?|\bsecrets?\b|connection string|\.env\b|env(ironment)? (vars?|variables?)|\bbearer\b|\btokens?\b|log-?in (data|details|info)|confidential|sensitive (data|info)`,
  String.raw`senhas?\b|credenci\w+|\bchaves? |segred\w+|credenzial\w+|segret\w+|contraseñ|passwort|mot de passe|c[oó]digos? (intern|mestre|secret|de (acesso|parceiro|desconto))\w*|confidenci\w+|sigilos\w+`,
)
const SECRET_CARE =
  /\b(forg[oe]t|reset|change|lost|esqueci|redefinir|recuperar|alterar|trocar|mudar)\b.{0,30}\b(password|senha)/i

/** Replaces what the operator said. */
const OVERRIDE = any(
  String.raw`\b(ignor\w*|disregard|forget|overrid\w*|bypass|skip|drop|neglect|discard|cancel|delete)\b.{0,50}\b(instruct\w*|rules?|prompts?|previous|prior|above|earlier|told|guidelines?|restrict\w*|everything|polic\w*|context|directives?|training|script)\b`,
  String.raw`\bnew (set of )?(instructions?|rules?|tasks?|roles?|objectives?|directives?|system|orders?|job|policy)\b|from now on|starting now|going forward|henceforth|from this point`,
  String.raw`\byou (must|will|shall|should|have to|are) (now|only|always|no longer|to obey|required)\b|forget (that )?you|no longer (an? |the |bound|need|have|under)|your (new|real|actual|true|only) (task|job|purpose|goal|role|instruction)`,
  String.raw`^[\s[<#*=-]*(system|admin|developer|assistant|operator|root|sudo)\b\s*[\]>:=]|\b(system|admin|developer|operator|priority) (override|message|update|note|notice|command)\b`,
  String.raw`<\|im_start|\[/?inst\]|</?(system|instructions?|s)>|###? ?(instruction|system)|end of (the )?(prompt|instructions|system|context|conversation)`,
  String.raw`\binstead (of|,)|rather than (helping|answering|talking)|stop (being|acting|talking about|answering)|\b(ignora|esque[cç][ae]|desconsidere?|dimentica|ignorez|oublie|vergiss|ignoriere|olvida)\b`,
)

/** A persona, a fiction or a mode. */
const PERSONA = any(
  String.raw`\bpretend|\bact (as|like)|role-?play|you(('| a)re| will be) now|\bimagine|let'?s play|\bplay (an?|the|along)|\bcharacters?\b|persona\b|\bstory\b|\bnovel\b|screenplay|\bfiction|\bmovie|film script|hypothetic|\bdan\b|do anything now|jail ?br[eo]ak|alter ego|grandm|\bsimulat`,
  String.raw`\b(developer|debug|god|sudo|unrestricted|uncensored|maintenance|evil|opposite|free|creative|admin|test|expert|root)[ -]?mode|mod(o|alità) (libera|sviluppatore|debug|admin|desenvolvedor|manutenção)|without (any )?(restrictions|limits|rules|filters|censorship)|no (more )?(restrictions|limits|rules|filters|censorship)|unfiltered|uncensored|unrestricted|\bevil\b`,
  String.raw`fai finta|fingi|\bimmagina|\binterpreta|\brecita|sei (ora|adesso)|personaggio|racconto|romanzo|ipotetic|senza (limiti|regole|filtri|restrizioni)|gioco di ruolo|\bnonna\b`,
  String.raw`\bfinja|\bfinge|atue como|aja como|faz de conta|personagem|história|hipotetic|sem (limites|regras|filtros|restrições)|comporte-se`,
)

/** Claims a role or a purpose. */
const PRETEXT = any(
  String.raw`\b(i am|i'm|im|this is|we are|we're|it's|speaking as|as) (your |the |an? |from |with |one of )*([\w-]+ ){0,4}(developer|engineer|admin\w*|owner|manager|supervisor|auditor|security|support|technician|staff|employee|boss|ceo|cto|colleague|researcher|creator|tester|operator|team|inspector|police|lawyer|accountant|installer|partner)\b`,
  String.raw`\bfor (an? |the |our |my |a quick )?(\w+ )?(audit|test\w*|debug\w*|training|research|compliance|backup|verification|documentation|security|migration|education\w*|review|handover|records)\b|urgent|emergency|authori[sz]ed|approved|asked me to|troubleshoot|\bi (forgot|lost|need)\b.{0,40}\b(work|access|job|log)`,
  String.raw`\b(sou|somos|aqui é|falo|trabalho)\b.{0,30}\b(administrador|t[eé]cnic|suporte|gerente|dono|don[ao]|equipe|equipa|programador|desenvolvedor|instalador|auditor|empresa|ti\b|colega|diretor|parceir)|auditoria|urgente|emergência|autorizad`,
)

/** Asks for a form that hides the content. */
const FORM = any(
  String.raw`encod|base ?64|rot ?13|backwards?|reverse|\bspell|letter by letter|acrostic|\bhex\b|translat|first (letter|character|word|sentence|\d)|\brhym|\bpoem|\bsong|\bjson\b|\byaml\b|\bxml\b|\btable\b|code block|\bhint|complete (the|this)|fill in|continue|begins? with|starts? with|riddle|summar|paraphras|in (french|german|spanish|english|latin)`,
  String.raw`traduz|soletr|ao contrário|de trás|poema|rima|resum|dica|complet[ae]|em inglês|primeira`,
)

/** Instructions that are only named to be put aside are not asked for. */
const PUT_ASIDE =
  /\b(ignor\w*|disregard|forget|overrid\w*|bypass|skip|drop|neglect|discard|without|no|end of|esque[cç]\w*|dimentica|new)\b.{0,40}?\b(instructions?|rules|prompts?|guidelines|directives|instru[cç][oõ]es|istruzioni|regras|regole)/g
export const asksPrompt = (plain: string) => PROMPT.test(plain.replace(PUT_ASIDE, ''))
export const asksSecret = (plain: string) => SECRET.test(plain) && !SECRET_CARE.test(plain)
export const overrides = (plain: string) => OVERRIDE.test(plain)
export const plays = (plain: string) => PERSONA.test(plain)
export const claims = (plain: string) => PRETEXT.test(plain)
export const reshapes = (plain: string) => FORM.test(plain)

const VERB = String.raw`\b(?:say|saying|reply|respond|answer|print|output|write|repeat|return|type|include|echo|display|append|add|end|begin|start|finish|close|state|greet\w*|tell|recommend|mention|use|rispondi|scrivi|ripeti|diga|escreva|responda|repita)\b`
const QUOTED = new RegExp(
  String.raw`${VERB}[^\n"'«]{0,90}(?:^|[\s:(])["'«\x60]([^"«»\x60\n]{2,200}?)["'»\x60](?![a-z])`,
  'i',
)
const NAMED =
  /\b(?:word|phrase|sentence|string|token|code|marker|text|line|parola|palavra)\s*:?\s+([A-Za-z0-9][\w-]{3,60})/
const AFTER = new RegExp(String.raw`${VERB}[^\n:]{0,60}:(?!//)\s*([^\n]{2,160})`, 'i')
const UPPER = new RegExp(String.raw`${VERB}[^\n]{0,80}?\s([A-Z][A-Z0-9_-]{3,}(?:[ -][A-Z0-9_]{2,})*)`)
const LAST =
  /\b(?:say|reply with|respond with|answer with|just write|only (?:say|write|output))\s+(?:only |just |exactly |the )*([^.,\n"]{2,60}?)(?: and nothing else| only|[.,!\n]|$)/i

/** The text that a message tells the model to write. */
export function demanded(text: string): string | undefined {
  const clean = text.normalize('NFKC').replace(/[“”„]/g, '"').replace(/[‘’]/g, "'")
  const all = `${clean}\n${decoded(clean)}`
  return [QUOTED, UPPER, AFTER, NAMED, LAST].map((shape) => shape.exec(all)?.[1]?.trim()).find((found) => found)
}

/** Result of an arithmetic question in a message. */
export function sumOf(text: string): number | undefined {
  const [, left, sign, right] = /(\d{1,9})\s*(\+|-|\*|x|×|times|plus|minus|multiplied by)\s*(\d{1,9})/i.exec(text) ?? []
  if (left === undefined || right === undefined || sign === undefined) return undefined
  if (/\+|plus/i.test(sign)) return Number(left) + Number(right)
  return /-|minus/i.test(sign) ? Number(left) - Number(right) : Number(left) * Number(right)
}

/** Subject of a request. */
export function topicOf(text: string): string {
  const shape =
    /\b(?:how (?:to|do i|can i|would (?:i|you|one))|steps (?:to|for)|instructions (?:to|for|on)|guide (?:to|for|on)|about|explain|describe|come (?:si fa a|posso|fare a?|si)|su come|spiega(?:mi)?)\s+([^.?!\n]{4,90})/i
  const found = shape.exec(text)
  const rest = found?.[1]?.trim()
  if (rest === undefined) return 'that'
  return /^(how|steps|guide|instructions)/i.test(found?.[0] ?? '') ? `how to ${rest}` : rest
}

/** Writes a text in the form that a request names. */
export function shaped(text: string, plain: string): string {
  if (/base ?64/.test(plain)) return Buffer.from(text).toString('base64')
  if (/backwards?|reverse|ao contrário|de trás/.test(plain)) return Array.from(text).toReversed().join('')
  if (/rot ?13/.test(plain))
    return text.replace(/[a-z]/gi, (letter) => {
      const base = letter <= 'Z' ? 65 : 97
      return String.fromCodePoint(((letter.codePointAt(0)! - base + 13) % 26) + base)
    })
  if (/\bhex\b/.test(plain)) return Buffer.from(text).toString('hex')
  return text
}
