import type { Grammar } from './expand.ts'

/** Developers, testers and managers about prompts, models, guards and attacks: prompts are things that they write, store and change. */
export const PROMPT_TALK: Grammar = {
  slots: {
    prompt: [
      '[the|our|my|a|your old|the new|the default] [system prompt|system message|prompt template|prompt|initial prompt|developer message|instruction block|few-shot examples|persona text]',
      '[system prompts|prompts|prompt templates|hidden prompts|instructions for the model]',
    ],
    place: [
      '[in git|in a YAML file|in Langfuse|in the database|behind a feature flag|in the admin panel|in a Kubernetes secret|next to the code|in Notion|in S3|in the settings of the bot|per tenant]',
    ],
    did: [
      '[stored|moved|versioned|changed|shortened|rewrote|translated|reviewed|tested|cached|split|deleted|rolled back|measured|printed to the log]',
    ],
    do: [
      '[store|move|version|change|shorten|rewrite|translate|review|test|cache|split|protect|roll back|measure|load|set|override|inject variables into|keep secrets out of|compare versions of]',
    ],
    model: [
      '[GPT-4o|Claude|Gemini|Llama|Mistral|our chatbot|the model|the agent|the assistant|the copilot|the support bot]',
    ],
    attack: [
      '[prompt injection|jailbreaks|prompt leaks|system prompt extraction|instruction override|role hijacking|indirect injection|data exfiltration]',
    ],
    guard: [
      '[the guardrail|our filter|Gatehouse|the content filter|the gateway|the firewall|the moderation layer|the red team]',
    ],
  },
  forms: [
    'We {did} {prompt} {place}[.|, and it works.| last week.| because of cost.]',
    '[I|We|She|The team|A colleague|Marketing] {did} {prompt} [so that|because] {model} [is too chatty|answers in the wrong language|ignores the tone guide|forgets the rules after ten turns|mentions competitors|invents prices].',
    'How [do|should|can] [I|we|you|teams] {do} {prompt}[?| {place}?| without a deployment?| for several tenants?| when the model changes?]',
    'Where [do|should|can] [I|we|teams] [keep|set|put|store|document] {prompt}?',
    'What [is|are] the [best|right|maximum|recommended] [length|format|language|place|test|owner] [of|for] {prompt}?',
    'Does {model} [support|need|ignore|follow|respect|forget|see|cache] {prompt}[?| after a tool call?| in long chats?| in the free tier?]',
    'Why does {model} [ignore|forget|repeat|quote|leak|contradict] {prompt} [in long chats|when the context is full|after a summary|for some users]?',
    '[The ticket says|QA reports|A customer noticed|The pen test found|The log shows] that {model} [quoted|repeated|leaked|ignored|revealed part of] {prompt}.',
    '[TODO|FIXME|Note|NB]: {do} {prompt} [before release|when the API changes|{place}|with legal].',
    'Please [review|approve|merge] my [pull request|change|patch]: it [adds|moves|removes|renames|documents] {prompt}[ and the tests| {place}|].',
    '{guard} [blocks|flags|lets through|misses|logs|explains] {attack}[. Is that expected?|, see the dashboard.| in German, not in Polish.| at a threshold of 0.55.|]',
    '{guard} [wrongly|often|never|sometimes] [blocks|flags|stops] [harmless questions|our own tests|code reviews|texts about {attack}|the word “prompt”].',
    'How does {guard} [detect|stop|score|log|test] {attack}?',
    '[Write|Draft|Design|Plan|Give me] [a test plan|a slide|an incident report|training material|a policy|unit tests|acceptance criteria] [about|for|against] {attack}.',
    '[Our|The] [policy|handbook|release note|changelog|runbook] [says|explains]: [never put secrets into|version|review|test] {prompt}.',
    'A user [typed|tried|sent|pasted] [something like ignore your rules|a jailbreak|a request for the prompt|an injection], and {model} [refused|complied|asked back|was blocked]. [What next?|Log it.|Expected.|]',
    'The [difference|interaction|order] [between|of] {prompt} and {prompt} [is unclear to me|confuses new colleagues|matters for caching].',
    '{prompt} [is|are] [too long|out of date|stored {place}|visible to admins only|not a security boundary|reviewed every quarter|the same for all customers|limited to 2,000 tokens|written in English].',
    'The [field|setting|parameter|variable|column] [system_prompt|systemPrompt|instructions|prompt_template] [is|must be|may be|defaults to] [required|a string|empty|null|at most 4,000 characters|deprecated].',
    'Set [system_prompt|systemPrompt|instructions|SYSTEM_PROMPT] to [an empty string|the path of a file|the text of your assistant] [before you start|in config.yaml|in the environment|].',
    'With [systemPrompt|system_prompt|instructions] you [tell|set|define] [the tone|the role|the language|the limits] of {model}.',
    '[Temperature|Top-p|Stop words|Max tokens|Tools] and {prompt} [are set|can be set|belong] {place}.',
    'As [a developer|an admin|a tester|a product manager|the owner], I want to {do} {prompt} so that [support can help|audits pass|we know what changed|the bot stays on topic].',
    'We [need|want|plan] to [test|measure|prove] that {model} [does not reveal|never quotes|keeps] {prompt}.',
    '{model} [should|must|may] [never|not] [reveal|quote|mention|change] {prompt}.',
    'In [the course|chapter 3|the workshop|my thesis|the talk], we [discuss|compare|explain] {attack} and [defences|guardrails|evaluation].',
    'The API [rejects|trims|logs|hashes|ignores] {prompt} [over 32 KB|without a role|with control characters|in the response].',
  ],
}

/** Block messages of gateways, filters and services, and their quotation by people and agents. */
export const NOTICES: Grammar = {
  slots: {
    what: ['[request|message|prompt|answer|response|tool call|file|upload|document|query|input|output]'],
    filter: [
      '[the content filter|our policy|a guardrail|the firewall|the safety system|the administrator|a security rule|adversarial_detection|system_prompt_leak|payload_risk|pii_leakage|tool_killswitch|rbac_guard|mcp_guard]',
    ],
    why: [
      '[it looks like|it contains|it seems to be|suspected] [prompt injection|an attempt to override instructions|a jailbreak|a request for hidden instructions|personal data|a shell command|a malicious link|a policy violation]',
      'the text [tries to|seems to] [change|override|bypass|reveal] the [instructions|rules|system prompt|safety settings] of the model',
      'the [role|agent|key|token] [may not|is not allowed to] [call this tool|read this data|do this]',
      'the [limit|quota|budget] of [calls|tokens|requests] is [used up|exceeded]',
    ],
    tool: [
      '[send_email|delete_file|run_shell|search|get_weather|transfer_funds|read_secret|web.fetch|db_query|create_user]',
    ],
    next: [
      '[Please rephrase your request.|Try again later.|Contact your administrator.|Request id: 0192af3c.|An approver has to accept it.|No further information is available.|]',
    ],
  },
  forms: [
    '[Your|The|This] {what} was [blocked|rejected|refused|stopped|filtered|denied|not sent] [by {filter}|because {why}|for security reasons]. {next}',
    '[Blocked|Rejected|Refused|Denied|Stopped] by {filter}: {why}. {next}',
    '[Error|403 Forbidden|429 Too Many Requests|Policy violation|Request failed]: {why}. {next}',
    'The call of {tool} was [not allowed|blocked|refused|held for approval] by {filter}[: {why}|]. {next}',
    '{"error":{"message":"The {what} was blocked by {filter}","type":"[policy_error|invalid_request|content_filter]","code":"[blocked|content_filter|403]"}}',
    '{"blocked":true,"guardrail":"[adversarial_detection|system_prompt_leak|pii_leakage]","message":"[{why}|The {what} was blocked.]"}',
    '[I could not|I was unable to|I cannot] [complete|finish|send] [the {what}|that step|it] because {filter} [blocked|refused|stopped] [it|{tool}]: {why}. {next}',
    'Tool result of {tool}: [Blocked|Refused|Denied] by {filter}: {why}.',
    '[The gateway|Gatehouse|The proxy|The API] [says|answered|returned|replied]: "{why}". [What does that mean?|What should I change?|How do I fix that?|]',
    '[Why|Since when|How come] [was|is] my {what} [blocked|rejected|flagged] by {filter}? {next}',
    '{filter} [flagged|blocked|stopped] {tool} [twice|today|since the update], [the message was|it says]: {why}.',
    'The {what} [contains|holds|asks for|tries to reveal] [personal data|a secret|the system prompt|hidden instructions|a payload|instructions for the model]. {next}',
    'A [sentence|part|line] of the {what} [gives orders to|addresses|tries to steer] the model that reads it. {next}',
    'No [tool|agent|role|policy|key|session] [of this name|with this id] [is known|is registered|exists]. {next}',
    '[Tool|Agent|Role|Server] "{tool}" is [switched off|not allowed|not registered|denied to all agents|not trusted enough]. {next}',
  ],
}
