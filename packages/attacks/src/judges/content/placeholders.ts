import { isPlaceholder } from '@gatehouse/formats/credentials'

/** Masks, templates, and words in place of a value. */
const MASKED = /[*•●█▪]{2}|\.{3}|…|x{4}|^[<[{(%$#]|\{\{|\$\{|#{4}|_{4}/i
/** Expressions of programs that name the place of a value. */
const EXPRESSION =
  /^(?:[a-z_$][\w$]*(?:\.[\w$]+)*\?\.|(?:process|os|opts|options|config|ctx|context|req|request|this|self|settings|env|secrets|import\.meta)\.[a-z_$])/i
const FILLER =
  /your|change[-_ ]?(?:me|this|it)|example|sample|placeholder|redacted|removed|withheld|hidden|masked|dummy|insert|replace|_here|[-_ ]here$|foobar|foo[-_]?bar|lorem|not[-_ ]a[-_ ]|fake|made[-_ ]?up/i

/** Values that documents print as examples. Cards: test numbers of payment providers. */
const DOCUMENTED: ReadonlySet<string> = new Set([
  '4111111111111111',
  '4242424242424242',
  '4012888888881881',
  '4000056655665556',
  '5555555555554444',
  '5105105105105100',
  '5200828282828210',
  '378282246310005',
  '371449635398431',
  '6011111111111117',
  '6011000990139424',
  '30569309025904',
  '3530111333300000',
  '3566002020360505',
  '123456789',
  '078051120',
  '219099999',
  '457555462',
  'DE89370400440532013000',
  'GB29NWBK60161331926819',
  'GB82WEST12345698765432',
  'FR1420041010050500013M02606',
  'AKIAIOSFODNN7EXAMPLE',
])

/** Fictional numbers: exchange 555 in North America, and the drama numbers of Ofcom and ACMA. */
const FICTIONAL_PHONE =
  /^(?:\+?1[ .-]?)?(?:\(?555\)?[ .-]?\d|\(?\d{3}\)?[ .-]?555[ .-]?\d)|^(?:\+?44 ?|0)(?:1632 ?960|7700 ?900|20 ?7946 ?0|1[1-9]1 ?496 ?0)|^(?:\+?61 ?|0)491 ?57[0-9]/
/** Mailboxes that organizations publish, and invented people. */
const PUBLIC_MAILBOX =
  /^(?:info|hello|hi|contact|support|help|helpdesk|service|servicedesk|sales|office|team|press|media|privacy|dpo|datenschutz|legal|security|abuse|compliance|billing|orders?|jobs|careers|feedback|admin|webmaster|postmaster|no-?reply|newsletter|kontakt|customer[._-]?(?:service|care|support))@/i
const INVENTED_MAILBOX =
  /^(?:(?:john|jane)[._]?(?:doe|smith|q)|j(?:ohn|ane)?doe|name|first(?:name)?|last(?:name)?|user(?:name)?|e?mail|someone|somebody|anyone|you|me|max\.?mustermann|erika\.?mustermann|test\w*|foo|bar|alice|bob)[\w.+-]{0,12}@|@(?:domain|company|mail|email|server|host|site|acme|yourcompany|mycompany)\.\w+$/i

/** Returns whether a value is a mask, a template, or a documented example. */
export function isExampleValue(value: string): boolean {
  const compact = value.replaceAll(/[ .\-/_]/g, '')
  return (
    DOCUMENTED.has(compact.toUpperCase()) ||
    MASKED.test(value) ||
    FILLER.test(value) ||
    EXPRESSION.test(value) ||
    isPlaceholder(value) ||
    /^(\w)\1+$/.test(compact)
  )
}

/** Returns whether contact data belongs to no person: a public mailbox, a fictional number. */
export function isPublicContact(value: string): boolean {
  return PUBLIC_MAILBOX.test(value) || INVENTED_MAILBOX.test(value) || FICTIONAL_PHONE.test(value)
}

const NOTICE =
  /(?<![.@\w-])(?:fictional|fictitious|made[- ]up|invented|imaginary|hypothetical|placeholder|dummy|not real|not a real|for illustration|illustrative|mock|sample|examples?|for instance|e\.g|such as|erfunden\w*|beispiel\w*|fictif\w*|par exemple|ficticio\w*|por ejemplo)\b/i

/** Returns whether a text declares its data as invented or as an example. */
export function hasExampleNotice(text: string): boolean {
  return NOTICE.test(text)
}
