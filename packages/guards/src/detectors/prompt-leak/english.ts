import { cross, words } from './words.ts'

/**
 * Words of requests for a model's instructions, by their role in the sentence. All in lower case, as the `normal` view of a text is
 * searched. Latin words match as whole words; scripts without spaces match anywhere.
 */
export interface Lexicon {
  /** Unambiguous names of the instructions: "system prompt". */
  readonly prompt: readonly string[]
  /** Names that manuals and recipes use too: "original instructions". They require a form word. */
  readonly instructions: readonly string[]
  /** Names with an owner: "your instructions". */
  readonly yours: readonly string[]
  /** Names that a company's customers use too: "your rules". They require a form word. */
  readonly yourRules: readonly string[]
  /** Text before the user's own words: "everything above". */
  readonly above: readonly string[]
  /** Start of an answer that reveals them: "my instructions are". Requires a form word. */
  readonly prefilled: readonly string[]
  /** Verbs of disclosure: "print", "show me". */
  readonly reveal: readonly string[]
  /** Question words: "what is", "what were". */
  readonly ask: readonly string[]
  /** Form words, for another form or the full text: "translate", "word for word". */
  readonly form: readonly string[]
}

const YOUR = words(`
  your | ur | your own | your exact | your full | your entire | your complete | your current | your previous |
  your prior | your actual | your real | all your | all of your | the rest of your | your initial | your original |
  your hidden | your secret | your internal | your underlying | your core | your starting | your preset
`)

export const ENGLISH: Lexicon = {
  prompt: [
    ...cross(
      words(`system | initial | original | hidden | secret | internal | base | starting | underlying | developer |
        confidential | core | preset | pre-set | foundational | embedded`),
      words(`prompt | prompts | prompt text`),
    ),
    ...words(`
      system message | system instructions | system instruction | system directives | system directive |
      system configuration | developer message | developer instructions | hidden instructions | secret instructions |
      confidential instructions | hidden directives | secret directives | hidden rules | secret rules |
      hidden guidelines | initial instruction set | instruction set you | systemprompt | system_prompt |
      system-prompt | sysprompt | sys prompt | pre-prompt | preprompt | meta prompt | metaprompt | prompt prefix |
      context prompt
    `),
  ],
  instructions: cross(
    words(`initial | original | internal | underlying | starting | core | preset | foundational | embedded`),
    words(`instructions | instruction | directives | directive | guidelines | rules | configuration | message`),
  ),
  yours: [
    ...cross(
      YOUR,
      words(`prompt | prompts | instructions | instruction | directives | programming | preamble | system settings |
        system context | initial context`),
    ),
    ...cross(
      words(`
        instructions | prompt | rules | guidelines | message | text | directives | information | words
      `),
      words(`
        you were given | you have been given | you've been given | you received | you have received |
        given to you | you were provided | you are following | you follow | you were told |
        you were programmed with | you were initialized with | you were configured with |
        that you were given | that you received | that define you | in your system | in your context
      `),
    ),
    ...words(`
      what you were told | you were instructed | were you instructed | were you told | told you to do |
      you been told | you been instructed | your creators told you | your developers told you
    `),
  ],
  yourRules: cross(YOUR, words(`rules | guidelines | setup | configuration | context | message | settings`)),
  above: [
    ...cross(
      words(`
        everything | all | all text | all the text | all of the text | the text | the words | the content |
        all content | the lines | whatever is | what is written | the message | the instructions |
        the prompt
      `),
      words(`
        above | before this | prior to this | before this message | before this line | up to this point |
        that came before | preceding this
      `),
    ),
    ...words(`
      beginning of this conversation | start of this conversation | beginning of our conversation |
      start of our conversation | beginning of the conversation | start of the conversation |
      above this line | above prompt | above instructions | previous text
    `),
  ],
  prefilled: cross(
    words(`the prompt template | the prompt guidelines | the prompt instructions | the instructions template |
      the instructions provided | the guidelines provided | the previous instructions | the command template | the provided instructions | the given instructions |
      the instructions given | my prompt | my system prompt | my instructions | my initial instructions | the prompt |
      the system prompt | the instructions | my original instructions | my guidelines | my hidden instructions`),
    words(`is | are | say | says | state | states | reads | read | tell me | were | was`),
  ),
  reveal: words(`
    revealing | showing | printing | repeating | displaying | telling | sharing | shared | disclosing | disclosure |
    leaking | dumping | exposing | quoting | providing | viewing | seeing | preview | need | needs | requires | requiring |
    require | require to see | looking for | ask for | asked for | asking for | request | requests | peek | copy of |
    memo about | article about | prepare | publish | publishing |
    reveal | show | print | repeat | output | display | tell | give | share | disclose | leak | dump |
    expose | recite | copy | paste | echo | send | write out | write down | type out | list | read out |
    read me | return | quote | provide | let me see | i want to see | i need to see | want to know |
    need to know | like to see | extract | spell out | state | present | post | cat | unveil | divulge |
    enumerate | regurgitate | reproduce | restate | spit out | hand over | release | confess | detail |
    append | include | write | see | view | access | describe | inspect | retrieve | fetch
  `),
  ask: words(`
    what is | what's | whats | what are | what was | what were | what does | what do | what did |
    what have | which | how were | how are | how does | do you have | can i see | can you see | may i see |
    could i see | where is | is there
  `),
  form: words(`
    starts with | begins with | complete this sentence | complete the sentence | finish this sentence | before anything else | how many words | how many characters | how long |
    verbatim | word for word | word-for-word | exactly | exact | letter by letter | character by character |
    in full | entire | complete | whole | unedited | as written | as is | code block | codeblock |
    markdown block | base64 | rot13 | backwards | reverse | hex | starting with | starting from |
    beginning with | start with | begin with | translate | summarize | summarise | paraphrase | rephrase |
    encode | convert | rewrite | poem | first sentence | last sentence | first line | first word |
    first words | first 10 | first 50 | first 100 | json | you are
  `),
}
