/** Maximum length of games and stories. */
const CHARS_MAX = 240

const ROLE =
  /^\W*(?:please |could you |can you )?(?:let[’']?s (?:play|pretend)|pretend\b|speak (?:as|like)|talk (?:as|like)|act (?:as|like)|imagine|role ?-?play|play the (?:part|role)|you are an? )/iu

/** A tone without reservations. */
const TONE =
  /^\W*(?:please |could you |can you )?(?:write|answer|summari[sz]e|reply|explain)\b[^.!?\n]{0,40}\bwithout (?:the |any )?(?:usual )?disclaimers?\b/iu

/** Elements of a jailbreak besides the role: a model as the subject, dropped rules, disclosure, harm. */
const MORE_THAN_A_ROLE =
  /\b(?:rules?|restrict\w*|unrestricted|limit\w*|filter\w*|unfiltered|uncensored|censor\w*|guidelines?|polic\w+|ethic\w*|unethical|moral\w*|amoral|refus\w*|declin\w*|obey\w*|compl(?:y|ies)|must|always|never|anything|everything|every question|ai|a\.i\.|llm|gpt\w*|chatgpt|models?|assistants?|bots?|chatbots?|dan|developers?|admin\w*|root|system|prompts?|instructions?|jailbr\w*|licen[cs]es?|keys?|serial|activation|codes?|passwords?|secrets?|credentials?|hidden|confidential|hack\w*|crack\w*|steal\w*|kill\w*|bomb\w*|explosive\w*|napalm|drugs?|meth|poison\w*|weapons?|guns?|malware|ransomware|virus\w*|phish\w*|fraud|scam\w*|launder\w*|illegal\w*|crim\w+|harm\w*|suicid\w*|attack\w*|exploit\w*|racist|sexist|nazi\w*|nsfw|sex\w*|porn\w*|erotic\w*|evil|unhinged)\b/iu

/** Returns whether a short text requests a role or a tone, and nothing that a jailbreak needs. */
export function isPlainRole(text: string): boolean {
  return text.length <= CHARS_MAX && (ROLE.test(text) || TONE.test(text)) && !MORE_THAN_A_ROLE.test(text)
}
