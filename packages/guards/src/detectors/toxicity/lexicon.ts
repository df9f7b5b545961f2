/** Words by kind, in lower case. Detection of abuse requires a list of abusive words; no word here flags a text on its own. */
const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/))

/** Insults aimed at a person, in nine languages. */
export const INSULTS = words(`
  idiot idiots idiotic moron morons moronic imbecile imbeciles dumbass dumbfuck stupid dumb retard retarded loser losers scum scumbag
  scumbags asshole assholes arsehole bastard bastards bitch bitches prick pricks dickhead dickheads douche douchebag jerk jerks
  pathetic worthless disgusting filth filthy vermin trash garbage pig pigs clown clowns liar liars coward cowards hypocrite
  hypocrites fool fools foolish ignorant troll trolls whore whores slut sluts skank hoe hoes cunt cunts twat wanker wankers tosser
  simpleton nitwit halfwit cretin degenerate degenerates creep creeps weasel lowlife parasite parasites subhuman subhumans savage
  savages animals ugly fatso fatass freak freaks psycho lunatic brainless spineless gutless repulsive vile motherfucker
  motherfuckers sonofabitch jackass jackasses buffoon dimwit numbskull thug thugs
  arschloch hurensohn wichser idioten vollidiot dummkopf drecksau schlampe missgeburt abschaum  gesindel penner spast spasti
  fotze volksverrater volksverräter heuchler lugner lügner dreck drecks schwein schweine trottel depp deppen
  connard connards connasse salope salopes encule encules batard bâtard abruti debile débile cretins crétin crétins pute putes 
  gilipollas cabron cabrón cabrones puta putas pendejo pendejos imbecil imbécil estupido estúpido estupida estúpida maricon hijueputa 
  stronzo stronza bastardo puttana troia coglione coglioni deficiente merdoso
  otario otário babaca arrombado vagabunda  imbecis cuzao cuzão
  klootzak hoer kutwijf mongool eikel
  debil kurwa skurwysyn szmata idiota
  сука мразь тварь дебил идиот урод ублюдок шлюха мудак
`)

/** Profanity without a target. */
export const PROFANITY = words(`
  fuck fucks fucked fucker fuckers fucking fuckin fuk fucc fck fcking fkn effing shit shits shitty shitting bullshit horseshit crap
  damn goddamn ass arse bollocks bugger piss pissed   dick dicks pussy tits cum wtf stfu gtfo lmfao motherfucking bloody
  nigga niggas
  scheisse scheiße scheiss scheiß verdammt fick ficken verfickt kacke
  putain merde bordel foutre
  mierda joder cono coño carajo verga chingar
  cazzo merda vaffanculo
  porra caralho foda foder
  kut godverdomme
  блять блядь хуй пизда ебать
`)

/** Slurs for groups of people. */
export const SLURS = words(`
  nigger niggers nigra coon coons spic spics wetback wetbacks chink chinks gook gooks kike kikes faggot faggots fag fags dyke dykes
  tranny trannies shemale paki pakis raghead ragheads towelhead towelheads sandnigger sandniggers gypo gyppo beaner beaners jap japs
  negro negroes darkie darkies mudslime mudslimes muzzie muzzies redskin redskins injun squaw halfbreed tard tards mongoloid cripple
  libtard libtards feminazi feminazis femoid femoids roastie roasties soyboy zog untermensch kanake kanaken neger negern zigeuner
  judensau schwuchtel schwuchteln bougnoule bougnoules negre nègre youpin sudaca sudacas
`)

/** Groups that hatred is aimed at; nothing wrong with any of these words. */
export const GROUPS = words(`
  muslim muslims islam islamic jew jews jewish black blacks white whites asian asians african africans mexican mexicans latino latinos
  hispanic hispanics arab arabs immigrant immigrants migrant migrants refugee refugees foreigner foreigners gay gays lesbian lesbians
  trans transgender transsexual queer queers homosexual homosexuals lgbt lgbtq women woman female females girls feminists feminist
  disabled autistic christian christians catholic hindu hindus buddhist sikh chinese indian indians pakistani turk turks gypsy gypsies
  roma natives aboriginal bisexual nonbinary immigrants minorities
  muslime muslimen juden jude fluchtlinge fluchtling flüchtlinge flüchtling auslander ausländer migranten turken araber schwarze schwule frauen
  musulmans juifs noirs arabes immigres immigrés migrants femmes musulmanes judios judíos negros inmigrantes mujeres
`)

/** Words of explicit sexual content. */
export const SEXUAL = words(`
  porn porno pornographic blowjob blowjobs handjob cumshot cum orgasm orgasms masturbate masturbating masturbation erection horny
  naked nude nudes nudity fuck fucking fucked pussy  dick tits boobs anal dildo vibrator threesome gangbang hentai milf xxx nsfw
  erotic erotica moaning thrust thrusting penetrate penetrating genitals penis vagina clitoris semen creampie deepthroat bondage
`)
