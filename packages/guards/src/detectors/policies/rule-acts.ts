/** An action that a rule forbids for its subject, with phrases of texts that perform it. */
interface Act {
  readonly rule: RegExp
  readonly text: RegExp
}

/** Every expression is linear: alternatives of fixed words without nested repetition. */
export const ACTS: readonly Act[] = [
  {
    rule: /\b(?:advice|advise|recommend|tips?|should|whether|predict|opinions?|judge|compar|debate|comments?|convinc|interpret|diagnos|advisory)/,
    text: /\b(?:should|shall i|would (?:you|i)|recommend\w*|suggest\w*|advi[sc]e|best|better|better than|worth|good (?:idea|time|investment)|smart|safe|tips?|which|can i|may i|do i|will i|am i|is it|how (?:do|can|could|much|many|often)|what (?:is|are) the|what (?:should|do)|do you think|opinion|convince|persuade|prove|argue|predict\w*|wrong|right|could this)\b/,
  },
  {
    rule: /\b(?:how to|instructions?|help|make|build|write|ways?|create|evad|buy|written|posted|attempts?|tricks?|crack|flirt|requests? for|done for)/,
    text: /\b(?:how (?:do|can|could|to|would|long)|tell me|show me|steps|instructions?|help me|give me|i (?:need|want|plan)|where (?:can|do) i|build|make|create|write|generate|draft|compose|do my|solve|finish|complete|find|set up|buy|sell|which)\b/,
  },
  {
    rule: /\b(?:reveal|disclos|share|show|leak|confidential|internal|records?|announced|published|ask about|talk about|discuss|mention|data)/,
    text: /\b(?:show|give|tell|send|list|print|dump|paste|reveal|share|look up|read|who|when|how (?:many|much)|is it true|has|have|did|does|is|are|why|what|which)\b/,
  },
  {
    rule: /\b(?:promis|guarante|commit|responses?)/,
    text: /\b(?:i (?:will|can|guarantee|promise|have)|we (?:will|pay|credit|match|refund|compensate|promise|guarantee|deliver)|you (?:will|get|receive)|sure|of course|definitely|certain|approved|stays?|forever)\b/,
  },
]

/** A rule against any mention of its subject. */
export const ANY_MENTION =
  /\b(?:discuss|talk about|mention|insults?|threats?|hateful|hurt or kill|claims?|stay (?:out|away)|sexual|no \w+(?: or \w+)?[:,])/

export const FRAME_NAMES = ['definition', 'culture', 'protection', 'service', 'denial'] as const
export type Frame = (typeof FRAME_NAMES)[number]

/** Phrases of texts that mention a subject without a forbidden action. */
export const FRAMES: Readonly<Record<Frame, RegExp>> = {
  definition:
    /\b(?:what does .{1,40} (?:mean|stand)|stands? for|definition|meaning of|what is an? |what is (?:\w+ ?){1,2}$|explain (?:what|how|why)|difference between|how does .{1,40} work|who (?:invented|discovered|wrote|painted|won|founded)|history of|which year)/,
  culture:
    /\b(?:film|movie|novel|song|book|museum|documentary|painted|century|newspaper|thriller|invented|thesis|school|paper|hero|police|wrote about|restaurant for our|yesterday|birthday)\b/,
  protection:
    /\b(?:report|protect|prevent|recogni[sz]e|detect|warns?|stop|against|addiction|support a|awareness|training|trains|get help|who can help|crisis line|help line|antivirus|correctly|was hacked|security problem)\b/,
  service:
    /\b(?:my (?:account|parcel|password|own|balance|last|licence|license|email|appointment|reservation)|phone number|nearest|contact|appointment|when (?:does|is|do|are) the|at (?:what|which) time|app\b|opening|terms|reminder|reserve|where (?:do|can) i (?:find|see|report|hand|read)|do you (?:offer|accept|have|treat)|how do i (?:open|change|renew|add|find|enter|apply|contact|track|return|request|leave))/,
  denial:
    /\b(?:cannot|can not|can t|do not guarantee|may change|depends?|please ask|will contact|decides?|shown|listed|attached|was (?:charged|returned|delivered|transferred)|can request)\b/,
}
