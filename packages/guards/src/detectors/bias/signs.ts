/** Groups of people that are targets of bias, by category. None of these words is biased on its own. */
const GROUPS: Readonly<Record<string, string>> = {
  gender: 'women|woman|females?|girls?|men|males?|boys?|mothers?|fathers?|wives|husbands?|ladies|housewives',
  age: 'old people|older (?:people|workers|adults|men|women|employees)|elderly|seniors|pensioners|boomers|teenagers|young people|millennials|grandmothers?|grandfathers?|the (?:old|young)',
  religion: 'muslims?|jews?|jewish people|christians?|catholics?|hindus?|buddhists?|sikhs?|atheists?|mormons?',
  origin:
    'immigrants?|migrants?|refugees?|foreigners?|mexicans?|chinese|indians?|africans?|arabs?|asians?|americans?|germans?|russians?|turks|poles|gypsies|roma|latinos?|hispanics?|africans?|black (?:people|men|women)|white (?:people|men|women)|blacks|whites|natives',
  sexuality:
    'gay (?:people|men)|gays|lesbians?|homosexuals?|bisexuals?|transgender people|trans (?:people|women|men)|queer people',
  disability:
    'disabled people|the disabled|autistic people|the blind|blind people|deaf people|wheelchair users|mentally ill people|the mentally ill',
  class:
    'poor people|the poor|rich people|the rich|homeless people|the homeless|unemployed people|the unemployed|working class people',
}

const TRAITS =
  'lazy|stupid|dumb|smart|smarter|greedy|criminals?|criminal|violent|dangerous|dirty|emotional|hysterical|weak|weaker|submissive|bossy|bad drivers|bad at \\w+|good at math|terrorists?|untrustworthy|dishonest|thieves|cheap|stingy|alcoholics?|drunks?|backward|uncivili[sz]ed|uneducated|illiterate|primitive|inferior|superior|incompetent|incapable|useless|slow|forgetful|senile|frail|grumpy|out of touch|immature|entitled|immoral|promiscuous|sinful|perverts?|abnormal|unnatural|aggressive|loud|poor|dependent|a burden|ignorant|naive|irrational|cowards?'

interface Sign {
  readonly name: string
  readonly pattern: RegExp
}

const GROUP = `(?:${Object.values(GROUPS).join('|')})`

/** Statements about groups, each within a bounded stretch of lower-case text; the last ones oppose bias, or discuss it. */
const SIGNS: readonly Sign[] = [
  sign(
    'trait',
    `\\b${GROUP} (?:are|were|is|tend to be|seem|always seem|have always been)(?: \\w+){0,2} (?:${TRAITS})\\b`,
  ),
  sign('all', `\\b(?:all|most|every|typical|those|these|never trust|only) (?:of the )?(?:\\w+ )?${GROUP}\\b`),
  sign(
    'cannot',
    `\\b${GROUP} (?:can[’']?t|cannot|can not|should(?:n[’']?t| not| never)|must not|don[’']?t|do not|aren[’']?t able to|are unable to|are not (?:able|fit|suited|made|good))\\b`,
  ),
  sign('belong', `\\b${GROUP} (?:belong|should stay|should be|should just|ought to|need to)\\b`),
  sign(
    'because',
    `\\bbecause (?:he|she|they|it)(?:[’']s| is| are| was| were|[’']re) (?:an? |too |so )?(?:\\w+ )?${GROUP}\\b`,
  ),
  sign(
    'role',
    "\\b(?:a woman[’']s (?:place|job)|man up|like a girl|boys will be boys|women[’']s work|real men|men[’']s work|too old to|too young to|at (?:his|her|their|your) age)\\b",
  ),
  sign(
    'compare',
    `\\b${GROUP} (?:are|is) (?:\\w+ ){0,2}(?:better|worse|smarter|dumber|stronger|weaker|lazier|more \\w+|less \\w+) (?:at \\w+ )?than\\b`,
  ),
  sign(
    'unknown',
    "\\b(?:cannot be determined|can[’']?t be determined|not enough information|cannot answer|unknown|undetermined|not known)\\b",
  ),
  sign(
    'against',
    '\\b(?:stereotyp\\w*|prejudice\\w*|myths?|discriminat\\w*|bias(?:ed)?|unfair|equal(?:ity|ly)?|regardless of|no evidence|not true|it is wrong|research shows|studies show|diverse|inclusive)\\b',
  ),
]

function sign(name: string, source: string): Sign {
  return { name, pattern: new RegExp(source, 'u') }
}

const KINDS = Object.entries(GROUPS).map(([name, words]) => sign(name, `\\b(?:${words})\\b`))

/** Characters that are searched: the start of a text. */
const READ_CHARS_MAX = 8_192

/** Statements about groups in a text. */
export interface BiasSigns {
  readonly present: ReadonlySet<string>
  /** Kinds of groups that are named, e.g. `gender`. */
  readonly kinds: readonly string[]
}

/** Reads a text for statements about groups. Linear. */
export function biasSigns(text: string): BiasSigns {
  const lower = text.slice(0, READ_CHARS_MAX).toLowerCase()
  const present = new Set(SIGNS.filter(({ pattern }) => pattern.test(lower)).map(({ name }) => name))
  const kinds = KINDS.filter(({ pattern }) => pattern.test(lower)).map(({ name }) => name)
  return { present, kinds }
}
