import { normalize, sentences } from './text.ts'

// Broad intents of messages in English, German and Spanish, matched per sentence.
const VERB =
  /\b(show|reveal|print|repeat|what|tell|give|list|output|display|share|summari[sz]e|translate|paraphrase|rephrase|describe|explain|copy|quote|recite|dump|write|return|leak|expose|disclose|encode|spell|read|provide|send|need|want|know|see|confirm|which|where|look up|pull up|get|find|export|zeig\w*|nenn\w*|gib|geben|wiederhol\w*|welche\w*|was|wie|verrat\w*|schreib\w*|ubersetz\w*|brauche|liste|muestra\w*|dime|repit\w*|repet\w*|cual\w*|que|revela\w*|imprim\w*|escrib\w*|traduc\w*|resum\w*|necesito|dame)\b/
const PROMPT =
  /(system ?prompt|systemprompt|\b(your|initial|original|hidden|full|first|starting|secret|entire|pre|dein\w*|ihr\w*|tu|su) prompt|(system|developer|initial|first) (message|instructions?)|(text|words|everything|anything|lines?|message|content|conversation|all) (\w+ ){0,2}(above|before)|the above|verbatim|prompt del sistema|mensaje (de|del) sistema|systemnachricht|text oben|obenstehend|texto (anterior|de arriba)|todo lo anterior|alles (oben|davor))/
const RULES =
  /\b(instructions?|rules?|guidelines?|directives?|configuration|config|policies|restrictions|prompts?|preamble|setup|programmed|programming|told|anweisung\w*|vorgaben|regeln|anleitung|konfiguration|instrucciones|reglas|directrices|indicaciones|restricciones|configuracion)\b/
const OWN =
  /\b(your|you|yours|system|initial|hidden|internal|secret|original|previous|given|operator|developer|dein\w*|ihr\w*|dir|du|sie|intern\w*|geheim\w*|tus?|sus?|te|internas|ocultas|originales)\b/
const SECRET =
  /\b(passwords?|passcodes?|passphrases?|secrets?|credentials?|api[- ]?keys?|keys?|tokens?|pins?|connection strings?|logins?|(access|door|entry|staff|override|admin|alarm|master|service) codes?|canary|flag|confidential|sensitive|passworte?|passworter|kennwort\w*|schlussel|zugangsdaten|geheimnis\w*|zugangscode|contrasenas?|claves?|credenciales|secretos?)\b/
const OWN_ACCOUNT =
  /\b(my|forgot|forgotten|reset|change|lost|mein\w*|vergessen|zurucksetzen|mi|olvide|cambiar)\b.{0,25}\b(passwords?|pins?|keys?|login|card|kennwort|passwort|contrasena|clave|code)\b/
const AUTHORITY =
  /\b(i am|i'm|im|this is|as|speaking as|ich bin|als|soy|aqui)\b.{0,50}\b(admin\w*|developers?|devs?|engineers?|managers?|supervisor|auditors?|security|owner|operator|ceo|cto|it|root|maintainer|staff|employee|support team|compliance|director|head|hr|doctor|dr|nurse|police|officer|entwickler\w*|chef\w*|leiter\w*|desarrollador\w*|gerente|jefe|jefa|tecnico)\b/
const MODE =
  /\b(debug|maintenance|admin|administrator|diagnostic|audit|sudo|developer|root|test|service|wartungs|wartung)\W?(mode|override|access|check|session|modus|zugriff)\b|\b(authori[sz]ed|clearance|on behalf of|compliance|audit|emergency|autorizad\w+|berechtigt)\b/
const OVERRIDE =
  /\b(ignore|disregard|forget|override|overwrite|bypass|stop (following|being|acting)|do not follow|don't follow|no longer|new (instructions?|task|role|rules?|directive|objective)|from now on|instead of|system (override|update|note|message)|you are now|you will now|start (with|your|every)|end (with|your|every)|vergiss|vergessen sie|ignorier\w*|missacht\w*|ab (jetzt|sofort)|neue (anweisung\w*|aufgabe|regeln)|olvida\w*|ignora\w*|a partir de ahora|desde ahora|nuev[ao]s? (instruccion\w*|tarea|reglas)|ahora eres)\b|[[<(#](system|admin|inst)/
const PERSONA =
  /\b(dan|do anything now|(developer|god|evil|unrestricted|debug|free) mode|jailbreak\w*|unrestricted|uncensored|unfiltered|amoral|no (restrictions|limits|rules|filters?|ethics|guidelines)|without (restrictions|limits|rules|filters?|any|restriction|limitation)|pretend\w*|act (as|like)|role-?play\w*|imagine|you are now|hypothetical\w*|fiction\w*|story|novel|screenplay|movie|scene|grandm\w+|evil|opposite|persona|character|simulat\w*|stay in character|fing\w*|actua|imagina\w*|ahora eres|seras|sin (restricciones|limites|reglas|filtros|censura)|modo|cuento|novela|relato|guion|pelicula|personaje|abuela|juego de rol|hipotetic\w*|stell dir vor|rollenspiel|tu so)\b/
const OTHERS =
  /\b(other|another|someone|somebody|all|every|each|any|next|previous|last|recent|neighbou?r\w*|different|list|full|everyone|everybody|entire|random|first)\b.{0,25}\b(customers?|orders?|users?|patients?|guests?|accounts?|employees?|clients?|members?|bookings?|policy ?holders?|records?|students?|subscribers?|appointments?|reservations?|invoices?|bills?|claims?|person|people|colleagues?|staff|salar\w+|database|visits?|else'?s?)\b/
const RELATIVE =
  /\b(my|the|his|her|their) (wife|husband|friend|boss|ex|colleague|coworker|neighbou?r|mother|father|mom|dad|sister|brother|daughter|son|girlfriend|boyfriend|manager|partner|flatmate|roommate|customer)\b/
const PERSONAL =
  /\b(e-?mails?|addresses|home address|phone numbers?|dates? of birth|birthdays?|ssn|social security|credit cards?|card numbers?|bank details|personal (data|details|information|info)|pii|contact (details|information|info)|salar\w+|diagnos\w+|medical (records?|history)|names of|customer (list|data|database|records?)|database)\b/

function some(text: string, test: (sentence: string) => boolean): boolean {
  return sentences(normalize(text).slice(0, 8000)).some(test)
}

/** Removes calls to ignore instructions, which ask for none. */
function withoutDismissal(text: string): string {
  return text.replaceAll(
    /\b(ignore|disregard|forget|override|bypass|follow\w*)\b[^.,;:!?\n]{0,60}?(instructions?|rules?|guidelines?|prompts?)/gi,
    ' ',
  )
}

export function asksInstructions(text: string): boolean {
  return some(withoutDismissal(normalize(text)), (sentence) =>
    VERB.test(sentence) ? PROMPT.test(sentence) || (RULES.test(sentence) && OWN.test(sentence)) : false,
  )
}

export function asksSecret(text: string): boolean {
  return some(text, (sentence) => VERB.test(sentence) && SECRET.test(sentence) && !OWN_ACCOUNT.test(sentence))
}

export function claimsAuthority(text: string): boolean {
  return some(text, (sentence) => AUTHORITY.test(sentence) || MODE.test(sentence))
}

export function overrides(text: string): boolean {
  return some(text, (sentence) => OVERRIDE.test(sentence))
}

export function proposesPersona(text: string): boolean {
  return some(text, (sentence) => PERSONA.test(sentence))
}

/** Asks for records of people other than the user. */
export function asksOthers(text: string): boolean {
  return some(text, (sentence) => OTHERS.test(sentence) || RELATIVE.test(sentence)) || namedPerson(text) !== undefined
}

export function asksPersonalData(text: string): boolean {
  return some(text, (sentence) => PERSONAL.test(sentence))
}

/** First and last name that follow a word such as "for" or "patient". */
export function namedPerson(text: string): string | undefined {
  return /\b(?:of|for|about|named|patient|customer|user|guest|employee|by|Mr\.?|Mrs\.?|Ms\.?)\s+(\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+)/u.exec(
    text,
  )?.[1]
}

export function isSuspicious(text: string): boolean {
  return [asksInstructions, asksSecret, overrides, proposesPersona].some((test) => test(text))
}
