/**
 * Given names without other common meanings, from many countries. A name in this list makes a capitalized pair a person; alone it stays
 * below the threshold without a supporting context word.
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
  // Nordic and Baltic.
  'aino aleksi annemette annika arvid asbjorn asta astrid birgitta birte dagny eero eirik elina elsie espen freja gudrun gunnar gunnhild hakon ' +
  'hallgerdur hanne harri hedda hege heidrun helle henning hilde ilmari inger ingeborg ingvar jari jonna jorunn jukka juhani kaisa kari karsten ' +
  'katrine kirsi linus kjersti knut lasse leena lene liisa lotta magnus maiken maren marjatta marit matti merete mikkel minna mogens morten niina oddvar ' +
  'oskari paivi palle pekka pernille pirjo ragnar ragnhild randi riikka rikke rune sanna satu sigrun sigurd siri solveig soren sune svein ' +
  'tage terje thor thorvald tiina timo tor torbjorn tove trine trond tuomas turid ulf ulla unn valtteri vidar ville yngve ' +
  // Slavic and Hungarian.
  'adamska agata alena anezka blazena bohumil bohuslav bojan bojana borislav bozena branislav bronislaw czeslaw dalibor danuta darina darko davor ' +
  'dragan drahomira dubravka dusan edyta eliska emanuela eva filipa frantisek goran gordana halina hedvika hynek igor ivica iveta iwona jadwiga jana ' +
  'jarmila jaromir jindrich jirina jiri jitka jolanta josip jozef julita kamila karel katerina klara kornelia krunoslav kveta ladislav lenka leszek ' +
  'libuse ljiljana lubomir lubos lucyna lukas marcela marija marketa marta martinka mieszko mieczyslaw milos milada milica miloslav miroslav mirjana ' +
  'mladen nada natalija nevena nikola oksana olena ondrej patrycja petar petra radek radka radmila radoslav renata rostislav sarka slavica slavko ' +
  'slobodan sonja stanislava stepan svatopluk taras tatyana tereza tomislav vaclav vanda vasil vera vesna vit vladislav vlasta vojtech wacława ' +
  'yaroslav yevgeny zbynek zdenka zeljko zlata zofia zoran zuzana agnes aranka attila balazs bela bence boglarka csaba denes edit erzsebet ferenc ' +
  'gabor gergely gyorgy gyula hajnalka ildiko imre istvan janos jolan judit karoly katalin kinga kristof krisztina lajos magda mariann marton ' +
  'miklos nandor orsolya piroska reka sandor sarolta szabina szilvia tamas tibor tunde vilmos zita zoltan zsolt zsuzsanna ' +
  // Southern Europe and Latin America.
  'abelardo adelina agostino alba alfonsina alonso alvaro amalia amadeo amparo anselmo araceli arcangelo armida aurelio baldomero bartolomeo benito ' +
  'bernardo bonifacio bruna calogero candida carmela carmelo cettina cesare cirino clelia clotilde concetta consuelo cosimo damiano delfina diogo ' +
  'domenico domingo donatella duarte edoardo efrain elio eliseo emanuele ernestina esperanza estela eufemia eusebio evaristo ezio fabiola fausto ' +
  'feliciano fermin fiorella gaspar gaspare genoveva gerardo germana gilda ginevra graciela gregorio guadalupe herminia hilario ilaria ines ' +
  'isidoro itziar jacinto jacopo joana jordi julieta lazaro leonel letizia ligia lidio liliana lucrecia luigina macarena maite marcelino marisol ' +
  'maristela mateus maurizio mirella morena nazario nestor nicola noemia nuno octavia ofelia ornella osvaldo palmira pasquale patricio paulino ' +
  'piera pietro primo quintino raimondo raimundo ramiro raquel remedios rocio rogerio romano romeo rosalba rosalia rosaria rosetta rui ruggero ' +
  'sabino santino saverio serafina severino silvana silvio soledad tadeo telmo teodoro tiziana tomas ugo urbano valentino vasco vincenza virgilio ' +
  'virginio vitoria viviana yago zulmira ' +
  // English and French names of today and of yesterday.
  'abby abel addison agatha albertine alec alfie alma althea alvin amber angus annika antonina arline arlene ashton aubrey augusta barry beatrix ' +
  'becky belinda benny bernice bertha bertram bette bobby bonnie boyd bradford brett brianna bridgette callum candace carey carla carlton carmela ' +
  'cecil chelsea cheryl clarissa claudette cletus cody cora coralie corey courtney cyrus daisy darrell darryl davina deanna deirdre delia delores ' +
  'della denny devon dexter dolores doreen dorian doug duane earnest edna edwina effie eldon elinor ella ellis elmer eloise elva emmett enid erma ' +
  'ervin ethel eunice faye floyd freda freddie garrett gayle genevieve geoff georgette gilberto glenda glennis gretchen gwen harley hattie hayden ' +
  'hayley helene henrietta herb hilary hollis homer hugh imogen inez iona irvin isabelle iva jackson janelle jasmine jeffery jenna jerald jeremiah ' +
  'jermaine jessie jillian jimmie joann jodi johnnie jolene joni josiah josie judd juliette justina karla karl katelyn katherine kathryne kay ' +
  'keisha kelvin kendall kenny kerry kimberly kristi krystal kurtis lacey lana latoya laurel laurie leanne lela leland lena leonora leopoldo ' +
  'leta lila lillian linnea lionel liz lora loretta lorna lottie lou louella lucille luella luke luther lyle lynda lynette mabel mable maeve ' +
  'maggie marcella marcia marcy margery marianna marjory marlon marsha mathew mattie maude maurine maxine meghan melinda melody melvin merle micah ' +
  'mickey millie milton minnie miranda mitch moses muriel myra myrna myrtle nadine nancy nannette nell nellie nettie neville noelle nolan noreen ' +
  'odette ollie opal oswald otis pansy patsy pattie pearlie perry phil phoebe polly preston queenie quentin ralphie ramona randolph randy raymund ' +
  'reba reginald reuben rhoda rhonda ricky riley rochelle rodger roland ronnie rosemarie roslyn rowena roy rudolph rufus russel sadie sammy samuel ' +
  'saul selena selina selma serena shane shari shauna shawn shelby sheldon sheri sherri sherry sidney sonny spencer stanley stefanie stephania ' +
  'sterling stewart stuart sybil tabitha tammy tasha terri terrence thelma tobin trent tricia trisha troy trudy ty tyrone tyson ulysses una ' +
  'valarie vaughn velma verna vernon vickie vince viola vonda wallace wendell wilbur wilfred willa willard willie winifred wyatt yvonne zelda ' +
  'aimee alphonse amandine anais ariane armelle audrey aurelie auguste baptiste bastien bertrand blaise capucine cecile clementine colette corentin ' +
  'cyprien davy denis didier dorothee edouard eliane elodie emeline estelle etienne eugenie fabienne fabrice felicite florian frederique gaelle ' +
  'gaetan gaston germaine ghislaine gilles gisele gregoire guilhem gustave hortense hugues jacinthe jean-paul jocelyn jocelyne josette josiane ' +
  'laetitia leonce liliane loic lucette ludivine maelle marcelle margaux marguerite marielle marius maryse melanie mireille morgane nadege nicolette ' +
  'noemie odile pascale pascaline perrine philibert pierrette quentin raoul regis remi rodolphe romane roselyne sandrine segolene severine solene ' +
  'sophie stephanie suzette sylvestre tancrede thibaut tristan valentine violette vivienne yolande ' +
  // Africa, Asia and the Middle East.
  'abena abiodun achieng adebayo adwoa akosua ama aminata amadou babajide boubacar chidi chiamaka chinedu chinonso efua emeka esi fatou fatoumata ' +
  'folake ibrahima ifeoma kagiso kamau kofi kwabena kwame lerato mamadou moussa mwangi naledi ngozi nkechi njeri nomvula obinna oluwaseun ousmane ' +
  'samuel sipho tendai thabo themba thandiwe tunde uchenna wanjiru yaw zanele abbas abeer adnan ahlam aishah akram alaa amal amani anwar asma ' +
  'aziz bashir bilal dalia faisal farah farhan farid farouk fadi ghassan habib hadi hala hamid hamza hanan hani haytham hiba hisham huda iman ' +
  'jamal jamil kareem khadija layla leyla maha majid malik mansour mariam marwan maryam mona mounir nabil nadir nasser nawal nour osama qasim ' +
  'rania rashid reem saeed said salma samira samira sana shadi sherif soraya tarek tariq walid wafa yahya yara yasir yasmine youssra zaid zeinab ' +
  'aarav aditi aditya akash akshay alok aman amol anand anil anirudh anjana ankita anuradha aparna arnav arvind ashwin bhavna chandra deepa deepika ' +
  'divya gaurav gopal harish hemant indira ishaan jaya jyoti kajal karthik kavita kiran lakshmi lalit madhavi mahesh manisha meena meera mohan mukesh ' +
  'naveen neeraj nisha nitin pallavi parvati pooja prakash pranav prasad pratik preeti rajendra rakesh rani rekha ritu rohit sachin sangeeta sarita ' +
  'shilpa shruti siddharth sneha subramanian suman suresh sushma swati tarun uma usha varun venkatesh vidya vinay vinod vivek yash akiko ayumi chihiro ' +
  'daiki emi fumiko haruka hideki hikaru hina hitomi junko kaori kaito kazuki keiko kenichi kenta kiyoshi kumiko masahiro masako megumi michiko minako ' +
  'naoki naoko noriko reiko riku ryota satomi shinji shota takeshi tatsuya tomoko yoko yosuke yumi yuto jae-hyun ji-woo jihoon minji minjun seo-yeon ' +
  'soo-jin sung-min haoran jiahui jianguo junjie lihua meiling mingyu qiang weiwei xiaoming xinyi yuxuan zhiyuan ahmet ayse baris burak cem deniz ' +
  'ebru elif emine emre erdem esra fatma gokhan gul gulsen hakan halil hasan hatice hulya huseyin ilker kemal leyla mehmet merve murat nurettin oguz ' +
  'omer orhan ozlem pinar selin selim serkan sevgi sibel suleyman tolga tugba ugur volkan yavuz yilmaz zeynep anh bao duc hoang hung khanh linh minh ngoc ' +
  'nguyen phuong quang thanh thuy trang trung tuan vinh ' +
  'агнесса александр александра алексей анастасия андрей анна антон борис вера виктор владимир дмитрий екатерина елена иван игорь ' +
  'ирина ксения мария михаил наталья николай ольга павел пётр роман светлана сергей татьяна юлия'

/** Names that are also words, places or months: they count only next to evidence of a person. */
const AMBIGUOUS =
  'april art august austin bill brook carter chance charity chase china christian clay cliff crystal dale dallas dawn dean ' +
  'destiny drew dusty earl faith ford forest france frank gene georgia gill glen grace grant guy harmony hazel heath henry hope ' +
  'hunter india ivory ivy jack jade jan jay jean jewel jordan joy june justice kelly kim lane lee lily london london major marina mark ' +
  'mason max may mercedes miles misty nick norman olive page paige paris pat patience penny per peg ray rich rob robin rod roman ' +
  'rosa rose ruby rusty savannah scott sky stone sue summer sydney taylor ted tim tyler victoria violet virginia wade ward wayne will ' +
  'woody suzuki ali ben chen dan jun kai mei raj rene sam sandy theo tom tony mars hans mike regina florence aurora orlando milan adamska amber angus ama asma bobby cody daisy dexter dolores earnest faye harley homer jackson ' +
  'jasmine kay kendall laurel lou luther mercedes mickey milton minnie miranda moses nada opal otis pansy perry phoebe polly preston primo ' +
  'queenie riley romano romeo roy selena shelby sidney spencer sterling stewart troy ty tyson ulysses urbano valentino valentine vince wallace vera ' +
  'violette ellis devon barry bertha edit emi esi gaston hollis hugh jae kari linh malik mansour marius mina minh nell nestor nour opal ' +
  'palmira phil rui rune said salma saul sana satu siri sonny sue suman sune tor tove una uma usha ville vit yaw yara yash anh bao cem duc gul hung ' +
  'hala hani huda iona elio luke domingo soledad dolores macarena esperanza candida jordi melody magnus jade primo vasco mona adnan anand alma alba abel ' +
  'deniz chandra kiran anil rani jaya trang quang thanh nguyen hoang khanh volkan yilmaz baris esther palle lene'

export const AMBIGUOUS_SET: ReadonlySet<string> = new Set(AMBIGUOUS.split(' '))
export const PLAIN_SET: ReadonlySet<string> = new Set(PLAIN.split(' ').filter((name) => !AMBIGUOUS_SET.has(name)))

/** A byte for each hash of a name: one lookup excludes most words. */
const HASHES = 32_768
const HASHED = hashedNames()

function hashedNames(): Uint8Array {
  const hashed = new Uint8Array(HASHES)
  for (const name of [...AMBIGUOUS_SET, ...PLAIN_SET]) {
    const units = Uint16Array.from(name, (_, at) => name.charCodeAt(at))
    hashed[hashOf(units, 0, units.length)] = 1
  }
  return hashed
}

function hashOf(units: Uint16Array, start: number, end: number): number {
  let hash = 0
  for (let at = start; at < end; at++) hash = (Math.imul(hash, 31) + ((units[at] as number) | 32)) | 0
  return (hash ^ (hash >>> 15)) & (HASHES - 1)
}

/** Returns false where a word of ASCII letters and hyphens, in any case, is certainly no given name. */
export function mayBeGivenName(units: Uint16Array, start: number, end: number): boolean {
  return HASHED[hashOf(units, start, end)] !== 0
}

const WIDE = /[\u00c0-\u024f]/

/** The list has most names without their marks: "Kateřina" is found as "katerina". */
function withoutMarks(word: string): string {
  return word
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ø', 'o')
    .replaceAll('æ', 'ae')
    .replaceAll('ð', 'd')
    .replaceAll('ł', 'l')
    .replaceAll('ß', 'ss')
}

/** Returns the certainty that a word in lower case is a given name. */
export function givenNameStrength(word: string): 'plain' | 'ambiguous' | 'none' {
  if (PLAIN_SET.has(word)) return 'plain'
  if (AMBIGUOUS_SET.has(word)) return 'ambiguous'
  return WIDE.test(word) && PLAIN_SET.has(withoutMarks(word)) ? 'plain' : 'none'
}
