/**
 * Given names that are hardly anything else, from many countries. A name in this list makes a capitalised pair a
 * person; alone it stays below the threshold unless a word near speaks for a person.
 */
const PLAIN =
  'aaron abdul abdullah abigail adam adele adriana adrian agnes agnieszka ahmad ahmed aidan aiko aisha akira alain alan ' +
  'albert alberto alejandra alejandro aleksandr aleksandra alessandra alessandro alessia alexander alexandra alexandre ' +
  'alexei alfred alfredo ali alice alicia alina alison allison alvaro amanda amelia amelie amina amir amit amy ana anastasia ' +
  'anders anderson andre andrea andreas andrei andrej andrew andrzej andy angela angelica angelika angelina angelo angus ' +
  'anika anita anja anjali ankit ann anna annabelle anne annette annie annika anthony antje antoine antoinette anton antonella ' +
  'antonia antonio anya archie ariana arjun armando arnaud arne arnold arthur arturo arun ashley ashok astrid audrey august ' +
  'augustin aurelia aurora ava axel ayesha barbara bartosz beata beatrice beatriz ben benedict benjamin benoit bernadette bernard ' +
  'bernd bernhard beth bethany betty beverly bianca birgit bjorn björn blanca bogdan boris brad bradley brandon brenda brendan ' +
  'brian bridget brigitte britta brittany bruce bruno bryan bryce caitlin calvin cameron camila camilla camille carina carl carla ' +
  'carlos carmen carol carolina caroline carolyn carsten casey cassandra catarina caterina catherine cathy cecilia cecile cedric ' +
  'celeste celia cesar chantal charlene charles charlie charlotte chen chiara chloe chloé chris christa christian christiane christina ' +
  'christine christoph christophe christopher cindy claire clara clarence claude claudia claudio clement clifford clint colin colleen ' +
  'connor conrad constance cornelia corinne craig cristian cristina curtis cynthia cyril daisuke damian damien dan daniel daniela ' +
  'daniele danielle danny daphne dariusz darren david davide dean deborah debra deepak deirdre delphine denis denise dennis derek ' +
  'derrick desmond detlef devin diana diane diego dieter dietmar dimitri dinesh dirk dmitri dmitry dominik dominique donald donna ' +
  'dora doris dorota dorothea dorothy douglas duncan dwayne dylan eduard eduardo edgar edith edmund eduarda edward edwin eileen ' +
  'elaine eleanor elena eleni elias elif elijah elisa elisabeth elise eliza elizabeth ella ellen elliot elsa elvira emil emile emilia ' +
  'emilie emilio emily emma emmanuel enrico enrique eric erica erich erik erika erin ernest ernesto ernst erwin esteban esther ethan ' +
  'eugene eugenia eva evan evelyn ewa fabian fabien fabio fabrice fatima federica federico felicia felipe felix ferdinand fernanda ' +
  'fernando filip filippo fiona florence florian francesca francesco francis francisco franco francois françois françoise frank franz ' +
  'fred frederic frédéric frederick frederik frieda friedrich fritz gabriel gabriela gabriele gabrielle gareth gary gavin geoffrey george ' +
  'georgina gerald geraldine gerard gerhard gertrude giacomo gianluca gilbert giles gina giorgio giovanna giovanni gisela giulia ' +
  'giuseppe gladys glenn gloria gonzalo gordon grzegorz graham greg gregor gregory greta guido guillaume guillermo gunther günter ' +
  'gustav gustavo guy gwendolyn hana hanna hannah hannes hans harald hari harold haruto harriet harry harvey hassan hector heather ' +
  'heidi heike heinrich heinz helen helena helene helga helmut hendrik henri henrik henry herbert herman hermann hilda hiroshi holger ' +
  'horst howard hubert hugo huw hussein ian ibrahim ida ignacio igor ilona ilse imran ines inés inga inge ingrid irena irene irina ' +
  'iris irma isaac isabel isabella isabelle isaiah ismail ivan ivana ivo jacek jack jackie jacob jacqueline jacques jaime jakub ' +
  'james jamie jan jana jane janet janice janina jared jaroslav jason javier jean jeanette jeanne jeff jeffrey jelena jennifer jenny ' +
  'jens jeremy jerome jerry jesper jessica jesus jill jim jimmy joachim joan joanna joanne joao joão joaquin jochen jodie joe joel ' +
  'joerg johan johann johanna johannes john johnny jon jonas jonathan jorge jörg jose josé josef josefina joseph josephine joshua ' +
  'joyce juan juana juanita judith judy julia julian juliana julie julien juliet jun jurgen jürgen justin justine justyna kai ' +
  'kamil kamila kara karen karim karin karina karl karla karolina kasia katarina katarzyna kate katerina katharina katherine kathleen ' +
  'kathrin kathryn kathy katie katja katrin kayla kazimierz keith kelly ken kendra kenji kenneth kenta kerstin kevin khalid kim kirsten ' +
  'kjell klaus konrad konstantin krishna kristen kristian kristin kristina kristine krystyna krzysztof kumar kurt kyle lara larissa ' +
  'larry lars laszlo lászló laura lauren laurence laurent lawrence leah leandro lee leif leila lena lennart leon leona leonard ' +
  'leonardo leonie leopold leroy leslie lewis liam lidia lina linda lindsay lisa liselotte lloyd lois lola lorena lorenzo lori lorraine ' +
  'louis louisa louise luca lucas lucia luciano lucie lucien lucille lucinda ludovic ludwig luigi luis luisa lukas łukasz lydia lynn ' +
  'maciej madeleine madison magdalena mahmoud maja malcolm malgorzata małgorzata mandy manfred manoj manuel manuela marc marcel ' +
  'marcela marcelo marcin marco marcos marcus marek margaret margarita margot maria maría mariana marianne marie mariko marilyn marina ' +
  'mario marion marisa marius mariusz marjorie marko markus marlene marta martha martin martina martine marvin mary mateo mateusz ' +
  'mathias mathieu mathilde matilda matteo matthew matthias maureen maurice mauricio mauro max maxime maximilian mayumi megan mehmet ' +
  'mei melanie melissa mercedes meredith mia michael michaela michał michal michel michele michelle miguel mikael mike mikhail milan ' +
  'milena mildred miriam mitchell mohamed mohammad mohammed moira monica monika monique morgan moritz muhammad mustafa myriam nadia ' +
  'nadine naomi natalia natalie nataša natasha nathalie nathan nathaniel neha neil nele nicholas nicola nicolas nicole niels nigel ' +
  'nikhil niklas nikolai nikolaus nina noah noel noemi nora norbert norma norman octavio olaf ole oleg olga oliver olivia olivier omar ' +
  'orlando oscar oskar osman otto pablo pamela paola paolo pascal patrice patricia patrick patrizia patryk paul paula paulina pauline ' +
  'paulo pavel pedro peggy penelope per peter petra petr philip philipp philippa philippe phillip phyllis pierre pieter pietro pilar ' +
  'piotr priya przemysław rachel rafael raffaele rahul rainer raj rajesh ralf ralph ramesh ramon ramona randall raphael raquel rasmus raul ' +
  'ravi raymond rebecca regina regine reinhard renata renate renaud rene rené ricardo riccardo richard rita robert roberta ' +
  'roberto robin roderick rodney rodrigo roger rohan roland rolf roman romain ronald ronny rosa rosalie rosalind rosario rosemary ' +
  'roswitha roxanne ruben rudolf rudy rupert russell ruth ryan sabine sabrina sakura salim sally salvatore sam samantha samir samuel ' +
  'sandeep sandra sandy sanjay sara sarah saskia satoshi scott sean sebastian sebastien sergei sergey sergio seth shane shannon sharon ' +
  'shauna shaun sheila shirley shreya sigrid silke silvia simon simona simone sofia sofie solange sonia sonja sophia sophie stacy ' +
  'stanislav stanisław stefan stefania stefanie stefano stella stephan stephane stephanie stephen steve steven stuart sunil susan ' +
  'susana susanne suzanne suzuki svetlana sven sylvain sylvia sylvie tadeusz takashi tamara tanja tanya tara tatiana tatjana ted ' +
  'teresa terence terry thea theo theodor theodore theresa thérèse thierry thomas thorsten tiago tiffany tim timothy tina tobias todd ' +
  'tom tomas tomasz tommaso tommy toni tony torsten tracy travis trevor tyler udo ulrich ulrike umberto ursula uschi uwe vaclav ' +
  'valentin valentina valeria valerie vanessa vera verena veronica veronika veronique vicente vicki victor victoria viktor vijay vikram ' +
  'vincent vincenzo viola virginie vittorio vivian vivien vladimir volker waldemar walter wanda wayne wei wendy werner wilfried wilhelm ' +
  'willem william wilma winston wojciech wolfgang xavier ximena yann yannick yasmin yolanda yoshiko youssef yuki yuri yusuf yves yvette ' +
  'yvonne zachary zainab zbigniew zdenek zoe zoltan zsofia ' +
  'агнесса александр александра алексей анастасия андрей анна антон борис вера виктор владимир дмитрий екатерина елена иван игорь ' +
  'ирина ксения мария михаил наталья николай ольга павел пётр роман светлана сергей татьяна юлия'

/** Names that are also words, places or months: they count only beside a sign that a person is meant. */
const AMBIGUOUS =
  'april art august austin bill brook carter chance charity chase china christian clay cliff crystal dale dallas dawn dean ' +
  'destiny drew dusty earl faith ford forest france frank gene georgia gill glen grace grant guy harmony hazel heath henry hope ' +
  'hunter india ivory ivy jack jade jan jay jean jewel jordan joy june justice kelly kim lane lee lily london london major marina mark ' +
  'mason max may mercedes miles misty nick norman olive page paige paris pat patience penny per peg ray rich rob robin rod roman ' +
  'rosa rose ruby rusty savannah scott sky stone sue summer sydney taylor ted tim tyler victoria violet virginia wade ward wayne will ' +
  'woody suzuki ali ben chen dan jun kai mei raj rene sam sandy theo tom tony mars hans mike regina florence aurora orlando milan'

const AMBIGUOUS_SET: ReadonlySet<string> = new Set(AMBIGUOUS.split(' '))
const PLAIN_SET: ReadonlySet<string> = new Set(PLAIN.split(' ').filter((name) => !AMBIGUOUS_SET.has(name)))

/** How surely a word in small letters is a given name. */
export function givenNameStrength(word: string): 'plain' | 'ambiguous' | 'none' {
  if (PLAIN_SET.has(word)) return 'plain'
  return AMBIGUOUS_SET.has(word) ? 'ambiguous' : 'none'
}
