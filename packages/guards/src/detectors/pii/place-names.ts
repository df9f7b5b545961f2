/** Names of places: facts, grouped by kind. Lower case. */
export const COUNTRIES =
  'afghanistan albania algeria andorra angola argentina armenia australia austria azerbaijan bahamas bahrain bangladesh barbados belarus ' +
  'belgium belize benin bhutan bolivia bosnia botswana brazil brunei bulgaria burundi cambodia cameroon canada chile china colombia congo ' +
  'croatia cuba cyprus czechia denmark djibouti ecuador egypt eritrea estonia eswatini ethiopia fiji finland france gabon gambia germany ' +
  'ghana greece greenland grenada guatemala guinea guyana haiti honduras hungary iceland india indonesia iran iraq ireland israel italy ' +
  'jamaica japan jordan kazakhstan kenya kosovo kuwait kyrgyzstan laos latvia lebanon lesotho liberia libya liechtenstein lithuania ' +
  'luxembourg madagascar malawi malaysia maldives mali malta mauritania mauritius mexico moldova monaco mongolia montenegro morocco ' +
  'mozambique myanmar namibia nepal netherlands nicaragua niger nigeria norway oman pakistan palestine panama paraguay peru philippines ' +
  'poland portugal qatar romania russia rwanda samoa senegal serbia seychelles singapore slovakia slovenia somalia spain sudan suriname ' +
  'swaziland sweden switzerland syria taiwan tajikistan tanzania thailand togo tonga tunisia turkey turkmenistan uganda ukraine uruguay ' +
  'uzbekistan vanuatu venezuela vietnam yemen zambia zimbabwe england scotland wales deutschland españa italia österreich schweiz'

export const CITIES =
  'amsterdam ankara antwerp athens atlanta auckland baghdad baltimore bangalore bangkok barcelona beijing beirut belgrade berlin birmingham ' +
  'bogota boston brasilia bratislava brisbane bristol brussels bucharest budapest cairo calgary canberra caracas casablanca chennai chicago ' +
  'cleveland cologne copenhagen dallas damascus delhi denver detroit dhaka doha dubai dublin düsseldorf edinburgh edmonton frankfurt geneva ' +
  'glasgow guadalajara guangzhou hamburg hanoi havana helsinki houston hyderabad istanbul jakarta jeddah jerusalem johannesburg kabul ' +
  'karachi kathmandu kiev kyiv kinshasa kolkata köln lagos lahore leeds leipzig lima lisbon liverpool ljubljana london lyon madrid ' +
  'manchester manila marseille melbourne memphis miami milwaukee minneapolis minsk montevideo montreal moscow mumbai munich münchen nagoya ' +
  'nairobi naples nashville oakland osaka oslo ottawa oxford paris perth philadelphia pittsburgh prague quito reykjavik riga rio riyadh ' +
  'rotterdam sacramento santiago sapporo sarajevo seattle seoul shanghai shenzhen sofia stockholm stuttgart sydney tallinn tashkent tbilisi ' +
  'tehran tokyo toronto tripoli tunis utrecht valencia vancouver venice vienna vilnius warsaw wellington wien winnipeg zagreb zürich zurich'

export const STATES =
  'alabama alaska arizona arkansas california colorado connecticut delaware florida hawaii idaho illinois indiana iowa kansas kentucky ' +
  'louisiana maine maryland massachusetts michigan minnesota mississippi missouri montana nebraska nevada ohio oklahoma oregon pennsylvania ' +
  'tennessee texas utah vermont wisconsin wyoming ontario quebec alberta manitoba bavaria tuscany catalonia andalusia'

export const PLACE_PAIRS =
  'new york|new zealand|new jersey|new mexico|new hampshire|new orleans|new delhi|los angeles|san francisco|san diego|san jose|san antonio|' +
  'las vegas|hong kong|united states|united kingdom|united arab|south africa|south korea|north korea|saudi arabia|sri lanka|costa rica|' +
  'puerto rico|el salvador|sierra leone|burkina faso|cape town|buenos aires|mexico city|sao paulo|são paulo|rio de|tel aviv|saint petersburg|' +
  'st petersburg|st louis|salt lake|north carolina|south carolina|north dakota|south dakota|west virginia|rhode island|british columbia|' +
  'dominican republic|czech republic|ivory coast|den haag|the hague|kuala lumpur|ho chi|addis ababa|abu dhabi|northern ireland|papua new'

/** Further towns, looked up by the tagger alone: some are words or names elsewhere. */
export const TOWNS =
  'aachen aberdeen abidjan accra adelaide aleppo alexandria algiers almaty alicante amman annapolis antalya arlington astana asuncion augsburg ' +
  'aurora austin baku bali bari basel bath beirut belfast bergamo bergen bern bilbao bonn bordeaux boulder bradford braga brasov bremen brest ' +
  'brescia brighton brno bruges buffalo burgas bursa cadiz cagliari calais cambridge campinas cancun canterbury cardiff cartagena catania ' +
  'charleston charlotte chester chiba chongqing cincinnati cluj coimbra colombo columbus constanta cordoba cork coventry cusco dakar daegu danang ' +
  'daytona derby dijon dortmund douala dresden dundee durban durham eindhoven erfurt essen eugene exeter faro fez florence fortaleza fremont fresno ' +
  'fukuoka galway gdansk genoa ghent gibraltar girona gothenburg granada graz grenoble groningen haarlem haifa halifax hannover harare harbin ' +
  'harrisburg hartford heidelberg hiroshima hobart honolulu incheon indianapolis innsbruck ipswich islamabad izmir jacksonville jaipur kampala kanpur ' +
  'karlsruhe kassel katowice kiel kingston klagenfurt knoxville kobe konya krakow kyoto lausanne leicester leiden lexington lille limoges lincoln ' +
  'linz lodz lublin lucerne lugano luxor luxembourg malaga malmo maputo mannheim maribor medellin mendoza messina milan minsk modena mombasa ' +
  'monterrey montpellier nantes newcastle newport nice norwich nottingham novosibirsk nuremberg nürnberg odense odessa omaha orlando orleans oviedo ' +
  'padua palermo palma parma patras pavia perugia pisa plovdiv plymouth porto portland portsmouth potsdam poznan pretoria pune pusan quebec rabat ' +
  'raleigh recife regensburg reims rennes richmond rochester rome rostock rouen salamanca salerno salford salzburg samara sapporo savannah scottsdale ' +
  'sendai seville sevilla sheffield skopje southampton spokane strasbourg sunderland surat swansea szeged tacoma taipei tampa tampere tampico toledo ' +
  'toulouse trento trieste trondheim tucson tulsa turin turku utica uppsala varna verona vigo wichita winchester wolverhampton worcester wroclaw wuhan ' +
  'wuppertal york yokohama zaragoza helsingborg espoo oulu aarhus aalborg stavanger jyväskylä'
