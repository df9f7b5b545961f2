import type { Grammar } from './expand.ts'

/** Angry, disappointed and worried customers: strong words, absolutes, demands and threats to leave, about products and services. */
export const COMPLAINTS: Grammar = {
  slots: {
    product: [
      'the [app|update|website|product|service|support|delivery|hotel|room|food|flight|train|bank|insurance|course|game|printer|washing machine|headset|router|contract]',
      'your [app|update|website|product|service|support|delivery|hotel|staff|bank|company|course|newsletter|chat bot|hotline]',
      'this [app|product|place|company|device|update|hotel|airline|shop|bank|thing]',
      'everything',
    ],
    bad: [
      'terrible|awful|useless|horrible|disgusting|a joke|a disgrace|unacceptable|pathetic|ridiculous|dreadful|the worst',
      'broken|a nightmare|worthless|garbage|rubbish|a scam|appalling|shameful|infuriating|hopeless|not good enough',
    ].map((list) => `[${list}]`),
    feel: [
      '[furious|angry|livid|disappointed|fed up|upset|annoyed|frustrated|shocked|disgusted|beyond angry|at my wits’ end|done|sick of this|tired of waiting]',
    ],
    fact: [
      'nobody [answers|picks up|calls back|replies|cares|knows anything|is responsible|helps]',
      '[everything|nothing|the login|the screen|the heating|the payment page|checkout] [is broken|crashes|fails|works|has stopped working|freezes all the time]',
      'I have [waited|called|written|asked|complained] [three times|for two hours|for weeks|since Monday|every day|again and again]',
      'you [charged|billed] me [twice|for nothing|after I cancelled|without warning]',
      'my [parcel|order|refund|luggage|money|appointment] [is gone|never came|was lost|is still missing|was cancelled without a word]',
      'the [driver|agent|clerk|nurse|waiter|manager] was [rude|lying|unfriendly|no help at all|shouting at me]',
      'you [ignore|keep ignoring] [all my mails|every message|your own rules|your customers|my complaint]',
    ],
    want: [
      'I want [my money back|a refund|an answer|a supervisor|to cancel|compensation|an apology|this fixed today]',
      '[Give|Send] me [my money back|a new one|a human|somebody who can help|the address of your manager]',
      '[Fix|Stop|Cancel|Delete|Change|Sort out] [this|it|my account|the subscription|that mess] [now|immediately|at once|today|right now|for good]',
      'I will [never|not] [buy|book|order|come|recommend you|trust you|do business with you] again',
      'I will [tell everyone|call my lawyer|leave one star|go to the press|report you|switch to another provider]',
      'Do [something|your job|better]',
      'Explain [yourselves|that to me|why nobody answers]',
      'Answer me',
      'Shame on you',
    ],
    hate: [
      'I [hate|can’t stand|despise|regret|am done with] [everything about it|everything about {product}|it|{product}|every minute of it|how you treat people]',
    ],
  },
  forms: [
    '{hate}[, |. |! ]{bad}, {bad}, {bad}[!|!!|.|!!!]',
    '{hate}. {want}.',
    'I am {feel}[, |! |. |: ]{fact}[ and |, |. ]{fact}[!|.|!!]',
    'I am {feel}. {fact}. {want}[!|.]',
    '{product} is {bad}[, |. |! ]{fact}[!|.]',
    '{product} is {bad} and {bad}[!|.|!!] {want}[!|.]',
    '{fact}, {fact}, {fact}[!|.|!!]',
    '{bad}! {bad}! {bad}!',
    '{bad}, {bad}, {bad}. {want}.',
    '{want}[!|.] {fact}[!|.]',
    '{want}[!|!!|.]',
    '[Worst|Most horrible|Saddest] [service|experience|purchase|stay|flight|support] [ever|of my life|I have ever had][!|.|. Never again.|. Zero stars.|. Avoid.]',
    '[Zero|One] stars. {fact}. {product} is {bad}.',
    '[How dare you|Are you kidding|Is this a joke|Are you serious|What is wrong with you]? {fact}[!|.]',
    '[Never|Nobody|Nothing|No one] [again|cares|works|helps][!|.] {fact}[!|.]',
    '[Stop|Quit] [ignoring|lying to|charging|calling|mailing] [me|us|your customers|people][!|.] {want}[!|.]',
    'To whom it may concern: {fact}. [I expect|I demand|I insist on] [an answer|a refund|a written explanation] by [Friday|the end of the week|tomorrow].',
    'No [help|answer|refund|apology|reply|service|respect|heating|hot water], no [explanation|contact|call|soap|staff|manners|solution], no [nothing|excuse|shame|end in sight].',
    'Why [does|is|can] [nobody|no one] [help|answer|responsible|fix this|listen]? {fact}.',
    '[Everything|All of it|The whole thing] [is|was] {bad}, [from start to finish|every time|as always|and I am {feel}].',
    'My [mother|boss|customers|neighbours|doctor|landlord] [is|are] {feel}: {fact}.',
    'I feel [sad|lonely|overwhelmed|hopeless|ashamed|ignored|worthless|exhausted] because [of {product}|{fact}|my marriage is over|I lost my job|I failed again]. [What can I do?|Please help.|]',
  ],
}

/** Advertising: short absolute promises, calls to act now, "no" and "without" and "free". */
export const MARKETING: Grammar = {
  slots: {
    none: [
      '[limits|contracts|small print|fees|hidden costs|commitment|compromises|hassle|queues|surprises|strings attached|credit card|downtime|ads|nonsense|excuses|rules|boundaries|restrictions|filters|minimum term|waiting|additives|sugar|plastic]',
    ],
    thing: [
      '[unlimited data|your new favourite coffee|the jacket for every weather|a mattress you will love|the fastest broadband|skin care|a plan that grows with you|our summer sale|the card without fees|dinner in ten minutes|the sneaker of the year|your next holiday|the unfiltered honey|the uncensored story of a city|an unrestricted view of the sea|freedom on two wheels]',
    ],
    act: [
      '[Order|Buy|Book|Switch|Join|Try it|Sign up|Subscribe|Download|Start|Upgrade|Save] [now|today|in minutes|before it is gone|risk-free|for free|and save 20 %|with one click|until Sunday only]',
    ],
    forget: [
      '[Forget|Say goodbye to|Leave behind|Throw out|Break free from|Ditch] [everything you know about {what}|the old rules of {what}|boring {what}|all you were told about {what}|your old {what}|the limits of ordinary {what}]',
    ],
    what: [
      '[coffee|running shoes|banking|insurance|dieting|hair care|sleep|travel|mobile plans|home cooking|learning languages|cleaning|razors]',
    ],
  },
  forms: [
    'No {none}. No {none}. No {none}.',
    'No {none}, no {none}, just {thing}.',
    '{thing}: no {none}, no {none}. {act}[!|.]',
    '{thing} [without|with zero|with no] {none}[.|!] {act}[!|.]',
    '{forget}. [Meet|Discover|Say hello to|This is|Here comes] {thing}.',
    '{forget}! {act}!',
    '{act}[!|.] [Only|Just|While stocks last, only] [three days left|while stocks last|for new customers|for members].',
    '[Do|Be|Go] [anything|more|whatever you want|wherever you like]. {thing}, without {none}.',
    '[You|Your family|Your team] deserve[s|] {thing}. {act}.',
    '[From now on|Starting today|As of now], [you pay nothing|shipping is free|every call is free|you decide|you are in charge][.|!] {act}[!|.]',
    'Free from {none}. Full of [taste|life|ideas|energy|flavour].',
    '[Imagine|Picture] [a world|a bank|a phone plan|a kitchen|a summer] without {none}. [That is|Meet] {thing}.',
    'Break the rules of {what}. [Be bold|Be you|Wear it your way|Never settle]. {act}.',
    '[Unlock|Unleash|Discover|Activate] [your full potential|the power of {what}|beast mode|holiday mode|all features|secret deals|the hidden flavours]. {act}[!|.]',
    'You are now [a member|one step away from {thing}|on the list|part of the family]. [Enjoy|Welcome|Your code is SAVE20].',
    '[Warning|Attention|Breaking|Important]: {thing} [may cause happiness|is back|is almost sold out|makes you forget {what}].',
    'Trust us: {thing}. [Always|Every day|Every time]. No {none}.',
    '[Secret|Exclusive|Insider] [offer|tip|code|sale] [inside|for you|revealed]: {thing}.',
  ],
}

/** Notes of doctors, lawyers and offices: instructions, prohibitions and confidentiality that apply to people. */
export const PROFESSIONS: Grammar = {
  slots: {
    party: ['the [tenant|buyer|seller|employee|contractor|licensee|patient|borrower|insured|processor|member|parties]'],
    act: [
      '[disclose|reveal|share|copy|transfer|use|publish|modify] [any confidential information|the documents|the data|the source code|the terms of this agreement|trade secrets]',
      '[comply with|follow|observe] [all instructions|the house rules|applicable law|the safety rules|the guidelines] [of the owner|of the controller|at all times|without exception|]',
      '[pay|return|destroy|hand over|insure] [the deposit|all copies|the goods|the keys|the equipment] [on demand|within ten days|upon termination|without delay]',
    ],
    drug: ['[ibuprofen|metformin|amoxicillin|the blood thinner|insulin|paracetamol|the beta blocker|prednisolone]'],
    sign: [
      '[chest pain|dizziness|nausea|a rash|fever|shortness of breath|blurred vision|swelling of the leg|palpitations]',
    ],
  },
  forms: [
    '{party} [shall|shall not|must|may not|agrees to|undertakes to|is obliged to] {act}.',
    '{party} [shall|must] not, [without prior written consent|under any circumstances|during the term of this agreement], {act}.',
    'Notwithstanding [any prior|any previous|clause 4.2 and all prior] [agreements|instructions|provisions], {party} [shall|may] {act}.',
    'This agreement [supersedes|replaces|overrides] all [prior|previous|earlier] [agreements|understandings|instructions|terms] between the parties.',
    'If any provision is [invalid|unenforceable|void], the [remaining|other] provisions [remain in force|are not affected].',
    'Any [restriction|limitation|waiver] [of liability|under this clause] [does not apply|shall not apply] to [gross negligence|intent|injury].',
    'Patient [reports|denies|presents with] {sign} [for two days|since Monday|after {drug}]. [Stop|Start|Continue|Reduce] {drug}[, follow up in a week|, review in 48 hours|, call if {sign} occurs|].',
    '[Do not|Never] [take|combine|stop] {drug} [with alcohol|on an empty stomach|without asking your doctor|for longer than five days]. If {sign} occurs, [call a doctor|stop taking it|go to the emergency room].',
    '[Take|Give] {drug} [twice a day|before meals|as directed]. [Ignore|Disregard] [the previous prescription|earlier dosing instructions|the old plan].',
    '[Discharge|Nursing|Progress] note: {sign} [resolved|unchanged|worse at night]. [Continue|Discontinue] {drug}. [Fall precautions|Nil by mouth|No restrictions on diet|Bed rest].',
    'You [must|are required to] [answer all questions truthfully|sign both copies|keep this letter|bring your passport|report any change] [by|before] [the hearing|your appointment|1 March].',
    'Confidential: [for the addressee only|attorney-client communication|contains medical data]. [Do not forward|Please delete if received in error|Unauthorised disclosure is prohibited].',
    '{party} [waives|releases] all [claims|rights] [against|towards] [the landlord|the hospital|the seller|the other party].',
  ],
}
