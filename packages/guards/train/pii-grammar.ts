type Random = () => number

const VERBS =
  'asked answered called emailed texted met saw helped thanked visited paid hired fired married invited blamed praised followed joined left found ' +
  'told warned beat taught drove watched heard knew loved missed hated trusted sued interviewed promoted phoned greeted hugged kissed pushed'
const ALONE =
  'laughed smiled cried slept arrived agreed disagreed resigned retired died waited yelled screamed whispered nodded won lost sang danced walked away ' +
  'came home fell asleep got sick moved out moved here went to work passed the exam'
const STATES =
  'is very kind|is late again|is my neighbour|is our new manager|is a good friend|is on holiday|is not available|was here yesterday|was promoted|' +
  'has a new job|has two children|has not replied|had an accident|will be late|will call you back|can join us|cannot come|could not find it|' +
  'would like to know more|wants a refund|needs a visa|lives nearby|lives alone|works at night|likes tea|likes to travel|hates mornings|thinks so too|' +
  'says hello|said no|started writing in school|began to study law|grew up on a farm|studied medicine|wrote three books|owns a bakery|turned 40|' +
  'plays the violin|won the race|lost the case|might be right|does not agree|did not answer|seems tired|should be careful|looked at me|sat down|' +
  'and I went home|and her sister were there|and his wife moved away'
const OBJECTS =
  'with #|to #|from #|for #|about #|by #|at #|after #|before #|behind #|like #|without #|against #|between # and #|than #|and #|or #|, # and #|named #|called #'
const LEADS =
  'I spoke|we had lunch|she argued|they were talking|he is engaged|this is a gift|it was written|a message|a call|the letter|my meeting|the interview|' +
  'please follow up|check in|stay in touch|a photo|a song|a book|a poem|the contract|the appointment|everyone|nobody|the argument|work|the report'
const TAILS =
  '| tomorrow| next week| in two months| last night| yet| again| on Friday| about the budget| at the office| in the garden| during the break|, please|' +
  ' for a while| this morning| before noon| by phone| and leave'
const GREETS =
  'Hey #,|Hi #!|Thanks, #.|Thank you, #!|Good night, #|Remember this, #?|Where are you, #?|Look at me, #!|Come here, #.|Do not worry, #,|Well, #,|' +
  'No, #, not today.|Yes, #.|Sorry, #.|Congratulations #!|Please, #, sit down.|Are you there, #?|What do you think, #?'
const FRAMES =
  'Is # your brother?|Who is #?|Have you met #?|Have you heard of # before?|Did # call?|Does # know?|Where does # live?|When was # born?|Why did # leave?|' +
  'Which one is #?|How old is #?|What did # say?|Her maiden name is #|His surname is #.|The name on the card is #.|Spelled #.|The winner is #!|' +
  'Signed: #|Contact: #|Owner: #|Author: #|Manager: #|Student: #|Tenant: #|Driver: #|Insured: #|Guest: #|Employee name: #|Full name - #|' +
  'Written by #|Directed by: #|Photo by #|Translated by #|Produced by # and #|Music: #|Cast: #, #, #|Members: #, # and #|' +
  'My friend # is here.|My colleague # left.|My son # is five.|My daughter # is ten.|My wife # and I agree.|My husband # snores.|Our teacher # is strict.|' +
  'The singer # is back.|The author # died.|The actor # won.|The poet #, who was blind,|The painter # lived there.|the late # wrote|young # smiled|old # laughed|' +
  'early # is better than late #|The # album is great.|The # novel sold well.|A # concert is loud.|the new # record|#-style music|a letter from #|' +
  'add # to the list|remove # from the list|delete #|I named my dog #|my lawyer is #|my doctor is #|leave me #, and go|listen to # and #|' +
  '# vs #|#, # and # formed a band|# (born 19##)|# - guitar, # - drums|1. #|- #|* #|• #|> #|??? #|| # ||"#"|(#)'
/** Capitals and numbers near names that belong to no name: ages, dates, works, editions. */
const NOISE_FRAMES =
  '#, ##, of %, said|Officer #, ##, was charged.|driver #, 3#, of %, died|On May ##, 19##, # moved to %|In March 20##, # resigned|from 19## to 19##, # lived in %|' +
  'the Apollo ## mission|the 20## Winter Games in %|Windows ## and Office 3## are fine|Season ## of the show with #|Build ##9 came out|Chapter ##: Home|' +
  'Act ##, Scene #|## of 1## people|Figure ## shows it|Table ##. Results by Year|Article ## of the Treaty|Section ##, Paragraph ##|Version ##.#, May 20##|' +
  'Album: Lost Pleasures, ## Songs of the 80s|My favourite film is The Long Winter.|She read Great Expectations to #|the song Yellow Moon by #|' +
  'Personal Info:|Contact Details:|Job Title: Senior Clerk|Genre: Comedy, Drama, Mystery|Subjects: Math, Science, History|Phone:|E-mail:|Office:|Fax:|' +
  'Tense, Number, Gender and Voice|Name, Address, Phone|First Name: #|Last Name: #|## dollars, ## cents|## Jan 20##|3rd of June, 20##|at ## pm on Friday, #|' +
  '#, can you open the door?|#, can I talk to you?|#, please call me back.|#, you are right.|# yelled at #.|# stared at # in silence|# smiled at #: "yes"|' +
  'They shouted at #|I looked at #|# and # were great engineers.|# and # are cousins.|are # and # married?|starring #|featuring #|also features #. Great film!|' +
  'the # version was recorded in 19##|the maiden name was #|here is the address of #|including # of @, # of @ and #|the Irish comedy by #|an Italian painter|' +
  'the Grace Period ends|Summer Camp|Faith Groups|the Rose Garden|Hope Center|Mark Scheme|Art Class|Will Power|Joy Ride|Chance Card|Penny Stocks|' +
  'scored ## points via |sent via email ## times|version ## of Drive|## ways via Road|German, French and English speakers|a Catholic school|a Jewish wedding|the Buddhist temple|he is Dutch|American English|her Turkish neighbours'

const PLACE_FRAMES =
  'I am in %|I am in %, at a meeting|She arrived at % this morning.|They drove from % to %.|the home city %|the city of %|the town of %|the mayor of %|' +
  'the economy of %|the people of %|the population of %|a bridge in %|% Airport|the % office|the streets of %|north of %|south of %|near %|outside %|' +
  'all over %|across %|through %|Southern %|Northern %|Eastern %|downtown %|Where: %|Location: %|City: %|Country: %|Origin: %|Place of birth: %|' +
  'Who is coming to % with me?|Have you been to %?|I moved here from %|we moved to % in May|he grew up in %|originally from %|from % with love|' +
  'celebrating its tenth year in %|% is lovely in spring|% is cold|% won the match|% beat % again|% has a new law|In %, people eat late.|' +
  'the University of %|the bank of %|the Republic of %|the embassy of %|a visa for %|a flight to %|hotels in %|the weather in %|the river in %|' +
  'made in %|imported from %|born in %|died in %|lives in %|based in %|located in %|raised in %|school in %|war in %|refugees from %'
const BODY_FRAMES =
  'We meet at @ on Sunday.|The @ office is closed.|The @ orchestra was founded in 1#.|@ was founded in 19#.|@ hired her in May.|recorded for @ in 19#|' +
  'a subsidiary of @|shares of @|the CEO of @|@ is hiring|@ acquired @|@, @ and @ merged|companies such as @, @ and @|clients: @, @|Employer: @|Company: @|' +
  'Organization: @|Vendor: @|my account at @|my loan from @|an app by @|I work for @|I used to work at @|He quit @ in June.|the board of @|' +
  '@ announced a recall.|@ denies it.|@ lost # million.|support @ in its mission|a donation to @|@ is a charity|@ songwriter|the @ website|©@'
const ADDRESS_FRAMES =
  'He lives on the north side of ^.|The shop is on ^.|The clinic at ^ is closed.|the show was filmed on ^|The street is ^.|We are on the corner of ^ and ^|' +
  'They sit at ^ in #|office: ^|home: ^|return to: ^|delivery address - ^|my addresses are ^, and ^|change my address to ^ please|I need a taxi to ^|' +
  'The package arrived at ^ last night.|Come to ^.|The crime took place at ^ yesterday.|Our office moved to ^|Our house at ^ burned down.|send it to ^|' +
  'You can find it at ^|How do I get to ^?|directions to ^|I used to live at ^|Lives at ^|Located at ^|??? ^|> ^|his address: ^|her address is ^'

const VERB_LIST = VERBS.split(' ')
const ALONE_LIST = ALONE.split(' ')

/**
 * Generates a template from parts: names as subjects, as objects, in salutations, lists and labels, and places and organizations likewise.
 */
export function makeTemplate(random: Random): string {
  const pick = (list: readonly string[]): string => list[Math.floor(random() * list.length)] as string
  const name = (): string => pick(['{g}', '{g}', '{n}', '{n}', '{f}'])
  const named = (text: string): string => text.replaceAll('#', name)
  const roll = random()
  if (roll < 0.13) return `${name()} ${pick(STATES.split('|'))}${pick(TAILS.split('|'))}.`
  if (roll < 0.21) return `${name()} ${pick(VERB_LIST)} ${name()}${pick(TAILS.split('|'))}.`
  if (roll < 0.25) return `${name()} ${pick(ALONE_LIST)}: "${pick(STATES.split('|'))}"`
  if (roll < 0.29)
    return `${pick(['I', 'She', 'They', 'we', 'he'])} ${pick(VERB_LIST)} ${name()}${pick(TAILS.split('|'))}.`
  if (roll < 0.37) return `${pick(LEADS.split('|'))} ${named(pick(OBJECTS.split('|')))}${pick(TAILS.split('|'))}.`
  if (roll < 0.42) return named(pick(GREETS.split('|')))
  if (roll < 0.56) return named(pick(FRAMES.split('|').filter((frame) => frame !== '')))
  if (roll < 0.6)
    return `${name()}: ${pick(GREETS.split('|')).replace('#', '{g}')}\\n${name()}: ${pick(GREETS.split('|')).replace('#', '{g}')}`
  if (roll < 0.68) {
    return pick(NOISE_FRAMES.split('|'))
      .replaceAll(/\d?#{2}\d?/g, () => String(1 + Math.floor(random() * 99)))
      .replaceAll('#', name)
      .replaceAll('%', '{l}')
      .replaceAll('@', '{o}')
  }
  if (roll < 0.79) return pick(PLACE_FRAMES.split('|')).replaceAll('%', () => pick(['{l}', '{l}', '{c}']))
  if (roll < 0.88) return pick(BODY_FRAMES.split('|')).replaceAll('@', '{o}')
  if (roll < 0.96) return pick(ADDRESS_FRAMES.split('|')).replaceAll('^', () => pick(['{a}', '{a}', '{s}']))
  const lines = [name(), pick(['{o}', name()]), '{a}', pick(['', 'Phone # # #', '{l}'])].filter((line) => line !== '')
  return lines.map((line) => `${pick(['', '', '> ', '* ', '| '])}${line}`).join('\\n')
}
