/** Longer texts are not read as talk about markup. */
const CHARS_MAX = 400
const TOKEN =
  /["'`“]?(?:<\|\/?[a-z_0-9]{1,32}\|>|\[\/?inst\]|<<\/?sys>>|<\/?(?:system|assistant|user|bos|eos|s|start_of_turn|end_of_turn)>)["'`”]?/giu
/** Words of questions and remarks about tokens. */
const TALK =
  /\b(?:means?|meaning|stands? for|tokens?|tokeni[sz]er\w*|tags?|markers?|delimiters?|templates?|difference|bedeute[nt]?|heißt|signifie(?:nt)?|veut dire|significa[n]?|quiere decir|vuol dire|quer dizer|betekent|betekenen|oznacza(?:j[aą])?|znaczy|nedir|ne demek|anlama)\b|означа(?:ет|ют)|значит|とは|意味|意思|什么|뜻|무엇|뭐/iu
/** A role after a token, or an instruction in the text, makes the token a conversation frame. */
const FRAME =
  /(?:\|>|\]|>>|>)["'`”]?\s{0,3}:?\s{0,3}(?:system|user|assistant|developer|admin)\b\s*(?!message|prompt|role|turn|tag|token|marker)|\n/iu
const ORDER =
  /\b(?:you(?:[’']re)?|your|ignore|disregard|forget|reveal|print|tell|show|say|repeat|obey|pretend|act|answer|respond|unrestricted|uncensored|unfiltered|no (?:rules|limits|restrictions|filters)|new (?:instructions?|rules?|role|system)|password|secrets?|ignorier\p{L}*|vergiss|zeig\p{L}*|du|dein\p{L}*|ignore[rz]|oublie\p{L}*|montre\p{L}*|affiche\p{L}*|tu|ton|tes|olvida\p{L}*|muestra\p{L}*|eres|dimentica\p{L}*|mostra\p{L}*|zignoruj|pokaż|jesteś)\b|игнориру|забудь|покажи|忽略|无视|显示|無視|表示|무시|보여/iu
/** So much between two tokens is content of a frame. */
const CONTENT =
  /(?:<\||\[inst\]|<<sys>>)[^<[\n]{0,200}?(?:\|>|\]|>>)(?:\s*[^<[\s]+){5,}\s*(?:<\|(?:im_)?end|\[\/inst\]|<<\/sys>>|<\/)/iu

/**
 * Returns the text with chat-template tokens replaced by a neutral noun if it only discusses them; unchanged where a token frames content
 * or the text has an instruction. Linear: the text is bounded.
 */
export function withoutMarkupTalk(text: string): string {
  if (text.length > CHARS_MAX || !TALK.test(text) || FRAME.test(text) || CONTENT.test(text) || ORDER.test(text))
    return text
  return text.replaceAll(TOKEN, 'the tag')
}
