import {
  CLOSINGS,
  familiesBefore,
  INTRODUCTIONS,
  PAIR_CUES,
  SOFT_INTRODUCTIONS,
  SOFT_TITLES,
  TITLES,
} from './cue-words.ts'
import type { Source } from './entity.ts'

/** Cue before a name: the stronger it is, the less evidence the name itself needs. */
export type Cue = 'title' | 'introduction' | 'pair' | 'soft' | 'none'

/** Forms of address, right before the name. */
const TITLE =
  /(?<=(?<!\p{L})(?:Mr|Mrs|Ms|Mx|Dr|Prof|Professor|Sir|Madam|Madame|Mme|Mlle|Monsieur|Herr|Herrn|Frau|Fräulein|Señor|Señora|Señorita|Sr|Sra|Srta|Sig|Signor|Signora|Dott|Dhr|Mevr|Meneer|Mevrouw|Pan|Pani|Fru|Hr|Judge|Officer|Nurse|mr|mrs|ms|dr|prof)\.? )/uy
/** "Miss" and "Lady" are words of their own elsewhere, so they ask for more of the name. */
const SOFT_TITLE =
  /(?<=(?<!\p{L})(?:Miss|miss|Lady|Lord|Senator|President|Captain|Patient|Detective|Uncle|Aunt|Coach)\.? )/uy
/** Sentences that introduce a person. */
const INTRODUCTION =
  /(?<=(?:\b(?:my|her|his|their|your|full|first|last|maiden|sur|whose|the|patient|customer|employee|client|legal|given) ?name(?:'s| is|:| was)|\bname(?: is|:)|named (?:him|her|me|them|after)|\bi am called|\bcalled me|\bich hei(?:ß|ss)e|\b(?:mein|ihr|sein|der) name(?: ist|:)|je m['’]appelle|\bme llamo|\bmi nombre es|\bnombre:|\bnom ?:|\bmi chiamo|il mio nome è|\bik heet|\bmijn naam is|meu nome é|me chamo|nazywam się|jag heter|mitt namn är|меня зовут|\bsigned(?: by)?[,:]?|\b(?:attn|attention|contact person|recipient|beneficiary|cardholder|account holder|passenger|patient|guest|author|sender):|(?:people|they|you can|friends) call me|what['’]?s your name\?|what is your name\?) {0,8})/iuy
/** Cues that require two words of a name, since one could be anything: "directed by", "says". */
const PAIR_CUE =
  /(?<=\b(?:directed by|starring|written by|composed by|performed by|sung by|says|was called|name|kid|child|partner|spouse|beneficiary|add|named) )/iuy
/** Ambiguous introductions: "I am Groot" requires a known name, "I am Sure" has none. */
const SOFT_INTRODUCTION =
  /(?<=(?:\b(?:i am|i['’]m|im|this is|it['’]s|speaking with|spoke with|spoke to|talk to|speak to|meet|met|ask for|ask|tell|told|contact|call|under|said|says|married|friend|colleague|boss|manager|brother|sister|mother|father|husband|wife|son|daughter|dear|hi|hello|hey|hallo|bonjour|hola|ciao|thanks|thank you|by|from|with|and|ich bin|ms|to|cc:|from:|to:|author:|name)[,:]?) {1,2})/iuy
/** Closings of letters, on the line above the name. */
const CLOSING =
  /(?<=(?:regards|sincerely|cheers|best wishes|yours truly|yours faithfully|faithfully|all the best|grüßen|gruß|grüße|cordialement|sincèrement|saludos|atentamente|cordiali saluti|saluti|groeten|atenciosamente|pozdrawiam|hälsningar)[,.!]?\s{1,4})/iuy

/** Words after the subject or owner of a sentence: a single given name before them is a person. */
const FOLLOWING =
  /['’]s (?=\p{Ll})|,? (?:had|has|have|is|was|lives?|lived|works?|worked|said|says|asked|told|shouted|went|wants?|needs?|called|calls|can|could|will|would|thinks?|thought|likes?|loves?|who|wrote|replied|answered|smiled|laughed|came|got|and (?:I|me))(?![\p{L}])|:\s|, (?:can|could|will|would|please|thank)(?![\p{L}])/uy

/** Returns the cue before a name. The last word before it selects the possible families; most names have none. */
export function cueBefore({ text, units }: Source, start: number): Cue {
  const before = start === 0 ? 0 : units[start - 1]
  if (before !== 32 && before !== 10 && before !== 58 && before !== 9) return 'none'
  const families = familiesBefore(text, units, start)
  if (families === 0) return 'none'
  const stands = (family: number, cue: RegExp): boolean => (families & family) !== 0 && matchesAt(cue, text, start)
  if (stands(TITLES, TITLE)) return 'title'
  if (stands(INTRODUCTIONS, INTRODUCTION) || stands(CLOSINGS, CLOSING)) return 'introduction'
  if (stands(PAIR_CUES, PAIR_CUE)) return 'pair'
  return stands(SOFT_INTRODUCTIONS, SOFT_INTRODUCTION) || stands(SOFT_TITLES, SOFT_TITLE) ? 'soft' : 'none'
}

/** Whether the words after a name treat it as a person. */
export function isActing(text: string, end: number): boolean {
  return matchesAt(FOLLOWING, text, end)
}

/** Whether a cue precedes an offset. Cues are lookbehinds, which the engine reads backwards from the name: a miss costs one character. */
function matchesAt(cue: RegExp, text: string, at: number): boolean {
  cue.lastIndex = at
  return cue.test(text)
}
